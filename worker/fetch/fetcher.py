"""One page, politely: robots.txt, then its turn, then the request, for every hop of the redirects."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from urllib.parse import urlsplit

from common.errors import CrawlError, ErrorCode
from common.net.address import shown
from common.net.client import AllowHost, Answer, HttpClient
from common.net.domains import registrable_domain
from common.net.retry_after import retry_after_seconds
from common.page import Page
from common.settings import FetchSettings
from worker.fetch.pacing import Pacer
from worker.fetch.robots import RobotsCache
from worker.fetch.statuses import page_of

_BUSY = frozenset({429, 503})


class Fetcher:
    """Fetches pages of registered shops. One per process, so that robots.txt and pacing are shared by all crawls."""

    def __init__(
        self,
        settings: FetchSettings,
        client: HttpClient,
        robots: RobotsCache | None = None,
        pacer: Pacer | None = None,
        *,
        utc_now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._client = client
        self._pacer = pacer or Pacer(settings.requests_per_second)
        self._robots: RobotsCache | None = None
        if settings.robots:
            self._robots = robots or RobotsCache(
                client,
                user_agent=settings.user_agent,
                ttl_seconds=settings.robots_ttl_seconds,
                before_request=self._turn_for_robots,
            )
        self._utc_now = utc_now

    async def fetch(self, url: str, *, allow_host: AllowHost) -> Page:
        """The page at the end of the redirects; each hop obeys robots.txt and waits for its turn.

        Only hosts that `allow_host` names are asked. Raises CrawlError: ROBOTS_DISALLOWED, RATE_LIMITED when the turn
        is too far away, else what GuardedClient.get and page_of raise.
        """

        async def before_hop(hop: str) -> None:
            await self._be_polite(hop, allow_host)

        answer = await self._client.get(url, allow_host=allow_host, before_hop=before_hop)
        self._note_load(answer)
        return page_of(answer, url, now=self._utc_now())

    async def _be_polite(self, url: str, allow_host: AllowHost) -> None:
        delay: float | None = None
        if self._robots:
            policy = await self._robots.policy(url, allow_host=allow_host)
            if not policy.allows(url):
                raise CrawlError(ErrorCode.ROBOTS_DISALLOWED, f"robots.txt disallows {shown(url)}")
            delay = policy.crawl_delay_seconds
        await self._pacer.turn(_domain(url), crawl_delay_seconds=delay)

    async def _turn_for_robots(self, url: str) -> None:
        await self._pacer.turn(_domain(url))

    def _note_load(self, answer: Answer) -> None:
        """Slow down all crawls of the domain when one answer asks for it."""
        domain = _domain(answer.url)
        if answer.status in _BUSY:
            wait = retry_after_seconds(answer.headers.get("retry-after"), now=self._utc_now())
            self._pacer.refused(domain, wait)
        else:
            self._pacer.answered(domain)


def _domain(url: str) -> str:
    """The unit of pacing: the registrable domain, else the host itself (an IP address, a bare public suffix)."""
    host = urlsplit(url).hostname or ""
    return registrable_domain(host) or host
