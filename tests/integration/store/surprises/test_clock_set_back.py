"""The database's clock stood hours ahead, and was put right: nothing waits for those hours, on every store driver."""

from __future__ import annotations

from common.errors import ErrorCode
from common.store import ClaimOutcome, Store
from common.store.clock.setback import RENEW_MS, TOLERATED_MS
from common.store.official.values import PauseKind
from common.store.volunteers.leases import GIVEN_UP_MS
from common.timing.units import DAY_MS, HOUR_MS, MINUTE_MS
from tests.integration.store.jobs import LEASE_MS, Clock, claim, link, result, running
from tests.integration.store.volunteers import claimed, invited, joined

AHEAD_MS = 8 * HOUR_MS
SOURCE = "shopee/tw"


async def lead(store: Store, holder: str = "another") -> bool:
    return await store.fleet.lead("dispatcher", holder, ttl_ms=15_000, minds_clock=True)


async def due(store: Store) -> set[str]:
    found = await store.jobs.due("shopee", limit=50, window=50, retry_overdue_ms=0)
    return {one.id for one in found}


async def test_another_leads_and_every_job_is_due_when_it_would_have_been(store: Store, clock: Clock) -> None:
    clock.ms += AHEAD_MS
    assert await lead(store, "killed soon")
    held, again, done = [await running(store, n, f"lease-{n}") for n in (1, 2, 3)]
    await store.jobs.retry_later(again.id, "lease-2", delay_ms=HOUR_MS, error_code=ErrorCode.TIMEOUT, detail="")
    await store.jobs.succeed(done.id, "lease-3", result(done))
    await store.jobs.add([link(4)])
    await store.jobs.publish([link(4).id], republish_after_ms=15 * MINUTE_MS)

    clock.ms -= AHEAD_MS
    assert not await lead(store), "it has led for no time yet"
    clock.ms += 15_000
    assert await lead(store)
    clock.ms += RENEW_MS
    assert [lease.id for lease in await store.jobs.reap(limit=5)] == [held.id]
    assert await due(store) == {held.id}
    clock.ms += 15 * MINUTE_MS
    assert link(4).id in await due(store)
    assert again.id not in await due(store)
    clock.ms += HOUR_MS
    assert again.id in await due(store)
    clock.ms += DAY_MS
    assert await store.jobs.recrawl(limit=5) == [done.id]


async def test_a_lease_of_before_is_still_its_workers(store: Store, clock: Clock) -> None:
    """Nobody reaped while the clock stood ahead; the worker lives, and renews what it holds."""
    job = await running(store)
    clock.ms += AHEAD_MS
    await lead(store)
    clock.ms -= AHEAD_MS
    await lead(store)
    clock.ms += LEASE_MS // 2
    assert await store.jobs.reap(limit=5) == []
    assert await store.jobs.renew([(job.id, "lease")], lease_ms=LEASE_MS)
    assert await store.jobs.succeed(job.id, "lease", result(job))


async def test_a_shop_with_a_budget_does_not_stand_still(store: Store, clock: Clock) -> None:
    await store.fleet.set_budget("shopee", 1.0, 2)
    clock.ms += AHEAD_MS
    await lead(store)
    for number in range(2):
        await running(store, number, f"lease-{number}")
    clock.ms -= AHEAD_MS
    await lead(store)
    clock.ms += 2_000
    await store.jobs.add([link(9)])
    assert await claim(store, link(9), "lease-9") is ClaimOutcome.CLAIMED


async def test_an_official_interface_is_asked_again_and_within_its_budget(store: Store, clock: Clock) -> None:
    clock.ms += AHEAD_MS
    await lead(store)
    for _ in range(3):
        assert (await store.official.take(SOURCE, calls_per_hour=3)).taken
    await store.official.pause(SOURCE, pause_ms=MINUTE_MS, kind=PauseKind.RATE, reason="slow", seen_pauses=0)
    clock.ms -= AHEAD_MS
    await lead(store)
    clock.ms += MINUTE_MS
    turn = await store.official.take(SOURCE, calls_per_hour=3)
    assert (turn.taken, turn.state.calls, turn.state.paused_ms) == (False, 3, 0), "three calls were made this hour"
    clock.ms += HOUR_MS
    assert (await store.official.take(SOURCE, calls_per_hour=3)).taken


async def test_a_volunteer_who_lost_a_job_while_it_stood_ahead_is_given_it_again(store: Store, clock: Clock) -> None:
    """All leases run out then, and there may be no other volunteer."""
    await invited(store)
    await joined(store)
    job_id = await claimed(store)
    clock.ms += AHEAD_MS
    await lead(store)
    assert await store.gateway.close_over() == 1
    clock.ms -= AHEAD_MS
    await lead(store)
    (job,) = await store.gateway.offered([job_id])
    assert job.not_for == {"p1"}
    clock.ms += GIVEN_UP_MS
    (job,) = await store.gateway.offered([job_id])
    assert job.not_for == frozenset()


async def test_a_shop_that_was_resumed_while_it_stood_ahead_is_judged_again(store: Store, clock: Clock) -> None:
    clock.ms += AHEAD_MS
    await lead(store)
    await store.fleet.pause_shop("shopee", "no price read")
    await store.fleet.resume_shop("shopee")
    clock.ms -= AHEAD_MS
    await lead(store)
    assert (await store.health.standing(["shopee"]))["shopee"].judged_from <= clock.ms


async def test_it_is_noticed_without_a_dispatcher_and_moved_once(store: Store, clock: Clock) -> None:
    """Only a worker was there while the clock stood ahead."""
    clock.ms += AHEAD_MS
    job = await running(store)
    await store.fleet.worker_seen("w1", role="worker", version="1", state="idle", running=1, done=0, failed=0)
    clock.ms -= AHEAD_MS
    await lead(store)
    again = await running(store, 2, "lease-2")
    await store.jobs.retry_later(again.id, "lease-2", delay_ms=HOUR_MS, error_code=ErrorCode.TIMEOUT, detail="")
    await lead(store)
    clock.ms += RENEW_MS
    assert [lease.id for lease in await store.jobs.reap(limit=5)] == [job.id]
    assert again.id not in await due(store), "what came afterwards waits as it should"
    (worker,) = await store.fleet.workers()
    assert worker.last_seen_at <= clock.ms


async def test_what_only_looks_moves_nothing(store: Store, clock: Clock) -> None:
    clock.ms += AHEAD_MS
    await lead(store)
    await running(store)
    clock.ms -= AHEAD_MS
    assert await store.fleet.lead("looking", "doctor", ttl_ms=1_000)
    clock.ms += RENEW_MS + LEASE_MS
    assert await store.jobs.reap(limit=5) == []


async def test_a_clock_that_is_set_back_a_little_moves_nothing(store: Store, clock: Clock) -> None:
    await lead(store)
    job = await running(store)
    clock.ms -= TOLERATED_MS
    await lead(store)
    clock.ms += LEASE_MS
    assert await store.jobs.reap(limit=5) == []
    clock.ms += TOLERATED_MS
    assert [lease.id for lease in await store.jobs.reap(limit=5)] == [job.id]
