"""What the database adds to the shops of the settings: domains that operators added, currencies that they told."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from common.shops.registry import Shops
    from common.store import Store


async def take_added(shops: Shops, store: Store) -> bool:
    """Have `shops` take them as the database has them now; True when that changes something. Raises StoreError."""
    added = [one.domain for one in await store.domains.added()]
    return shops.add_domains(added, {one.domain: one.currency for one in await store.domains.currencies()})
