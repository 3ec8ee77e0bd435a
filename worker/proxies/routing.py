"""Which way each request goes: through a proxy where its domain is told to, the same way again after a refusal."""

from __future__ import annotations

import logging
from collections.abc import Collection
from hashlib import blake2b

from common.errors import CrawlError, ErrorCode, Unanswered
from common.net.proxied.blame import Blame
from common.net.proxied.opening import ProxySilent
from common.proxies.choosing import choose, usable, wait_ms, wanted
from common.proxies.proxy import Proxy
from worker import metrics
from worker.means.network import WhyOurs
from worker.proxies.book import ProxyBook
from worker.proxies.trip import Trip, current_trip

log = logging.getLogger("crawlfleet.worker.proxies")

TIED_WAIT_SECONDS = 600.0


class ProxyRoutes:
    """Routes by the book. See Routes for what each method promises.

    A domain that any proxy serves goes through proxies; while none may be used its jobs wait, unless
    `or_from_here`. A domain that refused a job is asked for it again only by the way that it refused.
    """

    def __init__(self, book: ProxyBook, *, or_from_here: bool = False, why_ours: WhyOurs | None = None) -> None:
        self._book = book
        self._or_from_here = or_from_here
        self._why_ours = why_ours

    async def route(self, domain: str, *, without: Collection[str] = ()) -> Proxy | None:
        """The proxy for this request; None: none, it goes from here. `without`: names that were tried in vain. Raises
        CrawlError (WAY_PAUSED) with the time after which one may be used again."""
        trip = current_trip()
        since_ms = self._book.since_ms
        candidates = wanted(self._book.listed, domain)
        if trip is not None and trip.tied(domain):
            return self._tied(trip, domain, without)
        if not candidates:
            return None
        key = trip.key if trip else domain
        proxy = choose(
            candidates,
            since_ms=since_ms,
            draw=lambda name: _drawn(key, name),
            without=without,
            turn=trip.turn if trip else 0,
        )
        if proxy is None and self._or_from_here:
            log.info("no proxy may be used, so it goes from here, as proxies.when_none says", extra={"host": domain})
            return None
        if proxy is None:
            metrics.proxy_waits.inc()
            seconds = wait_ms(candidates, since_ms=since_ms) / 1000
            detail = f"{domain} is read through proxies, and none of {len(candidates)} may be used now"
            raise CrawlError(ErrorCode.WAY_PAUSED, detail, retry_after_seconds=seconds)
        return proxy

    def _tied(self, trip: Trip, domain: str, without: Collection[str]) -> Proxy | None:
        """The way that the domain refused. Raises CrawlError while it cannot be gone."""
        name = trip.way_to(domain)
        if name is None and (self._or_from_here or not wanted(self._book.listed, domain)):
            return None
        for one in self._book.listed:
            if one.proxy.name == name and name not in without and usable(one, since_ms=self._book.since_ms):
                return one.proxy
        metrics.proxy_waits.inc()
        way = f"through proxy {name}, which may not be used now" if name else "from here, which it may not go now"
        detail = f"{domain} refused this job {way}; for a day it goes no other way"
        raise CrawlError(ErrorCode.WAY_PAUSED, detail, retry_after_seconds=TIED_WAIT_SECONDS)

    def answered(self, proxy: Proxy | None, domain: str, status: int, *, milliseconds: int) -> None:
        if trip := current_trip():
            trip.answered(domain, proxy.name if proxy else None, status)
        if proxy is not None:
            metrics.proxy_requests.labels(proxy.name, "answered").inc()
            self._book.answered(proxy.name, milliseconds=milliseconds)

    async def failed(self, proxy: Proxy, domain: str, error: CrawlError, blame: Blame, *, since: float) -> None:
        if isinstance(error, ProxySilent) and self._why_ours:
            silent = Unanswered(ErrorCode.TIMEOUT, error.detail, host=proxy.host)
            if why := await self._why_ours(silent, since):
                raise CrawlError(ErrorCode.NO_NETWORK, f"{why}: {error.detail}") from error
        metrics.proxy_requests.labels(proxy.name, blame.value).inc()
        log.warning("%s", error.detail, extra={"host": domain, "reason": f"failure: {blame.value}"})
        self._book.failed(proxy.name, domain, blame, error.detail)


def _drawn(key: str, name: str) -> float:
    return int.from_bytes(blake2b(f"{key} {name}".encode(), digest_size=8).digest(), "big") / 2**64
