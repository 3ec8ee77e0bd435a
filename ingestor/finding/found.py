"""What one post links to, as the parsing child tells it."""

from __future__ import annotations

from dataclasses import dataclass, field

from common.shops.base import ShopLink


@dataclass(frozen=True, slots=True)
class LinksFound:
    links: list[ShopLink] = field(default_factory=list)
    unregistered: list[str] = field(default_factory=list)
    """Registrable domains that are no shop here."""
