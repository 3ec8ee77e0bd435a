"""What the store remembers from crawl to crawl, on every driver: broken links, gone pages, health, switches."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from common.errors import ErrorCode
from common.job import Job, JobStatus, NewJob
from common.offer import Availability, Offer, Verdict, VerdictStatus
from common.outcome.crawl_result import CrawlResult
from common.settings import DatabaseSettings
from common.store import ClaimOutcome, JobFilter, ShopWindow, Store, Unread, init_schema, open_store
from common.store.health import KEEP
from common.timing.units import DAY_MS

WEEK_MS = 7 * DAY_MS
OK = Verdict(VerdictStatus.OK)
_SERVER = pytest.mark.libsql_server


class Clock:
    def __init__(self) -> None:
        self.ms = 1_800_000_000_000

    def __call__(self) -> int:
        return self.ms


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["embedded", pytest.param("hrana", marks=_SERVER)])
async def store(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> AsyncIterator[Store]:
    url = f"file:{tmp_path}/x.db" if request.param == "embedded" else request.getfixturevalue("libsql_url")
    settings = DatabaseSettings(url=url)
    await init_schema(settings)
    store = await open_store(settings, clock_ms=clock)
    yield store
    await store.close()


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


@pytest.fixture
def links(store: Store, clock: Clock) -> Links:
    return Links(store, clock)


async def test_five_failures_in_a_row_make_a_link_broken_and_it_is_looked_at_weekly(links: Links) -> None:
    job = link()
    for number in range(1, 5):
        await links.fails(job, ErrorCode.PARSE_ERROR)
        found = await links.job(job)
        assert (found.failures, found.broken_at) == (number, None)
        assert await links.later(DAY_MS) == [job.id]
    await links.fails(job, ErrorCode.PARSE_ERROR)
    found = await links.job(job)
    assert (found.failures, found.broken_at) == (5, links.clock.ms)
    assert [one.id for one in await links.store.listing.jobs(JobFilter(broken=True), limit=9)] == [job.id]
    assert await links.later(WEEK_MS - 1) == []
    assert await links.later(1) == [job.id]
    assert (await links.job(job)).attempt == 4, "a single look, not five"
    await links.succeeds(job)
    found = await links.job(job)
    assert (found.failures, found.broken_at) == (0, None)


async def test_attempts_spent_make_a_link_broken_and_a_success_mends_it(links: Links) -> None:
    job = link()
    for _ in range(4):
        assert await links.retries(job) is JobStatus.FAILED_RETRYABLE
    assert await links.retries(job) is JobStatus.DEAD
    found = await links.job(job)
    assert (found.failures, found.broken_at, found.next_crawl_at) == (5, links.clock.ms, links.clock.ms + WEEK_MS)
    assert await links.later(WEEK_MS) == [job.id]
    assert await links.retries(job) is JobStatus.DEAD
    assert await links.later(WEEK_MS) == [job.id]
    await links.succeeds(job)
    assert (await links.job(job)).broken_at is None


async def test_a_worker_that_vanished_says_nothing_of_the_link(links: Links) -> None:
    job = link()
    await links.claim(job)
    links.clock.ms += 61_000
    assert len(await links.store.jobs.reap(limit=9)) == 1
    token = await links.claim(job)
    assert await links.store.jobs.release(job.id, token)
    assert (await links.job(job)).failures == 0


async def test_attempts_that_vanished_workers_spent_make_no_link_broken(links: Links) -> None:
    job = link()
    for _ in range(4):
        await links.claim(job)
        links.clock.ms += 61_000
        assert [one.status for one in await links.store.jobs.reap(limit=9)] == [JobStatus.QUEUED]
    assert await links.retries(job) is JobStatus.DEAD
    found = await links.job(job)
    assert (found.failures, found.broken_at, found.next_crawl_at) == (1, None, None)


async def test_a_broken_link_whose_worker_vanished_keeps_its_weekly_look(links: Links) -> None:
    job = link()
    for _ in range(5):
        await links.retries(job)
    broken_at = links.clock.ms
    assert await links.later(WEEK_MS) == [job.id]
    await links.claim(job)
    links.clock.ms += 61_000
    assert [one.status for one in await links.store.jobs.reap(limit=9)] == [JobStatus.DEAD]
    found = await links.job(job)
    assert (found.failures, found.broken_at, found.next_crawl_at) == (5, broken_at, links.clock.ms + WEEK_MS)
    assert await links.later(WEEK_MS) == [job.id]


async def test_an_operator_who_requeues_gives_a_clean_slate(links: Links) -> None:
    job = link()
    for _ in range(5):
        await links.retries(job)
    assert await links.store.jobs.requeue([job.id]) == [job.id]
    found = await links.job(job)
    assert (found.status, found.attempt, found.failures, found.broken_at) == (JobStatus.NEW, 0, 0, None)


async def test_what_is_never_to_be_crawled_again_is_not(links: Links) -> None:
    job = link()
    await links.fails(job, ErrorCode.ROBOTS_DISALLOWED, None)
    assert await links.later(60 * DAY_MS) == []


async def test_three_looks_that_find_nothing_mark_the_product_gone_and_one_success_brings_it_back(links: Links) -> None:
    job = link()
    await links.succeeds(job)
    for number in range(3):
        product = await links.store.listing.product(job.id)
        assert product is not None
        assert product.gone_at is None, number
        await links.later(DAY_MS)
        await links.fails(job)
    product = await links.store.listing.product(job.id)
    assert product is not None
    assert (product.gone_at, product.price_minor, product.availability) == (links.clock.ms, 100, "IN_STOCK")
    gone_at = product.gone_at
    assert [one.product_key for one in await links.store.listing.products(gone=True, limit=9)] == [product.product_key]
    assert await links.later(WEEK_MS - 1) == []
    assert await links.later(1) == [job.id]
    await links.fails(job)
    product = await links.store.listing.product(job.id)
    assert product is not None
    assert product.gone_at == gone_at, "since when, not when it was last looked at"
    assert await links.later(WEEK_MS) == [job.id]
    await links.succeeds(job)
    product = await links.store.listing.product(job.id)
    assert product is not None
    assert product.gone_at is None
    assert (await links.job(job)).gone == 0


async def test_only_looks_in_a_row_make_a_product_gone(links: Links) -> None:
    job = link()
    await links.succeeds(job)
    removed, unread = ErrorCode.CONTENT_REMOVED, ErrorCode.PARSE_ERROR
    for code, gone in ((removed, 1), (removed, 2), (unread, 0), (removed, 1)):
        await links.later(DAY_MS)
        await links.fails(job, code)
        assert (await links.job(job)).gone == gone
    product = await links.store.listing.product(job.id)
    assert product is not None
    assert product.gone_at is None


async def test_a_network_error_between_two_looks_is_no_look(links: Links) -> None:
    job = link()
    await links.succeeds(job)
    for number in range(3):
        await links.later(DAY_MS)
        assert await links.retries(job) is JobStatus.FAILED_RETRYABLE
        await links.fails(job, ErrorCode.CONTENT_REMOVED)
        assert (await links.job(job)).gone == number + 1
    product = await links.store.listing.product(job.id)
    assert product is not None
    assert product.gone_at == links.clock.ms


async def test_a_result_sent_again_late_does_not_undo_what_another_link_showed_since(links: Links) -> None:
    """Two links lead to one product; the answer to the first one's result was lost."""
    one, other = link(), NewJob("u", "u", "shopee", "tw", "1", "1", "threads", "@me", "p2")
    await links.succeeds(one)
    links.clock.ms += 1
    await links.succeeds(other, price=90)
    before = await links.store.listing.product("shopee:tw:1"), await links.store.listing.history("shopee:tw:1", limit=9)
    offer = Offer(title="T", price_minor=110, currency="TWD", availability=Availability.IN_STOCK, item_id="1")
    late = CrawlResult("{}", "h", offer, OK, one.url_norm, "shopee", "tw", one.url, DAY_MS)
    assert await links.store.jobs.succeed(one.id, "lease-1", late)
    after = await links.store.listing.product("shopee:tw:1"), await links.store.listing.history("shopee:tw:1", limit=9)
    assert after == before


async def test_range_and_stock_stand_with_the_product(links: Links) -> None:
    await links.succeeds(link())
    product = await links.store.listing.product(link().id)
    assert product is not None
    assert (product.price_min_minor, product.price_max_minor, product.stock) == (100, 200, 7)


async def unread_by_now(links: Links) -> Unread:
    links.clock.ms += 1  # what ends in this very millisecond is left to the next reading
    unread = await links.store.health.unread(limit=50)
    assert unread is not None
    return unread


async def test_what_was_read_and_what_should_have_been_counts_once(links: Links) -> None:
    drop, health = Verdict(VerdictStatus.DROP, "ZERO_PRICE"), links.store.health
    assert await health.unread(limit=50) is None
    await links.succeeds(link(1))
    await links.succeeds(link(2), price=None)  # sold out without a price: no failure
    await links.succeeds(link(3), drop, price=0)
    await links.fails(link(4), ErrorCode.PARSE_ERROR)
    await links.fails(link(5), ErrorCode.CONTENT_NOT_FOUND)  # no page, so none that could not be read
    await links.fails(link(6), ErrorCode.ROBOTS_DISALLOWED)
    await links.ends_dead(link(7), ErrorCode.TIMEOUT)
    await links.ends_dead(link(8), ErrorCode.ACCESS_DENIED)
    unread = await unread_by_now(links)
    assert ({page.shop for page in unread.pages}, unread.more) == ({"shopee"}, False)
    assert sorted((page.failed, page.zero_price, page.yielded) for page in unread.pages) == [
        (False, False, False), (False, False, True), (True, False, False), (True, False, False), (True, True, False)
    ]  # fmt: skip
    window = ShopWindow("shopee", 1, 1, 2, 5, 3, 1, 1)
    for _ in range(2):  # sent twice, or by two dispatchers
        await health.record(unread, [window], {})
    assert (await health.standing(["shopee"]))["shopee"].windows == (window,)
    await health.record(unread, [ShopWindow("shopee", 1, 1, 2, 10, 6, 2, 2)], {})
    assert (await health.standing())["shopee"].windows == (window,), "these pages were counted already"
    assert await health.unread(limit=50) is None


async def test_a_long_queue_of_pages_is_read_piece_by_piece(links: Links) -> None:
    for number in range(5):
        links.clock.ms += 1
        await links.fails(link(2 * number), ErrorCode.PARSE_ERROR)
        await links.fails(link(2 * number + 1), ErrorCode.PARSE_ERROR)
    seen = []
    links.clock.ms += 1
    while found := await links.store.health.unread(limit=3):
        seen.append(len(found.pages))
        await links.store.health.record(found, [], {})
    assert sum(seen) == 10
    assert max(seen) <= 3


async def test_other_shops_are_judged_each_by_itself(links: Links) -> None:
    await links.succeeds(link(1, "other", "a.example"))
    await links.fails(link(2, "other", "b.example"), ErrorCode.PARSE_ERROR)
    await links.fails(link(3, "other", None), ErrorCode.PARSE_ERROR)  # accepted before its domain was kept
    unread = await unread_by_now(links)
    assert {(page.shop, page.failed) for page in unread.pages} == {
        ("other/a.example", False),
        ("other/b.example", True),
    }


async def test_a_shop_keeps_its_last_windows_only(links: Links) -> None:
    for number in range(1, KEEP + 3):
        await links.fails(link(number), ErrorCode.PARSE_ERROR)
        unread = await unread_by_now(links)
        await links.store.health.record(unread, [ShopWindow("shopee", number, 1, 1, 20, 20, 0, 0)], {})
        links.clock.ms += 1
    kept = (await links.store.health.standing())["shopee"].windows
    assert [one.number for one in kept] == list(range(3, KEEP + 3))


async def test_a_result_that_is_no_json_stops_nobody(links: Links) -> None:
    job = link()
    token = await links.claim(job)
    result = CrawlResult("not json", "h", None, OK, job.url_norm, "shopee", "tw", job.url, None)
    assert await links.store.jobs.succeed(job.id, token, result)
    unread = await unread_by_now(links)
    assert [page.failed for page in unread.pages] == [True]


async def switch_off(links: Links, shop: str) -> list[str]:
    """As the dispatcher does it: together with the pages it has read."""
    platform = shop.partition("/")[0]
    links.clock.ms += 1
    await links.fails(link(1000 + links.leases, platform, "some.example"), ErrorCode.PARSE_ERROR)
    unread = await unread_by_now(links)
    health = (await links.store.health.standing([shop]))[shop]
    return await links.store.health.record(unread, [], {health: "cannot be read"})


async def test_a_switched_off_shop_waits_and_the_others_go_on(links: Links) -> None:
    jobs = links.store.jobs
    bad, good = link(1, "other", "b.example"), link(2, "other", "a.example")
    await jobs.add([bad, good])
    assert await switch_off(links, "other/b.example") == ["other/b.example"]
    assert await switch_off(links, "other/b.example") == [], "it is paused already"
    due = await jobs.due("other", limit=9, window=9, retry_overdue_ms=0)
    assert [one.id for one in due] == [good.id]
    await jobs.publish([bad.id], republish_after_ms=0)
    claim = await jobs.claim(bad.id, worker_id="w", lease_token="t", lease_ms=1000)
    assert claim.outcome is ClaimOutcome.SHOP_PAUSED
    await links.claim(good)
    assert (await links.job(bad)).status is JobStatus.QUEUED
    assert (await jobs.open_count(), await jobs.waiting_count()) == (2, 1)
    await links.store.fleet.resume_shop("other/b.example")
    assert await jobs.waiting_count() == 0
    assert (await jobs.claim(bad.id, worker_id="w", lease_token="t", lease_ms=1000)).outcome is ClaimOutcome.CLAIMED


async def test_resuming_begins_anew(links: Links) -> None:
    await links.fails(link(1), ErrorCode.PARSE_ERROR)
    unread = await unread_by_now(links)
    window = ShopWindow("shopee", 1, links.clock.ms, links.clock.ms, 1, 1, 0, 0)
    await links.store.health.record(unread, [window], {})
    before = (await links.store.health.standing(["shopee"]))["shopee"]
    assert before.counted == (window,)
    links.clock.ms += 1000
    await links.fails(link(2), ErrorCode.PARSE_ERROR)
    unread = await unread_by_now(links)
    await links.store.fleet.resume_shop("shopee")
    assert (await links.store.health.standing(["shopee"]))["shopee"].counted == ()
    assert await links.store.health.record(unread, [], {before: "bad"}) == [], "judged by what was before the resume"
