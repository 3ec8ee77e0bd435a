"""A shop whose every page states a price that no other fetch was told, so that each record names its fetch.

In some worlds a few pages are restless instead: their price leaps once and stays, and now and then one fetch is told a
price that no other is (a flicker). They are crawled again until the leap is recorded.

In others some pages are walled: they show plain HTTP a login, and their price to the browser's way alone.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from random import Random

from common.errors import CrawlError, ErrorCode
from common.job import Crawlable, Job, NewJob
from common.offer import Availability, Offer, Verdict, VerdictStatus
from common.outcome.crawl_result import CrawlResult, result_json
from common.ways.way import Way
from tests.simulation.loop import Process, SimulatedLoop
from tests.simulation.trace import Trace

AGAIN_MS = 86_400_000
RESTLESS_AGAIN_MS = 15_000
LEAP_SECONDS = 30.0
"""From then on a restless page states LEAP times the price."""
LEAP, FLICKER = 3, 7

KINDS = {"steady": 0.6, "flaky": 0.2, "gone": 0.07, "down": 0.08, "strange": 0.05}
"""What a page is like, and how often: answers, sometimes answers, 404, never answers, breaks the code that reads it."""


@dataclass(frozen=True, slots=True)
class Fetch:
    """One line of the shop's own log."""

    job_id: str
    token: str
    process: str
    at: float
    price_minor: int | None
    """What the page stated; None when it stated none."""


class Shop:
    """Pages by item number, and a log of who fetched what."""

    def __init__(
        self,
        loop: SimulatedLoop,
        trace: Trace,
        dice: Random,
        *,
        slow: float,
        leaps: Random | None = None,
        walls: Random | None = None,
    ) -> None:
        """`leaps`: there are restless pages, by these dice; None: none. `walls`: as that, walled ones."""
        self._loop = loop
        self._trace = trace
        self._dice = dice
        self._slow = slow
        self._kinds: dict[str, str] = {}
        self._leaps = leaps
        self._walls = walls
        self.walled: set[str] = set()
        self.restless: dict[str, int] = {}
        """Job → the price that its page states at first."""
        self._prices = 1000
        self._tokens: set[str | None] = set()
        self.log: list[Fetch] = []

    def job(self, number: int, max_attempts: int) -> NewJob:
        """A link to the page with this number."""
        platform, host = (("shopee", "shopee.tw"), ("other", "shop.example"))[number % 2]
        url = f"https://{host}/product/7/{number}"
        job = NewJob(
            url, url, platform, "tw" if platform == "shopee" else "any", "7", str(number), "jsonl", "me", f"p{number}",
            max_attempts=max_attempts,
        )  # fmt: skip
        self._kinds[job.id] = self._dice.choices(list(KINDS), list(KINDS.values()))[0]
        if self._leaps is not None and self._leaps.random() < 0.5:
            self._kinds[job.id] = "steady"
            self.restless[job.id] = 1_000_000 * (number + 1)
        elif self._walls is not None and self._walls.random() < 0.5:
            self.walled.add(job.id)
        return job

    def _told(self, job_id: str) -> int:
        """What a fetch is told now."""
        if self._leaps is None or job_id not in self.restless:
            self._prices += 1
            return self._prices
        times = FLICKER if self._leaps.random() < 0.15 else LEAP if self._loop.now > LEAP_SECONDS else 1
        return self.restless[job_id] * times

    def again_ms(self, job_id: str, price_minor: int | None) -> int:
        """When a page is crawled again: a restless one soon, until it has leapt."""
        base = self.restless.get(job_id)
        return AGAIN_MS if base is None or price_minor == base * LEAP else RESTLESS_AGAIN_MS

    def kind(self, job_id: str) -> str:
        return self._kinds[job_id]

    def saw(self, token: str | None) -> bool:
        """Whether anybody fetched a page under this lease."""
        return token in self._tokens

    @property
    def fetched(self) -> int:
        return len(self.log)

    def crawler(self, process: Process) -> ShopCrawler:
        return ShopCrawler(self, process)

    async def visit(self, job: Job, process: Process) -> Offer:
        """Raises CrawlError, and RuntimeError from a page that breaks what reads it."""
        kind = self._kinds[job.id]
        walled = job.id in self.walled and job.via is not Way.BROWSER
        states_price = not walled and (kind == "steady" or (kind == "flaky" and self._dice.random() < 0.6))
        told = self._told(job.id)
        price = told if states_price else None
        self.log.append(Fetch(job.id, job.lease_token or "", process.name, self._loop.now, price))
        self._tokens.add(job.lease_token)
        self._trace(self._loop.now, "fetch", process.name, job.id[:6], (job.lease_token or "")[:6], price)
        seconds = self._dice.random() * 3.0
        if self._slow and self._dice.random() < self._slow:
            seconds = self._dice.random() * 60.0
        await asyncio.sleep(seconds)
        if price is not None:
            return Offer(
                title="Mug", price_minor=price, currency="TWD", availability=Availability.IN_STOCK, item_id=job.item_id
            )
        if walled:
            raise CrawlError(ErrorCode.AUTH_FAILED, "LOGIN_WALL: a login")
        if kind == "gone":
            raise CrawlError(ErrorCode.CONTENT_NOT_FOUND, "404")
        if kind == "strange":
            raise RuntimeError("a page that breaks what reads it")
        raise CrawlError(ErrorCode.TIMEOUT, "no answer")


class ShopCrawler:
    """What a worker crawls with; see worker/handle.py Crawls."""

    def __init__(self, shop: Shop, process: Process) -> None:
        self._shop = shop
        self._process = process

    async def crawl(self, job: Crawlable) -> CrawlResult:
        assert isinstance(job, Job), "a world's workers work at the database"
        offer = await self._shop.visit(job, self._process)
        return crawled(job, offer, region=job.region, again_ms=self._shop.again_ms(job.id, offer.price_minor))


def crawled(job: Crawlable, offer: Offer, *, region: str, again_ms: int) -> CrawlResult:
    """The offer as it was read at the job's own address. `again_ms`: from now until it is crawled again."""
    verdict = Verdict(VerdictStatus.OK)
    return CrawlResult(
        result_json=result_json(offer, verdict, job.url_norm),
        content_hash=f"hash {offer.price_minor}",
        offer=offer,
        verdict=verdict,
        url_norm=job.url_norm,
        platform=job.platform,
        region=region,
        fetched_url=job.url_norm,
        next_crawl_in_ms=again_ms,
        via=job.via or Way.HTTP,
    )
