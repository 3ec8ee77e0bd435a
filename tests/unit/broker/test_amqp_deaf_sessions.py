"""A consumer that hears nothing although messages wait is noticed, by a clock that the test holds."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest

from common.broker.amqp import consumer
from common.broker.amqp.consumer import REFRESH_AFTER_STALLS, Session
from common.settings import BrokerSettings

STALL_SECONDS = 0.04
QUEUE = "crawl.shopee"


class Line:
    """A connection and its channels, which are up. `waiting` messages are in the queue, says the broker."""

    def __init__(self) -> None:
        self.waiting = 0
        self.looks = 0
        self.is_closed = False
        self.on_consumer_cancel_callbacks: set[object] = set()
        self.arrives: Callable[[Any], Any] | None = None

    async def channel(self, **_: object) -> Line:
        return self

    async def get_underlay_channel(self) -> Line:
        return self

    async def basic_qos(self, **_: object) -> None: ...

    async def basic_consume(self, queue: str, arrives: Callable[[Any], Any], *, consumer_tag: str) -> None:
        self.tag, self.arrives = consumer_tag, arrives

    async def declare_queue(self, queue: str, *, passive: bool) -> Any:
        self.looks += 1
        return SimpleNamespace(declaration_result=SimpleNamespace(message_count=self.waiting))

    async def close(self) -> None: ...


class World:
    def __init__(self) -> None:
        self.line = Line()
        self.now = 1000.0
        settings = BrokerSettings(stall_seconds=STALL_SECONDS)
        self.session = Session(settings, cast(Any, None), [QUEUE], 4, lambda: self.now)

    async def after(self, seconds: float) -> str | None:
        """Why the session must be replaced, once it has looked so much later; None: it need not be."""
        self.now += seconds
        await asyncio.sleep(STALL_SECONDS)
        for _ in range(20):  # on a busy machine the look may begin only now
            await asyncio.sleep(0)
        return self.session.broken


@pytest.fixture
async def world(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    world = World()

    async def opened(settings: BrokerSettings) -> Line:
        return world.line

    monkeypatch.setattr(consumer, "open_connection", opened)
    await world.session.open()
    yield world
    await world.session._close()


async def test_a_deaf_one_is_replaced_once_messages_wait(world: World) -> None:
    assert await world.after(0) is None
    assert world.line.looks == 0, "the time for a look has not come"
    assert await world.after(2 * STALL_SECONDS) is None
    assert world.line.looks == 1, "nothing waits"
    world.line.waiting = 5
    assert await world.after(2 * STALL_SECONDS) == f"5 messages wait in {QUEUE}, and none came for {STALL_SECONDS:g} s"


async def test_one_whose_crawls_are_under_way_is_suspected_twice(world: World) -> None:
    assert world.line.arrives is not None
    await world.line.arrives(SimpleNamespace(consumer_tag=world.line.tag))
    assert await world.session.next() is not None
    world.line.waiting = 5
    assert await world.after(2 * STALL_SECONDS) is None, "they could not be acked on a new connection"
    assert await world.after(2 * STALL_SECONDS) is not None


async def test_one_that_heard_nothing_for_long_is_replaced_although_nothing_waits(world: World) -> None:
    assert await world.after(REFRESH_AFTER_STALLS * STALL_SECONDS - 0.01) is None
    assert await world.after(2 * STALL_SECONDS) == "nothing came for a long time; replaced to be sure"
