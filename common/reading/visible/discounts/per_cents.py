"""The per cents in a text, and whether one lies between two amounts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal

from common.reading.words.wording import Wording

PER_CENT = r"(?:%\s?\d{1,2}(?:[.,]\d)?|\d{1,2}(?:[.,]\d)?\s?%)"
"""For a pattern: a share as pages write it, "26 %", "12.5%", in Turkish "%26"; below a hundred, without a minus before
it. In a page's lines other scripts' digits and signs are written as these."""
_PER_CENT = re.compile(r"(?<![\d.,])(\d{1,2})(?:[.,]\d{1,2})?\s?%|%\s?(\d{1,2})(?!\d)")
_CLOSE = Decimal("0.011")
_TAX_BEFORE = Wording(r"(?<![^\W_])(?:<tax.names>)\W{0,4}\Z")
_TAX_BEHIND = Wording(r"\W{0,3}(?:<tax.names>)(?![^\W_])")


def shares_in(text: str) -> Iterator[int]:
    """Every per cent of the text, as a whole number: 20 %, 20.5 %, and %20 as Turkish writes it; not a tax's."""
    for match in _PER_CENT.finditer(text) if "%" in text else ():
        is_taxes = _TAX_BEHIND.match(text, match.end()) or _TAX_BEFORE.search(text[: match.start()])
        if is_taxes is None:
            yield int(match[1] or match[2])


def is_discount(lower: Decimal, higher: Decimal, shares: Iterable[int]) -> bool:
    """Whether one of these per cents lies between the two amounts."""
    return any(abs(1 - lower / higher - Decimal(share) / 100) < _CLOSE for share in shares)


def is_further_discount(lower: Decimal, higher: Decimal, shares: Iterable[int], amounts: Iterable[Decimal]) -> bool:
    """The same, and that per cent does not already lie between the higher one and one of these amounts above it: of
    "£100", "£80", "-20%" nothing is left that would make £64 of £80.
    """
    above = [amount for amount in amounts if amount > higher]
    return any(
        is_discount(lower, higher, {share}) and not any(is_discount(higher, amount, {share}) for amount in above)
        for share in shares
    )
