"""Each role's account on a real RabbitMQ: it can do its work with its rights, and is refused the rest.

Each thing that is done with accounts is done once by the rabbitmqctl that an operator calls (RabbitServer.command)."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import urlsplit

import aio_pika
import pytest
from aiormq.exceptions import ChannelAccessRefused

from common.broker import make_broker
from common.broker.base import Outgoing, OutgoingLetter
from common.broker.message import decode
from common.errors import BrokerError, ConfigError
from common.settings import PLATFORMS, BrokerSettings
from fleet.operations.accounts import add_account, change_password, list_accounts, new_password, remove_account
from fleet.rabbitmq.rabbitmqctl import Rabbitmqctl
from tests.servers.fleet_world import eventually
from tests.servers.rabbitmq import EACH_RABBITMQ, RabbitServer

pytestmark = [pytest.mark.rabbitmq, EACH_RABBITMQ]

JOB = "a" * 26


@dataclass(frozen=True)
class Fleet:
    rabbitmq: RabbitServer
    url: str

    @property
    def vhost(self) -> str:
        return urlsplit(self.url).path.lstrip("/")

    def account(self, role: str, *shops: str, ctl: Rabbitmqctl | None = None) -> str:
        """The URL of a new account of this role."""
        name = f"{role}-{self.vhost}"
        password = add_account(ctl or self.rabbitmq.ctl, self.vhost, name, role, platforms=shops or PLATFORMS)
        parts = urlsplit(self.url)
        return f"amqp://{name}:{password}@{parts.hostname}:{parts.port}/{self.vhost}"


@pytest.fixture
async def fleet(rabbitmq: RabbitServer, amqp_url: str) -> Fleet:
    broker = make_broker(BrokerSettings(url=amqp_url))
    await broker.declare()
    await broker.close()
    return Fleet(rabbitmq, amqp_url)


async def refused(url: str, what: str, *args: object, **more: object) -> bool:
    """Whether a channel of its own is refused this method."""
    connection = await aio_pika.connect(url)
    try:
        channel = await (await connection.channel()).get_underlay_channel()
        await getattr(channel, what)(*args, **more)
    except ChannelAccessRefused:
        return True
    else:
        return False
    finally:
        await connection.close()


async def test_a_worker_works_with_its_rights_and_is_refused_the_rest(fleet: Fleet) -> None:
    owner, url = make_broker(BrokerSettings(url=fleet.url)), fleet.account("worker")
    await owner.publish([Outgoing(JOB, "shopee.tw")] * 3)
    worker = make_broker(BrokerSettings(url=url))
    await worker.connect()
    await worker.depths()
    deliveries = worker.consume(["shopee", "taobao", "other"], 3)
    async with asyncio.timeout(60):
        assert await (await anext(deliveries)).dead_letter("malformed: not JSON")
        assert await (await anext(deliveries)).retry_after(60)
        await (await anext(deliveries)).ack()
    await deliveries.aclose()
    await worker.close()

    async def parted() -> bool:
        found = {one.name: one.ready for one in await owner.depths() if one.ready}
        return found == {"crawl.dlq.shopee": 1, "crawl.retry.1m": 1}

    await eventually(parted, what="one in each queue")
    await owner.close()
    assert await refused(url, "basic_publish", b"x", exchange="crawl.jobs", routing_key="shopee.tw")
    assert await refused(url, "basic_publish", b"x", exchange="crawl.retry", routing_key="shopee.a.b.c.10s")
    assert await refused(url, "basic_publish", b"x", exchange="crawl.dlx", routing_key="elsewhere")
    assert await refused(url, "queue_purge", "crawl.retry.10s")
    assert await refused(url, "queue_purge", "crawl.dlq.shopee")
    assert await refused(url, "basic_get", "crawl.dlq.shopee")
    assert await refused(url, "queue_declare", "crawl.mine")
    assert await refused(url, "queue_delete", "crawl.shopee")
    assert await refused(url, "exchange_declare", "crawl.mine")
    assert await refused(url, "queue_bind", "crawl.shopee", "crawl.retry", "#")
    # Reading a queue includes purging it; no right separates them. The dispatcher publishes again what is owed.
    assert not await refused(url, "queue_purge", "crawl.shopee")


async def test_a_worker_of_one_shop_reads_and_names_only_that_one(fleet: Fleet) -> None:
    url = fleet.account("worker", "taobao")
    assert await refused(url, "basic_get", "crawl.shopee")
    assert await refused(url, "basic_publish", b"x", exchange="crawl.retry", routing_key="shopee.tw.10s")
    assert not await refused(url, "basic_get", "crawl.taobao")
    assert not await refused(url, "basic_publish", b"x", exchange="crawl.retry", routing_key="taobao.cn.10s")


async def test_a_dispatcher_publishes_and_reads_nothing(fleet: Fleet) -> None:
    url = fleet.account("dispatcher")
    dispatcher = make_broker(BrokerSettings(url=url))
    await dispatcher.connect()
    assert await dispatcher.publish([Outgoing(JOB, "shopee.tw")]) == [None]
    assert await dispatcher.publish_letters([OutgoingLetter(JOB, "shopee.tw", "attempts spent: TIMEOUT")]) == [None]
    seen = {one.name: one.ready for one in await dispatcher.depths()}
    assert (seen["crawl.shopee"], seen["crawl.dlq.shopee"]) == (1, 1)
    await dispatcher.close()
    assert await refused(url, "queue_bind", "crawl.shopee", "crawl.dlx", "#")
    assert await refused(url, "basic_publish", b"x", exchange="", routing_key="crawl.shopee")
    for queue in ("crawl.shopee", "crawl.dlq.shopee", "crawl.retry.10s"):
        assert await refused(url, "basic_get", queue)
        assert await refused(url, "queue_purge", queue)
    assert await refused(url, "basic_publish", b"x", exchange="crawl.retry", routing_key="shopee.tw.10s")
    assert await refused(url, "queue_delete", "crawl.shopee")


async def test_an_operator_makes_the_queues_and_reads_dead_letters_and_no_more(fleet: Fleet) -> None:
    empty = Fleet(fleet.rabbitmq, fleet.rabbitmq.vhost())
    url = empty.account("operator")
    operator = make_broker(BrokerSettings(url=url))
    await operator.declare()
    await operator.publish_letters([OutgoingLetter(JOB, "shopee.tw", "attempts spent: TIMEOUT")])
    [letter] = await operator.take_dead_letters(10)
    assert letter.job_id == JOB
    await operator.close()
    assert await refused(url, "queue_declare", "elsewhere")
    with pytest.raises(aio_pika.exceptions.AMQPError):
        await aio_pika.connect(url.replace(empty.vhost, fleet.vhost).replace(f"operator-{fleet.vhost}", "x"))


async def test_an_account_has_limits_is_listed_and_is_cut_off_when_removed(
    fleet: Fleet, caplog: pytest.LogCaptureFixture
) -> None:
    url = fleet.account("worker", ctl=fleet.rabbitmq.command)
    name = f"worker-{fleet.vhost}"
    [account] = [one for one in list_accounts(fleet.rabbitmq.command, fleet.vhost) if one.name == name]
    assert (account.role, account.max_connections) == ("worker", 16)
    held = []
    with pytest.raises((aio_pika.exceptions.AMQPError, ConnectionError)):
        for _ in range(40):
            held.append(await aio_pika.connect(url))
    # RabbitMQ counts connections after it has accepted them, so a few more may slip through.
    assert 16 <= len(held) <= 20
    for connection in held[1:]:
        await connection.close()
    owner = make_broker(BrokerSettings(url=fleet.url))
    await owner.publish([Outgoing(JOB, "shopee.tw")])
    worker = make_broker(BrokerSettings(url=url, stall_seconds=2))
    deliveries = worker.consume(["shopee"], 1)
    async with asyncio.timeout(120):  # rabbitmqctl takes its time
        await anext(deliveries)
        remove_account(fleet.rabbitmq.command, fleet.vhost, name)
        # What the account held goes to the next.
        again = await anext(owner.consume(["shopee"], 1))
    assert decode(again.body) == JOB
    # It may be an account whose password is being changed: the worker says what is wrong, and asks again without end.
    waiting = asyncio.ensure_future(anext(deliveries))
    async with asyncio.timeout(60):
        while "refused the credentials" not in caplog.text:
            assert not waiting.done()
            await asyncio.sleep(0.05)
    waiting.cancel()
    with suppress(asyncio.CancelledError):
        await waiting
    await worker.close()
    await owner.close()


async def test_an_account_without_a_password_is_told_where_to_set_one(fleet: Fleet) -> None:
    nobody = fleet.url.replace("guest:guest@", "worker@")
    with pytest.raises(BrokerError, match=r"no password is set for worker; .* broker\.password_file"):
        await make_broker(BrokerSettings(url=nobody)).connect()


def test_only_our_own_accounts_are_removed(rabbitmq: RabbitServer, amqp_url: str) -> None:
    vhost = urlsplit(amqp_url).path.lstrip("/")
    with pytest.raises(ConfigError, match="no crawlfleet role"):
        remove_account(rabbitmq.ctl, vhost, "guest")
    with pytest.raises(ConfigError, match="no account nobody"):
        remove_account(rabbitmq.ctl, vhost, "nobody")
    for name in ("-p", "a b", "", "x" * 65, "a\nb"):
        with pytest.raises(ConfigError, match="account's name"):
            add_account(rabbitmq.ctl, vhost, name, "worker")


async def test_another_password_closes_the_old_ones_connections_and_leaves_its_rights(fleet: Fleet) -> None:
    url = fleet.account("worker", "taobao")
    parts = urlsplit(url)
    assert parts.username
    before = list_accounts(fleet.rabbitmq.ctl, fleet.vhost)
    old = await aio_pika.connect(url)
    new = new_password()
    change_password(fleet.rabbitmq.command, fleet.vhost, parts.username, new)
    name = parts.username
    await eventually(lambda: name not in fleet.rabbitmq.ctl("list_connections", "user"), what="its connection closed")
    with pytest.raises(aio_pika.exceptions.AMQPError):
        await aio_pika.connect(url)
    again = await aio_pika.connect(f"amqp://{parts.username}:{new}@{parts.hostname}:{parts.port}/{fleet.vhost}")
    assert list_accounts(fleet.rabbitmq.ctl, fleet.vhost) == before
    await again.close()
    await old.close()
