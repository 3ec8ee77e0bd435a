"""Whose failure it is that TLS in a tunnel was not the shop's: one proxy cannot tell, several can."""

from __future__ import annotations

from dataclasses import dataclass

from common.errors import CrawlError
from common.net.proxied.blame import Blame
from common.net.proxied.routes import Routes
from common.proxies.proxy import Proxy


@dataclass(frozen=True, slots=True)
class _Met:
    proxy: Proxy
    error: CrawlError
    since: float


class Unproven:
    """What one request to a domain met, by one proxy after another."""

    def __init__(self, domain: str) -> None:
        self._domain = domain
        self._met: list[_Met] = []

    def add(self, proxy: Proxy, error: CrawlError, *, since: float) -> None:
        self._met.append(_Met(proxy, error, since))

    @property
    def of_the_shop(self) -> CrawlError | None:
        """What several proxies met alike: it is the shop's, or as good as. None: only one did, or none."""
        return self._met[-1].error if len(self._met) > 1 else None

    async def tell(self, routes: Routes, *, reached: bool) -> None:
        """`reached`: the shop answered by another way in the end, so each of these read along. One that was alone, and
        serves this domain alone, is taken from nobody else if it is called the reason."""
        for one in self._met:
            alone = len(self._met) == 1 and one.proxy.domains == (self._domain,)
            blame = Blame.PROXY if reached or alone else Blame.DOUBT
            await routes.failed(one.proxy, self._domain, one.error, blame, since=one.since)
