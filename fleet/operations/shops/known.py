"""The shops that this fleet knows: those of the settings, and what the database adds to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from common.settings import Settings
    from common.shops.registry import Shops
    from common.store import Store


async def known_shops(settings: Settings, store: Store) -> Shops:
    """Every shop: of the settings, and those that were added, with the currencies that were told. Raises StoreError."""
    from common.shops.registry import Shops

    shops = Shops(settings.shops)
    await take_added(shops, store)
    return shops


async def take_added(shops: Shops, store: Store) -> bool:
    """The shops that operators added, and the currencies that they told, as the database has them now; True when that
    changes something. Raises StoreError.
    """
    added = [one.domain for one in await store.domains.added()]
    return shops.add_domains(added, {one.domain: one.currency for one in await store.domains.currencies()})
