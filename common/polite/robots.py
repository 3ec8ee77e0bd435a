"""robots.txt of every site, fetched when needed and remembered, per RFC 9309.

- 2xx: the rules in it, of which the first 500 KiB count. Without rules (empty, HTML, not text) everything is allowed.
- 2xx with more rules than are kept, or whose reading passed a limit: the site is closed, remembered alike. Where this
  machine was too slow, or the process that reads was ended, nothing is known: INTERNAL_ERROR, worth another try.
- 4xx: there is none, everything is allowed (the RFC's "unavailable"; it counts 401 and 403 among them). 429 is the
  exception: it says "not now" about the server, not "nothing here" about the file, so it counts as unreachable.
- 5xx, 429, no connection, a damaged answer: unreachable. Tried three times, then an older copy is used if there is
  one, else nothing is fetched: CrawlError with a code that is worth another try. Remembered for a minute.
- Somebody else may have answered (Astray), or this machine has no network: raised as it is, and not remembered.
- A page that came without TLS instead of the file is anybody's: remembered for a minute.
- More than 5 redirects: as 4xx. A redirect to where the guard lets nobody go: ADDRESS_REFUSED, nothing is fetched.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from urllib.parse import urlsplit

from common.errors import Astray, CrawlError, ErrorCode
from common.links.domains import site_of
from common.net.answer.body import Limits
from common.net.client import AllowHost, Answer, BeforeHop, HttpClient, TooManyRedirects
from common.net.retry_after import retry_after_seconds
from common.parsing.failures import ParsingRaised, ParsingStopped, ParsingUnavailable
from common.parsing.task import Task
from common.parsing.watch import PERHAPS_THE_MACHINE
from common.polite import metrics
from common.polite.reader import MAX_BYTES
from common.polite.rules import RobotsRules
from common.turns.time_limit import not_counted

log = logging.getLogger("crawlfleet.polite.robots")

ROBOTS: Task[str, RobotsRules] = Task("robots", "common.polite.reader:read_robots", str, RobotsRules, brief=True)
"""Reads a robots.txt for the product token in the head."""
ReadRobots = Callable[[str, bytes, str], Awaitable[RobotsRules]]
"""(product token, body, its site) → rules. Raises what ParsingChild.run raises."""

MAX_REDIRECTS = 5
RETRY_DELAYS_SECONDS = (1.0, 3.0)
UNREACHABLE_SECONDS = 60.0
MOST_BYTES = 40 * 1024 * 1024
"""Of all rules that are kept. A shop's file takes some 6 kB, so that a fleet of 5,000 shops asks each for it once a day
instead of once a page; one that is made to be large takes 9 MB, and whoever has a domain has any number of hosts."""
ORIGIN_BYTES, RULE_BYTES = 1024, 160
"""What an origin and a rule take beside the rules' patterns, a little more than was measured."""
_NOT_OF_THE_SITE = frozenset(
    {ErrorCode.NO_NETWORK, ErrorCode.NO_MEANS, ErrorCode.NO_TURN, ErrorCode.OWN_LIMIT, ErrorCode.WAY_PAUSED}
)
_NOT_AGAIN = frozenset({ErrorCode.RATE_LIMITED})
_LIMITS = Limits(wire_bytes=MAX_BYTES + 256 * 1024, body_bytes=MAX_BYTES, cut=True)
"""Beside the body: head and framing, of honest chunks too."""
_TOKENS = (re.compile(r".*?compatible;\s*([A-Za-z_-]+)"), re.compile(r"([A-Za-z_-]+)"))


def product_token(user_agent: str) -> str:
    """The product token by which robots.txt groups are matched: `crawlfleet` of "crawlfleet/0.1 (+…)"."""
    matches = (token.match(user_agent) for token in _TOKENS)
    return next((match[1] for match in matches if match), "*")


@dataclass(slots=True)
class _Entry:
    fetching: asyncio.Lock = field(default_factory=asyncio.Lock)
    policy: RobotsRules | None = None
    fresh_until: float = 0.0
    failure: CrawlError | None = None
    """Never the one that was raised: with its traceback that keeps the answer, which may be large."""
    failed_until: float = 0.0
    bytes: int = ORIGIN_BYTES


class RobotsCache:
    """robots.txt per origin (scheme, host, port), kept for `ttl_seconds`; at most `most_bytes` of rules, and those that
    were asked for longest ago go first.

    Ten tasks asking for one site at once cause one request. Clock and sleep are passed in; seconds.
    """

    def __init__(
        self,
        client: HttpClient,
        *,
        user_agent: str,
        read: ReadRobots,
        ttl_seconds: float = 86_400.0,
        most_bytes: int = MOST_BYTES,
        before_hop: BeforeHop | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        before: RobotsCache | None = None,
    ) -> None:
        """`before`: the one that this follows, whose files are known still."""
        self._client = client
        self._token = product_token(user_agent)
        self._read = read
        self._ttl_seconds = ttl_seconds
        self._most_bytes = most_bytes
        self._before_hop = before_hop
        self._clock = clock
        self._sleep = sleep
        knows = before is not None and before._token == self._token
        self._entries: OrderedDict[str, _Entry] = before._entries if before and knows else OrderedDict()
        self._bytes: int = before._bytes if before and knows else 0

    async def policy(self, url: str, *, allow_host: AllowHost | None) -> RobotsRules:
        """The rules for `url`'s origin. Raises CrawlError when they cannot be known (see the module's text)."""
        parts = urlsplit(url)
        origin = f"{parts.scheme}://{parts.netloc}"
        entry = self._entry(origin)
        with not_counted():  # another request fetches and reads the same file
            await entry.fetching.acquire()
        try:
            return await self._known(entry, origin, allow_host)
        finally:
            entry.fetching.release()

    async def _known(self, entry: _Entry, origin: str, allow_host: AllowHost | None) -> RobotsRules:
        now = self._clock()
        if entry.policy and now < entry.fresh_until:
            return entry.policy
        if entry.failure and now < entry.failed_until:
            return _stale_or_raise(entry, entry.failure)
        try:
            rules, seconds = await self._fetch(origin, allow_host)
        except CrawlError as error:
            if _not_of_the_site(error):
                raise
            entry.failure = _anew(error)
            entry.failed_until = self._clock() + max(UNREACHABLE_SECONDS, error.retry_after_seconds or 0.0)
            return _stale_or_raise(entry, error)
        entry.policy, entry.failure = rules, None
        entry.fresh_until = self._clock() + seconds
        self._weigh(origin, entry)
        return rules

    def _entry(self, origin: str) -> _Entry:
        entry = self._entries.get(origin)
        if entry is None:
            entry = self._entries[origin] = _Entry()
            self._bytes += entry.bytes
            self._make_room()
        self._entries.move_to_end(origin)
        return entry

    def _weigh(self, origin: str, entry: _Entry) -> None:
        if self._entries.get(origin) is not entry:  # it had to go while its file was fetched
            return
        rules = entry.policy.rules if entry.policy else ()
        before = entry.bytes
        entry.bytes = ORIGIN_BYTES + sum(RULE_BYTES + len(rule.pattern) for rule in rules)
        self._bytes += entry.bytes - before
        self._make_room()

    def _make_room(self) -> None:
        """The newest stays, however large it is."""
        while self._bytes > self._most_bytes and len(self._entries) > 1:
            _, oldest = self._entries.popitem(last=False)
            self._bytes -= oldest.bytes

    async def _fetch(self, origin: str, allow_host: AllowHost | None) -> tuple[RobotsRules, float]:
        """The rules, and for how many seconds they hold."""
        for delay in (*RETRY_DELAYS_SECONDS, None):
            try:
                return await self._fetch_once(origin, allow_host)
            except CrawlError as error:
                if delay is None or not error.code.retry or error.code in _NOT_AGAIN or _not_of_the_site(error):
                    raise
                log.debug("robots.txt of %s: %s", origin, error)
            await self._sleep(delay)
        raise AssertionError("unreachable: the last attempt returns or raises")

    async def _fetch_once(self, origin: str, allow_host: AllowHost | None) -> tuple[RobotsRules, float]:
        url = f"{origin}/robots.txt"
        try:
            answer = await self._client.get(
                url, allow_host=allow_host, max_redirects=MAX_REDIRECTS, limits=_LIMITS, before_hop=self._before_hop
            )
        except TooManyRedirects:
            return RobotsRules(), self._ttl_seconds
        except CrawlError as error:
            if error.code is ErrorCode.ADDRESS_REFUSED or _not_of_the_site(error):
                raise
            code = ErrorCode.NETWORK_ERROR if error.code is ErrorCode.INVALID_RESPONSE else error.code
            raise CrawlError(
                code, f"robots.txt unreachable: {error.detail}", retry_after_seconds=error.retry_after_seconds
            ) from error
        seconds = min(self._ttl_seconds, UNREACHABLE_SECONDS) if _anybodys_page(answer) else self._ttl_seconds
        return await self._judge(origin, answer), seconds

    async def _judge(self, origin: str, answer: Answer) -> RobotsRules:
        if 200 <= answer.status < 300:
            return await self._rules(origin, answer.body)
        if answer.status == 429:
            wait = retry_after_seconds(answer.headers.get("retry-after"), now=datetime.now(UTC))
            raise CrawlError(ErrorCode.RATE_LIMITED, f"robots.txt of {origin} answered 429", retry_after_seconds=wait)
        if 400 <= answer.status < 500:
            return RobotsRules()
        raise CrawlError(ErrorCode.NETWORK_ERROR, f"robots.txt unreachable: {origin} answered {answer.status}")

    async def _rules(self, origin: str, body: bytes) -> RobotsRules:
        try:
            rules = await self._read(self._token, body, site_of(origin))
        except ParsingUnavailable as error:
            raise CrawlError(ErrorCode.NO_MEANS, f"robots.txt of {origin}: {error}") from error
        except (ParsingStopped, ParsingRaised) as error:
            # A file that computes too much passes the limit on processor time first, and the reader does not crash.
            if getattr(error, "limit", None) in PERHAPS_THE_MACHINE:
                raise CrawlError(ErrorCode.INTERNAL_ERROR, f"robots.txt of {origin}: {error}") from error
            rules = RobotsRules(closed=str(error))
        if rules.closed is not None:
            metrics.robots_closed.inc()
            log.warning("robots.txt of %s: %s; the site counts as closed", origin, rules.closed)
        return rules


def _anybodys_page(answer: Answer) -> bool:
    """A page in place of the file, and without TLS, as a hotel's login page comes for every address."""
    return urlsplit(answer.url).scheme == "http" and answer.body.lstrip()[:1] == b"<"


def _not_of_the_site(error: CrawlError) -> bool:
    """Whether it says nothing of the site, so that nothing is remembered: who else answers may be gone in a moment."""
    return error.code in _NOT_OF_THE_SITE or isinstance(error, Astray)


def _stale_or_raise(entry: _Entry, error: CrawlError) -> RobotsRules:
    if entry.policy is None:
        # A new instance: one that is raised twice would carry two tracebacks.
        raise _anew(error) from None
    return entry.policy


def _anew(error: CrawlError) -> CrawlError:
    return CrawlError(error.code, error.detail, retry_after_seconds=error.retry_after_seconds)
