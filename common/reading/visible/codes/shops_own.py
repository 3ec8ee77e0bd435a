"""The code behind a label that bears the shop's own name: "Pinehouse Item # 1063", "Pinehouse.com #: 10053"."""

from __future__ import annotations

from collections.abc import Sequence

from common.reading.parsed.letters import letters
from common.reading.text.address_parts import host_of
from common.reading.visible.codes.code import Printed, code_behind
from common.reading.visible.lines import Line
from common.reading.words.wording import Wording

_LABEL = Wording(
    r"(?P<shop>[^\W_][\w.&'’ -]{0,28}?[^\W_])[\s-]\s?"
    r"(?:<code.labels>|<code.maker_labels>|<code.number_words>)\.?(?:\s?#)?\s{0,2}(?:[:：#=]|\Z|(?=\s?[#\dA-Z]))"
)
_SAYS_WHAT = Wording("(?:<code.labels>|<code.maker_labels>|<brand.labels>|<brand.maker_labels>)")
"""Words of labels, which shops are called after, too: "Model No." is no number of modelshop.example."""
_NO_NAMES = frozenset({"www", "shop", "store", "com", "org", "net", "co"})
_MOST_CHARS, _LEAST_INSIDE = 80, 4


def behind_shops_name(shown: Sequence[Line], url: str) -> Printed | None:
    """The first code behind such a label, on its line or on the next."""
    host = host_of(url)
    for place, line in enumerate(shown):
        label = _LABEL.match(line.text) if len(line.text) <= _MOST_CHARS else None
        if label is None or not _is_host(label["shop"], host):
            continue
        code = code_behind(shown, place, label.end(), is_own=True)
        if code is not None and any(map(str.isdigit, code)):
            return Printed(code, True)
    return None


def _is_host(name: str, host: str) -> bool:
    """Whether the shop's address bears this name: all of a part of it, or a longer one inside it."""
    said = letters(name)
    if said in _NO_NAMES or len(said) <= 1 or _SAYS_WHAT.fullmatch(name) is not None:
        return False
    return said in {letters(part) for part in host.split(".")[:-1]} or (
        len(said) >= _LEAST_INSIDE and said in letters(host)
    )
