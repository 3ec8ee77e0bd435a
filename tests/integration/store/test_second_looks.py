"""What becomes of volunteers' results, on every driver."""

from __future__ import annotations

from dataclasses import replace

import pytest

from common.errors import ErrorCode
from common.job import JobStatus
from common.store import Heard, Store
from common.store.trust.second_looks import AGAIN_MS, PATIENCE_MS, PATIENCE_WITH_OPERATORS_MS
from common.trust.judging import EVERYBODY
from common.trust.states import ResultState
from tests.integration.store.jobs import LEASE_MS, Clock, link, status
from tests.integration.store.volunteers import NEVER, Volunteers, read


@pytest.fixture
def door(store: Store, clock: Clock) -> Volunteers:
    return Volunteers(store, clock)


async def test_a_newcomers_result_shows_only_when_another_person_saw_the_same(door: Volunteers) -> None:
    job = link(1)
    await door.store.jobs.add([job])
    await door.sees(job, "ann", 500)
    waits = await door.store.jobs.get(job.id)
    assert waits is not None and (waits.status, waits.attempt) == (JobStatus.NEW, 0), "no attempt is spent"
    assert await door.store.listing.products(limit=5) == []
    await door.publish()
    assert await door.claims(job, "ann") is None, "nobody confirms himself"
    await door.sees(job, "ben", 500)
    assert await status(door.store, job) is JobStatus.SUCCEEDED
    assert await door.price(job) == 500
    assert (await door.trusted("ann"), await door.trusted("ben")) == (1, 1)
    assert await door.store.trust.waiting() == (0, None)
    events = [(e.from_status, e.to_status) for e in await door.store.jobs.events(job.id)]
    assert events.count((JobStatus.RUNNING, JobStatus.NEW)) == 1


async def test_two_who_differ_wait_for_the_operator_and_the_liar_fails(door: Volunteers, clock: Clock) -> None:
    job = link(1)
    await door.store.jobs.add([job])
    await door.sees(job, "liar", 5)
    await door.sees(job, "ben", 500)
    await door.publish()
    assert await door.claims(job, "cid") is None, "a third look is an operator's"
    assert await door.price(job) is None
    await door.operator_sees(job, 500)
    assert await door.settled() == {ResultState.REFUSED: 1, ResultState.CONFIRMED: 1}
    assert await door.settled() == {}
    assert (await door.trusted("liar"), await door.trusted("ben")) == (0, 1)
    (failed,) = await door.store.trust.standings()
    assert (failed.person, failed.failed, failed.set_aside_at) == ("liar", 1, None)
    clock.ms += 2 * 86_400_000
    await door.store.jobs.recrawl(limit=5)
    assert await door.claims(job, "cid") is not None, "afterwards the job is anybody's again"


async def trusted_by(door: Volunteers, person: str, jobs: range) -> None:
    """The operator confirms so many results of the person."""
    for number in jobs:
        job = link(number)
        await door.store.jobs.add([job])
        await door.sees(job, person, 100 + number)
        await door.operator_sees(job, 100 + number)
    assert await door.settled() == {ResultState.CONFIRMED: len(jobs)}


async def test_a_trusted_persons_result_stands_until_the_person_is_set_aside(door: Volunteers, clock: Clock) -> None:
    await trusted_by(door, "sly", range(1, 11))
    new, old = link(50), link(1)
    await door.store.jobs.add([new])
    await door.sees(new, "sly", 7, dice=NEVER)
    assert await status(door.store, new) is JobStatus.SUCCEEDED
    assert await door.price(new) == 7
    clock.ms += 86_400_000
    await door.store.jobs.recrawl(limit=50)
    await door.sees(old, "sly", 101, dice=NEVER)
    assert await status(door.store, old) is JobStatus.SUCCEEDED, "what repeats the trusted price goes by the dice"
    for number in (60, 61):
        job = link(number)
        await door.store.jobs.add([job])
        await door.sees(job, "sly", 1, dice=0.0)
        await door.operator_sees(job, 900)
    assert await door.settled() == {ResultState.REFUSED: 2}
    (standing,) = await door.store.trust.standings("sly")
    assert standing.set_aside_at == clock.ms
    taken = await door.store.trust.take_back(limit=100)
    assert (taken.results, taken.jobs) == (2, 1), "one of the jobs is due for a recrawl already"
    assert (await door.store.trust.take_back(limit=100)).results == 0
    assert await door.price(new) is None
    assert await door.store.listing.history("shopee:tw:50", limit=5) == []
    assert await door.price(old) == 101, "what an operator saw stands"
    product = await door.store.listing.product("shopee:tw:50")
    assert product is not None and product.verdict_reason == "UNCONFIRMED"
    assert await door.store.jobs.recrawl(limit=50) == [old.id]
    await door.publish()
    assert await door.claims(new, "sly") is None
    assert await door.store.trust.forgive("sly")
    assert await door.claims(new, "sly") is not None


async def test_a_changed_value_is_always_checked(door: Volunteers, clock: Clock) -> None:
    await trusted_by(door, "ann", range(1, 11))
    job = link(1)
    for price in (999, None):
        clock.ms += 2 * 86_400_000
        await door.store.jobs.recrawl(limit=50)
        await door.sees(job, "ann", price, dice=NEVER)
        assert await status(door.store, job) is JobStatus.NEW
        assert await door.price(job) == 101
        await door.operator_sees(job, 101)
        assert await door.settled() == {ResultState.REFUSED: 1}
        await door.store.trust.forgive("ann")


async def test_one_persons_failures_end_nothing(door: Volunteers) -> None:
    walled, missing, both = link(1), link(2), link(3)
    await door.store.jobs.add([walled, missing, both])
    for _ in range(walled.max_attempts):
        await door.publish()
        await door.meets(walled, "ann", ErrorCode.ACCESS_DENIED)
        door.clock.ms += PATIENCE_MS + 1
    found = await door.store.jobs.get(walled.id)
    assert found is not None
    assert (found.status, found.failures, found.broken_at) == (JobStatus.NEW, 0, None)
    assert await door.claims(walled, "ann") is None
    await door.meets(missing, "ann", ErrorCode.CONTENT_NOT_FOUND)
    assert await status(door.store, missing) is JobStatus.NEW
    await door.meets(missing, "ben", ErrorCode.CONTENT_REMOVED)
    assert await status(door.store, missing) is JobStatus.FAILED_PERMANENT, "two persons found no page"
    await door.meets(both, "ann", ErrorCode.CONTENT_NOT_FOUND)
    await door.sees(both, "ben", 500)
    await door.sees(both, "ann", 500)
    assert await door.price(both) == 500, "what ann met said nothing; her own look confirms ben's"
    assert (await door.trusted("ann"), await door.trusted("ben")) == (1, 1)


async def test_a_look_that_tells_nothing_leaves_the_first_result_waiting(door: Volunteers, clock: Clock) -> None:
    job = link(1)
    await door.store.jobs.add([job])
    await door.sees(job, "ann", 500)
    await door.meets(job, "ben", ErrorCode.ACCESS_DENIED)
    clock.ms += 60_000
    await door.publish()
    assert await door.claims(job, "ben") is None and await door.claims(job, "ann") is None
    await door.sees(job, "cid", 500)
    assert await door.price(job) == 500
    assert (await door.trusted("ann"), await door.trusted("ben"), await door.trusted("cid")) == (1, 0, 1)


async def test_old_results_of_a_paused_shop_hold_up_no_other_shops(door: Volunteers, clock: Clock) -> None:
    paused, other = [link(number) for number in range(1, 31)], replace(link(99), shop_id="2")
    await door.store.jobs.add([*paused, other])
    for job in (*paused, other):
        await door.sees(job, "ann", 500)
        clock.ms += 1
    await door.store.fleet.pause_shop("shopee/1", "looked at")
    clock.ms += PATIENCE_MS
    assert await door.store.trust.unconfirm(limit=2) == [other.id]
    assert await door.store.trust.unconfirm(limit=2) == []


@pytest.mark.parametrize("operators", [False, True])
async def test_nobody_comes_for_the_second_look(door: Volunteers, clock: Clock, operators: bool) -> None:
    job = link(1)
    await door.store.jobs.add([job])
    await door.sees(job, "ann", 500)
    steps = PATIENCE_WITH_OPERATORS_MS // PATIENCE_MS if operators else 1
    for _ in range(steps):
        assert await door.store.trust.unconfirm(limit=5) == []
        clock.ms += PATIENCE_MS
        if operators:
            await door.store.fleet.worker_seen("w", role="worker", version="1", state="", running=0, done=0, failed=0)
    assert await door.store.trust.unconfirm(limit=5) == [job.id]
    assert await door.store.trust.unconfirm(limit=5) == []
    ended = await door.store.jobs.get(job.id)
    assert ended is not None
    assert (ended.status, ended.error_code, ended.failures) == (JobStatus.FAILED_PERMANENT, "UNCONFIRMED", 0)
    assert ended.next_crawl_at == clock.ms + AGAIN_MS
    assert await door.store.listing.products(limit=5) == []
    assert await door.store.trust.waiting() == (0, None)
    await door.store.jobs.requeue([job.id])
    assert await door.claims(job, "ann") is not None, "the next crawl may be ann's again"


async def test_a_late_report_changes_nothing(door: Volunteers, clock: Clock) -> None:
    job = link(1)
    await door.store.jobs.add([job])
    token = await door.claims(job, "ann")
    assert token is not None
    clock.ms += LEASE_MS
    assert await door.says(job, "ann", read(job, token, 500)) is Heard.LOST
    await door.store.jobs.reap(limit=5)
    assert await door.says(job, "ann", read(job, token, 500)) is Heard.LOST
    assert await door.store.trust.waiting() == (0, None)


async def test_who_gave_a_job_back_is_not_given_it_soon(door: Volunteers, clock: Clock) -> None:
    job = link(1)
    await door.store.jobs.add([job])
    await door.store.reports.exclude(job.id, "ann", for_ms=5000)
    refused = await door.store.jobs.claim(job.id, worker_id="m", lease_token="t", lease_ms=1, person="ann")
    assert refused.wait_seconds == 5
    assert await status(door.store, job) is JobStatus.NEW
    await door.store.reports.exclude(job.id, EVERYBODY, for_ms=1000)
    assert await door.claims(job, "ben") is None
    clock.ms += 5000
    assert await door.claims(job, "ann") is not None


async def test_results_that_stood_for_30_days_give_credit_and_are_forgotten(door: Volunteers, clock: Clock) -> None:
    await trusted_by(door, "ann", range(1, 11))
    job = link(50)
    await door.store.jobs.add([job])
    await door.sees(job, "ann", 7)
    clock.ms += 30 * 86_400_000
    assert await door.store.trust.forget(limit=100) == 0
    clock.ms += 1
    assert await door.store.trust.forget(limit=100) > 10
    (record,) = await door.store.trust.records("ann")
    assert (record.cv, record.confirmed, record.credit) == (10, 10, 11)
    assert await door.store.trust.forget(limit=100) == 0
