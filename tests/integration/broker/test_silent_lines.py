"""A line to RabbitMQ that carries nothing back any more, as a router that forgot it does, until the library notices.

It ends all calls then as if their own tasks had been cancelled. Nobody asked for that, and nothing must end by it.
"""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit, urlunsplit

import pytest

from common.broker import make_broker
from common.broker.base import Outgoing
from common.errors import BrokerUnavailable
from common.settings import BrokerSettings
from tests.servers.lines.cut_line import CutLine

pytestmark = pytest.mark.rabbitmq

JOB_ID = "a" * 26
HEARTBEAT_SECONDS = 5
"""The least there is. Some 20 s after the last word of the broker the library takes the line for dead."""
LONG_SECONDS = 60
"""What asks the broker waits longer than that."""


@pytest.mark.parametrize("publishing", [True, False])
async def test_a_worker_hears_again_and_a_publisher_goes_on(
    amqp_url: str, publishing: bool, caplog: pytest.LogCaptureFixture
) -> None:
    parts = urlsplit(amqp_url)
    assert parts.hostname
    async with CutLine(parts.hostname, parts.port or 5672) as line:
        netloc = f"{parts.username}:{parts.password}@127.0.0.1:{line.port}"
        broker = make_broker(
            BrokerSettings(
                url=urlunsplit(parts._replace(netloc=netloc)),
                heartbeat_seconds=HEARTBEAT_SECONDS,
                # Its queue is looked at, and a message is published, when the line is taken for dead.
                stall_seconds=HEARTBEAT_SECONDS,
                publish_timeout_seconds=LONG_SECONDS,
            )
        )
        await broker.declare()
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
        await broker.close()
