"""Which way one page's connections go, all of them alike: from here, or through the proxy that its domain is told."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from common.errors import CrawlError
from common.links.domains import site_of
from common.net.proxied.blame import blame_of
from common.net.proxied.routes import Routes
from common.proxies.proxy import Proxy


class Passage:
    """One visit's."""

    def __init__(self, routes: Routes | None = None, proxy: Proxy | None = None) -> None:
        self._routes = routes
        self.proxy = proxy
        self.began = time.monotonic()

    def begins(self) -> None:
        """The page is asked for now: its turn and its browser were waited for until here."""
        self.began = time.monotonic()

    def answered(self, url: str, status: int) -> None:
        """A document came, whatever its status."""
        if self._routes is not None:
            taken = time.monotonic() - self.began
            self._routes.answered(self.proxy, site_of(url), status, milliseconds=round(taken * 1000))

    async def failed(self, url: str, error: CrawlError) -> None:
        """None came. Raises CrawlError (NO_NETWORK)."""
        if self._routes is not None and self.proxy is not None and (blame := blame_of(error)):
            await self._routes.failed(self.proxy, site_of(url), error, blame, since=self.began)


@asynccontextmanager
async def passage_for(routes: Routes | None, url: str) -> AsyncIterator[Passage]:
    """The way of the page's own domain. Raises CrawlError, WAY_PAUSED while it may go none."""
    passage = Passage(routes, await routes.route(site_of(url)) if routes else None)
    try:
        yield passage
    except CrawlError as error:
        await passage.failed(url, error)
        raise
