"""A broker whose queues were made with other arguments: named one by one, made anew on request, no dead letter lost."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import aio_pika
import pytest
from aio_pika.abc import HeadersType
from pamqp.common import FieldTable

from common.broker import make_broker
from common.broker.base import Broker, Outgoing, OutgoingLetter
from common.errors import BrokerError
from common.settings import BrokerSettings, Settings
from fleet.doctor.broker import check_broker
from fleet.letters import CARRY_BACK
from fleet.operations.queues import depths_and_alarm
from fleet.terminal.views.queues import show_depths
from tests.servers.rabbitmq import EACH_RABBITMQ

pytestmark = [pytest.mark.rabbitmq, EACH_RABBITMQ]

IDS = [f"job{number:023d}" for number in range(12)]


def broker_of(url: str, **limits: int) -> Broker:
    return make_broker(BrokerSettings(url=url, publish_timeout_seconds=10, **limits))


@pytest.fixture
async def old_url(amqp_url: str) -> str:
    """A vhost as the version before made it: crawl.retry of another type, dead-letter queues without a limit."""
    connection = await aio_pika.connect(amqp_url)
    channel = await connection.channel()
    await channel.declare_exchange("crawl.retry", "headers", durable=True)
    dlx = await channel.declare_exchange("crawl.dlx", "topic", durable=True)
    for shop in ("shopee", "taobao", "other"):
        arguments: FieldTable = {"x-queue-type": "quorum", "x-delivery-limit": 1_000_000_000}
        queue = await channel.declare_queue(f"crawl.dlq.{shop}", durable=True, arguments=arguments)
        await queue.bind(dlx, f"{shop}.#")
    for number, job_id in enumerate(IDS):
        body = b'{"job_id":"%b","v":1}' % job_id.encode()
        headers: HeadersType = {"x-crawlfleet-reason": f"why {number}"}
        await dlx.publish(aio_pika.Message(body, headers=headers, delivery_mode=2), "shopee.tw")
    await connection.close()
    return amqp_url


async def test_what_differs_is_named_and_everything_else_is_made(old_url: str) -> None:
    broker = broker_of(old_url)
    with pytest.raises(BrokerError, match="--rebuild") as caught:
        await broker.declare()
    assert (
        "4 of the broker's exchanges and queues were made otherwise: type is headers instead of topic: crawl.retry; "
        "x-max-length is not set instead of 10000: crawl.dlq.shopee, crawl.dlq.taobao, crawl.dlq.other. Stop "
    ) in str(caught.value)
    assert await broker.publish([Outgoing(IDS[0], "shopee.tw")]) == [None]
    assert len(await broker.dead_letters(100)) == len(IDS)
    await broker.close()


async def test_a_rebuild_keeps_every_dead_letter_with_its_reason_and_its_order(old_url: str) -> None:
    broker = broker_of(old_url)
    await broker.declare(rebuild=True)
    letters = await broker.dead_letters(100)
    assert [(one.job_id, one.reason) for one in letters] == [(job, f"why {n}") for n, job in enumerate(IDS)]
    await broker.declare()
    assert await broker.publish_letters([OutgoingLetter(IDS[0], "taobao.cn", "w")]) == [None]
    deliveries = broker.consume(["shopee"], 1)
    await broker.publish([Outgoing(IDS[0], "shopee.tw")])
    async with asyncio.timeout(60):
        assert await (await anext(deliveries)).retry_after(60)
    await deliveries.aclose()
    await broker.close()


async def test_letters_that_find_no_room_wait_beside_and_follow(
    old_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    broker = broker_of(old_url, queue_max_length=5)
    with pytest.raises(BrokerError, match=r"wait in crawl\.carry\.shopee"):
        await broker.declare(rebuild=True)
    (left,) = await broker.carried()
    assert left.name == "crawl.carry.shopee" and 0 < left.ready <= len(IDS) - 5
    assert left.name not in {depth.name for depth in await broker.depths()}
    settings = Settings(broker=BrokerSettings(url=old_url, queue_max_length=5))
    said = [finding async for finding in check_broker(settings, database_answers=False)]
    assert [one.next_step for one in said if left.name in one.text] == [CARRY_BACK], "no listing has these letters"
    depths, _ = await depths_and_alarm(settings)
    show_depths(depths, None, holds=5)
    shown = capsys.readouterr().out
    assert f"{left.ready} dead letters in crawl.carry.shopee, where" in shown
    assert f"nobody consumes {left.name}" not in shown
    seen: list[str | None] = []
    async with asyncio.timeout(60):
        while len(seen) < len(IDS):
            seen += [letter.job_id for letter in await broker.take_dead_letters(100)]
            with suppress(BrokerError):
                await broker.declare(rebuild=True)
    assert sorted(map(str, seen)) == IDS
    await broker.declare()
    assert not await broker.carried()
    await broker.close()


async def test_a_queue_in_use_is_not_taken_away(old_url: str) -> None:
    broker = broker_of(old_url)
    with suppress(BrokerError):
        await broker.declare()
    deliveries = broker.consume(["shopee"], 1)
    waiting = asyncio.ensure_future(anext(deliveries))
    async with asyncio.timeout(60):
        while not any(depth.consumers for depth in await broker.depths()):
            await asyncio.sleep(0.05)
    with pytest.raises(BrokerError, match=r"crawl\.shopee has 1 consumer\. .*nothing was changed"):
        await broker_of(old_url, queue_max_length=77).declare(rebuild=True)
    assert len(await broker.dead_letters(100)) == len(IDS)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    await deliveries.aclose()
    await broker.close()


async def test_letters_of_other_ways_than_plain_http_are_carried_too(amqp_url: str) -> None:
    keys = ["shopee.tw", "browser.shopee.tw", "official.shopee.vn", "browser.taobao.cn"]
    before = broker_of(amqp_url, queue_max_length=50)
    await before.declare()
    letters = [OutgoingLetter(job_id, key, "why") for job_id, key in zip(IDS, keys, strict=False)]
    assert await before.publish_letters(letters) == [None] * len(keys)
    await before.close()
    broker = broker_of(amqp_url, queue_max_length=60)
    async with asyncio.timeout(60):
        await broker.declare(rebuild=True)
    assert sorted(one.routing_key for one in await broker.dead_letters(100)) == sorted(keys)
    await broker.declare()
    await broker.close()
