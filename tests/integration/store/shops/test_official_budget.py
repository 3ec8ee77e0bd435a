"""The budget and the pauses of shops' official interfaces, for the whole fleet, on every store driver."""

from __future__ import annotations

import asyncio

from common.settings import DatabaseSettings
from common.store import Store, open_store
from common.store.official.values import PauseKind
from common.timing.units import MINUTE_MS
from tests.integration.store.jobs import Clock

TW, SG = "shopee/tw", "shopee/sg"


async def take(store: Store, source: str = TW, *, per_hour: int = 10, despite_pause: bool = False) -> bool:
    return (await store.official.take(source, calls_per_hour=per_hour, despite_pause=despite_pause)).taken


async def test_many_takers_of_several_processes_get_no_more_than_the_budget(
    store: Store, settings: DatabaseSettings, clock: Clock
) -> None:
    others = [await open_store(settings, clock_ms=clock) for _ in range(3)]
    everybody = [store, *others]
    taken = await asyncio.gather(*(take(one, per_hour=25) for one in everybody for _ in range(20)))
    assert sum(taken) == 25
    assert await take(store, SG, per_hour=25), "each source has a budget of its own"
    for one in others:
        await one.close()


async def test_no_sixty_minutes_hold_more_than_the_budget(store: Store, clock: Clock) -> None:
    taken_at: list[int] = []
    for _ in range(300):  # five hours, a try a minute, at every second of the minute
        if await take(store, per_hour=7):
            taken_at.append(clock.ms)
        clock.ms += MINUTE_MS - 1_000
    for first in taken_at:
        assert sum(first <= at < first + 60 * MINUTE_MS for at in taken_at) <= 7
    assert len(taken_at) >= 4 * 7


async def test_a_spent_budget_says_when_it_has_room(store: Store, clock: Clock) -> None:
    clock.ms = clock.ms // MINUTE_MS * MINUTE_MS + 20_000
    assert await take(store, per_hour=1)
    turn = await store.official.take(TW, calls_per_hour=1)
    assert (turn.taken, turn.state.calls, turn.state.wait_ms) == (False, 1, 61 * MINUTE_MS - 20_000)
    clock.ms += turn.state.wait_ms - 1
    assert not await take(store, per_hour=1)
    clock.ms += 1
    assert await take(store, per_hour=1)


async def test_old_minutes_do_not_pile_up(store: Store, clock: Clock) -> None:
    for _ in range(5):
        await take(store)
        clock.ms += 3 * 60 * MINUTE_MS
    turn = await store.official.take(TW, calls_per_hour=10)
    assert turn.state.calls == 1
    (state,) = await store.official.states()
    assert state == turn.state


async def test_a_paused_source_is_asked_by_nobody_but_a_person(store: Store, clock: Clock) -> None:
    assert (await store.official.take(TW, calls_per_hour=10)).state.paused_ms == 0
    await store.official.pause(TW, pause_ms=5_000, kind=PauseKind.PERSON, reason="the keys are refused", seen_pauses=0)
    turn = await store.official.take(TW, calls_per_hour=10)
    assert not turn.taken
    assert (turn.state.paused_ms, turn.state.pause_kind, turn.state.pauses) == (5_000, PauseKind.PERSON, 1)
    assert turn.state.pause_reason == "the keys are refused"
    assert await take(store, despite_pause=True)
    assert not await take(store, per_hour=2, despite_pause=True), "the budget holds for a person as well"
    clock.ms += 5_000
    assert await take(store), "after the pause it is asked again by itself"


async def test_of_several_that_are_refused_at_once_one_counts(store: Store) -> None:
    for _ in range(5):
        await store.official.pause(TW, pause_ms=5_000, kind=PauseKind.RATE, reason="10030", seen_pauses=0)
    (state,) = await store.official.states()
    assert (state.pauses, state.paused_ms, state.pause_kind) == (1, 5_000, PauseKind.RATE)
    await store.official.pause(TW, pause_ms=9_000, kind=PauseKind.RATE, reason="10030", seen_pauses=1)
    (state,) = await store.official.states()
    assert (state.pauses, state.paused_ms) == (2, 9_000)


async def test_an_answer_ends_the_pause(store: Store) -> None:
    await store.official.pause(TW, pause_ms=5_000, kind=PauseKind.PERSON, reason="no", seen_pauses=0)
    await store.official.answered(TW)
    assert await take(store)
    (state,) = await store.official.states()
    assert (state.pauses, state.paused_ms, state.pause_kind, state.pause_reason) == (0, 0, None, None)
