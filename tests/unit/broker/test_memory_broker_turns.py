"""Whose turn it is among the in-memory broker's consumers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

import pytest

from common.broker.base import Outgoing
from common.broker.memory import MemoryBroker, MemoryDelivery
from common.broker.message import decode
from common.settings import BrokerSettings

ONE, TWO, THREE = ("a" * 26, "b" * 26, "c" * 26)
Consumer = AsyncGenerator[MemoryDelivery, None]


@pytest.fixture
async def broker() -> MemoryBroker:
    broker = MemoryBroker(BrokerSettings())
    await broker.declare()
    return broker


async def publish(broker: MemoryBroker, job_id: str) -> None:
    assert await broker.publish([Outgoing(job_id, "shopee.tw")]) == [None]


def waits(consumer: Consumer) -> asyncio.Task[MemoryDelivery]:
    return asyncio.get_running_loop().create_task(_next(consumer))


async def _next(consumer: Consumer) -> MemoryDelivery:
    async with asyncio.timeout(5):
        return await anext(consumer)


async def settled() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


async def test_what_a_consumer_gave_back_is_anothers_that_waits(broker: MemoryBroker) -> None:
    ann, ben = broker.consume(["shopee"], 2), broker.consume(["shopee"], 2)
    first, second = waits(ann), waits(ben)
    await settled()
    await publish(broker, ONE)
    await publish(broker, TWO)
    held = await first
    await (await second).ack()
    first, second = waits(ann), waits(ben)
    await settled()
    await held.requeue()  # ann was served longest ago, and would be next
    again = await second
    assert decode(again.body) == ONE
    await again.ack()
    first.cancel()
    await asyncio.gather(first, return_exceptions=True)
    await ann.aclose()
    await ben.aclose()


async def test_who_had_a_jobs_message_is_not_given_its_next_one_while_another_waits(broker: MemoryBroker) -> None:
    """Turns alone bring an even number of jobs to the same two consumers in every round."""
    ann, ben = broker.consume(["shopee"], 4), broker.consume(["shopee"], 4)
    had: list[list[str]] = []
    for _ in range(2):
        first, second = waits(ann), waits(ben)
        await settled()
        await publish(broker, ONE)
        await publish(broker, TWO)
        deliveries = [await first, await second]
        had.append([decode(delivery.body) for delivery in deliveries])
        for delivery in deliveries:
            await delivery.ack()
    assert had == [[ONE, TWO], [TWO, ONE]]
    await ann.aclose()
    await ben.aclose()


async def test_a_lone_consumer_is_given_again_what_it_gave_back(broker: MemoryBroker) -> None:
    ann = broker.consume(["shopee"], 1)
    await publish(broker, ONE)
    await (await _next(ann)).requeue()
    assert decode((await _next(ann)).body) == ONE
    await ann.aclose()


async def test_a_consumer_that_is_gone_holds_up_nobody(broker: MemoryBroker) -> None:
    ann, ben = broker.consume(["shopee"], 1), broker.consume(["shopee"], 1)
    first, second = waits(ann), waits(ben)
    await settled()
    await publish(broker, ONE)
    first.cancel()  # it was to be the next
    assert decode((await second).body) == ONE
    await asyncio.gather(first, return_exceptions=True)
    await ann.aclose()
    await ben.aclose()


async def test_a_consumer_that_holds_all_it_may_holds_up_nobody(broker: MemoryBroker) -> None:
    busy, idle = broker.consume(["shopee"], 1), broker.consume(["shopee"], 1)
    await publish(broker, ONE)
    held = await _next(busy)
    await publish(broker, TWO)
    await (await _next(idle)).ack()
    first, second = waits(busy), waits(idle)  # busy was served longest ago, and has no room
    await settled()
    await publish(broker, THREE)
    assert decode((await second).body) == THREE
    await held.ack()
    first.cancel()
    await asyncio.gather(first, return_exceptions=True)
    await busy.aclose()
    await idle.aclose()


async def test_who_is_cancelled_while_waiting_for_a_first_message_leaves_nothing_behind(broker: MemoryBroker) -> None:
    before = asyncio.all_tasks()
    waiting = asyncio.create_task(broker.first(["shopee"], until=asyncio.Event(), seconds=3600))
    await settled()
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    assert asyncio.all_tasks() == before
