"""Waits: they double with each failure up to the longest one, and a stop cuts them short; tasks that are called off."""

from __future__ import annotations

import asyncio

import pytest

from common.timing.backoff import backoff_seconds
from common.waiting import beside, call_off, wait_or_stop


@pytest.mark.parametrize(("failures", "seconds"), [(0, 2), (1, 2), (2, 4), (3, 8), (5, 20), (10**6, 20)])
def test_waits_double_up_to_the_longest(failures: int, seconds: float) -> None:
    assert backoff_seconds(failures, base_seconds=2, max_seconds=20) == seconds


@pytest.mark.parametrize(("random", "seconds"), [(0.0, 2), (0.5, 3), (1.0, 4)])
def test_chance_takes_at_most_half_of_a_wait(random: float, seconds: float) -> None:
    assert backoff_seconds(2, base_seconds=2, max_seconds=20, random=random) == seconds


async def test_a_stop_cuts_a_wait_short() -> None:
    stop = asyncio.Event()
    async with asyncio.timeout(60):
        waiting = asyncio.create_task(wait_or_stop(stop, 3600))
        stop.set()
        await waiting


async def test_without_a_stop_the_time_runs_out() -> None:
    async with asyncio.timeout(60):
        await wait_or_stop(asyncio.Event(), 0.01)


async def test_who_is_called_off_in_the_moment_of_the_stop_is_called_off() -> None:
    stop = asyncio.Event()
    waiting = asyncio.create_task(wait_or_stop(stop, 3600))
    for _ in range(3):  # it waits by then
        await asyncio.sleep(0)
    stop.set()
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting


class Lingering:
    """A task that takes its time to end."""

    def __init__(self) -> None:
        self.ending, self.may_end = asyncio.Event(), asyncio.Event()

    async def __call__(self) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            self.ending.set()
            await self.may_end.wait()


async def called_off(lingering: Lingering) -> asyncio.Task[None]:
    """Somebody who waits until it has ended."""
    task = asyncio.create_task(lingering())
    await asyncio.sleep(0)
    waiting = asyncio.create_task(call_off(task))
    await lingering.ending.wait()
    return waiting


async def test_a_task_that_is_called_off_is_waited_for() -> None:
    lingering = Lingering()
    waiting = await called_off(lingering)
    await asyncio.sleep(0)
    assert not waiting.done()
    lingering.may_end.set()
    async with asyncio.timeout(60):
        await waiting


async def test_whoever_is_cancelled_while_a_task_ends_is_cancelled() -> None:
    lingering = Lingering()
    waiting = await called_off(lingering)
    waiting.cancel()
    await asyncio.sleep(0)
    lingering.may_end.set()
    await asyncio.wait([waiting], timeout=60)
    assert waiting.cancelled()


async def test_what_a_task_raised_by_itself_is_raised() -> None:
    async def broken() -> None:
        raise ValueError("broken")

    task = asyncio.create_task(broken())
    await asyncio.sleep(0)
    with pytest.raises(ValueError, match="broken"):
        await call_off(task)


async def test_what_goes_on_beside_ends_with_what_it_stands_beside() -> None:
    lingering = Lingering()
    lingering.may_end.set()
    async with beside(lingering()):
        await asyncio.sleep(0)
        assert not lingering.ending.is_set()
    assert lingering.ending.is_set()


async def test_what_broke_beside_is_raised_at_the_end() -> None:
    async def broken() -> None:
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        async with beside(broken()):
            await asyncio.sleep(0)
