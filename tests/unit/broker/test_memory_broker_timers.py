"""Retry delays of the in-memory broker, driven by a clock of the test's own."""

from __future__ import annotations

from collections.abc import Callable

from common.broker.base import Outgoing
from common.broker.memory import MemoryBroker
from common.settings import BrokerSettings


class Timers:
    def __init__(self) -> None:
        self.due: list[tuple[float, Callable[[], None]]] = []

    def later(self, seconds: float, call: Callable[[], None]) -> None:
        self.due.append((seconds, call))

    def pass_by(self) -> None:
        due, self.due = self.due, []
        for _, call in due:
            call()


async def ready(broker: MemoryBroker) -> dict[str, int]:
    return {depth.name: depth.ready for depth in await broker.depths() if depth.ready}


async def test_a_retried_message_waits_while_its_queue_is_full() -> None:
    timers = Timers()
    broker = MemoryBroker(BrokerSettings(queue_max_length=1), later=timers.later)
    await broker.declare()
    deliveries = broker.consume(["shopee"], 1)
    await broker.publish([Outgoing("a" * 26, "shopee.tw")])
    await (await anext(deliveries)).retry_after(31)
    await deliveries.aclose()
    await broker.publish([Outgoing("b" * 26, "shopee.tw")])
    assert [seconds for seconds, _ in timers.due] == [60]
    timers.pass_by()
    assert await ready(broker) == {"crawl.shopee": 1, "crawl.retry.1m": 1}
    deliveries = broker.consume(["shopee"], 1)
    await (await anext(deliveries)).ack()
    await deliveries.aclose()
    timers.pass_by()
    assert await ready(broker) == {"crawl.shopee": 1}
