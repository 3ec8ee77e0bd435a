"""Whether a price is for those who pay at once, in cash or by transfer, while so many payments come to more: "R$ 95,00
à vista" beside "10x de R$ 10,00". What everybody pays, 100.00, the page does not print.
"""

from __future__ import annotations

from decimal import Decimal

from common.reading.evidence.printed.amount import PrintedAmount
from common.reading.visible.prices.amount_kinds import PERIOD

_LEAST_OFF, _MOST_OFF = 2, 30
_HALF_A_CENT = Decimal("0.005")


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
