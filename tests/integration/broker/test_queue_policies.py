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
from fleet.doctor.policies import check_policies
from fleet.rabbitmq.rabbitmqctl import rabbitmqctl
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
        "`crawlfleet doctor --rabbitmqctl rabbitmqctl`",
        f"`rabbitmqctl clear_policy -p {settings.broker.vhost} NAME`",
        "`crawlfleet jobs resume shopee`",
    ):
        assert command in cause
    await store.jobs.claim(JOB.id, worker_id="w", lease_token="t", lease_ms=60_000)
    (moved_on,) = await said()
    assert moved_on.startswith("ok 1 dead letter of a job that moved on"), "a worker had another message of it"
    await store.close()


async def test_a_policy_is_named_before_it_has_done_its_harm(
    rabbitmq: RabbitServer, settings: Settings, broker: Broker
) -> None:
    vhost = settings.broker.vhost

    async def said() -> list[str]:
        return [f"{one.level} {one.text} → {one.next_step}" for one in await check_policies(settings, rabbitmq.command)]

    def policy(name: str, pattern: str, definition: str, *more: str, word: str = "set_policy") -> None:
        rabbitmq.ctl(word, "-p", vhost, name, pattern, definition, "--apply-to", "queues", *more)

    policy("others", "^their", '{"expires": 1000}')
    policy("roomy", "^crawl\\.retry", '{"max-length": 1000000, "message-ttl": 60000}')
    (well,) = await said()
    assert well.startswith("ok no policy at RabbitMQ")
    policy("short lived", "^crawl\\.(shopee|dlq\\.shopee)$", '{"expires": 1800000, "message-ttl": 60000}')
    policy("hidden", "^crawl\\.shopee$", '{"message-ttl": 1}', "--priority", "-1")
    policy("small", "^crawl\\.taobao$", '{"max-length": 5}', word="set_operator_policy")
    found = await said()
    clear = f"where RabbitMQ runs: `rabbitmqctl clear_policy -p {vhost} 'short lived'`"
    begins = "warning the policy short lived at RabbitMQ "
    assert [one for one in found if clear in one] == found[:3]
    assert [one.partition(" →")[0] for one in found] == [
        f"{begins}deletes a queue, with all messages in it, that nobody used for 30m (`expires`): crawl.shopee, "
        "crawl.dlq.shopee",
        f"{begins}ends messages that no worker had yet after 1m (`message-ttl`): crawl.shopee",
        f"{begins}ends dead letters unseen after 1m (`message-ttl`): crawl.dlq.shopee",
        "warning the operator policy small at RabbitMQ has a queue refuse more than 5 messages (`max-length`), where "
        "this fleet counts on 10,000: crawl.taobao",
    ]
    assert f"`rabbitmqctl clear_operator_policy -p {vhost} small`" in found[3]


async def test_a_queue_that_is_gone_may_have_been_deleted_by_a_policy(
    rabbitmq: RabbitServer, settings: Settings, broker: Broker
) -> None:
    _set(rabbitmq, settings, work_queue("shopee"), '{"expires": 1}')

    async def gone() -> bool:
        found = [one async for one in check_broker(settings) if one.section == "topology"]
        return any("`expires`" in str(one.next_step) for one in found)

    await eventually(gone, what="a queue that is gone, and why")


async def test_that_rabbitmq_cannot_be_asked_is_said(settings: Settings) -> None:
    (found,) = await check_policies(settings, rabbitmqctl("no-such-rabbitmqctl"))
    assert found.text.startswith("RabbitMQ's policies are not known: there is no no-such-rabbitmqctl on this machine.")


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
