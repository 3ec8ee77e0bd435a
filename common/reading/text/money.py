"""What money looks like in running text: an amount beside a currency's sign or code."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal

from common.reading.text.currency import BESIDE_CURRENCY, currency_of
from common.reading.text.number import number

MONEY_LINE = re.compile(
    r"[^\d\w]{0,3}(?:[^\W\d]{1,4}\.?|[^\w\s]{1,3})?\s?\d[\d.,'’\s]{0,14}(?:[,.]-{1,2})?\s?[^\d]{0,5}"
)
"""A line that is an amount and hardly anything else: fullmatch."""

_MOST_AMOUNTS = 400
_LONGEST_CHARS = 200


def amount_of(match: re.Match[str], currency: str | None = None) -> Decimal | None:
    """The number of a match of BESIDE_CURRENCY, with its marks as its own currency writes them: 12.500 KWD is 12.5,
    4.990 ISK is 4990. `currency` (ISO 4217) is the one meant by a sign that several share.
    """
    return number(match[1] or match[2], currency_of(match[0], currency))


def amounts_in(texts: Iterable[str]) -> frozenset[Decimal]:
    """Every number beside a currency, also where the two stand in neighbouring pieces of text. At most 400."""
    found: set[Decimal] = set()
    before = ""
    for text in texts:
        if len(found) >= _MOST_AMOUNTS:
            break
        for match in BESIDE_CURRENCY.finditer(f"{before} {text}" if len(text) <= _LONGEST_CHARS else ""):
            value = amount_of(match)
            if value is not None:
                found.add(value)
        before = text[-20:]
    return frozenset(found)
