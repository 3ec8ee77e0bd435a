"""What was recorded while the database's clock stood ahead, after it was put right, on every store driver."""

from __future__ import annotations

import pytest

from common.store import ConsoleRole, Store
from common.timing.units import DAY_MS, HOUR_MS
from tests.integration.store.jobs import Clock, claim, link
from tests.integration.store.sights.test_second_sights import JOB, KEY, Crawls, page
from tests.integration.store.surprises.test_clock_set_back import lead

AHEAD_MS = 30 * DAY_MS


@pytest.fixture
async def crawls(store: Store, clock: Clock) -> Crawls:
    """Two prices recorded, the second while the clock stood ahead."""
    await store.jobs.add([JOB])
    crawls = Crawls(store, clock)
    await crawls.recorded(page(1000))
    clock.ms += AHEAD_MS
    await lead(store)
    await crawls.recorded(page(1010))
    await lead(store)
    clock.ms -= AHEAD_MS
    await lead(store)
    return crawls


async def test_each_change_is_in_the_history_once(crawls: Crawls, clock: Clock) -> None:
    for price_minor in (1020, 1010, 1000):
        await crawls.recorded(page(price_minor))
    assert await crawls.prices() == [1000, 1010, 1020, 1010, 1000]
    times = [one.observed_at for one in await crawls.store.listing.history(KEY, limit=50)]
    assert times == sorted(times, reverse=True) and times[0] <= clock.ms


async def test_what_another_link_sees_of_the_product_is_recorded(crawls: Crawls, clock: Clock) -> None:
    product = await crawls.store.listing.product(KEY)
    assert product is not None and product.last_seen_at <= clock.ms
    changes, _ = await crawls.store.notices.changes(0, limit=5)
    assert [one.at <= clock.ms for one in changes] == [True], "a rise"
    clock.ms += HOUR_MS
    other = link(7)
    await crawls.store.jobs.add([other])
    await claim(crawls.store, other, "another")
    assert await crawls.store.jobs.succeed(other.id, "another", page(1015))
    assert await crawls.prices() == [1000, 1010, 1015]


async def test_who_signed_in_meanwhile_is_signed_out_after_the_same_hours(store: Store, clock: Clock) -> None:
    await store.console.invite("ada", role=ConsoleRole.OPERATOR, secret_hash="i", expires_in_ms=HOUR_MS)
    assert await store.console.accept("i", password="p")
    clock.ms += AHEAD_MS
    await lead(store)
    await store.console.begin("ahead", "ada", password="p", lasts_ms=12 * HOUR_MS)
    clock.ms -= AHEAD_MS
    await lead(store)
    assert await store.console.signed_in("ahead")
    clock.ms += 12 * HOUR_MS
    assert not await store.console.signed_in("ahead")
