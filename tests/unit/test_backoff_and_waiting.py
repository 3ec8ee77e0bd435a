"""Waits: they double with each failure up to the longest one, and a stop cuts them short."""

from __future__ import annotations

import asyncio

import pytest

from common.timing.backoff import backoff_seconds
from common.waiting import wait_or_stop


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
