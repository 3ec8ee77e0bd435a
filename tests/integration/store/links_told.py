"""Crawls of links that end as a test tells them to."""

from __future__ import annotations

import json

from common.errors import ErrorCode
from common.job import Job, JobStatus, NewJob
from common.offer import Availability, Offer, Verdict, VerdictStatus
from common.outcome.crawl_result import CrawlResult
from common.store import ClaimOutcome, Store
from common.timing.units import DAY_MS
from tests.integration.store.jobs import Clock

OK = Verdict(VerdictStatus.OK)


def link(number: int = 1, platform: str = "shopee", shop_id: str | None = "1") -> NewJob:
    url = f"https://{platform}.example/{shop_id}/{number}"
    return NewJob(url, url, platform, "tw", shop_id, str(number), "threads", "@me", "p1")


class Links:
    """Crawls that end as told, one lease after another."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store = store
        self.clock = clock
        self.leases = 0

    async def claim(self, job: NewJob) -> str:
        await self.store.jobs.add([job])
        self.leases += 1
        token = f"lease-{self.leases}"
        claim = await self.store.jobs.claim(job.id, worker_id="w", lease_token=token, lease_ms=60_000)
        assert claim.outcome is ClaimOutcome.CLAIMED, claim
        return token

    async def fails(
        self, job: NewJob, code: ErrorCode = ErrorCode.CONTENT_NOT_FOUND, again_ms: int | None = DAY_MS
    ) -> None:
        token = await self.claim(job)
        for _ in range(2):  # sent twice, counted once
            assert await self.store.jobs.fail(job.id, token, error_code=code, detail="x", next_crawl_ms=again_ms)

    async def retries(self, job: NewJob) -> JobStatus | None:
        token = await self.claim(job)
        for _ in range(2):
            ended = await self.store.jobs.retry_later(
                job.id, token, delay_ms=0, error_code=ErrorCode.TIMEOUT, detail="slow"
            )
        return ended

    async def ends_dead(self, job: NewJob, code: ErrorCode) -> None:
        for _ in range(5):
            token = await self.claim(job)
            ended = await self.store.jobs.retry_later(job.id, token, delay_ms=0, error_code=code, detail="x")
        assert ended is JobStatus.DEAD

    async def succeeds(self, job: NewJob, verdict: Verdict = OK, price: int | None = 100) -> None:
        token = await self.claim(job)
        stocked = Availability.IN_STOCK if price is not None else Availability.OUT_OF_STOCK
        offer = Offer(title="T", price_minor=price, currency="TWD", availability=stocked, item_id=job.item_id, stock=7,
                      price_min_minor=price, price_max_minor=price and price * 2)  # fmt: skip
        told = {"offer": {"price_minor": price}, "verdict": {"status": verdict.status, "reason": verdict.reason}}
        result = CrawlResult(json.dumps(told), "h", offer, verdict, job.url_norm, job.platform, "tw", job.url, DAY_MS)
        assert await self.store.jobs.succeed(job.id, token, result)

    async def later(self, ms: int) -> list[str]:
        """The ids that come due for a recrawl."""
        self.clock.ms += ms
        return await self.store.jobs.recrawl(limit=100)

    async def job(self, job: NewJob) -> Job:
        found = await self.store.jobs.get(job.id)
        assert found is not None
        return found
