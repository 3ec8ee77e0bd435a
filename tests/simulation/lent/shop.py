"""A shop before volunteers: a page states one price for good, since theirs count when two agree.

Its name, which need only be alike, tells how many were sold: a number that no other fetch is told.
"""

from __future__ import annotations

import asyncio
from random import Random

from common.errors import CrawlError, ErrorCode
from common.job import Crawlable, NewJob
from common.offer import Availability, Offer
from common.outcome.crawl_result import CrawlResult
from tests.faults.shop import Fetch
from tests.simulation.database import EPOCH_MS
from tests.simulation.loop import Process, SimulatedLoop
from tests.simulation.shop import AGAIN_MS, KINDS, Shop, crawled
from tests.simulation.trace import Trace


class LastingShop(Shop):
    """`fetches`: its log, as tests/faults/books.py reads it. `kinds`: link → what its page is like."""

    def __init__(self, loop: SimulatedLoop, trace: Trace, dice: Random, *, slow: float) -> None:
        super().__init__(loop, trace, dice, slow=slow)
        self.fetches: list[Fetch] = []
        self.kinds: dict[str, str] = {}

    def job(self, number: int, max_attempts: int) -> NewJob:
        url = f"https://shopee.tw/product/7/{number + 1}"
        self.kinds[url] = self._dice.choices(list(KINDS), list(KINDS.values()))[0]
        return NewJob(
            url, url, "shopee", "tw", "7", str(number + 1), "jsonl", "me", f"p{number}", max_attempts=max_attempts
        )

    @property
    def fetched(self) -> int:
        return len(self.fetches)

    def lasting_crawler(self, process: Process) -> LastingCrawler:
        return LastingCrawler(self, process)

    async def offer(self, job: Crawlable, process: Process) -> Offer:
        """Raises CrawlError, and RuntimeError from a page that breaks what reads it."""
        kind, number = self.kinds[job.url_norm], job.url_norm.rpartition("/")[2]
        shows = kind == "steady" or (kind == "flaky" and self._dice.random() < 0.6)
        sold = len(self.fetches) + 1
        price_minor = price_of(int(number)) if shows else None
        at_ms = EPOCH_MS + int(self._loop.now * 1000)
        self.fetches.append(Fetch(job.url_norm, at_ms, price_minor, sold if shows else None))
        self._trace(self._loop.now, "fetch", process.name, job.id[:6], sold, price_minor)
        seconds = self._dice.random() * 3.0
        if self._slow and self._dice.random() < self._slow:
            seconds = self._dice.random() * 60.0
        await asyncio.sleep(seconds)
        if price_minor is not None:
            name = f"Mug of stoneware with a handle, kiln number {number}, sold {sold}"
            return Offer(
                title=name,
                price_minor=price_minor,
                currency="TWD",
                availability=Availability.IN_STOCK,
                item_id=number,
                shop_id="7",
            )
        if kind == "gone":
            raise CrawlError(ErrorCode.CONTENT_NOT_FOUND, "404")
        if kind == "strange":
            raise RuntimeError("a page that breaks what reads it")
        raise CrawlError(ErrorCode.TIMEOUT, "no answer")


def price_of(number: int) -> int:
    """In minor units."""
    return 10_000 * (number + 1)


class LastingCrawler:
    """What a worker crawls with; see worker/handle.py Crawls."""

    def __init__(self, shop: LastingShop, process: Process) -> None:
        self._shop = shop
        self._process = process

    async def crawl(self, job: Crawlable) -> CrawlResult:
        offer = await self._shop.offer(job, self._process)
        return crawled(job, offer, region="tw", again_ms=AGAIN_MS)
