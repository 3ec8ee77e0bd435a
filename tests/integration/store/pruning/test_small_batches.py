"""What is pruned goes a few rows at a time, however many one job or one moment has: nobody waits long for a turn."""

from __future__ import annotations

import pytest

from common.errors import ErrorCode
from common.store import Store
from common.store.database.database import Database
from common.store.drivers.base import Rows, Value
from common.store.operators import pruning
from common.timing.units import DAY_MS
from tests.integration.store.jobs import LEASE_MS, Clock, link, result

JOBS, ROUNDS, LEFT = 5, 8, 10
EVENTS = JOBS * (1 + 4 * ROUNDS - 1)
"""Each was added and ended ROUNDS times, by way of three states, and requeued in between."""


@pytest.fixture
def batches(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[int]]:
    """Statement → how many rows each batch of it deleted, at two rows a time."""
    monkeypatch.setattr(pruning, "PAGE", 2)
    monkeypatch.setattr(pruning, "ROWS", 2)
    monkeypatch.setattr(pruning, "COUNT_PAGE", 3)
    deleted: dict[str, list[int]] = {}
    asked = Database.one

    async def noted(database: Database, name: str, **values: Value) -> Rows:
        answer = await asked(database, name, **values)
        if name.startswith("old_"):
            deleted.setdefault(name, []).append(answer.changed)
        return answer

    monkeypatch.setattr(Database, "one", noted)
    return deleted


async def _crawled_often(store: Store, clock: Clock, number: int) -> str:
    job = link(number)
    await store.jobs.add([job])
    for lap in range(ROUNDS):
        clock.ms += DAY_MS
        await store.jobs.publish([job.id], republish_after_ms=1)
        await store.jobs.claim(job.id, worker_id="w", lease_token=f"{number}-{lap}", lease_ms=LEASE_MS)
        detail = "it is not there"
        await store.jobs.fail(job.id, f"{number}-{lap}", error_code=ErrorCode.CONTENT_NOT_FOUND, detail=detail)
        if lap < ROUNDS - 1:
            await store.jobs.requeue([job.id])
    return job.id


async def test_events_go_a_job_at_a_time_where_each_has_many(
    store: Store, clock: Clock, batches: dict[str, list[int]]
) -> None:
    ids = [await _crawled_often(store, clock, number) for number in range(1, JOBS + 1)]
    before = {job_id: await store.jobs.events(job_id) for job_id in ids}
    assert sum(map(len, before.values())) == EVENTS
    now_ms = clock.ms + 1
    planned = await store.pruning.events(now_ms, dry_run=True)
    assert await store.pruning.events(now_ms, dry_run=False) == planned
    each = EVENTS // JOBS - LEFT
    assert [changed for changed in batches["old_events"] if changed] == [each] * JOBS
    assert sum(batches["old_attempts"]) == planned - JOBS * each
    assert len(batches["old_attempts"]) > ROUNDS
    assert {job_id: await store.jobs.events(job_id) for job_id in ids} == {
        job_id: events[-LEFT:] for job_id, events in before.items()
    }
    assert await store.pruning.events(now_ms, dry_run=True) == await store.pruning.events(now_ms, dry_run=False) == 0


async def test_prices_go_a_product_at_a_time_where_each_has_many(
    store: Store, clock: Clock, batches: dict[str, list[int]]
) -> None:
    clock.ms -= clock.ms % DAY_MS
    for number in range(1, JOBS + 1):
        job = link(number)
        await store.jobs.add([job])
        for lap in range(4):
            clock.ms += 1000
            await store.jobs.claim(job.id, worker_id="w", lease_token=f"{number}-{lap}", lease_ms=LEASE_MS)
            await store.jobs.succeed(job.id, f"{number}-{lap}", result(job, 19_900 + lap))
            await store.jobs.recheck([job.id])
    now_ms = clock.ms + 1
    planned = await store.pruning.observations(now_ms, dry_run=True)
    assert await store.pruning.observations(now_ms, dry_run=False) == planned == 3 * JOBS
    assert batches["old_observations"] == [3] * JOBS
    assert await store.pruning.observations(now_ms, dry_run=False) == 0
