"""One request to a shop, politely: robots.txt, then its turn, then the request, for every hop of the redirects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime

from common.errors import CrawlError, ErrorCode
from common.links.domains import site_of
from common.net.address import checked_url, host_of, shown
from common.net.answer.body import Limits
from common.net.client import AllowHost, Answer, BeforeHop, HttpClient
from common.net.retry_after import retry_after_seconds
from common.polite.pacing import MAX_WAIT_SECONDS, Pacer
from common.polite.robots import ReadRobots, RobotsCache
from common.settings_tables.fetch import FetchSettings

_BUSY = frozenset({429, 503})


@contextmanager
def turns_amid(asked: int) -> Iterator[None]:
    """Inside, NO_TURN becomes RATE_LIMITED once `asked` requests were made. NO_TURN gives a job back without spending
    its attempt, so it would make the same first requests again and again."""
    try:
        yield
    except CrawlError as error:
        if not asked or error.code is not ErrorCode.NO_TURN:
            raise
        told = error.retry_after_seconds
        raise CrawlError(ErrorCode.RATE_LIMITED, error.detail, retry_after_seconds=told) from error


class PoliteClient:
    """An HttpClient for shops' hosts. One per process, so that all of it shares robots.txt and pacing."""

    def __init__(
        self,
        settings: FetchSettings,
        client: HttpClient,
        *,
        read_robots: ReadRobots,
        pacer: Pacer | None = None,
        longest_wait_seconds: float = MAX_WAIT_SECONDS,
        before: PoliteClient | None = None,
    ) -> None:
        """`before`: the one that this follows in the same process; what shops said to it holds."""
        self._client = client
        self._pacer: Pacer = pacer or Pacer(
            settings.requests_per_second,
            max_wait_seconds=longest_wait_seconds,
            before=before._pacer if before else None,
        )
        self._robots: RobotsCache | None = None
        if settings.robots:
            self._robots = RobotsCache(
                client,
                user_agent=settings.user_agent,
                read=read_robots,
                ttl_seconds=settings.robots_ttl_seconds,
                before_hop=self._turn,
                before=before._robots if before else None,
            )

    async def get(
        self,
        url: str,
        *,
        headers: Mapping[str, str] | None = None,
        allow_host: AllowHost | None,
        max_redirects: int | None = None,
        limits: Limits | None = None,
        before_hop: BeforeHop | None = None,
        most_delay_seconds: float = 0.0,
    ) -> Answer:
        """As GuardedClient.get; each hop obeys robots.txt and waits for its turn at its registrable domain.

        `before_hop` is awaited first: what it raises costs no turn. Raises CrawlError: ROBOTS_DISALLOWED, NO_TURN when
        the first turn is too far away (RATE_LIMITED when a later hop's is), else what GuardedClient.get raises, also
        for robots.txt that cannot be had. A later hop waits for a crawl delay of up to `most_delay_seconds`: begun
        anew, the redirects would only come to the same delay again.
        """
        hops = 0

        async def ask(hop: str) -> None:
            nonlocal hops
            if before_hop:
                await before_hop(hop)
            with turns_amid(hops):
                delay_seconds = await self._permission(hop, allow_host)
                await self._turn(hop, delay_seconds, most_delay_seconds if hops else 0.0)
            hops += 1

        answer = await self._client.get(
            url, headers=headers, allow_host=allow_host, max_redirects=max_redirects, limits=limits, before_hop=ask
        )
        self._note_load(answer)
        return answer

    async def turn(self, url: str, *, allow_host: AllowHost) -> None:
        """Returns when somebody else (a browser) may ask for `url`: as each hop of `get`, without the request.

        Raises CrawlError: INVALID_URL, ADDRESS_REFUSED for another host, else what `get` raises before it asks.
        """
        at = checked_url(url)
        if not allow_host(host_of(at)):
            raise CrawlError(ErrorCode.ADDRESS_REFUSED, f"{at.host} is not a registered shop's host")
        await self._turn(str(at), await self._permission(str(at), allow_host))

    def answered(self, url: str, status: int, retry_after: str | None) -> None:
        """What came of a request that somebody else sent after `turn`: 429 and 503 slow the domain down."""
        self._note(site_of(url), status, retry_after)

    async def _permission(self, url: str, allow_host: AllowHost | None) -> float | None:
        """The crawl delay of the site, if it names one. Raises CrawlError when robots.txt disallows the address."""
        if self._robots is None:
            return None
        rules = await self._robots.policy(url, allow_host=allow_host)
        if not rules.allows(url):
            why = f"; it counts as closed: {rules.closed}" if rules.closed else ""
            raise CrawlError(ErrorCode.ROBOTS_DISALLOWED, f"robots.txt disallows {shown(url)}{why}")
        return rules.crawl_delay_seconds

    async def _turn(self, url: str, crawl_delay_seconds: float | None = None, most_delay_seconds: float = 0.0) -> None:
        await self._pacer.turn(
            site_of(url), crawl_delay_seconds=crawl_delay_seconds, most_delay_seconds=most_delay_seconds
        )

    def _note_load(self, answer: Answer) -> None:
        """Slow down all requests to the domain when one answer asks for it."""
        self._note(site_of(answer.url), answer.status, answer.headers.get("retry-after"))

    def _note(self, domain: str, status: int, retry_after: str | None) -> None:
        if status in _BUSY:
            self._pacer.refused(domain, retry_after_seconds(retry_after, now=datetime.now(UTC)))
        else:
            self._pacer.answered(domain)
