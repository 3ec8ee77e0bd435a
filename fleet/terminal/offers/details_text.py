"""A product's details as people read them, one line each."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from fleet.terminal.offers.money_text import price_text

_DESCRIPTION_CHARS = 160
"""Of a description in a list of facts; --json has all that is kept."""


def detail_facts(details: Mapping[str, Any]) -> dict[str, str]:
    """Name → text of the details that are stated; `details` as common/details/written.py writes them."""
    facts = {
        "rating": _rating(details),
        "category": " > ".join(map(str, details.get("category") or ())),
        "condition": str(details.get("condition") or ""),
        "unit price": _unit_price(details.get("unit_price")),
        "pack": _pack(details.get("pack_size")),
        "shipping": _shipping(details.get("shipping")),
        "description": _cut(str(details.get("description") or "")),
    }
    return {name: text for name, text in facts.items() if text}


def _rating(details: Mapping[str, Any]) -> str:
    rating, ratings, reviews = (details.get(name) for name in ("rating_hundredths", "rating_count", "review_count"))
    said = (
        f"{Decimal(rating) / 100:.2f} of 5" if rating is not None else "",
        f"{ratings} ratings" if ratings is not None else "",
        f"{reviews} reviews" if reviews is not None else "",
    )
    return ", ".join(part for part in said if part)


def _unit_price(said: Mapping[str, Any] | None) -> str:
    return f"{price_text(said['price_minor'], said['currency'])} per {said['unit']}" if said else ""


def _pack(said: Mapping[str, Any] | None) -> str:
    if not said:
        return ""
    amount = f"{Decimal(said['amount_thousandths']) / 1000:f} {said['unit']}"
    return f"{said['pieces']} x {amount}" if said["pieces"] > 1 else amount


def _shipping(said: Mapping[str, Any] | None) -> str:
    if not said:
        return ""
    price = price_text(said["price_minor"], said["currency"]) if said["price_minor"] else "free"
    return f"{price} to {said['country']}" if said.get("country") else price


def _cut(text: str) -> str:
    return text if len(text) <= _DESCRIPTION_CHARS else f"{text[:_DESCRIPTION_CHARS].rstrip()} …"
