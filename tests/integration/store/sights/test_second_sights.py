"""What is doubted at first sight, on every driver: it waits, is confirmed once, flickers, or is found unstable."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from common.errors import ErrorCode
from common.job import JobStatus, NewJob
from common.offer import Availability, Offer, Verdict, VerdictStatus
from common.outcome.crawl_result import CrawlResult, result_json
from common.outcome.second_sight import MOST_SIGHTS, Doubt
from common.outcome.sight_rules import USUAL
from common.store import STOPPED, ClaimOutcome, LookBy, PendingSight, Product, Store
from common.timing.units import DAY_MS
from common.ways.way import Way
from tests.integration.store.jobs import LEASE_MS, Clock, link, worker_lives

MUG, LAMP = "藍色茶壺 🫖", "Pine desk lamp"
JOB = link(1)
KEY = "shopee:tw:1"


def page(price_minor: int | None, title: str = MUG, job: NewJob = JOB, **more: Any) -> CrawlResult:
    fields: dict[str, Any] = {"currency": "TWD" if price_minor else None, "availability": Availability.IN_STOCK} | more
    offer = Offer(title=title, price_minor=price_minor, item_id="1", **fields)
    ok = Verdict(VerdictStatus.OK)
    told = result_json(offer, ok, job.url)
    return CrawlResult(told, "hash", offer, ok, job.url_norm, "shopee", "tw", job.url, DAY_MS, first_crawl_in_ms=777)


class Crawls:
    """Workers that look at the same page again and again."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store = store
        self.clock = clock
        self.number = 0

    async def publish(self) -> None:
        due = await self.store.jobs.due("shopee", limit=100, window=100, retry_overdue_ms=0)
        await self.store.jobs.publish([job.id for job in due], republish_after_ms=60_000)

    async def claims(self, worker: str = "w1") -> str | None:
        """A lease's token; None when this worker is not given the job."""
        await self.publish()
        self.number += 1
        token = f"lease-{self.number}"
        claim = await self.store.jobs.claim(JOB.id, worker_id=worker, lease_token=token, lease_ms=LEASE_MS)
        if claim.outcome is ClaimOutcome.EXCLUDED:
            return None
        assert claim.outcome is ClaimOutcome.CLAIMED, claim
        return token

    async def sees(self, result: CrawlResult, worker: str = "w1", *, after_ms: int = 0) -> JobStatus | None:
        """Sent twice, as a lost answer has it."""
        self.clock.ms += after_ms
        token = await self.claims(worker)
        assert token is not None, f"{worker} is not given the job"
        became = await self.store.jobs.succeed(JOB.id, token, result)
        before = await self.everything()
        assert await self.store.jobs.succeed(JOB.id, token, result) is became, "sent again it is answered the same"
        assert await self.everything() == before, "and changes nothing"
        return became

    async def recorded(self, result: CrawlResult) -> None:
        """A first crawl, and the next one is due."""
        assert await self.sees(result) is JobStatus.SUCCEEDED
        await self.recrawl()

    async def recrawl(self) -> None:
        self.clock.ms += DAY_MS
        assert await self.store.jobs.recrawl(limit=5) == [JOB.id]

    async def everything(self) -> object:
        store = self.store
        return (
            await store.jobs.get(JOB.id),
            await store.jobs.events(JOB.id),
            await store.listing.products(limit=100),
            await store.listing.history(KEY, limit=100),
            await self.pending(),
        )

    async def product(self) -> Product:
        found = await self.store.listing.product(KEY)
        assert found is not None
        return found

    async def prices(self) -> list[int]:
        return [one.price_minor for one in reversed(await self.store.listing.history(KEY, limit=50))]

    async def pending(self) -> list[PendingSight]:
        return await self.store.listing.pending(job_id=JOB.id, limit=10)


@pytest.fixture
async def crawls(store: Store, clock: Clock) -> Crawls:
    await store.jobs.add([JOB])
    return Crawls(store, clock)


async def test_a_jump_waits_and_is_recorded_once_with_both_times(crawls: Crawls, clock: Clock) -> None:
    await crawls.recorded(page(1000))
    first_seen = clock.ms
    assert await crawls.sees(page(3000)) is JobStatus.NEW
    job = await crawls.store.jobs.get(JOB.id)
    assert job is not None and (job.attempt, job.next_run_at) == (0, clock.ms + USUAL.again_ms)
    assert (await crawls.product()).price_minor == 1000 and await crawls.prices() == [1000]
    (waiting,) = await crawls.pending()
    assert (waiting.doubt, waiting.price_minor, waiting.seen_at) == (Doubt.PRICE_JUMPED, 3000, first_seen)
    assert await crawls.store.jobs.due("shopee", limit=5, window=5, retry_overdue_ms=0) == []
    assert await crawls.sees(page(3000), after_ms=USUAL.again_ms) is JobStatus.SUCCEEDED
    newest = (await crawls.store.listing.history(KEY, limit=1))[0]
    assert (newest.price_minor, newest.first_seen_at, newest.observed_at) == (3000, first_seen, clock.ms)
    product = await crawls.product()
    assert (product.price_minor, product.flickers, product.generation) == (3000, 0, 1)
    assert await crawls.pending() == []
    assert await crawls.prices() == [1000, 3000]
    first = (await crawls.store.listing.history(KEY, limit=5))[-1]
    assert first.first_seen_at is None


async def test_what_waits_comes_before_jobs_that_wait_longer(crawls: Crawls, clock: Clock) -> None:
    await crawls.recorded(page(1000))
    token = await crawls.claims()
    assert token is not None
    await crawls.store.jobs.add([link(number) for number in range(2, 9)])
    clock.ms += 1
    assert await crawls.store.jobs.succeed(JOB.id, token, page(3000)) is JobStatus.NEW
    clock.ms += USUAL.again_ms
    due = await crawls.store.jobs.due("shopee", limit=5, window=1, retry_overdue_ms=0)
    assert [job.id for job in due] == [JOB.id]


async def test_a_flicker_leaves_no_trace_but_a_count(crawls: Crawls) -> None:
    await crawls.recorded(page(1000))
    assert await crawls.sees(page(90_000)) is JobStatus.NEW
    assert await crawls.sees(page(1000), after_ms=USUAL.again_ms) is JobStatus.SUCCEEDED
    product = await crawls.product()
    assert (product.price_minor, product.flickers) == (1000, 1)
    assert set(await crawls.prices()) == {1000}
    assert await crawls.pending() == []
    await crawls.recrawl()
    assert await crawls.sees(page(1000)) is JobStatus.SUCCEEDED
    assert (await crawls.product()).flickers == 1


async def test_the_wait_ends_when_no_two_sights_agree(crawls: Crawls) -> None:
    await crawls.recorded(page(1000))
    for number in range(MOST_SIGHTS - 1):
        assert await crawls.sees(page(5000 + number), after_ms=USUAL.again_ms) is JobStatus.NEW
    assert await crawls.sees(page(100), after_ms=USUAL.again_ms) is JobStatus.SUCCEEDED
    product = await crawls.product()
    assert (product.price_minor, product.verdict, product.verdict_reason) == (1000, "quarantine", "UNSTABLE")
    assert product.flickers == 0, "the known price was not seen in between"
    assert await crawls.pending() == [] and await crawls.prices() == [1000]
    job = await crawls.store.jobs.get(JOB.id)
    assert job is not None and job.result_json is not None
    assert all(str(price) in job.result_json for price in (5000, 5001, 5002, 100)), "all of them are candidates"


async def test_failures_say_nothing_of_what_waits(crawls: Crawls) -> None:
    await crawls.recorded(page(1000))
    assert await crawls.sees(page(3000)) is JobStatus.NEW
    crawls.clock.ms += USUAL.again_ms
    token = await crawls.claims()
    assert token is not None
    named: dict[str, Any] = {"delay_ms": 1000, "error_code": ErrorCode.ACCESS_DENIED, "detail": "a wall"}
    assert await crawls.store.jobs.retry_later(JOB.id, token, **named) is JobStatus.FAILED_RETRYABLE
    assert len(await crawls.pending()) == 1
    assert await crawls.sees(page(3000), after_ms=1000) is JobStatus.SUCCEEDED
    assert (await crawls.product()).price_minor == 3000


async def test_another_product_begins_a_history_of_its_own(crawls: Crawls, clock: Clock) -> None:
    await crawls.recorded(page(1000, brand="Pine"))
    assert await crawls.sees(page(900, LAMP)) is JobStatus.NEW
    product = await crawls.product()
    assert (product.title, product.generation, product.anew_at) == (MUG, 1, None)
    assert await crawls.sees(page(900, LAMP), after_ms=USUAL.again_ms) is JobStatus.SUCCEEDED
    product = await crawls.product()
    assert (product.title, product.brand, product.price_minor) == (LAMP, None, 900)
    assert (product.generation, product.anew_at) == (2, clock.ms)
    assert [(one.price_minor, one.generation) for one in await crawls.store.listing.history(KEY, limit=5)] == [
        (900, 2),
        (1000, 1),
    ]
    job = await crawls.store.jobs.get(JOB.id)
    assert job is not None and job.crawl_interval_ms == 777, "the pace begins anew"
    await crawls.recrawl()
    assert await crawls.sees(page(1700, LAMP)) is JobStatus.SUCCEEDED, "no jump within this generation"
    changes = (await crawls.store.changes.page(limit=5)).rows
    assert [(one.kind, one.price_before_minor, one.price_minor) for one in changes] == [("rise", 900, 1700)]


async def test_an_outage_ends_no_history_however_long_it_lasts(crawls: Crawls) -> None:
    await crawls.recorded(page(1000))
    assert await crawls.sees(page(3000)) is JobStatus.NEW
    for _ in range(3):
        crawls.clock.ms += USUAL.again_ms
        assert await crawls.sees(page(None, "Temporarily unavailable")) is JobStatus.SUCCEEDED
        product = await crawls.product()
        assert (product.title, product.price_minor, product.generation) == (MUG, 1000, 1)
        assert (product.verdict, product.verdict_reason) == ("quarantine", "ANOTHER_PRODUCT")
        await crawls.recrawl()
    assert len(await crawls.pending()) == 1, "what waited goes on waiting"
    assert await crawls.sees(page(1000)) is JobStatus.SUCCEEDED
    product = await crawls.product()
    assert (product.verdict, product.generation, product.anew_at) == ("ok", 1, None)
    assert set(await crawls.prices()) == {1000}


async def test_another_product_at_the_same_price_is_observed_again(crawls: Crawls) -> None:
    await crawls.sees(page(1000))
    crawls.clock.ms += 1000
    await crawls.store.jobs.requeue([JOB.id])
    await crawls.recrawl()
    for _ in range(2):
        await crawls.sees(page(1000, LAMP), after_ms=USUAL.again_ms)
    assert await crawls.prices() == [1000, 1000]


async def test_a_page_sold_out_leaves_the_price_waiting(crawls: Crawls) -> None:
    await crawls.recorded(page(1000))
    assert await crawls.sees(page(3000)) is JobStatus.NEW
    gone = page(None, availability=Availability.OUT_OF_STOCK)
    assert await crawls.sees(gone, after_ms=USUAL.again_ms) is JobStatus.SUCCEEDED
    assert len(await crawls.pending()) == 1
    product = await crawls.product()
    assert (product.price_minor, product.availability) == (1000, "OUT_OF_STOCK")
    await crawls.recrawl()
    assert await crawls.sees(page(3000)) is JobStatus.SUCCEEDED
    assert (await crawls.product()).price_minor == 3000


async def test_the_second_look_is_another_workers_for_a_time(crawls: Crawls, clock: Clock) -> None:
    await crawls.recorded(page(1000))
    await worker_lives(crawls.store, "w2")
    assert await crawls.sees(page(3000), "w1") is JobStatus.NEW
    clock.ms += USUAL.again_ms
    assert await crawls.claims("w1") is None
    assert await crawls.sees(page(3000), "w2") is JobStatus.SUCCEEDED
    await crawls.recrawl()
    assert await crawls.sees(page(3000), "w1") is JobStatus.SUCCEEDED, "afterwards it is anybody's"
    await crawls.recrawl()
    await worker_lives(crawls.store, "w2")
    assert await crawls.sees(page(9000), "w1") is JobStatus.NEW
    clock.ms += USUAL.another_ms
    assert await crawls.sees(page(9000), "w1") is JobStatus.SUCCEEDED, "after a time it is the first one's, too"


async def test_the_third_look_is_the_first_workers_again(crawls: Crawls, clock: Clock) -> None:
    """Of two workers that saw two things each would be kept from it, and nobody could come for ten minutes."""
    await crawls.recorded(page(1000))

    async def both_live() -> None:
        for worker in ("w1", "w2"):
            await worker_lives(crawls.store, worker)

    await both_live()
    assert await crawls.sees(page(3000), "w1") is JobStatus.NEW
    clock.ms += USUAL.again_ms
    await both_live()
    assert await crawls.sees(page(7000), "w2") is JobStatus.NEW
    clock.ms += USUAL.again_ms
    assert await crawls.claims("w2") is None, "its own sight is what waits"
    assert await crawls.sees(page(7000), "w1") is JobStatus.SUCCEEDED
    assert (await crawls.product()).price_minor == 7000


async def test_a_lone_worker_takes_the_second_look_itself(crawls: Crawls) -> None:
    await crawls.recorded(page(1000))
    await crawls.store.fleet.worker_seen("w1", role="worker", version="1", state="", running=0, done=0, failed=0)
    assert await crawls.sees(page(3000)) is JobStatus.NEW
    assert await crawls.sees(page(3000), after_ms=USUAL.again_ms) is JobStatus.SUCCEEDED


async def test_a_worker_that_ended_in_order_is_not_waited_for(crawls: Crawls) -> None:
    await crawls.recorded(page(1000))
    await crawls.store.fleet.worker_seen("w2", role="worker", version="1", state=STOPPED, running=0, done=0, failed=0)
    assert await crawls.sees(page(3000), "w1") is JobStatus.NEW
    assert await crawls.sees(page(3000), "w1", after_ms=USUAL.again_ms) is JobStatus.SUCCEEDED


async def test_a_worker_that_does_not_go_the_jobs_way_is_not_waited_for(crawls: Crawls, clock: Clock) -> None:
    await crawls.recorded(page(1000))
    await worker_lives(crawls.store, "w2", ways=[Way.OFFICIAL])
    assert await crawls.sees(page(3000), "w1") is JobStatus.NEW
    assert await crawls.sees(page(3000), "w1", after_ms=USUAL.again_ms) is JobStatus.SUCCEEDED


async def test_a_late_sight_is_lost_and_keeps_nothing(crawls: Crawls, clock: Clock) -> None:
    await crawls.recorded(page(1000))
    token = await crawls.claims()
    assert token is not None
    clock.ms += LEASE_MS
    assert await crawls.store.jobs.succeed(JOB.id, token, page(3000)) is None
    assert await crawls.pending() == []


async def test_a_sight_sent_again_after_its_wait_is_over_does_not_come_back(crawls: Crawls) -> None:
    await crawls.recorded(page(1000))
    token = await crawls.claims()
    assert token is not None
    assert await crawls.store.jobs.succeed(JOB.id, token, page(3000)) is JobStatus.NEW
    assert await crawls.sees(page(1000), after_ms=USUAL.again_ms) is JobStatus.SUCCEEDED
    assert await crawls.store.jobs.succeed(JOB.id, token, page(3000)) is JobStatus.NEW
    assert await crawls.pending() == []


async def test_two_jobs_of_one_product_at_once_cannot_both_bring_its_first_price(store: Store, clock: Clock) -> None:
    """Their batches may share a commit."""
    jobs = [link(1), replace(link(1), url_norm="https://shopee.tw/x-i.1.1", url="https://shopee.tw/x-i.1.1")]
    await store.jobs.add(jobs)
    for job in jobs:
        await store.jobs.claim(job.id, worker_id="w", lease_token=job.id, lease_ms=LEASE_MS)
    became = await asyncio.gather(
        *(
            store.jobs.succeed(job.id, job.id, page(price, job=job))
            for job, price in zip(jobs, (1000, 9000), strict=True)
        )
    )
    assert sorted(map(str, became)) == ["NEW", "SUCCEEDED"]
    assert len(await store.listing.history(KEY, limit=5)) == 1


async def test_a_wait_tells_when_the_next_look_is_due_and_whose_it_is(crawls: Crawls, clock: Clock) -> None:
    await crawls.recorded(page(1000))
    assert await crawls.sees(page(3000)) is JobStatus.NEW
    (waiting,) = await crawls.pending()
    assert (waiting.again_at, waiting.look_by) == (clock.ms + USUAL.again_ms, LookBy.ANYBODY)
    clock.ms += USUAL.again_ms
    await worker_lives(crawls.store, "w2")
    assert await crawls.sees(page(5000), "w1") is JobStatus.NEW
    waiting = (await crawls.pending())[-1]
    assert (waiting.look_by, waiting.another_until) == (LookBy.ANOTHER_WORKER, clock.ms + USUAL.another_ms)
    sold_out = page(None, availability=Availability.OUT_OF_STOCK)
    assert await crawls.sees(sold_out, "w2", after_ms=USUAL.again_ms) is JobStatus.SUCCEEDED
    assert (await crawls.pending())[-1].again_at == clock.ms + DAY_MS, "the next crawl"


async def test_what_waits_for_its_second_look_is_counted_among_the_next_tries(crawls: Crawls, clock: Clock) -> None:
    """`up --until-idle` says by it when there is something to do again."""
    await crawls.recorded(page(1000))
    assert await crawls.store.jobs.next_try() == (0, None), "it may be crawled now"
    assert await crawls.sees(page(3000)) is JobStatus.NEW
    waiting, in_ms = await crawls.store.jobs.next_try()
    assert waiting == 1 and in_ms is not None and in_ms > 0
    await crawls.store.fleet.pause_shop("shopee", "a test")
    assert await crawls.store.jobs.next_try() == (0, None), "a paused shop's is not looked at then"
    await crawls.store.fleet.resume_shop("shopee")
    clock.ms += in_ms
    assert await crawls.store.jobs.next_try() == (0, None), "it may be looked at now"


async def test_a_wait_ends_with_its_job_that_is_not_crawled_again(crawls: Crawls) -> None:
    await crawls.recorded(page(1000))
    assert await crawls.sees(page(3000)) is JobStatus.NEW
    assert await crawls.store.trust.end_lost_waits(limit=5) == 0, "it is looked at again"
    await crawls.store.jobs.cancel([JOB.id], reason="not wanted")
    assert (await crawls.pending())[0].again_at is None
    assert await crawls.store.trust.end_lost_waits(limit=5) == 1
    assert await crawls.pending() == []


async def test_a_wait_goes_on_where_a_failed_job_is_crawled_again(crawls: Crawls, clock: Clock) -> None:
    await crawls.recorded(page(1000))
    assert await crawls.sees(page(3000)) is JobStatus.NEW
    clock.ms += USUAL.again_ms
    token = await crawls.claims()
    assert token is not None
    named: dict[str, Any] = {"error_code": ErrorCode.CONTENT_NOT_FOUND, "detail": "no page", "next_crawl_ms": DAY_MS}
    assert await crawls.store.jobs.fail(JOB.id, token, **named)
    assert await crawls.store.trust.end_lost_waits(limit=5) == 0
    (waiting,) = await crawls.pending()
    assert waiting.again_at == clock.ms + DAY_MS


async def test_old_sights_are_forgotten(crawls: Crawls, clock: Clock) -> None:
    await crawls.recorded(page(1000))
    assert await crawls.sees(page(3000)) is JobStatus.NEW
    clock.ms += 31 * DAY_MS
    await crawls.store.trust.forget(limit=10)
    assert await crawls.pending() == []
