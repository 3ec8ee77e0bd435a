"""What every broker must do, held by the in-memory one and by real ones alike."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Sequence
from contextlib import aclosing

import aio_pika
import pytest

from common.broker import make_broker, topology
from common.broker.base import Broker, Delivery, Outgoing, OutgoingLetter
from common.broker.message import decode, encode
from common.errors import PublishRefused, Unroutable
from common.settings import BrokerSettings
from tests.servers.rabbitmq import ON_4

IDS = [f"job{number:023d}" for number in range(20)]


@pytest.fixture
def settings(request: pytest.FixtureRequest, kind: str) -> Iterator[BrokerSettings]:
    server = None if kind == "memory" else request.getfixturevalue("rabbitmqs")(kind)
    url = server.vhost() if server else "memory:"
    yield BrokerSettings(url=url, queue_max_length=6, delivery_limit=2, publish_timeout_seconds=10, stall_seconds=5)
    if server:
        server.leave(url)


@pytest.fixture(params=["memory", pytest.param("installed", marks=pytest.mark.rabbitmq), ON_4])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
async def broker(settings: BrokerSettings, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Broker]:
    monkeypatch.setattr(topology, "RETRY_DELAYS", (("10s", 1), ("1m", 60), ("5m", 300), ("30m", 1800), ("2h", 7200)))
    broker = make_broker(settings)
    await broker.declare()
    await broker.connect()
    yield broker
    await broker.close()


async def put_noise(broker: Broker, settings: BrokerSettings, routing_key: str) -> bytes:
    """Publish what is no message of ours, as a stranger to RabbitMQ could; in memory only ids can be published."""
    if settings.in_memory:
        await broker.publish([Outgoing("no id!", routing_key)])
        return encode("no id!")
    body = b"\x00noise" * 200_000
    connection = await aio_pika.connect(settings.url)
    channel = await connection.channel()
    exchange = await channel.get_exchange(topology.JOBS)
    await exchange.publish(aio_pika.Message(body), routing_key)
    await connection.close()
    return body


async def publish(broker: Broker, *job_ids: str, key: str = "shopee.tw") -> Sequence[Exception | None]:
    return await broker.publish([Outgoing(job_id, key) for job_id in job_ids])


async def take(deliveries: AsyncGenerator[Delivery, None], seconds: float = 60) -> Delivery:
    async with asyncio.timeout(seconds):
        return await anext(deliveries)


async def depth(broker: Broker, queue: str, *, ready: int, seconds: float = 60) -> None:
    """Wait until so many messages are ready in the queue."""
    async with asyncio.timeout(seconds):
        while {found.name: found.ready for found in await broker.depths()}[queue] != ready:
            await asyncio.sleep(0.05)


async def test_only_the_queues_that_are_wanted_are_looked_at(broker: Broker) -> None:
    assert await publish(broker, IDS[0]) == [None]
    await depth(broker, "crawl.shopee", ready=1)
    assert [one.ready for one in await broker.depths("crawl.shopee".__eq__)] == [1]
    assert await broker.depths("crawl.nobody".__eq__) == []
    whole = {one.name for one in await broker.depths()}
    assert {one.name for one in await broker.depths(lambda name: ".dlq." in name)} < whole


async def test_a_message_reaches_the_queue_of_its_platform(broker: Broker) -> None:
    assert await publish(broker, IDS[0], key="taobao.cn") == [None]
    assert await publish(broker, IDS[1], key="shopee.tw") == [None]
    deliveries = broker.consume(["taobao"], 5)
    delivery = await take(deliveries)
    assert decode(delivery.body) == IDS[0]
    assert (delivery.routing_key, delivery.queue) == ("taobao.cn", "crawl.taobao")
    await delivery.ack()
    await deliveries.aclose()
    await depth(broker, "crawl.taobao", ready=0)
    await depth(broker, "crawl.shopee", ready=1)


async def test_a_message_nobody_is_bound_for_is_unroutable_and_costs_only_itself(broker: Broker) -> None:
    answers = await broker.publish([Outgoing(IDS[0], "shopee.tw"), Outgoing(IDS[1], "nowhere.xx")])
    assert answers[0] is None
    assert isinstance(answers[1], Unroutable)


async def test_a_full_queue_refuses(broker: Broker) -> None:
    answers = list(await publish(broker, *IDS[:4]))
    for job_id in IDS[4:]:
        answers += await publish(broker, job_id)
    assert answers[:6] == [None] * 6
    # RabbitMQ may let a few more in before it starts to refuse.
    assert isinstance(answers[-1], PublishRefused)


async def test_a_requeued_message_comes_again_and_says_so(broker: Broker) -> None:
    await publish(broker, IDS[0])
    deliveries = broker.consume(["shopee"], 1)
    await (await take(deliveries)).requeue()
    again = await take(deliveries)
    assert decode(again.body) == IDS[0]
    await again.ack()
    await deliveries.aclose()


async def test_a_message_retried_after_a_delay_returns_under_its_own_key(broker: Broker) -> None:
    await publish(broker, IDS[0], key="shopee.vn")
    deliveries = broker.consume(["shopee"], 1)
    await (await take(deliveries)).retry_after(0.5)
    again = await take(deliveries, seconds=60)
    assert (decode(again.body), again.routing_key, again.queue) == (IDS[0], "shopee.vn", "crawl.shopee")
    await again.ack()
    await deliveries.aclose()


async def test_a_dead_letter_keeps_its_reason_and_can_be_looked_at_and_taken(broker: Broker) -> None:
    await publish(broker, IDS[0], IDS[1])
    deliveries = broker.consume(["shopee"], 2)
    for _ in range(2):
        await (await take(deliveries)).dead_letter("attempts spent: TIMEOUT")
    await deliveries.aclose()
    await depth(broker, "crawl.dlq.shopee", ready=2)
    seen = await broker.dead_letters(10)
    assert sorted(str(letter.job_id) for letter in seen) == [IDS[0], IDS[1]]
    assert {letter.reason for letter in seen} == {"attempts spent: TIMEOUT"}
    await depth(broker, "crawl.dlq.shopee", ready=2)
    taken = await broker.take_dead_letters(10, drop=[IDS[1]])
    assert [letter.job_id for letter in taken] == [IDS[1]]
    await depth(broker, "crawl.dlq.shopee", ready=1)
    assert [letter.job_id for letter in await broker.take_dead_letters(10)] == [IDS[0]]
    await depth(broker, "crawl.dlq.shopee", ready=0)


async def test_messages_beyond_a_full_retry_queue_are_acked_and_never_come_round_at_once(broker: Broker) -> None:
    kept = []
    for number in range(12):
        await publish(broker, IDS[number])
        deliveries = broker.consume(["shopee"], 1)
        kept.append(await (await take(deliveries)).retry_after(7000))
        await deliveries.aclose()
    assert kept[:6] == [True] * 6
    # RabbitMQ may let a few more in before it starts to refuse.
    assert kept[-1] is False
    await depth(broker, "crawl.shopee", ready=0)


async def test_dead_letters_are_bounded_and_beyond_that_nothing_sticks(broker: Broker) -> None:
    kept = []
    for number in range(12):
        await publish(broker, IDS[number])
        deliveries = broker.consume(["shopee"], 1)
        kept.append(await (await take(deliveries)).dead_letter("malformed: not JSON"))
        await deliveries.aclose()
    assert (kept[:6], kept[-1]) == ([True] * 6, False)
    await depth(broker, "crawl.shopee", ready=0)
    refused = await broker.publish_letters([OutgoingLetter(IDS[19], "shopee.tw", "attempts spent: TIMEOUT")])
    assert isinstance(refused[0], PublishRefused)
    await broker.take_dead_letters(100)
    async with asyncio.timeout(60):  # RabbitMQ may refuse a moment longer than the queue is full
        while await broker.publish_letters([OutgoingLetter(IDS[19], "shopee.tw", "attempts spent: TIMEOUT")]) != [None]:
            await asyncio.sleep(0.05)
    [letter] = await broker.dead_letters(10)
    assert (letter.job_id, letter.reason) == (IDS[19], "attempts spent: TIMEOUT")


async def test_a_malformed_message_can_be_dead_lettered(broker: Broker, settings: BrokerSettings) -> None:
    noise = await put_noise(broker, settings, "other.any")
    deliveries = broker.consume(["other"], 1)
    delivery = await take(deliveries)
    assert delivery.body == noise
    await delivery.dead_letter("malformed: not JSON")
    await deliveries.aclose()
    await depth(broker, "crawl.dlq.other", ready=1)
    [letter] = await broker.dead_letters(10)
    assert (letter.job_id, letter.reason) == (None, "malformed: not JSON")


async def test_a_message_that_keeps_coming_back_ends_as_a_dead_letter(broker: Broker) -> None:
    await publish(broker, IDS[0])
    deliveries = broker.consume(["shopee"], 1)
    for _ in range(3):
        await (await take(deliveries)).requeue()
    waiting = asyncio.ensure_future(anext(deliveries))
    await depth(broker, "crawl.dlq.shopee", ready=1)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)


async def test_a_message_whose_consumers_keep_vanishing_ends_as_a_dead_letter(
    settings: BrokerSettings, broker: Broker
) -> None:
    if settings.in_memory:
        pytest.skip("a consumer of the in-memory broker vanishes with its process, and the broker too")
    await publish(broker, IDS[0])
    for _ in range(3):
        vanishing = await aio_pika.connect(settings.url)
        queue = await (await vanishing.channel()).get_queue("crawl.shopee")
        async with asyncio.timeout(60):
            while await queue.get(fail=False) is None:
                await asyncio.sleep(0.05)
        await vanishing.close()
    await depth(broker, "crawl.dlq.shopee", ready=1)


async def test_no_more_than_the_prefetch_is_handed_out(broker: Broker) -> None:
    await publish(broker, *IDS[:3], key="shopee.tw")
    await publish(broker, *IDS[3:6], key="taobao.cn")
    deliveries = broker.consume(["shopee", "taobao"], 2)
    first, second = await take(deliveries), await take(deliveries)
    third = asyncio.ensure_future(anext(deliveries))
    done, _ = await asyncio.wait({third}, timeout=0.5)
    assert not done
    await first.ack()
    async with asyncio.timeout(60):
        await (await third).ack()
    await second.ack()
    await deliveries.aclose()
    async with asyncio.timeout(60):
        while sum(found.ready for found in await broker.depths()) != 3:
            await asyncio.sleep(0.05)


async def test_the_browsers_messages_keep_no_more_than_two_places(broker: Broker) -> None:
    """It opens one page at a time; else a worker's places would fill with jobs that wait for it."""
    await publish(broker, *IDS[:5], key="browser.shopee.tw")
    await publish(broker, *IDS[5:11], key="shopee.tw")
    deliveries = broker.consume(["shopee", "browser"], 4)
    held: list[Delivery] = []
    for _ in range(8):
        delivery = await take(deliveries)
        if delivery.queue == "crawl.browser":
            held.append(delivery)
        else:
            await delivery.ack()
    assert len(held) == 2
    await held.pop().ack()
    assert (await take(deliveries)).queue == "crawl.browser"
    await deliveries.aclose()


async def test_what_a_vanished_consumer_held_goes_to_another(settings: BrokerSettings, broker: Broker) -> None:
    if settings.in_memory:
        pytest.skip("a consumer of the in-memory broker vanishes with its process, and the broker too")
    await publish(broker, IDS[0])
    vanishing = await aio_pika.connect(settings.url)
    queue = await (await vanishing.channel()).get_queue("crawl.shopee")
    held = await queue.get(fail=True)
    assert held is not None
    deliveries = broker.consume(["shopee"], 1)
    other = asyncio.ensure_future(anext(deliveries))
    await vanishing.close()
    async with asyncio.timeout(60):
        delivery = await other
    assert decode(delivery.body) == IDS[0]
    await delivery.ack()
    await deliveries.aclose()


async def test_consumers_that_wait_are_served_in_turn(broker: Broker) -> None:
    """One that asks again at once would be given every message, also each that it turns away for another."""
    served: asyncio.Queue[tuple[int, Delivery]] = asyncio.Queue()

    async def asks(number: int) -> None:
        async with aclosing(broker.consume(["shopee"], 4)) as deliveries:
            async for delivery in deliveries:
                served.put_nowait((number, delivery))

    consumers = [asyncio.create_task(asks(number)) for number in range(2)]
    async with asyncio.timeout(60):  # one that is not there yet misses its turn
        while {found.name: found.consumers for found in await broker.depths()}["crawl.shopee"] != len(consumers):
            await asyncio.sleep(0.05)
    order = []
    for job_id in IDS[:4]:
        await publish(broker, job_id)
        number, delivery = await asyncio.wait_for(served.get(), 60)
        order.append(number)
        await delivery.ack()
    assert order in ([0, 1, 0, 1], [1, 0, 1, 0])
    for consumer in consumers:
        consumer.cancel()
    await asyncio.gather(*consumers, return_exceptions=True)


async def test_a_closed_consumer_lets_its_holders_settle(broker: Broker) -> None:
    await publish(broker, IDS[0], IDS[1])
    deliveries = broker.consume(["shopee"], 1)
    held = await take(deliveries)
    await deliveries.aclose()
    await depth(broker, "crawl.shopee", ready=1)
    await held.ack()
    await depth(broker, "crawl.shopee", ready=1)


def test_the_message_says_the_job_and_nothing_else() -> None:
    assert encode("abc") == b'{"job_id":"abc","v":1}'


async def test_messages_are_taken_one_by_one_and_no_more_than_asked_for(broker: Broker) -> None:
    await publish(broker, *IDS[:3])
    await publish(broker, IDS[3], key="other.any")
    taken = await broker.take(["shopee", "taobao", "other"], 2)
    assert {one.queue for one in taken} == {"crawl.shopee", "crawl.other"}, "the queues take turns"
    for one in taken:
        await one.ack()
    rest = await broker.take(["shopee", "taobao", "other"], 9)
    assert sorted(decode(one.body) for one in rest) == sorted({*IDS[:4]} - {decode(one.body) for one in taken})
    assert await broker.take(["shopee"], 9) == []
    assert await broker.take([], 9) == []
    await rest[0].requeue()
    await rest[1].ack()
    (again,) = await broker.take(["shopee"], 9)
    assert decode(again.body) == decode(rest[0].body)
    await again.ack()


async def test_many_that_wait_are_taken_and_no_more_than_asked_for(broker: Broker) -> None:
    await publish(broker, *IDS[:6])
    taken = await broker.take(["shopee"], 5)
    assert sorted(decode(one.body) for one in taken) == IDS[:5]
    assert {one.queue for one in taken} == {"crawl.shopee"}
    await depth(broker, "crawl.shopee", ready=1)
    await taken[4].requeue()
    for one in taken[:4]:
        await one.ack()
    rest = [*await broker.take(["shopee"], 1), *await broker.take(["shopee"], 64)]
    assert sorted(decode(one.body) for one in rest) == IDS[4:6]
    for one in rest:
        await one.ack()
    assert await broker.take(["shopee"], 9) == []


async def test_the_first_message_is_waited_for(broker: Broker) -> None:
    never = asyncio.Event()
    waiting = asyncio.create_task(broker.first(["taobao", "shopee"], until=never, seconds=30))
    done, _ = await asyncio.wait({waiting}, timeout=0.3)
    assert not done
    await publish(broker, *IDS[:3])
    async with asyncio.timeout(60):
        (first,) = await waiting
    assert decode(first.body) == IDS[0]
    await first.ack()
    async with asyncio.timeout(60):
        (second,) = await broker.first(["shopee"], until=never, seconds=30)
        (third,) = await broker.take(["shopee"], 9)
    for one in (second, third):
        await one.ack()


async def test_waiting_for_the_first_message_ends_when_told_or_in_time(broker: Broker) -> None:
    until = asyncio.Event()
    assert await broker.first(["shopee"], until=until, seconds=0.05) == []
    waiting = asyncio.create_task(broker.first(["shopee"], until=until, seconds=30))
    until.set()
    async with asyncio.timeout(60):
        assert await waiting == []
    await publish(broker, IDS[1])
    async with asyncio.timeout(60):
        (left,) = await broker.take(["shopee"], 9)
    await left.ack()
