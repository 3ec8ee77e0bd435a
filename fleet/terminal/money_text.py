"""Money as people read it."""

from __future__ import annotations

from common.money import format_minor


def price_text(minor: int | None, currency: str | None) -> str:
    """`420.00 TWD`, or nothing when there is no price."""
    if minor is None or not currency:
        return ""
    return f"{format_minor(minor, currency)} {currency}"
