"""Whether one amount is another so many times: what a pack costs beside what a square metre of it does, or what four
pieces cost beside what one does.
"""

from __future__ import annotations

import re
from decimal import Decimal
from itertools import islice

from common.reading.document import Document, squeeze, text_within, type_of

_BROKEN = re.compile(r"(?<![\d.,])(\d{1,3})[.,](\d{1,3})(?![\d.,]|\s?%)")
_MOST_NUMBERS, _ROUNDING = 6, Decimal("0.01")
_LEAST_PIECES, _MOST_PIECES, _MOST_FIELDS = 2, 24, 200
_TYPED = frozenset({"number", "text", "tel"})


def is_so_much_of(price: Decimal, other: Decimal, text: str) -> bool:
    """Whether the other amount is the price times a broken number on its line: "1 pack = 2.77 m² = 110.52"."""
    for match in islice(_BROKEN.finditer(text), _MOST_NUMBERS):
        number = Decimal(f"{match[1]}.{match[2]}")
        if number % 1 and abs(number * price - other) <= _ROUNDING * max(number, Decimal(1)):
            return True
    return False


def is_total(price: Decimal, other: Decimal, document: Document) -> bool:
    """Whether this is the other amount as many times as a field of the page has chosen beforehand: what four cost."""
    times = price / other
    return not times % 1 and _LEAST_PIECES <= times <= _MOST_PIECES and str(int(times)) in _filled_in(document)


def _filled_in(document: Document) -> list[str]:
    """What the page's fields hold before anybody fills them. Worked out once: every pair of amounts asks."""
    if "filled_in" not in document.kept:
        chosen = (one for one in islice(document.root.iter("option"), _MOST_FIELDS) if one.get("selected") is not None)
        typed = (one for one in document.first(_MOST_FIELDS, "input") if type_of(one) in _TYPED)
        document.kept["filled_in"] = [
            *(squeeze(text_within(one, 20)) for one in chosen),
            *(one.get("value") or "" for one in typed),
        ]
    return document.kept["filled_in"]
