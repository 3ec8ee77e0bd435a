"""A cancellation that a library swallows is raised all the same, at the end of the call."""

from __future__ import annotations

import asyncio

import pytest

from common.broker.amqp.connection import translated
from common.errors import BrokerUnavailable
from common.settings import BrokerSettings


async def swallows(begun: asyncio.Event) -> None:
    """As asyncio.wait_for does before Python 3.12 when its result is there in the same turn of the loop."""
    try:
        begun.set()
        await asyncio.Event().wait()
    except asyncio.CancelledError:
        pass


async def test_a_swallowed_cancellation_is_raised() -> None:
    begun, went_on = asyncio.Event(), False

    async def opens() -> None:
        nonlocal went_on
        with translated(BrokerSettings(), "opening"):
            await swallows(begun)
        went_on = True

    task = asyncio.create_task(opens())
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert not went_on


async def test_what_a_cancelled_task_does_at_its_end_goes_through() -> None:
    """Its own cancellation came before: giving back messages must work."""
    done = False

    async def gives_back() -> None:
        nonlocal done
        try:
            await asyncio.Event().wait()
        finally:
            with translated(BrokerSettings(), "settling"):
                await asyncio.sleep(0)
            done = True

    task = asyncio.create_task(gives_back())
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert done


async def test_a_time_limit_inside_is_no_cancellation() -> None:
    with pytest.raises(BrokerUnavailable, match="did not answer in time"), translated(BrokerSettings(), "opening"):
        async with asyncio.timeout(0):
            await asyncio.Event().wait()
