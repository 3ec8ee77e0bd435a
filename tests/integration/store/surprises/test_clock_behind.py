"""The database's clock stands years behind for a moment, as of a machine whose clock has no battery, on every driver:
what was recorded before keeps its dates."""

from __future__ import annotations

import pytest

from common.job import JobStatus
from common.store import Store
from common.timing.units import DAY_MS, HOUR_MS
from fleet.doctor.database.database import check_clock
from fleet.doctor.finding import Level
from tests.integration.store.jobs import Clock, claim, link
from tests.integration.store.sights.test_second_sights import JOB, KEY, Crawls, page
from tests.integration.store.surprises.test_clock_set_back import lead

BEHIND_MS = 400 * DAY_MS
DAYS = 10


async def dates(store: Store) -> tuple[list[int], list[int], int, int]:
    """Of the product's prices and changes, and when it was seen first and last."""
    product = await store.listing.product(KEY)
    assert product is not None
    changes, _ = await store.notices.changes(0, limit=50)
    return (
        [one.observed_at for one in await store.listing.history(KEY, limit=50)],
        [one.at for one in changes],
        product.first_seen_at,
        product.last_seen_at,
    )


@pytest.fixture
async def crawls(store: Store, clock: Clock) -> Crawls:
    """A price for each of ten days, in a fleet that was led all the time."""
    await store.jobs.add([JOB])
    crawls = Crawls(store, clock)
    for day in range(DAYS):
        await lead(store)
        await crawls.recorded(page(1000 + day))
    await lead(store)
    return crawls


@pytest.mark.parametrize("behind_ms", [BEHIND_MS, (DAYS - 2) * DAY_MS])
async def test_a_clock_that_boots_in_the_past_redates_nothing(crawls: Crawls, clock: Clock, behind_ms: int) -> None:
    before = await dates(crawls.store)
    clock.ms -= behind_ms
    await lead(crawls.store)
    clock.ms += 15_000
    assert await lead(crawls.store), "work goes on all the same"
    assert await dates(crawls.store) == before
    clock.ms += behind_ms
    assert await lead(crawls.store)
    assert await dates(crawls.store) == before
    await crawls.recorded(page(2000))
    assert (await crawls.prices())[-1] == 2000


async def test_what_is_new_meanwhile_is_crawled_and_nothing_of_before(crawls: Crawls, clock: Clock) -> None:
    other, store = link(7), crawls.store
    assert await crawls.sees(page(1011)) is JobStatus.SUCCEEDED
    clock.ms -= BEHIND_MS
    await lead(store)
    clock.ms += 15_000
    await lead(store)
    await store.jobs.add([other])
    assert await claim(store, other, "new")
    assert await store.jobs.recrawl(limit=5) == [], "it is not due, by any clock"
    clock.ms += BEHIND_MS + 2 * DAY_MS
    assert JOB.id in await store.jobs.recrawl(limit=5)


async def test_doctor_says_that_the_clock_stands_behind(crawls: Crawls, clock: Clock) -> None:
    assert (await check_clock(crawls.store, clock)).level is Level.OK
    clock.ms -= BEHIND_MS
    await lead(crawls.store)
    found = await check_clock(crawls.store, clock)
    assert found.level is Level.WARNING
    assert found.text == "the product seen last was seen 399d ahead of now, by the database's clock"
    clock.ms += BEHIND_MS
    assert (await check_clock(crawls.store, clock)).level is Level.OK


async def test_a_clock_that_stood_ahead_for_days_is_still_known_by_the_gap(crawls: Crawls, clock: Clock) -> None:
    store, ahead_ms = crawls.store, 90 * DAY_MS
    right_ms = clock.ms
    clock.ms += ahead_ms
    for day in range(4):
        await lead(store)
        await crawls.recorded(page(1020 + day))
    await lead(store)
    clock.ms -= ahead_ms
    await lead(store)
    prices, changes, _, last_seen = await dates(store)
    assert right_ms - HOUR_MS < max(prices) <= clock.ms and max(changes) <= clock.ms
    assert last_seen <= clock.ms
