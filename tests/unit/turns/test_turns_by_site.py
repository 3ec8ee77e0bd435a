"""One thing that many want: the brief first, then sites by what they took; and no time limit runs while one waits."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from common.turns.by_site import BRIEF_IN_A_ROW, Turns
from common.turns.time_limit import not_counted, time_limit


class Line:
    """Everybody who is told of lines up behind one turn that is held until go(); notes who came when."""

    def __init__(self) -> None:
        self.now = 0.0
        self.came: list[str] = []
        self.turns = Turns(lambda: self.now)
        self._go = asyncio.Event()
        self._tasks = [asyncio.create_task(self._first())]

    async def _first(self) -> None:
        async with self.turns.turn("nobody"):
            await self._go.wait()

    async def _one(self, site: str, seconds: float, brief: bool) -> None:
        async with self.turns.turn(site, brief=brief):
            self.came.append(site)
            self.now += seconds
            await asyncio.sleep(0)

    async def wants(self, *sites: str, seconds: float = 1.0, brief: bool = False) -> Sequence[asyncio.Task[None]]:
        """Line up in this order."""
        await asyncio.sleep(0)
        tasks = [asyncio.create_task(self._one(site, seconds, brief)) for site in sites]
        await asyncio.sleep(0)
        self._tasks += tasks
        return tasks

    async def go(self) -> list[str]:
        self._go.set()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        assert not self.turns.taken
        return self.came


async def test_the_brief_go_before_those_who_came_earlier() -> None:
    line = Line()
    await line.wants("page", "page")
    await line.wants("robots", "feed", brief=True)
    assert await line.go() == ["robots", "feed", "page", "page"]


async def test_one_sites_heavy_pages_do_not_hold_up_the_light_ones_of_others() -> None:
    line = Line()
    await line.wants(*["heavy"] * 3, seconds=10.0)
    await line.wants(*["light"] * 9, "other", seconds=1.0)
    came = await line.go()
    assert came[0] == "heavy", "it came first"
    assert came[1:11] == ["light", "other", *["light"] * 8], "all of the others' before its next"
    assert came[11:] == ["heavy", "heavy"]


async def test_sites_of_equal_weight_take_turns() -> None:
    line = Line()
    await line.wants("a", "a", "a", "b", "b", "c")
    assert await line.go() == ["a", "b", "c", "a", "b", "a"]


async def test_a_site_that_was_away_is_owed_nothing() -> None:
    line = Line()
    await line.wants(*["early"] * 4, seconds=5.0)
    await line.go()
    line.came.clear()
    held = asyncio.Event()

    async def hold() -> None:
        async with line.turns.turn("early"):
            line.now += 1.0
            await held.wait()

    holding = asyncio.create_task(hold())
    await asyncio.sleep(0)
    tasks = await line.wants("late", "early", "late", "early", "late")
    held.set()
    await asyncio.gather(holding, *tasks)
    assert line.came == ["late", "early", "late", "early", "late"]


async def test_the_brief_without_end_leave_every_so_many_turns_to_the_others() -> None:
    line = Line()
    await line.wants("page")
    await line.wants(*["feed"] * (BRIEF_IN_A_ROW + 5), brief=True)
    assert (await line.go()).index("page") == BRIEF_IN_A_ROW


async def test_who_is_cancelled_in_line_or_as_it_is_called_holds_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    line = Line()
    first, second, third = await line.wants("a", "b", "c")
    second.cancel()
    call = line.turns._pass_on

    def pass_on_and_cancel() -> None:
        call()
        first.cancel()  # it was called and has not begun

    monkeypatch.setattr(line.turns, "_pass_on", pass_on_and_cancel)
    async with asyncio.timeout(60):
        assert await line.go() == ["c"]
    assert third.done()
    assert not third.cancelled()


async def test_waiting_for_a_turn_is_not_counted_against_a_time_limit() -> None:
    line = Line()
    began = asyncio.get_running_loop().time()

    async def hurried() -> str:
        async with time_limit(0.2), line.turns.turn("page"):
            return "read"

    waiting = asyncio.create_task(hurried())
    await asyncio.sleep(0)
    while asyncio.get_running_loop().time() < began + 0.5:  # more than its limit
        await asyncio.sleep(0.01)
    await line.go()
    assert await waiting == "read"


async def test_ones_own_time_is_counted_before_and_after_the_waiting() -> None:
    with pytest.raises(TimeoutError):
        async with time_limit(0.05):
            with not_counted():
                await asyncio.sleep(0.1)
            await asyncio.sleep(30)
    with pytest.raises(TimeoutError):
        async with time_limit(0.05):
            await asyncio.sleep(30)


async def test_two_tasks_that_wait_at_once_within_a_limit_stop_it_until_both_go_on() -> None:
    async def wait(seconds: float) -> None:
        with not_counted():
            await asyncio.sleep(seconds)

    with pytest.raises(TimeoutError):
        async with time_limit(0.1):
            await asyncio.gather(wait(0.15), wait(0.3))
            await asyncio.sleep(30)


async def test_waiting_that_outlives_its_limit_harms_nobody() -> None:
    go = asyncio.Event()

    async def wait() -> None:
        with not_counted():
            await go.wait()

    async with time_limit(30):
        left_behind = asyncio.create_task(wait())
        await asyncio.sleep(0)
    go.set()
    await left_behind
