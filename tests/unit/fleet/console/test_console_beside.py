"""What is looked for beside a page: not told as how it stands when it is old. What is done beside it is told."""

from __future__ import annotations

import asyncio

from common.errors import BrokerUnavailable
from fleet.console.actions import MOST_TOLD, TOLD_SECONDS, Actions
from fleet.console.beside import FRESH_SECONDS, STALE_SECONDS, Beside


class Looked:
    """A look that may be held up, and the test's clock."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.looks = 0
        self.goes_on = asyncio.Event()
        self.goes_on.set()

    async def look(self) -> str:
        self.looks += 1
        found = f"look {self.looks}"
        await self.goes_on.wait()
        return found


async def test_what_was_found_long_ago_is_not_told_while_the_next_look_goes_on() -> None:
    looked = Looked()
    beside = Beside(looked.look, lambda: looked.seconds, first="nothing yet")
    assert await beside.latest() == ("look 1", 0)
    looked.goes_on.clear()
    looked.seconds = FRESH_SECONDS + 10
    assert await beside.latest(patience_seconds=0) == ("look 1", FRESH_SECONDS + 10)
    looked.seconds = STALE_SECONDS + 1
    assert await beside.latest(patience_seconds=0) == ("nothing yet", None)
    looked.goes_on.set()
    assert await beside.latest(patience_seconds=60) == ("look 2", 0)
    await beside.aclose()


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


async def test_what_goes_on_is_told_until_it_ends() -> None:
    actions, ends = Actions(Clock()), asyncio.Event()
    actions.run("drop of 3 dead letters by bob", ends.wait())
    actions.run("requeue of 2 jobs by ada", asyncio.sleep(0))
    assert actions.under_way() == ["drop of 3 dead letters by bob", "requeue of 2 jobs by ada"]
    for _ in range(3):
        await asyncio.sleep(0)
    assert actions.under_way() == ["drop of 3 dead letters by bob"]
    actions.run("requeue of 5 jobs by ada", ends.wait())
    assert len(actions.under_way()) == 2, "each has a number of its own"
    ends.set()
    await actions.aclose()
    assert (actions.under_way(), actions.broke_off()) == ([], [])


async def refused() -> None:
    raise BrokerUnavailable("somebody else looks at the letters")


async def test_what_broke_off_is_told_with_why_for_a_while() -> None:
    clock = Clock()
    actions = Actions(clock)
    actions.run("drop of 3 dead letters by bob", refused())
    await actions.aclose()
    assert actions.under_way() == []
    assert actions.broke_off() == ["drop of 3 dead letters by bob broke off: somebody else looks at the letters"], (
        "of an action that never came as far as a row of the audit nothing else is told"
    )
    clock.now += TOLD_SECONDS
    assert actions.broke_off() == []
    for number in range(MOST_TOLD + 1):
        actions.run(f"drop {number}", refused())
    await actions.aclose()
    assert len(actions.broke_off()) == MOST_TOLD and actions.broke_off()[0].startswith(f"drop {MOST_TOLD} ")
