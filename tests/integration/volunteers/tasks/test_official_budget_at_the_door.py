"""The call by which an operator's own machine takes from the fleet's budget of a shop's official interface."""

from __future__ import annotations

from typing import Any

import pytest

from common.store.official.values import PauseKind
from tests.integration.volunteers.door import Door, Machine, refusal

TAKE = {"kind": "take", "calls_per_hour": 2}
PAUSE = {"kind": "pause", "pause_ms": 60_000, "why": "RATE", "reason": "it wants fewer calls", "seen_pauses": 0}


async def told(machine: Machine, what: Any, source: str = "shopee/tw") -> Any:
    found = await machine.post("official", {"source": source, "what": what})
    assert found.status_code == 200, found.text
    return found.json()["turn"]


async def test_calls_are_booked_where_direct_workers_book_theirs(door: Door) -> None:
    machine = await door.machine()
    turn = await told(machine, TAKE)
    assert (turn["taken"], turn["state"]["calls"], turn["state"]["pauses"]) == (True, 1, 0)
    assert (await door.store.official.take("shopee/tw", calls_per_hour=2)).taken, "a direct worker's"
    turn = await told(machine, TAKE)
    assert (turn["taken"], turn["state"]["calls"]) == (False, 2)
    assert 0 < turn["state"]["wait_ms"] <= 61 * 60_000
    assert (await told(machine, TAKE, "taobao/cn"))["taken"], "each source has its own"


async def test_a_pause_is_the_whole_fleets_until_it_answers_again(door: Door) -> None:
    machine = await door.machine()
    assert await told(machine, PAUSE) is None
    turn = await door.store.official.take("shopee/tw", calls_per_hour=100)
    assert (turn.taken, turn.state.pause_kind, turn.state.pauses) == (False, PauseKind.RATE, 1)
    state = (await told(machine, TAKE))["state"]
    assert (state["pause_kind"], state["pause_reason"], state["calls"]) == ("RATE", "it wants fewer calls", 0)
    assert 0 < state["paused_ms"] <= 60_000
    assert await told(machine, {"kind": "answered"}) is None
    assert (await door.store.official.take("shopee/tw", calls_per_hour=100)).taken


async def test_a_pause_for_a_person_is_tried_again_within_half_an_hour(door: Door) -> None:
    machine = await door.machine()
    await told(machine, PAUSE | {"pause_ms": 3_600_000, "why": "PERSON"})
    (state,) = await door.store.official.states()
    assert state.pause_kind is PauseKind.PERSON and 0 < state.paused_ms <= 1_800_000


@pytest.mark.parametrize("what", [TAKE, PAUSE, {"kind": "answered"}])
async def test_a_volunteers_machine_books_nothing(door: Door, what: dict[str, Any]) -> None:
    machine = await door.machine("bob", trusted=False)
    found = await machine.post("official", {"source": "shopee/tw", "what": what})
    assert refusal(found) == (403, "NOT_TRUSTED")
    assert await door.store.official.states() == []


@pytest.mark.parametrize(
    "body",
    [
        {"source": "shopee/tw"},
        {"source": "shopee/tw", "what": {"kind": "states"}},
        {"source": "shopee/tw", "what": {"kind": "take", "calls_per_hour": 0}},
        {"source": "shopee/tw", "what": {"kind": "take", "calls_per_hour": 1_000_001}},
        {"source": "shopee/tw", "what": PAUSE | {"pause_ms": 3_600_001}},
        {"source": "shopee/tw", "what": PAUSE | {"why": "EVER"}},
        {"source": "shopee/tw", "what": PAUSE | {"reason": "x" * 401}},
        {"source": "shopee/tw", "what": PAUSE | {"reason": "a\x1b[2Jline"}},
        {"source": "shopee/tw", "what": PAUSE | {"seen_pauses": -1}},
        {"source": "SHOPEE/TW", "what": TAKE},
        {"source": "shopee/mx", "what": TAKE},
        {"source": "taobao/tw", "what": TAKE},
        {"source": "other/any", "what": TAKE},
        {"source": "amazon/us", "what": TAKE},
    ],
)
async def test_what_no_machine_would_say_is_refused(door: Door, body: dict[str, Any]) -> None:
    machine = await door.machine()
    assert refusal(await machine.post("official", body)) == (400, "MALFORMED")
    assert await door.store.official.states() == []


async def test_that_the_wish_of_a_person_goes_before_a_pause_is_nothing_a_gateway_knows(door: Door) -> None:
    machine = await door.machine()
    await told(machine, PAUSE)
    assert not (await told(machine, TAKE | {"despite_pause": True}))["taken"]
