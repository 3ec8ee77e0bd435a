"""How reading each shop went, and the switch that puts a bad one off, on every driver."""

from __future__ import annotations

import pytest

from common.errors import ErrorCode
from common.job import JobStatus
from common.offer import Verdict, VerdictReason, VerdictStatus
from common.outcome.crawl_result import CrawlResult
from common.store import ClaimOutcome, ShopWindow, Store, Unread
from common.store import health as kept
from common.store.health import KEEP
from tests.integration.store.jobs import Clock
from tests.integration.store.links_told import OK, Links, link


@pytest.fixture
def links(store: Store, clock: Clock) -> Links:
    return Links(store, clock)


async def unread_by_now(links: Links) -> Unread:
    links.clock.ms += 1  # what ends in this very millisecond is left to the next reading
    unread = await links.store.health.unread(limit=50)
    assert unread is not None
    return unread


async def test_what_was_read_and_what_should_have_been_counts_once(links: Links) -> None:
    drop, health = Verdict(VerdictStatus.DROP, VerdictReason.ZERO_PRICE), links.store.health
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


@pytest.mark.parametrize("at_once", [1, 3, 4, 12, 100])
async def test_the_windows_of_thousands_of_shops_come_in_pieces(
    links: Links, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    """One answer of libsql-server does not hold 60,000 of them."""
    await links.fails(link(1), ErrorCode.PARSE_ERROR)
    windows = [ShopWindow(f"other/{shop}.example", n, n, n, 50, 1, 0, 1) for shop in "abcd" for n in (1, 2, 3)]
    await links.store.health.record(await unread_by_now(links), windows, {})
    monkeypatch.setattr(kept, "WINDOWS_AT_ONCE", at_once)
    standing = await links.store.health.standing()
    assert [window for shop in standing.values() for window in shop.windows] == windows


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
    assert (await jobs.open_count(), (await jobs.waiting()).jobs) == (2, 1)
    await links.store.fleet.resume_shop("other/b.example")
    assert (await jobs.waiting()).jobs == 0
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
