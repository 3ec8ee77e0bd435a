"""The shops of a running process: those of the settings, and those that operators add while it runs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
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
    """Keeps one process's shops up to date. `added` reads the database's list; it raises StoreError."""

    def __init__(self, shops: Shops, added: Callable[[], Awaitable[Sequence[str]]]) -> None:
        self._shops = shops
        self._added = added

    async def look(self) -> bool:
        """Take the list as it is now; True when it had changed. Raises StoreError."""
        changed = self._shops.add_domains(await self._added())
        if changed:
            log.info("shops of the open web now: %s", ", ".join(self._shops.settings.of(OPEN_WEB).domains) or "none")
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

    async def added() -> list[str]:
        return [one.domain for one in await store.domains.added()]

    shops = Shops(settings.shops)
    domains = AddedDomains(shops, added)
    await domains.look()
    async with beside(domains.keep_looking()):
        yield shops, domains
