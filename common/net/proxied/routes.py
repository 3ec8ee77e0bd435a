"""Who decides which way a request goes, and is told what came of it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from common.errors import CrawlError
from common.net.proxied.blame import Blame
from common.proxies.proxy import Proxy


class Routes(Protocol):
    """`domain` is a registrable domain (or a host without one). Which crawl a request belongs to, it knows itself."""

    async def route(self, domain: str, *, without: Collection[str] = ()) -> Proxy | None:
        """The proxy to go through; None: from here. `without` names those that this request has failed by.

        Raises CrawlError, WAY_PAUSED with the time to wait, while the domain's requests may go no way at all.
        """

    def answered(self, proxy: Proxy | None, domain: str, status: int, *, milliseconds: int) -> None:
        """The domain answered so, this long after it was asked."""

    async def failed(self, proxy: Proxy, domain: str, error: CrawlError, blame: Blame, *, since: float) -> None:
        """There was no answer. `since`: when it was asked (monotonic). Raises CrawlError (NO_NETWORK) when this
        machine's own network is the reason, which is no failure of the proxy."""
