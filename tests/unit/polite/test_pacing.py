"""Turns per domain: rate, crawl delay, backing off, order and cancellation, on a clock that tests move."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.errors import CrawlError, ErrorCode
from common.polite.pacing import MAX_BACKOFF_SECONDS, Pacer, Schedule


class Clock:
    """Time passes only while somebody sleeps."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds
        await asyncio.sleep(0)


@pytest.fixture
def clock() -> Clock:
    return Clock()


def pacer(clock: Clock, rate: float = 0.5, *, max_wait_seconds: float = 60.0, before: Pacer | None = None) -> Pacer:
    return Pacer(rate, max_wait_seconds=max_wait_seconds, clock=clock, sleep=clock.sleep, before=before)


async def test_the_first_goes_at_once_the_next_ones_keep_the_rate(clock: Clock) -> None:
    paced = pacer(clock)
    starts = []
    for _ in range(3):
        await paced.turn("shopee.tw")
        starts.append(clock.now - 1000.0)
    assert starts == [0.0, 2.0, 4.0]


async def test_domains_do_not_wait_for_each_other(clock: Clock) -> None:
    paced = pacer(clock)
    await paced.turn("shopee.tw")
    await paced.turn("taobao.com")
    assert clock.slept == []


async def test_the_slower_of_rate_and_crawl_delay_counts(clock: Clock) -> None:
    paced = pacer(clock)
    await paced.turn("shopee.tw", crawl_delay_seconds=30.0)
    await paced.turn("shopee.tw", crawl_delay_seconds=0.1)
    await paced.turn("shopee.tw")
    assert clock.slept == [30.0, 2.0]


async def test_who_waits_while_the_server_asks_for_an_hour_waits_no_longer(clock: Clock) -> None:
    paced = pacer(clock)
    await paced.turn("shopee.tw")
    waiting = asyncio.create_task(paced.turn("shopee.tw"))
    while not clock.slept:
        await asyncio.sleep(0)
    paced.refused("shopee.tw", 3600.0)  # the first one's answer
    with pytest.raises(CrawlError) as given_back:
        await waiting
    assert given_back.value.code is ErrorCode.NO_TURN
    assert clock.slept == [2.0]


async def test_first_come_first_served(clock: Clock) -> None:
    paced = pacer(clock)
    order: list[int] = []

    async def one(number: int) -> None:
        await paced.turn("shopee.tw")
        order.append(number)

    await asyncio.gather(*(one(number) for number in range(20)))
    assert order == list(range(20))
    assert clock.now == 1000.0 + 19 * 2.0


async def test_a_turn_too_far_away_is_left_to_the_queue(clock: Clock) -> None:
    paced = pacer(clock, max_wait_seconds=60.0)
    await paced.turn("shopee.tw", crawl_delay_seconds=3600.0)
    with pytest.raises(CrawlError) as caught:
        await paced.turn("shopee.tw")
    assert caught.value.code is ErrorCode.NO_TURN
    assert caught.value.retry_after_seconds == 3600.0
    assert clock.slept == []


async def test_a_long_line_counts_as_waiting(clock: Clock) -> None:
    gate = asyncio.Event()

    async def sleep(seconds: float) -> None:
        await gate.wait()
        await clock.sleep(seconds)

    paced = Pacer(0.5, max_wait_seconds=10.0, clock=clock, sleep=sleep)
    line = [asyncio.create_task(paced.turn("shopee.tw")) for _ in range(10)]
    await asyncio.sleep(0)
    gate.set()
    outcomes = await asyncio.gather(*line, return_exceptions=True)
    # At once, then after 2, 4, 6, 8 and 10 seconds; the others would wait longer than ten.
    assert [outcome is None for outcome in outcomes] == [True] * 6 + [False] * 4


async def test_a_refusal_holds_up_those_who_already_wait(clock: Clock) -> None:
    paced = pacer(clock)
    await paced.turn("shopee.tw")
    waiting = asyncio.create_task(paced.turn("shopee.tw"))
    await asyncio.sleep(0)
    assert paced.refused("shopee.tw", 20.0) == 20.0
    await waiting
    assert clock.now >= 1020.0


async def test_a_refusal_longer_than_anybody_waits(clock: Clock) -> None:
    paced = pacer(clock)
    paced.refused("shopee.tw", 600.0)
    with pytest.raises(CrawlError) as caught:
        await paced.turn("shopee.tw")
    assert caught.value.retry_after_seconds == 600.0
    clock.now += 600.0
    await paced.turn("shopee.tw")


async def test_without_a_wish_refusals_double_until_an_answer(clock: Clock) -> None:
    paced = pacer(clock)
    assert [paced.refused("shopee.tw", None) for _ in range(3)] == [4.0, 8.0, 16.0]
    paced.answered("shopee.tw")
    assert paced.refused("shopee.tw", None) == 4.0


async def test_a_cancelled_wait_gives_its_turn_away() -> None:
    clock = Clock()
    gate = asyncio.Event()

    async def sleep(seconds: float) -> None:
        await gate.wait()
        await clock.sleep(seconds)

    paced = Pacer(0.5, clock=clock, sleep=sleep)
    await paced.turn("shopee.tw")
    first, second = (asyncio.create_task(paced.turn("shopee.tw")) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    with pytest.raises(asyncio.CancelledError):
        await first
    gate.set()
    await second
    assert clock.now == 1002.0


async def test_who_follows_knows_whose_turn_was_when_and_who_wants_rest(clock: Clock) -> None:
    first = pacer(clock, 1.0)
    await first.turn("shopee.tw")
    await first.turn("pinewood.example", crawl_delay_seconds=30.0)
    first.refused("taobao.com", 3600.0)
    second = pacer(clock, 1.0, before=first)
    await second.turn("shopee.tw")
    await second.turn("pinewood.example")
    assert clock.slept == [1.0, 29.0]
    with pytest.raises(CrawlError) as given_back:
        await second.turn("taobao.com")
    assert given_back.value.retry_after_seconds == 3570.0


async def test_who_follows_one_that_was_far_slower_does_not_wait_for_its_turns(clock: Clock) -> None:
    slow = pacer(clock, 1e-6)
    await slow.turn("shopee.tw")
    await pacer(clock, 0.5, before=slow).turn("shopee.tw")
    assert clock.slept == [2.0]


async def test_idle_domains_are_forgotten(clock: Clock) -> None:
    paced = pacer(clock)
    for number in range(3_000):
        await paced.turn(f"shop{number}.example")
        clock.now += 1.0
    assert len(paced._domains) <= 1_024


@given(st.lists(st.tuples(st.floats(0, 100), st.floats(0, 50), st.one_of(st.none(), st.floats(-5, 1e6)))))
def test_turns_never_come_earlier_than_promised(steps: list[tuple[float, float, float | None]]) -> None:
    schedule, now = Schedule(), 0.0
    for passed, interval, retry_after in steps:
        now += passed
        now += schedule.wait_seconds(now)
        schedule.take(now, interval)
        wait = schedule.refused(now, interval, retry_after)
        assert 0.0 <= wait <= MAX_BACKOFF_SECONDS
        assert schedule.wait_seconds(now) >= max(interval, wait) - 1e-6
