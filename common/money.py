"""Integer minor units and ISO 4217: how many digits a currency has, and its decimal text."""

from __future__ import annotations

from decimal import Decimal

_NO_MINOR_UNIT = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"
_THOUSANDTHS = "BHD IQD JOD KWD LYD OMR TND"

EXPONENTS: dict[str, int] = dict.fromkeys(_NO_MINOR_UNIT.split(), 0) | dict.fromkeys(_THOUSANDTHS.split(), 3)
"""Currencies whose minor unit is not a hundredth (ISO 4217 list one, 2024)."""


def exponent(currency: str) -> int:
    """Digits after the decimal mark: 2 unless ISO 4217 says otherwise."""
    return EXPONENTS.get(currency, 2)


def format_minor(minor: int, currency: str) -> str:
    """`199900`, "TWD" → "1999.00"; `1500`, "JPY" → "1500"."""
    digits = exponent(currency)
    return f"{Decimal(minor).scaleb(-digits):.{digits}f}"


def to_minor(amount: Decimal, currency: str) -> int | None:
    """Minor units of a decimal amount; None when the amount has more digits than the currency knows."""
    scaled = amount.scaleb(exponent(currency))
    return int(scaled) if scaled == scaled.to_integral_value() else None
