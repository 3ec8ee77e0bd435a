"""The ways that one worker offers, as one: opened and closed together, each job sent down its own."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

from common.errors import ConfigError
from common.job import Crawlable
from common.outcome.crawl_result import CrawlResult
from common.ways.way import Way
from worker.ways.base import WayOfCrawling

log = logging.getLogger("crawlfleet.worker.ways")


class OfferedWays:
    """At least one way, all of them open."""

    def __init__(self, ways: Sequence[WayOfCrawling]) -> None:
        self._by_way = {way.way: way for way in ways}

    @property
    def ways(self) -> tuple[Way, ...]:
        return tuple(self._by_way)

    def lanes(self, platforms: Collection[str]) -> dict[Way, tuple[str, ...]]:
        """Each way with those of `platforms` whose jobs it can take."""
        return {way: tuple(name for name in platforms if name in one.platforms) for way, one in self._by_way.items()}

    async def crawl(self, job: Crawlable) -> CrawlResult:
        """See WayOfCrawling. A job goes the way that it says, which its source took it for."""
        return await self._by_way[job.via or Way.HTTP].crawl(job)


@asynccontextmanager
async def offering(ways: Sequence[WayOfCrawling], *, named: bool) -> AsyncIterator[OfferedWays]:
    """Those of `ways` that can be offered on this machine, open until the end.

    `named`: somebody named them, so each must be there; else those that are missing something are left out with a
    line in the log. Raises ConfigError, also when none is left.
    """
    missing = {way.way: sentence for way in ways if (sentence := way.missing())}
    if missing and (named or len(missing) == len(ways)):
        raise ConfigError(*(f"this machine cannot crawl by {absent}: {why}" for absent, why in missing.items()))
    for absent, why in missing.items():
        log.warning("this machine does not crawl by %s: %s", absent, why)
    async with AsyncExitStack() as stack:
        opened = [way for way in ways if way.way not in missing]
        for way in opened:
            await way.open()
            stack.push_async_callback(way.close)
        yield OfferedWays(opened)
