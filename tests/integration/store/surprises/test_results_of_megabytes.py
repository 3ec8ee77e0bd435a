"""Results as large as they may be: libsql-server gives no answer of more than 10 MB."""

from __future__ import annotations

import pytest

from common.job import JobStatus
from common.offer import Variant
from common.store import JobFilter, Store
from common.trust.states import ResultState
from tests.integration.store.jobs import LEASE_MS, Clock, link
from tests.integration.store.volunteers import Volunteers, look, read

# aiohttp's, of what libsql-client sends.
pytestmark = pytest.mark.filterwarnings("ignore:Sending a large body:ResourceWarning")
MANY_CHOICES = tuple(Variant(name='"' * 300, sku='"' * 200) for _ in range(500))
"""The largest that the door lets in: each mark is written down by two, and by four within a result."""


async def test_many_large_results_at_ended_jobs_are_settled(store: Store, clock: Clock) -> None:
    door = Volunteers(store, clock)
    jobs = [link(number) for number in range(12)]
    await store.jobs.add(jobs)
    await door.publish()
    for job in jobs:
        token = await door.claims(job, "ann")
        assert token is not None
        await door.says(job, "ann", read(job, token, 100, variants=MANY_CHOICES))
        await door.operator_sees(job, 100)
    settled: dict[ResultState, int] = {}
    while counts := await door.settled():
        for state, count in counts.items():
            settled[state] = settled.get(state, 0) + count
    assert settled == {ResultState.CONFIRMED: len(jobs)}
    assert (await store.trust.waiting())[0] == 0


async def test_jobs_with_large_results_are_found_by_their_ids(store: Store) -> None:
    jobs = [link(number) for number in range(20)]
    await store.jobs.add(jobs)
    for job in jobs:
        await store.jobs.claim(job.id, worker_id="w", lease_token=job.id, lease_ms=LEASE_MS)
        await store.jobs.succeed(job.id, job.id, look(job, 100, variants=MANY_CHOICES))
    found = await store.listing.meant.of_ids(JobFilter(), [job.id for job in jobs])
    assert {(job.id, job.status) for job in found} == {(job.id, JobStatus.SUCCEEDED) for job in jobs}
