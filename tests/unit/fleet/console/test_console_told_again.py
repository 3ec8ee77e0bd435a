"""An answer that took long is told again for a while; one that came at once is looked for each time."""

from __future__ import annotations

import asyncio

import pytest

from fleet.console.told_again import MOST_SECONDS, TIMES, ToldAgain


class Asked:
    """Answers 1, 2, 3 …, each after `takes` seconds of an invented clock."""

    def __init__(self) -> None:
        self.now = 100.0
        self.takes = 0.0
        self.times = 0

    async def __call__(self) -> int:
        self.now += self.takes
        self.times += 1
        return self.times


async def test_what_took_long_is_told_again_in_proportion() -> None:
    asked = Asked()
    kept: ToldAgain[int] = ToldAgain(lambda: asked.now)
    assert [await kept.found(asked) for _ in range(3)] == [1, 2, 3], "found at once, so nothing is old"
    asked.takes = 0.5
    assert await kept.found(asked) == 4
    asked.now += 0.5 * TIMES - 0.1
    assert await kept.found(asked) == 4
    asked.now += 0.2
    assert await kept.found(asked) == 5
    asked.takes = 30.0
    asked.now += MOST_SECONDS
    assert await kept.found(asked) == 6
    asked.now += MOST_SECONDS
    assert await kept.found(asked) == 7, "never older than a minute"


async def test_those_who_ask_at_once_wait_for_one_answer() -> None:
    asked = Asked()
    asked.takes = 0.5
    kept: ToldAgain[int] = ToldAgain(lambda: asked.now)

    async def slowly() -> int:
        answer = await asked()
        await asyncio.sleep(0)
        return answer

    assert await asyncio.gather(*(kept.found(slowly) for _ in range(5))) == [1] * 5


async def test_an_error_is_not_remembered() -> None:
    kept: ToldAgain[int] = ToldAgain(lambda: 0.0)

    async def away() -> int:
        raise OSError("away")

    asked = Asked()
    with pytest.raises(OSError, match="away"):
        await kept.found(away)
    assert await kept.found(asked) == 1
