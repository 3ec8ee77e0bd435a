"""While a fleet is upgraded, a newer program leaves results that an older one cannot read: each costs itself alone."""

from __future__ import annotations

import json

import pytest
from prometheus_client import REGISTRY

from common.job import JobStatus, NewJob
from common.store import Heard, Store
from common.store.drivers.base import Statement
from common.store.trust.second_looks import TrustStore
from common.trust.states import ResultState
from tests.integration.store.jobs import Clock, link, status
from tests.integration.store.volunteers import READER, Volunteers, read

NEWER = {"availability": "IN_A_WORD_OF_TOMORROW"}


@pytest.fixture
def door(store: Store, clock: Clock) -> Volunteers:
    return Volunteers(store, clock)


def left() -> float:
    return REGISTRY.get_sample_value("crawlfleet_results_not_understood_total") or 0.0


async def as_newer(store: Store, job: NewJob) -> str:
    """Has the job's waiting result say what only a newer version knows. What it said before."""
    database = store.trust._db
    where = "WHERE job_id = :id AND state = 'waiting'"
    (found,) = await database.run(Statement(f"SELECT outcome_json FROM volunteer_results {where}", {"id": job.id}))
    before = str(found.rows[0]["outcome_json"])
    told = json.loads(before)
    told["result"]["offer"] |= NEWER
    await upgraded(store, job, json.dumps(told))
    return before


async def upgraded(store: Store, job: NewJob, outcome_json: str) -> None:
    """As if the program that reads it now knew the word."""
    sql = "UPDATE volunteer_results SET outcome_json = :told WHERE job_id = :id AND state = 'waiting'"
    await store.trust._db.run(Statement(sql, {"id": job.id, "told": outcome_json}))


async def test_the_dispatcher_settles_the_others_and_takes_it_up_once_it_is_upgraded(
    door: Volunteers, caplog: pytest.LogCaptureFixture
) -> None:
    store = door.store
    jobs = [link(1), link(2)]
    await store.jobs.add(jobs)
    for job in jobs:
        await door.sees(job, "ann", 500)
    first, second = sorted(jobs, key=lambda job: job.id)
    before, counted = await as_newer(store, first), left()
    for job in jobs:
        await door.operator_sees(job, 500)
    for _ in range(3):
        await store.trust.settle(limit=1, reader_version=READER)
    assert [one.state for one in await store.trust.reports_of(second.id)] == [ResultState.CONFIRMED], (
        "what cannot be read stands first, and takes nobody's place within the limit"
    )
    assert [one.state for one in await store.trust.reports_of(first.id)] == [ResultState.WAITING]
    assert left() == counted + 1, "counted once by each program"
    assert [record.message for record in caplog.records if "newer version" in record.message] != []

    await upgraded(store, first, before)
    assert await TrustStore(store.trust._db).settle(limit=1, reader_version=READER) == {ResultState.CONFIRMED: 1}


async def test_beside_one_that_cannot_be_read_the_other_of_its_job_is_settled(door: Volunteers) -> None:
    job, store = link(1), door.store
    await store.jobs.add([job])
    await door.sees(job, "ann", 500)
    before = await as_newer(store, job)
    token = (await store.trust.reports_of(job.id))[0].lease_token
    sql = "UPDATE volunteer_results SET state = :state WHERE lease_token = :token"
    await store.trust._db.run(Statement(sql, {"state": "unchecked", "token": token}))
    await door.sees(job, "ben", 500)
    await store.trust._db.run(Statement(sql, {"state": "waiting", "token": token}))
    await door.operator_sees(job, 500)
    assert await store.trust.settle(limit=9, reader_version=READER) == {ResultState.CONFIRMED: 1}
    states = {one.person: one.state for one in await store.trust.reports_of(job.id)}
    assert states == {"ann": ResultState.WAITING, "ben": ResultState.CONFIRMED}
    await upgraded(store, job, before)
    assert await TrustStore(store.trust._db).settle(limit=9, reader_version=READER) == {ResultState.CONFIRMED: 1}


async def test_an_older_gateway_confirms_nothing_by_it_and_a_newer_one_goes_on(door: Volunteers, clock: Clock) -> None:
    job, store = link(1), door.store
    await store.jobs.add([job])
    await door.sees(job, "ann", 500)
    before = await as_newer(store, job)
    await door.sees(job, "ben", 500)
    assert await status(store, job) is JobStatus.NEW, "the job is looked at again"
    states = {one.person: one.state for one in await store.trust.reports_of(job.id)}
    assert states == {"ann": ResultState.WAITING, "ben": ResultState.INCONCLUSIVE}
    assert await door.price(job) is None

    await upgraded(store, job, before)
    clock.ms += 600_000
    await door.sees(job, "cleo", 500)
    assert (await status(store, job), await door.price(job)) == (JobStatus.SUCCEEDED, 500)


async def test_what_an_operators_worker_recorded_in_newer_words_is_held_against(door: Volunteers) -> None:
    job, store = link(1), door.store
    await store.jobs.add([job])
    await door.sees(job, "ann", 500)
    await door.operator_sees(job, 500)
    sql = "UPDATE crawl_jobs SET result_json = json_set(result_json, '$.offer.availability', :word) WHERE id = :id"
    await store.trust._db.run(Statement(sql, {"id": job.id, "word": NEWER["availability"]}))
    assert await store.trust.settle(limit=9, reader_version=READER) == {ResultState.REFUSED: 1}, (
        "another availability, which it need not know to see that they differ"
    )


async def test_a_report_on_a_job_whose_last_result_has_newer_words_is_heard(door: Volunteers, clock: Clock) -> None:
    job, store = link(1), door.store
    await store.jobs.add([job])
    await door.operator_sees(job, 500)
    sql = "UPDATE crawl_jobs SET result_json = json_set(result_json, '$.offer.availability', :word) WHERE id = :id"
    await store.trust._db.run(Statement(sql, {"id": job.id, "word": NEWER["availability"]}))
    clock.ms += 30 * 86_400_000
    await store.jobs.recrawl(limit=9)
    await door.publish()
    token = await door.claims(job, "ann")
    assert token is not None
    outcome = read(job, token, 500)
    assert await door.says(job, "ann", outcome) is Heard.HEARD
