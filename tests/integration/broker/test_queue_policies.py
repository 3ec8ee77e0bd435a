"""What somebody set at RabbitMQ by hand is named where jobs wait because of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from common.broker import make_broker
from common.broker.base import Broker, Outgoing
from common.broker.topology import retry_queue, work_queue
from common.job import NewJob
from common.settings import BrokerSettings, DatabaseSettings, Settings
from common.store import init_schema, open_store
from fleet.doctor.broker import check_broker
from tests.servers.fleet_world import eventually
from tests.servers.rabbitmq import EACH_RABBITMQ, RabbitServer

pytestmark = [pytest.mark.rabbitmq, EACH_RABBITMQ]

URL = "https://shopee.tw/product/1/1"
JOB = NewJob(URL, URL, "shopee", "tw", "1", "1", "jsonl", "me", "p", max_attempts=3)


@pytest.fixture
def settings(amqp_url: str, tmp_path: Path) -> Settings:
    return Settings(
        database=DatabaseSettings(url=f"file:{tmp_path / 'fleet.db'}"),
        broker=BrokerSettings(url=amqp_url, delivery_limit=1),
    )


@pytest.fixture
async def broker(settings: Settings) -> AsyncIterator[Broker]:
    broker = make_broker(settings.broker)
    await broker.declare()
    yield broker
    await broker.close()


def _set(rabbitmq: RabbitServer, settings: Settings, queue: str, policy: str) -> None:
    rabbitmq.ctl("set_policy", "-p", settings.broker.vhost, "by-hand", f"^{queue}$", policy, "--apply-to", "queues")


async def _ends_as_letter(broker: Broker) -> str | None:
    """The reason of the one message that ends as a dead letter."""

    async def there() -> bool:
        return any(depth.name == "crawl.dlq.shopee" and depth.ready for depth in await broker.depths())

    await eventually(there, what="a dead letter")
    (letter,) = await broker.dead_letters(10)
    return letter.reason


async def test_messages_that_a_policy_ends_while_their_jobs_wait_are_named_with_the_policy(
    rabbitmq: RabbitServer, settings: Settings, broker: Broker
) -> None:
    async def said() -> list[str]:
        found = [one async for one in check_broker(settings) if "dead letter" in one.text or "ran out" in one.text]
        return [f"{one.level} {one.text} → {one.next_step}" for one in found]

    await init_schema(settings.database)
    store = await open_store(settings.database)
    await store.jobs.add([JOB])
    await store.jobs.publish([JOB.id], republish_after_ms=900_000)
    _set(rabbitmq, settings, work_queue("shopee"), '{"message-ttl": 1}')
    assert await broker.publish([Outgoing(JOB.id, "shopee.tw")]) == [None]
    assert await _ends_as_letter(broker) == "expired in crawl.shopee"

    letter, cause = await said()
    assert letter.startswith("warning 1 dead letter →"), "its job waits and did not move on"
    assert cause.startswith("warning 1 message of QUEUED jobs ran out in crawl.shopee before a worker had them")
    for command in (
        f"`rabbitmqctl list_policies -p {settings.broker.vhost}`",
        f"`rabbitmqctl clear_policy -p {settings.broker.vhost} NAME`",
        "`crawlfleet jobs resume shopee`",
    ):
        assert command in cause
    await store.jobs.claim(JOB.id, worker_id="w", lease_token="t", lease_ms=60_000)
    (moved_on,) = await said()
    assert moved_on.startswith("ok 1 dead letter of a job that moved on"), "a worker had another message of it"
    await store.close()


async def test_a_letter_tells_its_last_death_and_not_that_it_waited_for_another_try(
    rabbitmq: RabbitServer, settings: Settings, broker: Broker
) -> None:
    _set(rabbitmq, settings, retry_queue("10s"), '{"message-ttl": 1}')
    assert await broker.publish([Outgoing(JOB.id, "shopee.tw")]) == [None]
    deliveries = broker.consume(["shopee"], 1)
    async with asyncio.timeout(60):
        assert await (await anext(deliveries)).retry_after(1)
        for _ in range(2):
            await (await anext(deliveries)).requeue()
    assert await _ends_as_letter(broker) == "delivery_limit"
    await deliveries.aclose()
