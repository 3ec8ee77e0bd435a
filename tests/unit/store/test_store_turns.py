"""A long action leaves everybody else as long to write as each of its parts took; only its next part waits for that."""

from __future__ import annotations

from functools import partial

import pytest

from common.store.database.turns import Turns


class Watch:
    def __init__(self) -> None:
        self.now = 100.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds

    async def part(self, seconds: float) -> float:
        self.now += seconds
        return seconds

    async def broken(self) -> None:
        self.now += 4.0
        raise RuntimeError("the line broke")


async def test_each_part_waits_as_long_as_the_one_before_it_took() -> None:
    watch = Watch()
    turns = Turns(clock=watch, sleep=watch.sleep)
    assert [await turns.take(partial(watch.part, seconds)) for seconds in (2.0, 0.5, 3.0)] == [2.0, 0.5, 3.0]
    assert watch.slept == [0.0, 2.0, 0.5]


async def test_a_part_that_failed_took_its_turn_too() -> None:
    watch = Watch()
    turns = Turns(clock=watch, sleep=watch.sleep)
    with pytest.raises(RuntimeError):
        await turns.take(watch.broken)
    await turns.take(partial(watch.part, 1.0))
    assert watch.slept == [0.0, 4.0]
