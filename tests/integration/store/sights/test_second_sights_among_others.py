"""What waits for a second sight beside other jobs, workers and settings, on every driver."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from common.job import JobStatus, NewJob
from common.outcome.crawl_result import CrawlResult
from common.outcome.sight_rules import USUAL, Factors
from common.settings import DatabaseSettings
from common.store import Store, open_store
from common.timing.units import DAY_MS
from tests.integration.store.jobs import LEASE_MS, Clock, link, status
from tests.integration.store.sights.test_second_sights import KEY, page

SEEN: dict[str, Any] = {"role": "worker", "version": "1", "state": "", "running": 0, "done": 0, "failed": 0}


class Shop:
    """Crawls of many links."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store = store
        self.clock = clock

    async def due(self, window: int = 999) -> list[str]:
        return [one.id for one in await self.store.jobs.due("shopee", limit=999, window=window, retry_overdue_ms=0)]

    async def sees(self, job: NewJob, result: CrawlResult, worker: str = "w1") -> JobStatus | None:
        await self.store.jobs.publish(await self.due(), republish_after_ms=60_000)
        token = f"{job.id} at {self.clock.ms}"
        await self.store.jobs.claim(job.id, worker_id=worker, lease_token=token, lease_ms=LEASE_MS)
        return await self.store.jobs.succeed(job.id, token, result)

    async def all_jump(self, jobs: Sequence[NewJob]) -> None:
        """A sale at the whole shop: each price was recorded, leaps at the next crawl, and its second look is due."""
        await self.store.jobs.add(jobs)
        for job in jobs:
            await self.sees(job, _priced(job, 10_000))
        self.clock.ms += DAY_MS
        await self.store.jobs.recrawl(limit=999)
        for job in jobs:
            assert await self.sees(job, _priced(job, 1000)) is JobStatus.NEW
        self.clock.ms += USUAL.again_ms


def _priced(job: NewJob, price_minor: int) -> CrawlResult:
    read = page(price_minor, job=job)
    assert read.offer is not None
    return replace(read, offer=replace(read.offer, item_id=job.item_id))


@pytest.fixture
def shop(store: Store, clock: Clock) -> Shop:
    return Shop(store, clock)


async def test_two_links_of_one_product_whose_price_leaps_make_no_flicker(shop: Shop, clock: Clock) -> None:
    """Each waits for its own second look; the second one finds recorded what it saw."""
    one, other = link(1), replace(link(1), url_norm="https://shopee.tw/x-i.1.1", url="https://shopee.tw/x-i.1.1")
    await shop.store.jobs.add([one, other])
    for job in (one, other):
        assert await shop.sees(job, page(1000, job=job)) is JobStatus.SUCCEEDED
    clock.ms += DAY_MS
    await shop.store.jobs.recrawl(limit=5)
    for job in (one, other):
        assert await shop.sees(job, page(3000, job=job)) is JobStatus.NEW
    clock.ms += USUAL.again_ms
    for job in (one, other):
        assert await shop.sees(job, page(3000, job=job)) is JobStatus.SUCCEEDED
    product = await shop.store.listing.product(KEY)
    assert product is not None and (product.price_minor, product.flickers) == (3000, 0)
    assert await shop.store.listing.pending(keys=[KEY], limit=5) == []


async def test_what_waits_is_confirmed_under_factors_set_meanwhile(
    shop: Shop, clock: Clock, settings: DatabaseSettings
) -> None:
    job = link(1)
    await shop.store.jobs.add([job])
    await shop.sees(job, page(1000))
    clock.ms += DAY_MS
    await shop.store.jobs.recrawl(limit=5)
    first_seen = clock.ms
    assert await shop.sees(job, page(3000)) is JobStatus.NEW
    clock.ms += USUAL.again_ms
    restarted = await open_store(settings, clock_ms=clock, sights=replace(USUAL, factors=Factors(up=5.0)))
    try:
        assert await Shop(restarted, clock).sees(job, page(3000)) is JobStatus.SUCCEEDED
    finally:
        await restarted.close()
    product = await shop.store.listing.product(KEY)
    assert product is not None and product.flickers == 0
    (newest, _) = await shop.store.listing.history(KEY, limit=5)
    assert (newest.price_minor, newest.first_seen_at) == (3000, first_seen)


async def test_a_sale_at_a_whole_shop_does_not_hold_up_a_job_of_higher_priority(shop: Shop) -> None:
    await shop.all_jump([link(number) for number in range(10, 30)])
    urgent, usual = link(100, priority=1), link(101)
    await shop.store.jobs.add([urgent, usual])
    due = await shop.due(window=5)
    assert (due[0], len(due)) == (urgent.id, 5)
    assert usual.id not in due, "second looks come before other jobs of their priority"
    assert (await shop.due())[-1] == usual.id


async def test_a_sale_at_a_whole_shop_leaves_others_a_quarter_of_the_window(shop: Shop) -> None:
    """Also while its second looks, paced by their shop, are still under way."""
    await shop.all_jump([link(number) for number in range(10, 30)])
    assert len(await shop.due(window=8)) == 8, "they have it all as long as nobody else waits"
    others = [link(number) for number in range(100, 110)]
    await shop.store.jobs.add(others)
    beside = {job.id for job in others}
    due = await shop.due(window=8)
    assert [job in beside for job in due] == [False] * 6 + [True] * 2
    await shop.store.jobs.publish(due, republish_after_ms=60_000)
    await shop.store.jobs.cancel(due[6:], reason="they were crawled")
    assert set(await shop.due(window=8)) < beside, "six looks are under way"
    await shop.store.jobs.cancel(due[:2], reason="they were looked at")
    assert [job in beside for job in await shop.due(window=8)] == [False] * 2 + [True] * 2


async def test_a_worker_that_takes_other_shops_only_is_not_waited_for(shop: Shop, clock: Clock) -> None:
    job = link(1)
    await shop.store.jobs.add([job])
    await shop.sees(job, page(1000))
    clock.ms += DAY_MS
    await shop.store.jobs.recrawl(limit=5)
    await shop.store.fleet.worker_seen("w2", platforms=["taobao", "other"], **SEEN)
    assert await shop.sees(job, page(3000)) is JobStatus.NEW
    clock.ms += USUAL.again_ms
    assert await shop.sees(job, page(3000)) is JobStatus.SUCCEEDED
    clock.ms += DAY_MS
    await shop.store.jobs.recrawl(limit=5)
    await shop.store.fleet.worker_seen("w2", platforms=["taobao", "shopee"], **SEEN)
    assert await shop.sees(job, page(9000)) is JobStatus.NEW
    clock.ms += USUAL.again_ms
    assert await shop.sees(job, page(9000)) is None, "that one takes this shop's"
    assert await status(shop.store, job) is JobStatus.QUEUED
