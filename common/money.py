"""Integer minor units and ISO 4217: how many digits a currency has, and its decimal text."""

from __future__ import annotations

from decimal import Decimal

from common.currencies import BY_CODE


def exponent(currency: str) -> int:
    """Digits after the decimal mark; 2 for a currency that the table does not have."""
    return BY_CODE[currency].digits if currency in BY_CODE else 2


def format_minor(minor: int, currency: str) -> str:
    """`199900`, "TWD" → "1999.00"; `1500`, "JPY" → "1500"."""
    digits = exponent(currency)
    return f"{Decimal(minor).scaleb(-digits):.{digits}f}"


def to_minor(amount: Decimal, currency: str) -> int | None:
    """Minor units of a decimal amount; None when the amount has more digits than the currency knows."""
    scaled = amount.scaleb(exponent(currency))
    return int(scaled) if scaled == scaled.to_integral_value() else None
