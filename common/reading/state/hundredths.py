"""Whole numbers in a page's state that count hundredths of the currency: 6450 for 64.50.

Shops keep prices so without saying it. Where nothing tells, the number stays as it is, and its price is to be doubted
(Found.is_whole).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from decimal import Decimal

from common.reading.found import Found


def in_units(own: Sequence[Found], printed: Callable[[], frozenset[Decimal]]) -> list[Found]:
    """The same, with a hundredth of each bare whole price where another object of the page's product states that, or
    the page prints that and not the whole number.
    """
    exact = frozenset(one.price for one in own if one.price is not None and not one.is_whole)
    return [_in_units(one, exact, printed) if one.is_whole else one for one in own]


def _in_units(one: Found, exact: frozenset[Decimal], printed: Callable[[], frozenset[Decimal]]) -> Found:
    units = _hundredth(one.price)
    amounts = exact or printed()
    if units not in amounts or one.price in amounts:
        return one
    before = _hundredth(one.list_price)
    return replace(one, price=units, low=None, high=None, list_price=before, is_whole=False)


def _hundredth(amount: Decimal | None) -> Decimal | None:
    return amount.scaleb(-2) if amount is not None else None
