"""The tree of exceptions that common/errors draws is the one that it makes."""

from __future__ import annotations

import inspect
import re

from common import errors
from common.parsing import failures

_DRAWN = re.compile(r"^([│├└─ ]*)([A-Z][a-z]\w+)  +\S")


def drawn() -> list[tuple[str, str | None]]:
    """Each name of the tree with the one it hangs on."""
    above: list[str] = []
    found: list[tuple[str, str | None]] = []
    for line in (errors.__doc__ or "").splitlines():
        if match := _DRAWN.match(line):
            del above[len(match[1]) // 4 :]
            found.append((match[2], above[-1] if above else None))
            above.append(match[2])
    return found


def test_every_exception_hangs_on_what_it_is() -> None:
    known = {
        name: kind
        for module in (failures, errors)
        for name, kind in inspect.getmembers(module, inspect.isclass)
        if issubclass(kind, errors.CrawlfleetError)
    }
    tree = dict(drawn())
    for name, above in tree.items():
        assert above is None or issubclass(known[name], known[above]), f"{name} is no {above}"
    beside = {name for name, kind in known.items() if errors.Astray in kind.__bases__}
    assert known.keys() - tree.keys() == beside
    assert all(name in (errors.__doc__ or "") for name in beside)
