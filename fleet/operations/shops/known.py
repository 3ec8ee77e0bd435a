"""The shops that this fleet knows: those of the settings, and those added in the database."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from common.settings import Settings
    from common.shops.registry import Shops
    from common.store import Store


async def known_shops(settings: Settings, store: Store) -> Shops:
    """Every shop: of the settings, and those that were added. Raises StoreError."""
    from common.shops.registry import Shops

    shops = Shops(settings.shops)
    shops.add_domains([one.domain for one in await store.domains.added()])
    return shops
