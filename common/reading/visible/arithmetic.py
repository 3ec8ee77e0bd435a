"""What the printed amounts and per cents say of each other: 299.99 less 235.00 is 65.00, which is 22 % of it. Words are
not needed for that, and pages that set all labels in one column and all amounts in the next have none beside them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import combinations, pairwise

from common.reading.text.currency import BESIDE_CURRENCY
from common.reading.text.money import MONEY_LINE, amount_of
from common.reading.visible.lines import Line
from common.reading.visible.prices.amount_kinds import is_discount, shares_of

_ROUNDING = Decimal("0.02")
_MOST_AMOUNTS = 12
_CLOSE_LINES = 3


def saved_amounts(amounts: Iterable[Decimal], shares: Iterable[int]) -> frozenset[Decimal]:
    """Those that are what two others differ by, and by a printed per cent what is saved of the higher. Where half is
    saved the two look alike, and none is told.
    """
    several, said = sorted({*amounts})[:_MOST_AMOUNTS], [Decimal(share) / 100 for share in shares]
    return frozenset(
        saved
        for asked, before in combinations(several, 2)
        for saved in several
        if abs(before - asked - saved) <= _ROUNDING
        and abs(saved - asked) > _ROUNDING
        and any(abs(saved / before - share) < _CLOSE for share in said)
    )


_CLOSE = Decimal("0.011")


def amounts_of(lines: Iterable[Line], hint: str | None) -> Iterator[Decimal]:
    """Every amount that stands beside a currency in these lines."""
    for line in lines:
        for match in BESIDE_CURRENCY.finditer(line.text):
            if (value := amount_of(match, hint)) is not None and value > 0:
                yield value


def first_reduced(shown: Sequence[Line], hint: str | None) -> Decimal | None:
    """The lower one of the first two amounts that stand alone on neighbouring lines, where a per cent that lies between
    them is printed right there: "₹126", "₹149", "15% off". None where another amount stands alone before them.
    """
    alone = (line for line in shown if line.at > 0 and MONEY_LINE.fullmatch(line.text))
    priced = [(line, value) for line in alone if (value := next(amounts_of([line], hint), None)) is not None]
    for (one, first), (other, second) in pairwise(priced[:2]):
        if first == second or other.at - one.at > _CLOSE_LINES:
            return None
        beside = [line.text for line in shown if one.at - 1 <= line.at <= other.at + _CLOSE_LINES]
        if is_discount(min(first, second), max(first, second), shares_of(beside)):
            return min(first, second)
    return None
