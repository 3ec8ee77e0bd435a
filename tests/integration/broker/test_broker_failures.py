"""A real RabbitMQ that goes away, refuses, forgets, or grants little."""

from __future__ import annotations

import asyncio
import gc
import socket
import time
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import aio_pika
import aiormq
import pytest
from aio_pika.connection import Connection

from common.broker import make_broker
from common.broker.base import Broker, Outgoing
from common.broker.message import decode
from common.errors import BrokerBlocked, BrokerError, BrokerUnavailable, TopologyMissing
from common.settings import BrokerSettings, Settings
from fleet.doctor.broker import check_broker
from fleet.doctor.database.searching import IndexLooks
from fleet.doctor.examine import examine
from fleet.doctor.finding import Level
from tests.places import REPO
from tests.servers.lines.cut_line import CutLine
from tests.servers.rabbitmq import EACH_RABBITMQ, RabbitServer

pytestmark = [pytest.mark.rabbitmq, EACH_RABBITMQ]

FIRST, SECOND = "a" * 26, "b" * 26
DEFINITIONS = REPO / "rabbitmq" / "definitions.json"


def settings(url: str, **more: float) -> BrokerSettings:
    return BrokerSettings(url=url, publish_timeout_seconds=3, **{"stall_seconds": 2, **more})


@pytest.fixture
async def declared(amqp_url: str) -> str:
    broker = make_broker(settings(amqp_url))
    await broker.declare()
    await broker.close()
    return amqp_url


@pytest.fixture
async def line(declared: str) -> AsyncIterator[tuple[CutLine, Broker]]:
    """A broker behind a line that can be cut."""
    parts = urlsplit(declared)
    assert parts.hostname
    async with CutLine(parts.hostname, parts.port or 5672) as cut_line:
        netloc = f"{parts.username}:{parts.password}@127.0.0.1:{cut_line.port}"
        broker = make_broker(settings(urlunsplit(parts._replace(netloc=netloc))))
        await broker.connect()
        yield cut_line, broker
        await broker.close()


async def published(broker: Broker, job_id: str, seconds: float = 60) -> None:
    """Publish until confirmed."""
    async with asyncio.timeout(seconds):
        while (await broker.publish([Outgoing(job_id, "shopee.tw")]))[0] is not None:
            await asyncio.sleep(0.1)


async def test_a_cut_line_is_mended_for_publisher_and_consumer(line: tuple[CutLine, Broker]) -> None:
    cut_line, broker = line
    deliveries = broker.consume(["shopee"], 2)
    await published(broker, FIRST)
    async with asyncio.timeout(60):
        first = await anext(deliveries)
    await cut_line.cut()
    [answer] = await broker.publish([Outgoing(SECOND, "shopee.tw")])
    assert isinstance(answer, BrokerUnavailable)
    with pytest.raises(BrokerError):
        await first.ack()
    await cut_line.mend()
    await published(broker, SECOND)
    got: set[str] = set()
    async with asyncio.timeout(60):
        while got != {FIRST, SECOND}:
            delivery = await anext(deliveries)
            got.add(decode(delivery.body))
            await delivery.ack()
    await deliveries.aclose()


async def test_publishing_into_an_outage_answers_for_every_message(line: tuple[CutLine, Broker]) -> None:
    cut_line, broker = line
    await published(broker, FIRST)
    await cut_line.cut()
    async with asyncio.timeout(60):
        answers = await broker.publish([Outgoing(FIRST, "shopee.tw"), Outgoing(SECOND, "shopee.tw")])
    assert [type(answer) for answer in answers] == [BrokerUnavailable, BrokerUnavailable]


async def test_a_close_that_is_cut_short_leaves_no_connection_open(declared: str) -> None:
    """aio-pika closes what it finds open when it is collected, on a loop that may have ended by then."""
    broker = make_broker(settings(declared))
    await published(broker, FIRST)
    [connection] = open_connections()
    closing = asyncio.ensure_future(broker.close())
    while not connection.close_called:
        await asyncio.sleep(0)
    closing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await closing
    assert open_connections() == []


def open_connections() -> list[Connection]:
    """Of this test, not of one before."""
    gc.collect()
    found = [thing for thing in gc.get_objects() if isinstance(thing, Connection)]
    return [each for each in found if each.loop is asyncio.get_running_loop() and not each.is_closed]


async def test_a_consumer_the_broker_cancelled_comes_back(declared: str, caplog: pytest.LogCaptureFixture) -> None:
    broker = make_broker(settings(declared))
    await broker.connect()
    deliveries = broker.consume(["shopee"], 1)
    waiting = asyncio.ensure_future(anext(deliveries))
    async with asyncio.timeout(60):
        while not any(depth.consumers for depth in await broker.depths()):
            await asyncio.sleep(0.05)
    other = await aio_pika.connect(declared)
    await (await other.channel()).queue_delete("crawl.shopee")
    async with asyncio.timeout(60):
        while "cancelled a consumer" not in caplog.text:
            await asyncio.sleep(0.05)
    await broker.declare()
    await published(broker, FIRST)
    async with asyncio.timeout(60):
        delivery = await waiting
    assert decode(delivery.body) == FIRST
    await delivery.ack()
    await deliveries.aclose()
    await other.close()
    await broker.close()


async def test_a_busy_queue_does_not_hide_that_the_consumer_of_another_is_gone(
    declared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    consumers: dict[str, tuple[aiormq.Channel, str]] = {}
    consuming = aiormq.Channel.basic_consume

    async def remembered(self: aiormq.Channel, queue: str, *args: Any, consumer_tag: str, **more: Any) -> Any:
        consumers.setdefault(queue, (self, consumer_tag))
        return await consuming(self, queue, *args, consumer_tag=consumer_tag, **more)

    monkeypatch.setattr(aiormq.Channel, "basic_consume", remembered)
    broker = make_broker(settings(declared, stall_seconds=1))
    deliveries = broker.consume(["shopee", "taobao"], 4)
    await broker.publish([Outgoing(FIRST, "shopee.tw")])
    async with asyncio.timeout(60):
        held = await anext(deliveries)
    channel, tag = consumers["crawl.taobao"]
    await channel.basic_cancel(tag)
    await broker.publish([Outgoing(SECOND, "taobao.cn")])
    got = set()
    async with asyncio.timeout(60):
        while SECOND not in got:
            delivery = await anext(deliveries)
            got.add(decode(delivery.body))
            await delivery.ack()
    with pytest.raises(BrokerUnavailable):
        await held.ack()
    await deliveries.aclose()
    await broker.close()


async def test_messages_that_lead_nowhere_do_not_stop_the_retries_behind_them(declared: str) -> None:
    """RabbitMQ keeps an expired message that finds no queue: 40 of them once ended every retry of that delay."""
    stranger = await aio_pika.connect(declared)
    retry = await (await stranger.channel()).get_exchange("crawl.retry")
    for _ in range(40):
        headers: dict[str, Any] = {"delay": "10s"}
        message = aio_pika.Message(b"noise", headers=headers, delivery_mode=2)
        for key in ("nowhere", "nowhere.10s", ".10s", "10s"):
            await retry.publish(message, key, mandatory=False)
    broker = make_broker(settings(declared))
    await published(broker, FIRST)
    deliveries = broker.consume(["shopee"], 1)
    async with asyncio.timeout(60):
        await (await anext(deliveries)).retry_after(1)
        again = await anext(deliveries)
    assert (decode(again.body), again.routing_key) == (FIRST, "shopee.tw")
    await again.ack()
    await deliveries.aclose()
    await broker.close()
    await stranger.close()


async def test_a_missing_right_is_no_outage(rabbitmq: RabbitServer, declared: str) -> None:
    parts = urlsplit(declared)
    vhost = parts.path.lstrip("/")
    rabbitmq.ctl("add_user", f"nobody-{vhost}", "pass")
    rabbitmq.ctl("set_permissions", "-p", vhost, f"nobody-{vhost}", "^$", "^$", "^$")
    broker = make_broker(settings(f"amqp://nobody-{vhost}:pass@{parts.hostname}:{parts.port}/{vhost}"))
    with pytest.raises(BrokerError, match="rights of each role") as caught:
        await broker.declare()
    assert not isinstance(caught.value, BrokerUnavailable)
    await broker.close()


async def test_a_broker_restart_is_survived(rabbitmq: RabbitServer, declared: str) -> None:
    broker = make_broker(settings(declared))
    await broker.connect()
    await published(broker, FIRST)
    deliveries = broker.consume(["shopee"], 1)
    async with asyncio.timeout(60):
        held = await anext(deliveries)
    await asyncio.to_thread(rabbitmq.restart)
    with pytest.raises(BrokerError):
        await held.ack()
    async with asyncio.timeout(60):
        again = await anext(deliveries)
    assert decode(again.body) == FIRST
    await again.ack()
    await published(broker, SECOND)
    await deliveries.aclose()
    await broker.close()


async def test_a_broker_without_queues_says_what_to_run(amqp_url: str) -> None:
    broker = make_broker(settings(amqp_url))
    with pytest.raises(TopologyMissing, match="crawlfleet broker init"):
        await broker.connect()
    await broker.close()


async def test_refused_credentials_are_named_but_never_shown(declared: str) -> None:
    parts = urlsplit(declared)
    netloc = f"{parts.username}:s3cret-word@{parts.hostname}:{parts.port}"
    broker = make_broker(settings(urlunsplit(parts._replace(netloc=netloc))))
    with pytest.raises(BrokerError, match="credentials") as caught:
        await broker.connect()
    assert "s3cret-word" not in str(caught.value)


async def test_a_worker_needs_no_right_to_configure(rabbitmq: RabbitServer, declared: str) -> None:
    """The account of rabbitmq/README.md: looks, consumes, sends to retry and dead letters."""
    parts = urlsplit(declared)
    vhost = parts.path.lstrip("/")
    rabbitmq.ctl("add_user", f"worker-{vhost}", "pass")
    rights = ["^$", r"^crawl\.(retry|dlx)$", r"^crawl\.(shopee|taobao|other)$"]
    rabbitmq.ctl("set_permissions", "-p", vhost, f"worker-{vhost}", *rights)
    owner = make_broker(settings(declared))
    await owner.publish([Outgoing(FIRST, "shopee.tw"), Outgoing(SECOND, "shopee.tw")])
    netloc = f"worker-{vhost}:pass@{parts.hostname}:{parts.port}"
    worker = make_broker(settings(urlunsplit(parts._replace(netloc=netloc))))
    await worker.connect()
    deliveries = worker.consume(["shopee"], 2)
    async with asyncio.timeout(60):
        await (await anext(deliveries)).dead_letter("malformed: not JSON")
        await (await anext(deliveries)).retry_after(60)
    await deliveries.aclose()
    async with asyncio.timeout(60):
        while {d.name: d.ready for d in await owner.depths() if d.ready} != {
            "crawl.dlq.shopee": 1,
            "crawl.retry.1m": 1,
        }:
            await asyncio.sleep(0.05)
    await worker.close()
    await owner.close()


async def test_the_rendered_definitions_are_what_declare_would_make(rabbitmq: RabbitServer, amqp_url: str) -> None:
    here = DEFINITIONS.read_text("utf-8").replace('"crawlfleet"', f'"{urlsplit(amqp_url).path[1:]}"')
    rabbitmq.ctl("import_definitions", stdin=here)
    broker = make_broker(BrokerSettings(url=amqp_url))
    await broker.connect()
    await broker.declare()
    await broker.close()


async def test_one_that_is_short_of_memory_says_so_and_so_does_the_doctor(
    rabbitmq: RabbitServer, declared: str
) -> None:
    """Its alarm blocks every publisher without a word in any answer: all looks well, and nothing is published."""
    broker = make_broker(settings(declared))

    async def doctor() -> list[str]:
        whole = Settings.model_validate({"broker": {"url": declared}})
        return [f"{one.text} -> {one.next_step}" async for one in check_broker(whole) if one.level is Level.FAILED]

    assert await doctor() == []
    rabbitmq.ctl("set_vm_memory_high_watermark", "absolute", "1")
    try:
        (answer,) = await broker.publish([Outgoing(FIRST, "shopee.tw")])
        assert isinstance(answer, BrokerBlocked)
        (said,) = await doctor()
        assert "takes no message from anybody" in said
        assert "none is lost -> `rabbitmqctl status` names the alarm" in said
    finally:
        rabbitmq.ctl("set_vm_memory_high_watermark", "0.6")
    await published(broker, SECOND)
    assert await doctor() == []
    await broker.close()


async def test_the_doctor_calls_no_broker_silent_because_the_database_is(declared: str) -> None:
    """What stands in the queues is compared with the jobs, and whoever is woken would restart the wrong server."""
    with socket.create_server(("127.0.0.1", 0)) as hung:
        database = {"url": f"http://127.0.0.1:{hung.getsockname()[1]}"}
        whole = Settings.model_validate({"broker": {"url": declared}, "database": database})
        looked = examine(whole, "test", limit_seconds=3, again=IndexLooks(time.monotonic))
        found = [(one.section, one.level) async for one in looked if one.section in {"database", "broker", "topology"}]
    assert found == [("database", Level.FAILED), ("broker", Level.OK), ("topology", Level.OK)]
