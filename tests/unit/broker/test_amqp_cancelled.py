"""A cancellation that a library swallows is raised all the same, and one that nobody asked for is none."""

from __future__ import annotations

import asyncio

import pytest

from common.broker.amqp.connection import translated
from common.broker.amqp.publisher import Publisher, Sending
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


class _Silent:
    """A channel whose connection went silent: the library ends all calls on it so, and the caller's task is not asked
    to end."""

    async def basic_publish(self, body: bytes, **more: object) -> None:
        ended = asyncio.get_running_loop().create_future()
        ended.set_exception(asyncio.CancelledError())
        await ended


async def test_a_cancellation_that_nobody_asked_for_is_an_outage() -> None:
    with pytest.raises(BrokerUnavailable, match="silent"), translated(BrokerSettings(), "looking at queues"):
        await _Silent().basic_publish(b"")


async def test_a_publisher_answers_for_its_messages_then(monkeypatch: pytest.MonkeyPatch) -> None:
    async def silent(self: Publisher) -> _Silent:
        return _Silent()

    monkeypatch.setattr(Publisher, "_open", silent)
    answers = await Publisher(BrokerSettings()).publish("crawl.jobs", [Sending(b"{}", "shopee.tw")] * 2)
    assert [type(answer) for answer in answers] == [BrokerUnavailable] * 2


async def test_a_publisher_that_is_told_to_stop_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    publishes = asyncio.Event()

    class Busy:
        async def basic_publish(self, body: bytes, **more: object) -> None:
            publishes.set()
            await asyncio.Event().wait()

    async def busy(self: Publisher) -> Busy:
        return Busy()

    monkeypatch.setattr(Publisher, "_open", busy)
    publishing = asyncio.create_task(Publisher(BrokerSettings()).publish("crawl.jobs", [Sending(b"{}", "shopee.tw")]))
    await publishes.wait()
    publishing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await publishing
