"""Whether one amount is another so many times: what a pack costs beside what a square metre of it does, or what four
pieces cost beside what one does; or less than so many payments: "R$ 95,00 à vista" beside "10x de R$ 10,00" is for
those who pay at once, and what everybody pays, 100.00, the page does not print.
"""

from __future__ import annotations

import re
from decimal import Decimal
from itertools import islice

from common.reading.evidence.printed.amount import PrintedAmount
from common.reading.parsed.document import Document, type_of
from common.reading.parsed.letters import squeeze
from common.reading.parsed.text_within import text_within
from common.reading.visible.prices.amount_kinds import PERIOD

_BROKEN = re.compile(r"(?<![\d.,])(\d{1,3})[.,](\d{1,3})(?![\d.,]|\s?%)")
_MOST_NUMBERS, _ROUNDING = 6, Decimal("0.01")
_LEAST_PIECES, _MOST_PIECES, _MOST_FIELDS = 2, 24, 200
_LEAST_OFF, _MOST_OFF = 2, 30
_HALF_A_CENT = Decimal("0.005")
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


def is_less_than_payments(price: Decimal, payment: PrintedAmount) -> bool:
    """Whether as many payments as are counted beside this one come to more than the price, by a whole number of per
    cent, up to what rounding leaves. Interest hardly ever comes to one.
    """
    return PERIOD in payment.kinds and any(_is_less(price, count, payment.amount) for count in payment.counts)


def _is_less(price: Decimal, count: int, payment: Decimal) -> bool:
    total = count * payment
    if price >= total:
        return False
    share = round(100 * (1 - price / total))
    if not _LEAST_OFF <= share <= _MOST_OFF:
        return False
    step = 100 if payment % 1 == 0 and price % 1 == 0 and price >= _WHOLE_FROM else 1
    return abs(price - total * (100 - share) / 100) <= (count + 1) * _HALF_A_CENT * step


_WHOLE_FROM = 1000
"""From so much on, prices without cents may be rounded to whole units."""
