"""When the next request to a shop may go out: a steady rate per registrable domain, and backing off when told to.

`Schedule` is the arithmetic, `Pacer` the waiting. All times are seconds of one monotonic clock.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from common.errors import CrawlError, ErrorCode
from common.timing.backoff import backoff_seconds

MAX_WAIT_SECONDS = 60.0
"""A job that would wait longer for its turn goes back to the queue instead of holding a worker."""
MAX_BACKOFF_SECONDS = 3_600.0
_KEPT_DOMAINS = 1_024


@dataclass(slots=True)
class Schedule:
    """One domain's turns. Pure: the time is passed in."""

    next_turn: float = 0.0
    blocked_until: float = 0.0
    refusals: int = 0
    """Refusals in a row (429, 503)."""

    def wait_seconds(self, now: float) -> float:
        """How long until a request may go out; 0 when it may now."""
        return max(self.next_turn - now, self.blocked_until - now, 0.0)

    def take(self, now: float, interval_seconds: float) -> None:
        """A request goes out now; the next one `interval_seconds` later."""
        self.next_turn = now + interval_seconds

    def refused(self, now: float, interval_seconds: float, retry_after_seconds: float | None) -> float:
        """The server asked for fewer requests. Returns for how many seconds none goes out: what it asked for, else
        2, 4, 8 … intervals, never more than MAX_BACKOFF_SECONDS."""
        self.refusals += 1
        if retry_after_seconds is None:
            wait = backoff_seconds(self.refusals, base_seconds=2 * interval_seconds, max_seconds=MAX_BACKOFF_SECONDS)
        else:
            wait = min(max(retry_after_seconds, 0.0), MAX_BACKOFF_SECONDS)
        self.blocked_until = max(self.blocked_until, now + wait)
        return wait

    def answered(self) -> None:
        self.refusals = 0


@dataclass(slots=True)
class _Domain:
    schedule: Schedule = field(default_factory=Schedule)
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    waiting: int = 0
    crawl_delay: float = 0.0
    """The last that was told."""


class Pacer:
    """Turns per domain, first come, first served. A wait that is cancelled passes its turn on.

    `before`: the one that this follows, at a rate of its own. Whose turn was when, and who asked for fewer requests,
    is not forgotten.
    """

    def __init__(
        self,
        requests_per_second: float,
        *,
        max_wait_seconds: float = MAX_WAIT_SECONDS,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        before: Pacer | None = None,
    ) -> None:
        self._interval = 1.0 / requests_per_second
        self._max_wait_seconds = max_wait_seconds
        self._clock = clock
        self._sleep = sleep
        self._domains: dict[str, _Domain] = before._domains if before else {}
        for known in self._domains.values():
            # The one before may have been a thousand times as slow.
            latest = clock() + max(self._interval, known.crawl_delay)
            known.schedule.next_turn = min(known.schedule.next_turn, latest)

    async def turn(
        self, domain: str, *, crawl_delay_seconds: float | None = None, most_delay_seconds: float = 0.0
    ) -> None:
        """Returns when a request to `domain` may go out; the slower of the rate and the crawl delay counts.

        Raises CrawlError(NO_TURN) with `retry_after_seconds` when that is more than `max_wait_seconds` away. A crawl
        delay of at most `most_delay_seconds` is waited for all the same, once: not for others that wait before.
        """
        entry = self._entry(domain)
        entry.crawl_delay = crawl_delay_seconds or 0.0
        interval = max(self._interval, entry.crawl_delay)
        most = max(self._max_wait_seconds, interval if interval <= most_delay_seconds else 0.0)
        self._refuse_long_wait(domain, entry, interval, most)
        entry.waiting += 1
        try:
            async with entry.turn:
                # Checked again after each sleep: meanwhile the server may have refused another crawl's request.
                while (wait := entry.schedule.wait_seconds(self._clock())) > 0:
                    self._refuse_long_wait(domain, entry, 0.0, most)
                    await self._sleep(wait)
                entry.schedule.take(self._clock(), interval)
        finally:
            entry.waiting -= 1

    def refused(self, domain: str, retry_after_seconds: float | None) -> float:
        """The domain answered 429 or 503. Returns the seconds during which nothing goes out to it."""
        return self._entry(domain).schedule.refused(self._clock(), self._interval, retry_after_seconds)

    def answered(self, domain: str) -> None:
        """The domain answered as usual: the wait after the next refusal is the shortest again."""
        self._entry(domain).schedule.answered()

    def _refuse_long_wait(self, domain: str, entry: _Domain, interval: float, most_seconds: float) -> None:
        wait = entry.schedule.wait_seconds(self._clock()) + entry.waiting * interval
        if wait > most_seconds:
            told = min(wait, MAX_BACKOFF_SECONDS)
            raise CrawlError(
                ErrorCode.NO_TURN, f"the next turn for {domain} is {wait:.0f} s away", retry_after_seconds=told
            )

    def _entry(self, domain: str) -> _Domain:
        entry = self._domains.get(domain)
        if entry is None:
            self._forget_idle()
            entry = self._domains[domain] = _Domain()
        return entry

    def _forget_idle(self) -> None:
        if len(self._domains) < _KEPT_DOMAINS:
            return
        now = self._clock()
        idle = [
            name for name, entry in self._domains.items() if not entry.waiting and not entry.schedule.wait_seconds(now)
        ]
        for name in idle:
            del self._domains[name]
