"""The operators' proxies for a process with workers, where the settings want them."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from common.errors import ConfigError

if TYPE_CHECKING:
    from common.settings import Settings
    from common.store import Store
    from worker.handle import Crawls
    from worker.proxies.book import ProxyBook


@asynccontextmanager
async def proxies_of(settings: Settings, store: Store) -> AsyncIterator[ProxyBook | None]:
    """The list of proxies, kept fresh until the end; None where `proxies.use` is off.

    Raises ConfigError where one of them needs an extra that is not installed, StoreError when the list cannot be read.
    """
    if not settings.proxies.use:
        yield None
        return
    from common.net.proxied.handshake import missing_for
    from worker.proxies.book import ProxyBook, kept_fresh

    async with kept_fresh(ProxyBook(store.proxies, monotonic=time.monotonic)) as book:
        for one in book.listed:
            if why := missing_for(one.proxy.scheme):
                raise ConfigError(f"proxies.use is on, and {one.proxy.name} cannot be used here: {why}")
        yield book


def by_route(crawls: Crawls, store: Store, book: ProxyBook | None) -> Crawls:
    """Crawls whose refusals hold for every proxy; as they are where there are none."""
    if book is None:
        return crawls
    from worker.proxies.crawling import CrawlsByRoute

    return CrawlsByRoute(crawls, store.proxies)
