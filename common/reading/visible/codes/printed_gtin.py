"""The GTIN that a page prints beside its label."""

from __future__ import annotations

import re
from collections.abc import Iterator

from common.details.gtin import clean_gtin
from common.reading.visible.codes.code import BARS, behind_bars
from common.reading.visible.view import PageView, once_a_view
from common.reading.words.wording import Wording

_LABEL = Wording(
    r"[\s|•·;*–-]{0,3}(?:(?:EAN|GTIN|UPC|ISBN|JAN)(?:[-\s/]{0,3}(?:8|10|12|13|14|code|no\.?|nr\.?|EAN|GTIN|UPC|ISBN|JAN)){0,2}"
    r"|bar\s?code|<code.gtin_labels>)\s{0,2}(?:\([^()\d]{2,12}\)\s?)?(?:[:：՝#]|\Z|(?=\d))"
)
_DIGITS = re.compile(r"[\s:：#]{0,3}(\d[\d\s-]{6,20}[\dX])(?![\w-])", re.IGNORECASE)
_BEFORE_LINES, _NEAR_LINES = 40, 1500
_LINE_CHARS, _PARTS_CHARS = 80, 160


@once_a_view
def gtin_of(view: PageView) -> str | None:
    """The one number with a right check digit behind such a label, also in a closed tab; None for several."""
    shown = view.of_the_product(_BEFORE_LINES, _NEAR_LINES)
    found: set[str] = set()
    for place, line in enumerate(shown):
        # Most lines are one part, and say something else.
        if not (_LABEL.match(line.text) or any(map(line.text.__contains__, BARS))):
            continue
        for label in _labels(line.text):
            rest = line.text[label.end() :]
            if not rest.strip() and place + 1 < len(shown):
                rest = shown[place + 1].text[:_LINE_CHARS]
            digits = _DIGITS.match(rest)
            if digits and (gtin := clean_gtin(digits[1])):
                found.add(gtin)
    return found.pop() if len(found) == 1 else None


def _labels(text: str) -> Iterator[re.Match[str]]:
    """The labels with which this line begins, or one of its parts."""
    if len(text) > _PARTS_CHARS:
        return
    begins = [0] if len(text) <= _LINE_CHARS else []
    if any(map(text.__contains__, BARS)):
        begins.extend(behind_bars(text))
    yield from (label for begin in begins if (label := _LABEL.match(text, begin)) is not None)
