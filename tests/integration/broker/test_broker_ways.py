"""A broker of before there were ways: `broker init` adds queues and bindings, moves nothing and loses nothing."""

from __future__ import annotations

import asyncio

import aio_pika
import pytest

from common.broker import make_broker, topology
from common.broker.base import Broker, Outgoing
from common.broker.message import decode
from common.broker.topology import JOBS, RETRY, job_key, retry_key
from common.settings import PLATFORMS, BrokerSettings
from common.ways.way import Way
from tests.servers.rabbitmq import EACH_RABBITMQ

pytestmark = [pytest.mark.rabbitmq, EACH_RABBITMQ]

IDS = [f"job{number:023d}" for number in range(12)]


def broker_of(url: str) -> Broker:
    return make_broker(BrokerSettings(url=url, publish_timeout_seconds=10))


@pytest.fixture
async def old_url(amqp_url: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """A vhost with the topology of before, messages in its work queues and in a retry queue."""
    monkeypatch.setattr(topology, "RETRY_DELAYS", (("10s", 1), ("1m", 60), ("5m", 300), ("30m", 1800), ("2h", 7200)))
    with monkeypatch.context() as before:
        before.setattr(topology, "LANES", PLATFORMS)
        before.setattr(topology, "WAY_QUEUES", ())
        broker = broker_of(amqp_url)
        await broker.declare()
        names = {depth.name for depth in await broker.depths()}
        assert "crawl.shopee" in names and "crawl.browser" not in names
        published = [Outgoing(job_id, f"{PLATFORMS[number % 3]}.tw") for number, job_id in enumerate(IDS[:6])]
        assert await broker.publish(published) == [None] * 6
        await broker.close()
    connection = await aio_pika.connect(amqp_url)
    channel = await connection.channel()
    retry = await channel.get_exchange(RETRY)
    for number, job_id in enumerate(IDS[6:]):
        body = b'{"job_id":"%b","v":1}' % job_id.encode()
        key = retry_key(f"{PLATFORMS[number % 3]}.tw", "10s" if number < 3 else "1m")
        await retry.publish(aio_pika.Message(body, delivery_mode=2), key)
    await connection.close()
    return amqp_url


async def bindings(url: str, queue: str, exchange: str, keys: list[str]) -> list[bool]:
    """Whether a message under each key, published mandatory, finds a queue; taken out again."""
    connection = await aio_pika.connect(url)
    channel = await connection.channel(on_return_raises=True)
    found = []
    target = await channel.get_exchange(exchange)
    work = await channel.get_queue(queue)
    for key in keys:
        try:
            await target.publish(aio_pika.Message(b"probe", delivery_mode=2), key, mandatory=True)
            message = await work.get(fail=False, timeout=5)
            found.append(message is not None and message.body == b"probe")
            if message:
                await message.ack()
        except aio_pika.exceptions.DeliveryError:
            found.append(False)
    await connection.close()
    return found


async def test_init_on_a_broker_of_before_loses_no_message_and_a_second_one_changes_nothing(old_url: str) -> None:
    broker = broker_of(old_url)
    for _ in range(2):
        await broker.declare()
        await broker.connect()
    depths = {depth.name: depth.ready for depth in await broker.depths()}
    assert {"crawl.official", "crawl.browser"} <= depths.keys()
    assert depths["crawl.official"] == depths["crawl.browser"] == 0, "nothing came there twice"
    # Three of those in retry queues come back within a second, under their own keys.
    seen: dict[str, str] = {}
    async with asyncio.timeout(60):
        deliveries = broker.consume(PLATFORMS, 20)
        async for delivery in deliveries:
            seen[decode(delivery.body)] = delivery.queue
            await delivery.ack()
            if len(seen) == 9:
                break
        await deliveries.aclose()
    expected = {job_id: f"crawl.{PLATFORMS[number % 3]}" for number, job_id in enumerate(IDS[:6])}
    expected |= {job_id: f"crawl.{PLATFORMS[number]}" for number, job_id in enumerate(IDS[6:9])}
    assert seen == expected
    left = {depth.name: depth.ready for depth in await broker.depths() if depth.ready}
    assert left == {"crawl.retry.1m": 3}, "those of a longer delay wait on, once each"
    assert await bindings(old_url, "crawl.browser", JOBS, ["browser.shopee.tw", "shopee.tw"]) == [True, False]
    await broker.close()


async def test_a_message_of_a_way_waits_and_comes_back_to_the_queue_of_its_way(old_url: str) -> None:
    broker = broker_of(old_url)
    await broker.declare()
    key = job_key("taobao", "cn", Way.OFFICIAL)
    assert await broker.publish([Outgoing(IDS[0], key)]) == [None]
    async with asyncio.timeout(60):
        deliveries = broker.consume(["official"], 1)
        first = await anext(deliveries)
        assert (first.queue, first.routing_key) == ("crawl.official", "official.taobao.cn")
        assert await first.retry_after(1)
        again = await anext(deliveries)
        assert (again.queue, again.routing_key, decode(again.body)) == ("crawl.official", key, IDS[0])
        assert await again.dead_letter("a reason")
        await deliveries.aclose()
    (letter,) = await broker.dead_letters(10)
    assert (letter.queue, letter.job_id, letter.routing_key) == ("crawl.dlq.taobao", IDS[0], key)
    await broker.close()
