"""When a shop's reading is switched off, and how the dispatcher adds up what ended."""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.errors import ErrorCode
from common.job import JobStatus, NewJob
from common.offer import Availability, Offer, Verdict, VerdictStatus
from common.outcome.crawl_result import CrawlResult
from common.settings import DatabaseSettings
from common.store import ClaimOutcome, PageRead, ShopHealth, ShopWindow, Store, init_schema, open_store
from common.timing.units import DAY_MS
from dispatcher.health import WINDOW_PAGES, grown, is_full, look_after, verdict, without_one
from dispatcher.shop_shares import ShopShares

OFFER = Offer(title="T", price_minor=5, currency="TWD", availability=Availability.IN_STOCK)


def window(failed: int, pages: int = 50, *, number: int = 1, zero_prices: int = 0) -> ShopWindow:
    return ShopWindow("shopee", number, number, number, pages, failed, zero_prices, pages - failed)


def pages(count: int, *, failed: int = 0, begin_ms: int = 1) -> list[PageRead]:
    """The first `failed` of them."""
    return [PageRead("shopee", begin_ms + n, n < failed, False, n >= failed) for n in range(count)]


def health(*windows: ShopWindow, judged_from: int = 0) -> ShopHealth:
    return ShopHealth("shopee", judged_from, windows)


@pytest.mark.parametrize(
    ("windows", "off"),
    [
        ([], False),
        ([window(50)], False),
        ([window(24), window(50)], False),
        ([window(50), window(24)], False),
        ([window(25), window(25)], True),
        ([window(50), window(30, 60)], True),
        ([window(0), window(50), window(50)], True),
        ([window(50), window(50), window(0)], False),
        ([window(50), window(49, 49)], False),
        ([window(50), window(50), window(0, 49)], True),
        ([window(20, 420), window(20, 420)], False),
    ],
)
def test_two_bad_windows_in_a_row(windows: list[ShopWindow], off: bool) -> None:
    assert (verdict(windows) is not None) == off


def test_the_reason_says_the_figures_and_what_to_type() -> None:
    told = verdict([window(26), window(35, zero_prices=3)])
    assert told is not None
    assert "26 of 50 and 35 of 50" in told
    assert "3 of them with a price of zero" in told
    assert "crawlfleet jobs resume shopee" in told


def test_no_single_volunteer_switches_a_shop_off() -> None:
    def told_by(person: str | None, count: int, *, failed: bool) -> list[PageRead]:
        return [PageRead("shopee", n, failed, False, not failed, person) for n in range(count)]

    liars, read = told_by("liar", 500, failed=True), told_by("ann", 30, failed=False)
    assert without_one(liars) == []
    assert without_one([*liars, *read]) == read
    ben, ours = told_by("ben", 3, failed=True), told_by(None, 4, failed=True)
    assert without_one([*liars, *ben, *ours, *read]) == [*ben, *ours, *read], "two persons, or an operator, are heard"


def grow(health: ShopHealth, pages: list[PageRead]) -> ShopWindow:
    grew = grown(health, pages)
    assert grew is not None
    return grew


def test_pages_fill_the_window_that_is_open_and_then_the_next() -> None:
    first = grow(health(), pages(49, failed=3))
    assert (first.number, first.pages, first.failed, first.begins_at, first.ends_at) == (1, 49, 3, 1, 49)
    full = grow(health(first), pages(1, begin_ms=60))
    assert (full.number, full.pages, full.ends_at) == (1, 50, 60)
    assert grow(health(full), pages(1, begin_ms=70)).number == 2


def test_however_many_pages_come_at_once_they_are_one_window() -> None:
    """What came in the same half minute is judged together: a bunch of failures among many good pages is no drift."""
    one = grow(health(), pages(1000, failed=100))
    assert (one.number, one.pages, one.failed) == (1, 1000, 100)


@given(st.integers(0, WINDOW_PAGES - 1), st.integers(1, 100))
def test_no_page_is_lost_or_counted_twice(already: int, more: int) -> None:
    open_window = [window(0, already)] if already else []
    grew = grow(health(*open_window), pages(more, begin_ms=10))
    assert (grew.number, grew.pages) == (1, already + more)
    assert is_full(grew) == (already + more >= WINDOW_PAGES)


def test_what_was_before_the_resume_does_not_count() -> None:
    before = window(35, 35, number=7)
    fresh = grow(health(before, judged_from=50), pages(5, begin_ms=48))
    assert (fresh.number, fresh.pages, fresh.begins_at) == (8, 2, 51)
    assert grown(health(judged_from=50), pages(5)) is None


class Clock:
    ms = 1_800_000_000_000

    def __call__(self) -> int:
        return self.ms


class Shop:
    """Links of some shops, crawled again and again."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store = store
        self.clock = clock
        self.leases = 0

    async def claim(self, number: int, domain: str) -> tuple[NewJob, str]:
        url = f"https://{domain}/{number}"
        job = NewJob(url, url, "other", "any", domain, None, "jsonl", "me", "1")
        await self.store.jobs.add([job])
        self.clock.ms += 1
        self.leases += 1
        claim = await self.store.jobs.claim(job.id, worker_id="w", lease_token=f"t{self.leases}", lease_ms=1000)
        assert claim.outcome is ClaimOutcome.CLAIMED
        return job, f"t{self.leases}"

    async def crawl(self, number: int, domain: str, code: ErrorCode) -> None:
        job, token = await self.claim(number, domain)
        assert await self.store.jobs.fail(job.id, token, error_code=code, detail="x", next_crawl_ms=DAY_MS // 2)

    async def refuse(
        self, number: int, domain: str, code: ErrorCode = ErrorCode.ACCESS_DENIED, *, times: int = 1
    ) -> JobStatus | None:
        ended = None
        for _ in range(times):
            job, token = await self.claim(number, domain)
            ended = await self.store.jobs.retry_later(job.id, token, delay_ms=0, error_code=code, detail="x")
        return ended

    async def read(self, number: int, domain: str) -> None:
        job, token = await self.claim(number, domain)
        told = json.dumps({"offer": {"price_minor": 5}, "verdict": {"status": "ok"}})
        result = CrawlResult(
            told, "h", OFFER, Verdict(VerdictStatus.OK), job.url_norm, "other", "any", job.url, DAY_MS // 2
        )
        assert await self.store.jobs.succeed(job.id, token, result)

    async def look(self) -> list[str]:
        self.clock.ms += 1  # what ended in this very millisecond is left to the next look
        return await look_after(self.store.health, ShopShares())

    async def counted(self, domain: str) -> tuple[int, int]:
        """Pages, and those of them that failed, over all windows."""
        await self.look()
        windows = (await self.store.health.standing([f"other/{domain}"]))[f"other/{domain}"].windows
        return sum(one.pages for one in windows), sum(one.failed for one in windows)


@pytest.fixture
async def shop(tmp_path: Path) -> AsyncIterator[Shop]:
    settings = DatabaseSettings(url=f"file:{tmp_path / 'jobs.db'}", timeout_seconds=1)
    await init_schema(settings)
    clock = Clock()
    store = await open_store(settings, clock_ms=clock)
    yield Shop(store, clock)
    await store.close()


async def test_a_shop_of_few_products_is_judged_as_they_are_crawled_again(
    shop: Shop, caplog: pytest.LogCaptureFixture
) -> None:
    """A job's row shows its last end only, so pages are added up as they come."""
    off = []
    for _ in range(10):
        for number in range(10):
            await shop.crawl(number, "few.example", ErrorCode.PARSE_ERROR)
            await shop.crawl(number, "well.example", ErrorCode.CONTENT_NOT_FOUND)
        off += await shop.look()
        assert await shop.look() == [], "nothing new, nothing counted twice"
        shop.clock.ms += 8 * DAY_MS
        await shop.store.jobs.recrawl(limit=100)
    assert off == ["other/few.example"]
    assert "crawlfleet jobs resume other/few.example" in caplog.text
    rows = {row.platform: row for row in await shop.store.fleet.shops()}
    assert rows["other/few.example"].paused
    assert "50 of 50 and 50 of 50" in (rows["other/few.example"].paused_reason or "")
    assert not rows["other"].paused


async def test_resumed_it_needs_two_fresh_bad_windows(shop: Shop, caplog: pytest.LogCaptureFixture) -> None:
    for begin in (0, 50):
        for number in range(begin, begin + 50):
            await shop.crawl(number, "bad.example", ErrorCode.PARSE_ERROR)
        with caplog.at_level(logging.ERROR):
            assert await shop.look() == (["other/bad.example"] if begin else [])
    await shop.store.fleet.resume_shop("other/bad.example")
    for begin, end, off in ((100, 150, []), (150, 199, []), (199, 200, ["other/bad.example"])):
        for number in range(begin, end):
            await shop.crawl(number, "bad.example", ErrorCode.PARSE_ERROR)
        assert await shop.look() == off


async def test_a_refused_page_counts_at_once_and_once_however_often_it_is_tried_again(shop: Shop) -> None:
    await shop.refuse(1, "a.example")
    assert await shop.counted("a.example") == (1, 1), "while it waits for its next attempt"
    assert await shop.refuse(1, "a.example", times=4) is JobStatus.DEAD
    await shop.refuse(2, "a.example", times=2)
    await shop.read(2, "a.example")
    assert await shop.counted("a.example") == (2, 2), "a page that is read after a refusal was counted before"
    await shop.refuse(3, "a.example", ErrorCode.TIMEOUT, times=2)
    await shop.read(3, "a.example")
    assert await shop.counted("a.example") == (3, 2), "a network error said nothing of reading"
    shop.clock.ms += 8 * DAY_MS
    await shop.store.jobs.recrawl(limit=9)
    await shop.refuse(2, "a.example")
    await shop.read(3, "a.example")
    assert await shop.counted("a.example") == (5, 3), "each crawl anew"


async def test_ends_of_one_millisecond_count_once_and_are_all_counted(shop: Shop) -> None:
    for number in range(6):
        job, token = await shop.claim(number, "a.example")
        shop.clock.ms -= 1
        assert await shop.store.jobs.fail(job.id, token, error_code=ErrorCode.PARSE_ERROR, detail="x")
        await look_after(shop.store.health, ShopShares())
    assert await shop.counted("a.example") == (6, 6)


async def test_a_tenth_of_refused_pages_with_all_their_retries_switches_nothing_off(shop: Shop) -> None:
    """As seen: nine of ten pages were read, and the retries of the tenth, at their last attempts, came in bunches."""
    refused = range(0, 600, 10)
    for number in range(600):
        if number in refused:
            await shop.refuse(number, "a.example")
        else:
            await shop.read(number, "a.example")
        if number % 50 == 49:
            assert await shop.look() == []
    for _ in range(4):
        for number in refused:
            await shop.refuse(number, "a.example")
            if number % 50 == 0:
                assert await shop.look() == []
    assert await shop.look() == []
    assert await shop.counted("a.example") == (600, 60)


async def test_after_a_resume_the_retries_that_waited_switch_nothing_off_again(shop: Shop) -> None:
    for number in range(50):
        await shop.refuse(number, "a.example")
    await shop.look()
    await shop.store.fleet.resume_shop("other/a.example")
    for _ in range(4):
        for number in range(50):
            await shop.refuse(number, "a.example")
        assert await shop.look() == [], "only pages that failed before were tried"


async def test_a_backlog_is_read_to_its_end_in_batches(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dispatcher.health.PAGES_AT_ONCE", 4)
    for number in range(10):
        await shop.crawl(number, "few.example", ErrorCode.PARSE_ERROR)
    assert await shop.counted("few.example") == (10, 10)
