"""Whole numbers in a page's state that count hundredths of the currency: 6450 for 64.50.

Shops keep prices so without saying it. Only another object of the same product tells for sure: a page prints many
amounts, and one of them may be a hundredth by chance (499 beside a delivery for 4.99). Where nothing tells, the number
stays as it is, and its price is to be doubted (Found.is_whole).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from common.reading.found import Found


def in_units(own: Sequence[Found]) -> list[Found]:
    """The same, with a hundredth of each bare whole price where another object of the page's product states that."""
    exact = frozenset(one.price for one in own if one.price is not None and not one.is_whole)
    return [_in_units(one) if one.is_whole and hundredth(one.price) in exact - {one.price} else one for one in own]


def _in_units(one: Found) -> Found:
    before = hundredth(one.list_price)
    return replace(one, price=hundredth(one.price), low=None, high=None, list_price=before, is_whole=False)


def hundredth(amount: Decimal | None) -> Decimal | None:
    return amount.scaleb(-2) if amount is not None else None
