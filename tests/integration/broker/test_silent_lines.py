"""A line to RabbitMQ that carries nothing back any more, as a router that forgot it does, until the library notices.

It ends all calls then as if their own tasks had been cancelled. Nobody asked for that, and nothing must end by it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from urllib.parse import urlsplit, urlunsplit

import pytest

from common.broker import make_broker
from common.broker.amqp.publisher import FLIGHT
from common.broker.base import Broker, Outgoing
from common.errors import BrokerUnavailable
from common.settings import BrokerSettings
from tests.servers.lines.cut_line import CutLine

pytestmark = pytest.mark.rabbitmq

JOB_ID = "a" * 26
HEARTBEAT_SECONDS = 5
"""The least there is. Some 20 s after the last word of the broker the library takes the line for dead."""
LONG_SECONDS = 60
"""What asks the broker waits longer than that."""


ANSWER_SECONDS = 2
"""What a publisher, and whoever looks at queues, waits for one answer."""
SOON_SECONDS = 20
"""Far more than that and what closing the line takes, and far less than the library needs to take it for dead."""
SEVERAL_FLIGHTS = 12 * FLIGHT


@asynccontextmanager
async def broker_behind(line: CutLine, amqp_url: str, **settings: int) -> AsyncIterator[Broker]:
    parts = urlsplit(amqp_url)
    netloc = f"{parts.username}:{parts.password}@127.0.0.1:{line.port}"
    broker = make_broker(BrokerSettings(url=urlunsplit(parts._replace(netloc=netloc)), **settings))
    await broker.declare()
    try:
        yield broker
    finally:
        await broker.close()


@pytest.fixture
async def line(amqp_url: str) -> AsyncIterator[CutLine]:
    parts = urlsplit(amqp_url)
    assert parts.hostname
    async with CutLine(parts.hostname, parts.port or 5672) as cut_line:
        yield cut_line


@pytest.mark.parametrize("look", [Broker.connect, Broker.depths])
async def test_a_look_at_queues_gives_up_after_its_time_limit(
    amqp_url: str, line: CutLine, look: Callable[[Broker], Awaitable[object]]
) -> None:
    """A dispatcher's round and a worker that is told to stop wait for it."""
    async with broker_behind(line, amqp_url, publish_timeout_seconds=ANSWER_SECONDS) as broker:
        own = getattr(broker, look.__name__)
        await own()
        line.loses_answers = True
        async with asyncio.timeout(SOON_SECONDS):
            with pytest.raises(BrokerUnavailable, match="did not answer in time"):
                await own()
        line.loses_answers = False
        await own()


async def test_many_messages_cost_the_time_limit_once(amqp_url: str, line: CutLine) -> None:
    async with broker_behind(line, amqp_url, publish_timeout_seconds=ANSWER_SECONDS) as broker:
        assert await broker.publish([Outgoing(JOB_ID, "shopee.tw")]) == [None]
        line.loses_answers = True
        async with asyncio.timeout(SOON_SECONDS):
            answers = await broker.publish([Outgoing(JOB_ID, "shopee.tw")] * SEVERAL_FLIGHTS)
    assert [type(answer) for answer in answers] == [BrokerUnavailable] * SEVERAL_FLIGHTS


@pytest.mark.parametrize("publishing", [True, False])
async def test_a_worker_hears_again_and_a_publisher_goes_on(
    amqp_url: str, line: CutLine, publishing: bool, caplog: pytest.LogCaptureFixture
) -> None:
    async with broker_behind(
        line,
        amqp_url,
        heartbeat_seconds=HEARTBEAT_SECONDS,
        # Its queue is looked at, and a message is published, when the line is taken for dead.
        stall_seconds=HEARTBEAT_SECONDS,
        publish_timeout_seconds=LONG_SECONDS,
    ) as broker:
        deliveries = broker.consume(["shopee"], 1)
        assert await broker.publish([Outgoing(JOB_ID, "shopee.tw")]) == [None]
        async with asyncio.timeout(LONG_SECONDS):
            # Until now it may be opening its session, and one that cannot be opened at the start is an error.
            await (await anext(deliveries)).ack()
        heard = asyncio.ensure_future(anext(deliveries))
        line.loses_answers = True
        async with asyncio.timeout(2 * LONG_SECONDS):
            if publishing:
                (answer,) = await broker.publish([Outgoing(JOB_ID, "taobao.cn")])
                assert isinstance(answer, BrokerUnavailable)
                assert "went silent" in str(answer)
            while "away (looking at its queues): it went silent" not in caplog.text:
                await asyncio.sleep(0.1)
        line.loses_answers = False
        async with asyncio.timeout(2 * LONG_SECONDS):
            while await broker.publish([Outgoing(JOB_ID, "shopee.tw")]) != [None]:
                await asyncio.sleep(0.5)
            await (await heard).ack()
        await deliveries.aclose()
