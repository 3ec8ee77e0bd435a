"""What was doubted while the database's clock stood ahead, after it was put right, on every store driver."""

from __future__ import annotations

import pytest

from common.job import JobStatus
from common.outcome.sight_rules import USUAL
from common.store import Store
from common.store.clock.setback import WRITTEN_EVERY_MS
from common.timing.units import HOUR_MS
from tests.integration.store.jobs import Clock
from tests.integration.store.sights.test_second_sights import JOB, KEY, Crawls, page
from tests.integration.store.surprises.test_clock_set_back import lead

AHEAD_MS = 8 * HOUR_MS


@pytest.fixture
async def crawls(store: Store, clock: Clock) -> Crawls:
    """A price recorded; another one waits, seen while the clock stood ahead."""
    await store.jobs.add([JOB])
    crawls = Crawls(store, clock)
    await crawls.recorded(page(1000))
    clock.ms += AHEAD_MS
    await lead(store)
    assert await crawls.sees(page(3000)) is JobStatus.NEW
    clock.ms += 1000
    await lead(store)
    clock.ms -= AHEAD_MS
    await lead(store)
    return crawls


async def test_its_time_is_not_ahead_of_the_look_that_confirms_it(crawls: Crawls, clock: Clock) -> None:
    seen_at = clock.ms - 1000
    assert await crawls.sees(page(3000), after_ms=USUAL.again_ms) is JobStatus.SUCCEEDED
    newest = (await crawls.store.listing.history(KEY, limit=1))[0]
    assert newest.first_seen_at is not None
    assert newest.first_seen_at <= seen_at + WRITTEN_EVERY_MS < newest.observed_at == clock.ms


async def test_a_later_sight_is_what_the_next_one_is_held_against(crawls: Crawls) -> None:
    assert await crawls.sees(page(9000), after_ms=USUAL.again_ms) is JobStatus.NEW
    assert await crawls.sees(page(9000), after_ms=USUAL.again_ms) is JobStatus.SUCCEEDED
    assert await crawls.prices() == [1000, 9000]
