"""Volunteers in the store, on every driver: joining, tokens, and leases that only their machine can touch."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pytest import MonkeyPatch

from common.errors import ErrorCode
from common.job import JobStatus
from common.outcome.crawl_outcome import GivenBack, Succeeded
from common.store import Heard, Store
from common.store.drivers.base import Rows, Value
from common.store.volunteers.leases import GIVEN_UP_MS, KEEP_DAYS
from common.store.volunteers.values import End, Joining, MachinesNow
from common.timing.units import DAY_MS
from common.trust.values import Report
from common.ways.way import Way
from tests.integration.store.jobs import LEASE_MS, Clock, link, result
from tests.integration.store.volunteers import claimed, invited, joined, read

ENDS_MS = 600_000


async def status(store: Store, job_id: str) -> tuple[JobStatus, int]:
    job = await store.jobs.get(job_id)
    assert job is not None
    return job.status, job.attempt


async def test_who_is_invited_and_has_not_joined_has_no_machine(store: Store) -> None:
    await invited(store)
    (person,) = await store.people.persons("Ada")
    assert (person.machines, person.active) == (0, 0)


async def test_an_invite_is_good_for_its_machines_and_leaving_returns_no_place(store: Store) -> None:
    await invited(store)
    assert await joined(store) == Joining("m1", True)
    assert await joined(store, "m2") == Joining("m2", True)
    assert await store.people.leave("m2") == 0
    assert await joined(store, "m3") == Joining(None, True)
    assert (await joined(store)) == Joining("m1", True), "the same nonce is the same machine"
    assert len(await store.people.machines("p1")) == 2


async def test_an_invite_ends(store: Store, clock: Clock) -> None:
    await invited(store)
    assert await store.people.join(
        "m", secret_hash="guess", join_hash="j", token_hash="t", name="n", platform="p", version="1"
    ) is None  # fmt: skip
    clock.ms += DAY_MS
    assert await joined(store) == Joining(None, False)
    assert await store.people.machines("p1") == []
    clock.ms -= DAY_MS
    await store.people.revoke("p1")
    assert await joined(store) == Joining(None, False)
    assert await store.people.machines("p1") == [], "nobody came in unseen"


async def test_the_old_token_lives_until_the_new_one_is_used(store: Store) -> None:
    await invited(store)
    await joined(store)
    assert await store.people.offer_token("m1", token_hash="token m1", next_token_hash="next")
    old, new = await store.people.by_token("token m1"), await store.people.by_token("next")
    assert old and old.token_is_current
    assert new and new.id == "m1" and not new.token_is_current
    await store.people.take_token("m1", token_hash="next")
    await store.people.take_token("m1", token_hash="next")
    new = await store.people.by_token("next")
    assert new and new.token_is_current
    assert await store.people.by_token("token m1") is None
    assert not await store.people.offer_token("m1", token_hash="token m1", next_token_hash="third")


async def test_no_other_machine_touches_a_lease(store: Store) -> None:
    await invited(store)
    await joined(store)
    await joined(store, "m2")
    job_id = await claimed(store)
    assert await store.gateway.renew("m2", ["lease"], lease_ms=1, ends_ms=ENDS_MS) == set()
    assert await store.gateway.release("m2", {"lease": None}) == set()
    assert await store.gateway.reported("m2", ["lease"]) == {}
    await store.gateway._db.run(store.gateway.reported_end("m2", Succeeded(job_id, "lease", result(link(1)))))
    (live,) = await store.gateway.of_request("m1", "request")
    assert (live.job_id, live.lease_token, live.left_ms, live.attempt) == (job_id, "lease", LEASE_MS, 1)
    assert await store.gateway.of_request("m2", "request") == []


async def test_a_lease_ends_ten_minutes_after_its_claim_whatever_is_renewed(store: Store, clock: Clock) -> None:
    await invited(store)
    await joined(store)
    job_id = await claimed(store)
    until = clock.ms + ENDS_MS
    while clock.ms < until:
        assert await store.gateway.renew("m1", ["lease"], lease_ms=LEASE_MS, ends_ms=ENDS_MS) == {job_id}
        clock.ms += LEASE_MS // 2
    assert await store.gateway.renew("m1", ["lease"], lease_ms=LEASE_MS, ends_ms=ENDS_MS) == set()
    assert await store.gateway.close_over() == 1
    assert await status(store, job_id) == (JobStatus.QUEUED, 0), "a machine that vanishes spends no attempt"
    (offered,) = await store.gateway.offered([job_id])
    assert offered.not_for == {"p1"}
    clock.ms += GIVEN_UP_MS
    (offered,) = await store.gateway.offered([job_id])
    assert offered.not_for == frozenset()


async def test_a_task_that_nobody_confirms_goes_back_and_a_confirmed_one_stays(store: Store, clock: Clock) -> None:
    await invited(store)
    await joined(store)
    kept, back = await claimed(store), await claimed(store, number=2, token="other")
    await store.gateway.renew("m1", ["lease"], lease_ms=LEASE_MS, ends_ms=ENDS_MS)
    clock.ms += 20_000
    assert await store.gateway.release_unconfirmed(confirm_ms=20_000) == 1
    assert await store.gateway.release_unconfirmed(confirm_ms=20_000) == 0
    assert (await status(store, kept))[0] is JobStatus.RUNNING
    assert await status(store, back) == (JobStatus.QUEUED, 0)
    (machine,) = await store.people.machines("p1")
    assert (machine.tasks, machine.unconfirmed, machine.leases) == (2, 1, 1)


async def test_a_report_counts_once_and_is_found_again(store: Store) -> None:
    await invited(store)
    await joined(store)
    job_id = await claimed(store)
    lease = (await store.gateway.reported("m1", ["lease", "forged"]))["lease"]
    assert (lease.id, lease.held, lease.ended_as) == (job_id, True, None)
    for _ in range(2):
        assert await store.gateway.record("m1", Succeeded(job_id, "lease", result(link(1)))) is End.RECORDED
    again = (await store.gateway.reported("m1", ["lease"]))["lease"]
    assert (again.held, again.ended_as) == (False, "recorded")
    (machine,) = await store.people.machines("p1")
    assert (machine.recorded, machine.lost, machine.leases) == (1, 0, 0)


async def test_a_recorded_lease_whose_note_was_missed_is_closed_as_recorded(store: Store) -> None:
    await invited(store)
    await joined(store)
    job_id = await claimed(store)
    await store.jobs.succeed(job_id, "lease", result(link(1)))
    assert await store.gateway.close_over() == 1
    assert (await store.gateway.reported("m1", ["lease"]))["lease"].ended_as == "recorded"
    assert (await status(store, job_id))[0] is JobStatus.SUCCEEDED


async def test_revoking_gives_the_leases_back_at_once(store: Store) -> None:
    await invited(store)
    await joined(store)
    job_id = await claimed(store)
    assert await store.people.revoke("nobody") is None
    assert await store.people.revoke("p1") == 1
    assert await status(store, job_id) == (JobStatus.QUEUED, 0)
    known = await store.people.by_token("token m1")
    assert known and known.person_revoked_at
    assert await store.people.revoke("p1") == 0


async def test_a_revoked_machine_gets_no_lease_it_can_use(store: Store) -> None:
    await invited(store)
    await joined(store)
    await store.people.revoke("m1")
    await claimed(store)
    assert await store.gateway.of_request("m1", "request") == []
    (machine,) = await store.people.machines("p1")
    assert machine.tasks == 0


async def test_a_job_that_no_machine_may_take_is_put_off(store: Store, clock: Clock) -> None:
    job = link(1)
    await store.jobs.add([job])
    await store.jobs.publish([job.id], republish_after_ms=1_000_000)
    await store.gateway.put_off(job.id, Way.HTTP, delay_ms=30_000)
    assert await store.jobs.due("shopee", limit=9, window=9, retry_overdue_ms=0) == []
    clock.ms += 30_000
    assert [due.id for due in await store.jobs.due("shopee", limit=9, window=9, retry_overdue_ms=0)] == [job.id]


@pytest.mark.parametrize("noted_before", [True, False])
async def test_a_put_off_job_is_due_when_it_was_said_however_late_its_message_is_noted_as_sent(
    store: Store, clock: Clock, noted_before: bool
) -> None:
    job = link(1)
    await store.jobs.add([job])
    if noted_before:
        await store.jobs.publish([job.id], republish_after_ms=1)
        clock.ms += 1
    await store.gateway.put_off(job.id, Way.HTTP, delay_ms=30_000)
    await store.jobs.publish([job.id], republish_after_ms=1_000_000)
    assert await store.jobs.due("shopee", limit=9, window=9, retry_overdue_ms=0) == []
    clock.ms += 30_000
    assert [due.id for due in await store.jobs.due("shopee", limit=9, window=9, retry_overdue_ms=0)] == [job.id]


async def test_the_longer_a_job_waits_for_who_may_take_it_the_less_often_it_is_published(
    store: Store, clock: Clock
) -> None:
    job = link(1)
    await store.jobs.add([job])
    await store.jobs.publish([job.id], republish_after_ms=1)
    times = 0
    while clock.ms < 1_800_000_000_000 + 86_400_000:
        await store.gateway.put_off(job.id, Way.HTTP, delay_ms=30_000, nobody_may=True)
        found = await store.jobs.get(job.id)
        assert found is not None and found.next_run_at is not None
        assert 30_000 <= found.next_run_at - clock.ms <= 600_000
        clock.ms = found.next_run_at
        times += 1
    assert 144 < times < 170
    await store.gateway.put_off(job.id, Way.HTTP, delay_ms=1000)
    found = await store.jobs.get(job.id)
    assert found is not None and found.next_run_at == clock.ms + 1000, "one that has no place now comes again soon"


async def test_a_job_that_is_over_or_waits_for_its_time_is_not_put_off(store: Store, clock: Clock) -> None:
    over, later = link(1), link(2)
    await store.jobs.add([over, later])
    await store.jobs.cancel([over.id], reason="test")
    await store.jobs.publish([later.id], republish_after_ms=1_000_000)
    await store.jobs.claim(later.id, worker_id="w", lease_token="lease", lease_ms=LEASE_MS)
    await store.jobs.retry_later(later.id, "lease", delay_ms=60_000, error_code=ErrorCode.TIMEOUT, detail="slow")
    for job in (over, later):
        await store.gateway.put_off(job.id, Way.HTTP, delay_ms=1)
    clock.ms += 59_000
    assert await store.jobs.due("shopee", limit=9, window=9, retry_overdue_ms=0) == []
    clock.ms += 1_000
    assert [due.id for due in await store.jobs.due("shopee", limit=9, window=9, retry_overdue_ms=0)] == [later.id]


async def test_what_a_machine_did_is_summed_up_when_its_days_are_forgotten(store: Store, clock: Clock) -> None:
    await invited(store)
    await joined(store)
    for day in range(3):
        job_id = await claimed(store, number=day + 1, token=f"lease {day}")
        recorded = Succeeded(job_id, f"lease {day}", result(link(day + 1)))
        assert await store.gateway.record("m1", recorded) is End.RECORDED
        clock.ms += DAY_MS
    assert await store.people.recorded_before_today("p1") == 3
    assert await store.gateway.fold_days() == 0
    clock.ms += (KEEP_DAYS - 1) * DAY_MS
    assert await store.gateway.fold_days() == 2
    assert await store.gateway.fold_days() == 0
    assert await store.people.recorded_before_today("p1") == 3


async def test_a_machine_is_seen_by_any_request_and_a_trusted_one_counts_as_the_operators(
    store: Store, clock: Clock
) -> None:
    await invited(store)
    await joined(store)
    clock.ms += 300_000
    assert await store.people.now(seen_ms=120_000) == MachinesNow(joined=1, seen=0, trusted_seen=0, leases=0)
    await store.people.seen("m1")
    (person,) = await store.people.persons("p1")
    (machine,) = await store.people.machines("p1")
    known = await store.people.by_token("token m1")
    assert known and (person.last_at, machine.last_at, known.last_seen_at) == (clock.ms,) * 3
    joined_with = machine.version
    await store.people.seen("m1", version="9.9.9")
    assert [one.version for one in await store.people.machines("p1")] == ["9.9.9"], f"not {joined_with} for ever"
    await store.people.seen("m1")
    assert [one.version for one in await store.people.machines("p1")] == ["9.9.9"]
    await store.people.trust("p1", trusted=True)
    assert await store.people.now(seen_ms=120_000) == MachinesNow(joined=1, seen=1, trusted_seen=1, leases=0)
    await store.people.revoke("m1")
    assert (await store.people.now(seen_ms=120_000)).joined == 0


async def test_what_waits_at_paused_shops_alone(store: Store) -> None:
    assert await store.gateway.paused_shops() == []
    await store.jobs.add([link(1), link(2)])
    await store.fleet.pause_shop("shopee/1", "test")
    assert await store.gateway.paused_shops() == ["shopee/1"]
    await store.fleet.pause_shop("shopee", "test")
    await store.fleet.resume_shop("shopee/1")
    await store.jobs.publish([link(2).id], republish_after_ms=1)
    assert await store.gateway.paused_shops() == ["shopee"]
    await store.jobs.add([replace(link(3), platform="taobao")])
    assert await store.gateway.paused_shops() == []


async def test_limits_pause_and_trust(store: Store, clock: Clock) -> None:
    await invited(store)
    await joined(store)
    assert await store.people.pause("p1", "holiday")
    assert await store.people.pause("m1", "loud")
    assert not await store.people.pause("nobody", "x")
    assert await store.people.limit("p1", tasks_per_day=5, leases_at_once=None)
    assert await store.people.trust("p1", trusted=True)
    known = await store.people.by_token("token m1")
    assert known
    assert (known.person_paused_reason, known.paused_at, known.tasks_per_day, known.trusted) == (
        "holiday",
        clock.ms,
        5,
        True,
    )
    await store.people.pause("p1", None)
    known = await store.people.by_token("token m1")
    assert known and known.person_paused_at is None
    await claimed(store)
    await store.gateway.fetched("m1", requests=3, size=1000)
    (person,) = await store.people.persons("Ada")
    assert (person.machines, person.active, person.tasks_today, person.trusted) == (1, 1, 1, True)
    clock.ms += DAY_MS
    assert await store.people.recorded_before_today("p1") == 0
    (person,) = await store.people.persons()
    assert person.tasks_today == 0


async def test_what_ended_long_ago_is_forgotten(store: Store, clock: Clock) -> None:
    await invited(store)
    await joined(store)
    await claimed(store)
    await store.gateway.release("m1", {"lease": None})
    assert await store.gateway.forget() == 0
    clock.ms += 4 * DAY_MS
    assert await store.gateway.forget() == 1
    assert await store.gateway.reported("m1", ["lease"]) == {}


async def test_a_task_confirmed_while_a_sweep_looks_stays(store: Store, clock: Clock, monkeypatch: MonkeyPatch) -> None:
    """The sweep finds it unconfirmed, then its machine renews it and is told that it is held."""
    await invited(store)
    await joined(store)
    job_id = await claimed(store)
    clock.ms += 20_000
    database = store.gateway._db
    one = database.one

    async def confirmed_meanwhile(name: str, **values: Value) -> Rows:
        found = await one(name, **values)
        if name == "unconfirmed_leases":
            assert await store.gateway.renew("m1", ["lease"], lease_ms=LEASE_MS, ends_ms=ENDS_MS) == {job_id}
        return found

    monkeypatch.setattr(database, "one", confirmed_meanwhile)
    assert await store.gateway.release_unconfirmed(confirm_ms=20_000) == 0
    assert (await status(store, job_id))[0] is JobStatus.RUNNING
    (machine,) = await store.people.machines("p1")
    assert (machine.unconfirmed, machine.leases) == (0, 1)


async def test_a_report_that_waits_for_a_second_look_is_closed_as_recorded(store: Store) -> None:
    """A sweep may come between a report and the note that it was heard; the report sent again is answered the same."""
    await invited(store)
    await joined(store)
    job_id = await claimed(store)
    report = Report(job_id, "lease", "p1", "m1", "1")
    heard = await store.reports.report(report, read(link(1), "lease", 100), dice=0.0, current_reader="1")
    assert (heard, (await status(store, job_id))[0]) == (Heard.HEARD, JobStatus.NEW)
    assert await store.gateway.close_over() == 1
    assert (await store.gateway.reported("m1", ["lease"]))["lease"].ended_as == "recorded"
    (machine,) = await store.people.machines("p1")
    assert (machine.recorded, machine.failed, machine.lost) == (1, 0, 0)


@pytest.mark.parametrize("how", ["give_back", "no_turn"])
async def test_what_was_given_back_once_and_is_said_again_ended_as_it_did(store: Store, how: str) -> None:
    """As a batch that the database ran and whose answer was lost."""
    await invited(store)
    await joined(store)
    job_id = await claimed(store)
    outcome = GivenBack(job_id, "lease", 1000, ErrorCode.NO_NETWORK, "no route")
    say = getattr(store.gateway, how)
    assert [await say("m1", outcome), await say("m1", outcome)] == [End.RECORDED, End.RECORDED]
    assert await say("m2", outcome) is End.LOST
    assert (await status(store, job_id))[1] == 0
