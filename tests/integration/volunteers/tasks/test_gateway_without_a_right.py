"""A gateway whose account may not read the browser's queue, as accounts were made before, and one that lost it."""

from __future__ import annotations

import logging
import secrets
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import aio_pika
import pytest

from common.broker import make_broker
from common.broker.base import Broker
from common.broker.roles import worker
from common.settings import BrokerSettings, DatabaseSettings, Settings
from common.store import init_schema, open_store
from tests.integration.volunteers.door import Door, Machine, serving
from tests.servers.rabbitmq import RabbitServer

pytestmark = pytest.mark.rabbitmq


@pytest.fixture
async def owners(amqp_url: str) -> AsyncIterator[Broker]:
    broker = make_broker(BrokerSettings(url=amqp_url))
    await broker.declare()
    yield broker
    await broker.close()


@pytest.fixture(params=["no right", "no queue"])
async def door(
    request: pytest.FixtureRequest, tmp_path: Path, rabbitmq: RabbitServer, amqp_url: str, owners: Broker
) -> AsyncIterator[Door]:
    url = amqp_url
    if request.param == "no right":
        parts = urlsplit(amqp_url)
        vhost, rights = parts.path.lstrip("/"), worker()
        rabbitmq.ctl("add_user", f"gateway-{vhost}", "pass")
        wanted = (rights.configure, rights.write, rights.read)
        rabbitmq.ctl("set_permissions", "-p", vhost, f"gateway-{vhost}", *wanted)
        netloc = f"gateway-{vhost}:pass@{parts.hostname}:{parts.port}"
        url = urlunsplit(parts._replace(netloc=netloc))
    settings = Settings(database=DatabaseSettings(url=f"file:{tmp_path}/fleet.db"), broker=BrokerSettings(url=url))
    await init_schema(settings.database)
    store = await open_store(settings.database)
    broker = make_broker(settings.broker)
    await broker.connect()
    if request.param == "no queue":
        connection = await aio_pika.connect(amqp_url)
        await (await connection.channel()).queue_delete("crawl.browser")
        await connection.close()
    async with serving(settings, store, broker) as door:
        door.broker = owners
        yield door
    await broker.close()
    await store.close()


async def test_who_offers_the_browser_takes_nothing_from_the_others(
    door: Door, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING, "crawlfleet.gateway.desk")
    both, plain = await door.machine(), await door.machine("bob")

    async def claim(machine: Machine, *ways: str, wait_seconds: float = 1.0) -> Any:
        body = {"request_id": secrets.token_hex(16), "free": 1, "wait_seconds": wait_seconds, "ways": ways}
        found = await machine.post("claim", body)
        assert found.status_code == 200, found.text
        return found.json()

    none = await claim(both, "browser", "http")
    assert none["none"]["reason"] == "NOTHING_WAITS", "the broker is not away for that"
    assert (await claim(both, "browser", "http"))["ways"] == ["http"], "it is told"
    assert (await claim(both, "browser"))["none"]["retry_after_seconds"] > 60
    for number, machine in enumerate((both, plain), 2):
        job_id = await door.job(number)
        (task,) = (await claim(machine, "http", "browser", wait_seconds=20.0))["tasks"]
        assert task["job_id"] == job_id
    assert [one.getMessage()[:40] for one in caplog.records] == ["no tasks by browser are given here for 5"]
