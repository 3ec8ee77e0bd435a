"""Two amounts that are the same money: a currency that the euro has replaced, or replaces, and the euro itself.

The Council of the European Union fixes such a rate for good, to six figures, and shops of the country must print both
amounts for a year and longer: "44,90 € / 87,82 лв.". One of the two is no rival of the other.
"""

from __future__ import annotations

from decimal import Decimal

EURO = "EUR"
OF_ONE_EURO = {
    "BGN": Decimal("1.95583"),  # Bulgaria, since 1 January 2026
    "HRK": Decimal("7.53450"),  # Croatia, since 1 January 2023
}
"""Currency → how much of it one euro is. Those that nobody prints any more are left out."""
_CENT = Decimal("0.01")
"""The amounts of shops are rounded, some from the one money and some from the other, and some are cut off."""


def is_same_money(one: Decimal | None, code: str | None, other: Decimal | None, other_code: str | None) -> bool:
    """Whether the two are one at the fixed rate, up to less than a cent of a euro. Never within one currency."""
    if code != EURO:
        one, code, other, other_code = other, other_code, one, code
    rate = OF_ONE_EURO.get(other_code or "") if code == EURO else None
    return rate is not None and one is not None and other is not None and abs(other / rate - one) < _CENT
