"""Domains that posts link to and that are no shop here: which one to name next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fleet.opening import opened_store
from fleet.operations.shops.known import known_shops

if TYPE_CHECKING:
    from common.settings import Settings
    from common.store import UnregisteredDomain


async def list_unregistered(settings: Settings, *, limit: int) -> tuple[list[UnregisteredDomain], int]:
    """The most linked first, those that were named since left out; and the database's clock. Raises as opened_store."""
    async with opened_store(settings) as store:
        shops = await known_shops(settings, store)
        found = await store.feeds.unregistered()
        now_ms = await store.jobs.now_ms()
    return [one for one in found if shops.for_host(one.domain) is None][:limit], now_ms
