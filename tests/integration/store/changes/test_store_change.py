"""What the store remembers of a link from crawl to crawl, on every driver: broken links, gone pages, ranges, stock."""

from __future__ import annotations

import pytest

from common.errors import ErrorCode
from common.job import JobStatus, NewJob
from common.offer import Availability, Offer
from common.outcome.crawl_result import CrawlResult
from common.store import JobFilter, Store
from common.timing.units import DAY_MS
from tests.integration.store.jobs import Clock
from tests.integration.store.links_told import OK, Links, link

WEEK_MS = 7 * DAY_MS


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
    await links.fails(job, ErrorCode.INVALID_URL, None)
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
    gone = await links.store.listing.products_page(gone=True, limit=9)
    assert [one.product_key for one in gone.rows] == [product.product_key]
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
