"""Each shop's ladder as these settings have it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from common.settings import Settings
from common.shops.registry import Shops
from common.ways.way import Way


def ladders_of(settings: Settings) -> tuple[Mapping[str, Sequence[Way]], Collection[Way]]:
    """Each platform's ways, the first to try first, and the ways that the fleet uses."""
    return {shop.platform: shop.ways for shop in Shops(settings.shops).shops}, settings.crawl.ways
