"""Prices that markup states in cents: 1495 where the page shows 14.95. Shop systems keep money so, and themes forget
to divide.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from decimal import Decimal

from common.currencies import BY_CODE
from common.reading.evidence.printed.amount import PrintedAmount
from common.reading.found import Found
from common.reading.text.money import WHOLE_PRICES

_CENTS, _DIGITS = 100, 2
_WITH_CENTS = frozenset(code for code, row in BY_CODE.items() if row.digits == _DIGITS) - WHOLE_PRICES


def out_of_cents(declared: Sequence[Found], seen: Found, printed: Callable[[], Sequence[PrintedAmount]]) -> list[Found]:
    """What is declared, with the price that the page shows in place of one that is a hundred times as much and printed
    nowhere: two sources then have the same digits. Only where the shown one has cents, for 15 may be another than 1500,
    and in a currency whose prices have two digits of them.
    """
    price, currency = seen.price, seen.currency
    if price is None or price % 1 == 0 or currency not in _WITH_CENTS:
        return list(declared)
    many = price * _CENTS
    found = [_divided(one, price) if _is_stated_in_cents(one, many, currency) else one for one in declared]
    if found == list(declared) or any(one.amount == many for one in printed()):
        return list(declared)
    return found


def _is_stated_in_cents(one: Found, many: Decimal, currency: str | None) -> bool:
    return one.price == many and one.currency in {None, currency} and one.low in {None, many}


def _divided(one: Found, price: Decimal) -> Found:
    before = one.list_price / _CENTS if one.list_price else None
    return replace(one, price=price, low=price if one.low else None, high=price if one.low else None, list_price=before)
