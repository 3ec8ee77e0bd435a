"""Messages that no program of ours publishes: whoever handles one gets rid of it, and goes on."""

from __future__ import annotations

import asyncio

import aio_pika
import pytest

from common.broker import make_broker, topology
from common.broker.base import Broker, Delivery, Outgoing
from common.broker.message import MalformedMessage, decode
from common.settings import BrokerSettings
from tests.servers.rabbitmq import EACH_RABBITMQ

pytestmark = [pytest.mark.rabbitmq, EACH_RABBITMQ]

JOB_ID = f"job{1:023d}"


async def forge(url: str, routing_key: str, body: bytes) -> None:
    connection = await aio_pika.connect(url)
    exchange = await (await connection.channel()).get_exchange(topology.JOBS)
    await exchange.publish(aio_pika.Message(body, delivery_mode=2), routing_key)
    await connection.close()


async def ready_broker(url: str) -> Broker:
    broker = make_broker(BrokerSettings(url=url, publish_timeout_seconds=10))
    await broker.declare()
    return broker


async def first(broker: Broker) -> Delivery:
    async with asyncio.timeout(60):
        while not (taken := await broker.take(["shopee"], 1)):
            await asyncio.sleep(0.05)
    return taken[0]


async def test_half_a_character_where_the_version_stands_is_no_hindrance_to_the_dead_letter(amqp_url: str) -> None:
    broker = await ready_broker(amqp_url)
    await forge(amqp_url, "shopee.tw", b'{"job_id":"a","v":"\\ud800"}')
    delivery = await first(broker)
    with pytest.raises(MalformedMessage) as why:
        decode(delivery.body)
    assert await delivery.dead_letter(f"malformed: {why.value}")
    [letter] = await broker.dead_letters(10)
    assert letter.reason == r"malformed: unknown version \ud800"
    await broker.close()


async def test_a_key_that_has_no_room_for_a_delay_costs_its_message_and_no_other(amqp_url: str) -> None:
    broker = await ready_broker(amqp_url)
    await forge(amqp_url, f"shopee.{'x' * 246}", b'{"job_id":"%b","v":1}' % JOB_ID.encode())
    assert not await (await first(broker)).retry_after(60)
    assert await broker.publish([Outgoing(JOB_ID, "shopee.tw")]) == [None]
    assert (await first(broker)).routing_key == "shopee.tw"
    assert {depth.name: depth.ready for depth in await broker.depths()}["crawl.shopee"] == 0
    await broker.close()
