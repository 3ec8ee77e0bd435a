"""The shops of a running process: those of the settings, and those that operators add while it runs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

from common.errors import StoreError
from common.settings import Settings
from common.shops.registry import Shops
from common.shops.table import OPEN_WEB
from common.store import Store
from common.waiting import beside

log = logging.getLogger("crawlfleet.shops")

LOOK_SECONDS = 10.0
"""How long a domain may be known to one process and not to another."""


class AddedDomains:
    """Keeps one process's shops up to date. `take` has them take what the database adds; True when that changes
    something. It raises StoreError."""

    def __init__(self, shops: Shops, take: Callable[[], Awaitable[bool]]) -> None:
        self._shops = shops
        self._take = take

    async def look(self) -> bool:
        """Take the list as it is now; True when it had changed. Raises StoreError."""
        before = self._shops.settings.of(OPEN_WEB)
        changed = await self._take()
        now = self._shops.settings.of(OPEN_WEB)
        if now.domains != before.domains:
            log.info("shops of the open web now: %s", ", ".join(now.domains) or "none")
        if now.currencies != before.currencies:
            log.info("currencies of shops whose pages name none now: %s", ", ".join(now.currencies) or "none")
        return changed

    async def keep_looking(self) -> None:
        """Until cancelled. While the database is away the list stays as it was."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            with suppress(StoreError):
                await self.look()


@asynccontextmanager
async def watched_shops(settings: Settings, store: Store) -> AsyncIterator[tuple[Shops, AddedDomains]]:
    """Shops that stay up to date until the end. Raises StoreError when the first look fails."""

    async def take() -> bool:
        return shops.add_domains(*await store.domains.for_shops())

    shops = Shops(settings.shops)
    domains = AddedDomains(shops, take)
    await domains.look()
    async with beside(domains.keep_looking()):
        yield shops, domains
