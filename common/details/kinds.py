"""The details of a product: rating, category, condition, unit price, pack size, shipping, description."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Condition(StrEnum):
    NEW = "NEW"
    USED = "USED"
    REFURBISHED = "REFURBISHED"


@dataclass(frozen=True, slots=True)
class UnitPrice:
    """What one `unit` costs, in minor units of `currency` (ISO 4217). Never the product's price."""

    price_minor: int
    currency: str
    unit: str
    """"kg", "l", "m", "m2", "m3", "lb", "fl oz" or "ft": smaller ones are brought to these."""


@dataclass(frozen=True, slots=True)
class PackSize:
    """What is in the pack: `pieces` times an amount of `unit`. "6 x 0,33 l" is 6 times 330 thousandths of a litre."""

    amount_thousandths: int
    unit: str
    """As the page names it: "g", "kg", "ml", "cl", "l", "oz", "fl oz", "lb", "m" …"""
    pieces: int = 1


@dataclass(frozen=True, slots=True)
class Shipping:
    """What sending it costs, in minor units of `currency`; 0 is free. `country` (ISO 3166, two letters) is where to."""

    price_minor: int
    currency: str
    country: str | None = None


@dataclass(frozen=True, slots=True)
class Details:
    """What one page said of a product beside its price. What it does not state is None or empty: never a guess."""

    rating_hundredths: int | None = None
    """Mean rating on a scale up to 5, in hundredths: 0 to 500."""
    rating_count: int | None = None
    """How many people rated it."""
    review_count: int | None = None
    """How many wrote a review."""
    category: tuple[str, ...] = ()
    """The shop's own path to it, the widest first, without the front page and without the product itself."""
    condition: Condition | None = None
    unit_price: UnitPrice | None = None
    pack_size: PackSize | None = None
    shipping: Shipping | None = None
    description: str | None = None
    """As plain text, its first 500 characters."""
