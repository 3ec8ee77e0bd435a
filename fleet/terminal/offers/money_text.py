"""Money as people read it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from common.money import format_minor


def price_text(minor: int | None, currency: str | None) -> str:
    """`420.00 TWD`, or nothing when there is no price."""
    if minor is None or not currency:
        return ""
    return f"{format_minor(minor, currency)} {currency}"


def candidates_text(offer: Mapping[str, Any]) -> str:
    """`420.00 TWD (visible, printed), 500.00 TWD (printed: old)`: what the price may be."""
    return ", ".join(filter(None, map(_candidate_text, offer.get("candidates") or ())))


def _candidate_text(candidate: Mapping[str, Any]) -> str:
    price = price_text(candidate.get("price_minor"), candidate.get("currency"))
    sources, beside = (", ".join(candidate.get(name) or ()) for name in ("sources", "beside"))
    return f"{price} ({sources}{': ' if beside else ''}{beside})" if price else ""
