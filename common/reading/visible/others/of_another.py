"""Amounts of another product that the page's words offer instead: "Sold out. Try this instead: Red cup £9.00"."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from common.offer import Availability
from common.reading.text.availability import of_button
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.visible.lines import Line
from common.reading.words.wording import Wording

_BEGINS = r"(?:\A|[.!?;:…。！？：]\s?|\s[–—-]\s)\W{0,3}"
_TRY = Wording(rf"{_BEGINS}(?:<page.try_other:words>)")
_SIMILAR = Wording(rf"{_BEGINS}(?:<page.similar:words>)")
_EITHER = Wording(rf"{_BEGINS}(?:<page.try_other:words>|<page.similar:words>)")
_COLON = (":", "：")
_CARRY_LINES = 3
_MOST_CHARS = 200


@lru_cache(maxsize=2048)
def _offers_another(text: str) -> bool:
    """Kept, for two rules ask about the same lines."""
    return _EITHER.search(text) is not None


def lines_of_others(shown: Sequence[Line]) -> frozenset[int]:
    """The lines (counted from the heading) whose amounts are another product's, by words such as "Similar" or "Try
    also". Those words are about an amount behind them on their own line, else about the first amount in the next three
    lines, up to the add-to-cart button. A mere label ("Similar") reaches beyond its own line only with a colon.
    """
    found: set[int] = set()
    reach = 0
    for line in shown:
        if line.at <= 0 or len(line.text) > _MOST_CHARS:
            continue
        if not reach and not _offers_another(line.text):
            continue
        said = _TRY.search(line.text)
        label = said or _SIMILAR.search(line.text)
        amounts = list(BESIDE_CURRENCY.finditer(line.text))
        if amounts and (reach or (label is not None and amounts[-1].start() >= label.end())):
            found.add(line.at)
            reach = 0
        elif label is not None and (said is not None or any(mark in line.text[label.end() :] for mark in _COLON)):
            reach = _CARRY_LINES
        elif of_button(line.text) is Availability.IN_STOCK:
            reach = 0
        else:
            reach = max(0, reach - 1)
    return frozenset(found)
