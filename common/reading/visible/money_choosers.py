"""The lines with which a page lets its reader choose another country or currency: they say what the shop could show,
not what it shows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from common.reading.text.currency import SHARED_SIGN, certain_currency
from common.reading.visible.lines import Line, itself_and_above, names_of

_LEAST_ENTRIES, _MOST_CHARS = 3, 40
_CURRENT = re.compile(r"(?:^|[\s_-])(?:active|current|selected|chosen|checked)(?:$|[\s_-])", re.IGNORECASE)


def without_choosers(lines: Sequence[Line]) -> list[Line]:
    """The lines without the entries of such lists: three lines or more in a row that each name a currency and no
    amount. What is said twice there, or marked as chosen, stays: it is what the page shows.
    """
    kept: list[Line] = []
    run: list[Line] = []
    for line in lines:
        if _is_entry(line.text):
            run.append(line)
        else:
            kept.extend(_left_of(run) if run else ())
            run.clear()
            kept.append(line)
    return [*kept, *_left_of(run)]


def _is_entry(text: str) -> bool:
    if len(text) > _MOST_CHARS or any(map(str.isdigit, text)):
        return False
    return certain_currency(text) is not None or SHARED_SIGN.search(text) is not None


def _left_of(run: Sequence[Line]) -> Iterator[Line]:
    said = [line.text for line in run]
    if len(set(said)) < _LEAST_ENTRIES or len({*map(certain_currency, said)} - {None}) < _LEAST_ENTRIES - 1:
        yield from run
        return
    for line in run:
        if said.count(line.text) > 1 or _is_marked(line):
            yield line


def _is_marked(line: Line) -> bool:
    return any(
        (node.get("aria-current") or node.get("aria-selected") or node.get("aria-checked") or "false") != "false"
        or _CURRENT.search(names_of(node)) is not None
        for node in itself_and_above(line.element, 1)
    )
