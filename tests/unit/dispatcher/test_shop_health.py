"""When a shop's reading is switched off, and how the dispatcher adds up what ended."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.errors import ErrorCode
from common.job import NewJob
from common.settings import DatabaseSettings
from common.store import PageRead, ShopHealth, ShopWindow, Store, init_schema, open_store
from dispatcher.health import WINDOW_PAGES, grown, is_full, look_after, verdict

DAY_MS = 86_400_000


def window(failed: int, pages: int = 20, *, number: int = 1, zero_prices: int = 0) -> ShopWindow:
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
        ([window(20)], False),
        ([window(9), window(20)], False),
        ([window(20), window(9)], False),
        ([window(10), window(10)], True),
        ([window(20), window(30, 40)], True),
        ([window(0), window(20), window(20)], True),
        ([window(20), window(20), window(0)], False),
        ([window(20), window(19, 19)], False),
        ([window(20), window(20), window(0, 19)], True),
    ],
)
def test_two_bad_windows_in_a_row(windows: list[ShopWindow], off: bool) -> None:
    assert (verdict(windows) is not None) == off


def test_the_reason_says_the_figures_and_what_to_type() -> None:
    told = verdict([window(12), window(15, zero_prices=3)])
    assert told is not None
    assert "12 of 20 and 15 of 20" in told
    assert "3 of them with a price of zero" in told
    assert "crawlfleet jobs resume shopee" in told


def test_pages_fill_the_window_that_is_open_and_then_the_next() -> None:
    (first,) = grown(health(), pages(19, failed=3))
    assert (first.number, first.pages, first.failed, first.begins_at, first.ends_at) == (1, 19, 3, 1, 19)
    (full,) = grown(health(first), pages(1, begin_ms=30))
    assert (full.number, full.pages, full.ends_at) == (1, 20, 30)
    assert [one.number for one in grown(health(full), pages(1, begin_ms=40))] == [2]


def test_many_pages_at_once_make_two_windows_in_halves() -> None:
    two = grown(health(), pages(1000, failed=500))
    assert [(one.number, one.pages, one.failed) for one in two] == [(1, 500, 500), (2, 500, 0)]


@given(st.integers(0, 19), st.integers(1, 100))
def test_no_page_is_lost_or_counted_twice(already: int, more: int) -> None:
    open_window = [window(0, already)] if already else []
    windows = grown(health(*open_window), pages(more, begin_ms=10))
    assert sum(one.pages for one in windows) == already + more
    assert all(is_full(one) for one in windows) or len(windows) == 1
    assert len(windows) == max(1, min(2, (already + more) // WINDOW_PAGES))


def test_what_was_before_the_resume_does_not_count() -> None:
    before = window(15, 15, number=7)
    (fresh,) = grown(health(before, judged_from=50), pages(5, begin_ms=48))
    assert (fresh.number, fresh.pages, fresh.begins_at) == (8, 2, 51)
    assert grown(health(judged_from=50), pages(5)) == []


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

    async def crawl(self, number: int, domain: str, code: ErrorCode) -> None:
        url = f"https://{domain}/{number}"
        job = NewJob(url, url, "other", "any", domain, None, "jsonl", "me", "1")
        await self.store.jobs.add([job])
        self.clock.ms += 1
        self.leases += 1
        await self.store.jobs.claim(job.id, worker_id="w", lease_token=f"t{self.leases}", lease_ms=1000)
        assert await self.store.jobs.fail(
            job.id, f"t{self.leases}", error_code=code, detail="x", next_crawl_ms=DAY_MS // 2
        )

    async def look(self) -> list[str]:
        return await look_after(self.store.health)


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
    for _ in range(4):
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
    assert "20 of 20 and 20 of 20" in (rows["other/few.example"].paused_reason or "")
    assert not rows["other"].paused


async def test_resumed_it_needs_two_fresh_bad_windows(shop: Shop, caplog: pytest.LogCaptureFixture) -> None:
    for number in range(40):
        await shop.crawl(number, "bad.example", ErrorCode.PARSE_ERROR)
    with caplog.at_level(logging.ERROR):
        assert await shop.look() == ["other/bad.example"]
    await shop.store.fleet.resume_shop("other/bad.example")
    for begin, end, off in ((40, 70, []), (70, 89, []), (89, 90, ["other/bad.example"])):
        for number in range(begin, end):
            await shop.crawl(number, "bad.example", ErrorCode.PARSE_ERROR)
        assert await shop.look() == off
