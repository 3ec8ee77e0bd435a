"""The proxies as this process knows them: read from the database, and what was seen written back, in one go."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

from common.errors import StoreError
from common.net.proxied.blame import Blame
from common.output.trouble import Trouble
from common.proxies.choosing import OFF_AFTER_FAILURES, Listed
from common.store.proxies.proxies import ProxyStore
from common.store.proxies.values import Seen
from common.waiting import beside
from worker.proxies.sightings import Sightings

log = logging.getLogger("crawlfleet.worker.proxies")

EXCHANGE_SECONDS = 10.0
"""How often what was seen is written back and the list is read again: two statements, however many pages were read."""

MOST_UNSENT = 200
"""So many reports are kept while the database is away."""


class ProxyBook:
    """A proxy that fails five times in a row is told of at once, so that the whole fleet leaves it alone.

    While the database is away the list stays as it was, and what is seen meanwhile is written back later.
    """

    def __init__(self, store: ProxyStore, *, monotonic: Callable[[], float]) -> None:
        self._store = store
        self._monotonic = monotonic
        self._listed: Sequence[Listed] = ()
        self._read_at = 0.0
        self._sightings = Sightings()
        self._unsent: list[Seen] = []
        self._soon = asyncio.Event()
        self._trouble = Trouble(monotonic, log)

    @property
    def listed(self) -> Sequence[Listed]:
        return self._listed

    @property
    def since_ms(self) -> int:
        """How long ago the list was read."""
        return int((self._monotonic() - self._read_at) * 1000)

    def answered(self, name: str, *, milliseconds: int) -> None:
        self._sightings.answered(name, milliseconds)

    def failed(self, name: str, domain: str, blame: Blame, error: str) -> None:
        self._sightings.failed(name, domain, blame, error)
        before = next((one.health.failures for one in self._listed if one.proxy.name == name), 0)
        if before + self._sightings.in_a_row(name) >= OFF_AFTER_FAILURES:
            self._soon.set()

    async def exchange(self) -> None:
        """Write back, then read. Raises StoreError."""
        self._soon.clear()
        self._unsent = [*self._unsent, *self._sightings.taken()][-MOST_UNSENT:]
        await self._store.seen(self._unsent)
        self._unsent = []
        self._listed = await self._store.to_use()
        self._read_at = self._monotonic()

    async def exchange_forever(self) -> None:
        while True:
            try:
                async with asyncio.timeout(EXCHANGE_SECONDS):
                    await self._soon.wait()
            except TimeoutError:
                pass
            try:
                await self.exchange()
                self._trouble.over("the list of proxies is read again")
            except StoreError as error:
                self._trouble.met(f"the list of proxies stays as it was: {error}")
                await asyncio.sleep(EXCHANGE_SECONDS)


@asynccontextmanager
async def kept_fresh(book: ProxyBook) -> AsyncIterator[ProxyBook]:
    """The list is read before anything is fetched, and kept fresh until the end. Raises StoreError."""
    await book.exchange()
    try:
        async with beside(book.exchange_forever()):
            yield book
    finally:
        try:
            await book.exchange()
        except StoreError as error:
            log.warning("what was seen of proxies last could not be written back: %s", error)
