"""Price text to exact amounts."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class Money:
    """`currency` is ISO 4217, or None when the text names none (or names an ambiguous sign without a hint)."""

    amount: Decimal
    currency: str | None


@dataclass(frozen=True, slots=True)
class PriceRange:
    """From `low` up to `high`; `high` is None for "from …"."""

    low: Decimal
    high: Decimal | None
    currency: str | None


def parse_price(text: str, *, currency_hint: str | None = None) -> Money | PriceRange | None:
    """Not written yet."""
    return None
