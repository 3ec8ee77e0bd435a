"""One proxy for everything: for whoever tries it."""

from __future__ import annotations

from collections.abc import Collection

from common.errors import CrawlError
from common.net.proxied.blame import Blame
from common.proxies.proxy import Proxy


class OnlyThrough:
    """See Routes. A failure is raised as it is, and nobody is told."""

    def __init__(self, proxy: Proxy) -> None:
        self._proxy = proxy

    async def route(self, domain: str, *, without: Collection[str] = ()) -> Proxy:
        return self._proxy

    def answered(self, proxy: Proxy | None, domain: str, status: int, *, milliseconds: int) -> None:
        """Whoever asked sees it."""

    async def failed(self, proxy: Proxy, domain: str, error: CrawlError, blame: Blame, *, since: float) -> None:
        raise error
