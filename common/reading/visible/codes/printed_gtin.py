"""The GTIN that a page prints beside its label."""

from __future__ import annotations

import re

from common.details.gtin import clean_gtin
from common.reading.visible.view import PageView, once_a_view

_LABEL = re.compile(
    r"[\s|•·*–-]{0,3}(?:(?:EAN|GTIN|UPC|ISBN|JAN)(?:[-\s/]{0,3}(?:8|10|12|13|14|code|no\.?|nr\.?|EAN|GTIN|UPC|ISBN|JAN)){0,2}"
    r"|bar\s?code|Strichcode|código de barras|code[- ]barres|штрих-?код)\s{0,2}(?:[:：#]|\Z|(?=\d))",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"[\s:：#]{0,3}(\d[\d\s-]{6,20}[\dX])(?![\w-])", re.IGNORECASE)
_BEFORE_LINES, _NEAR_LINES = 40, 1500
_LINE_CHARS = 80


@once_a_view
def gtin_of(view: PageView) -> str | None:
    """The one number with a right check digit behind such a label, also in a closed tab; None for several."""
    shown = view.of_the_product(_BEFORE_LINES, _NEAR_LINES)
    found: set[str] = set()
    for place, line in enumerate(shown):
        label = _LABEL.match(line.text) if len(line.text) <= _LINE_CHARS else None
        if label is None:
            continue
        rest = line.text[label.end() :]
        if not rest.strip() and place + 1 < len(shown):
            rest = shown[place + 1].text[:_LINE_CHARS]
        digits = _DIGITS.match(rest)
        if digits and (gtin := clean_gtin(digits[1])):
            found.add(gtin)
    return found.pop() if len(found) == 1 else None
