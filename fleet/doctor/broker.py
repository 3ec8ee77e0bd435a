"""The broker: reachable, topology complete, queues heard."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator
from typing import TYPE_CHECKING

from common.errors import BrokerError, TopologyMissing
from fleet.doctor.finding import Finding, failed, ok, warning

if TYPE_CHECKING:
    from common.broker.base import QueueDepth
    from common.settings import Settings


async def check_broker(settings: Settings) -> AsyncIterator[Finding]:
    if settings.broker.in_memory:
        yield ok("broker", "memory: lives inside `crawlfleet up`; ingest, dispatch and work alone need a shared one")
        return
    from common.broker import make_broker

    broker = make_broker(settings.broker)
    try:
        await broker.connect()
        yield ok("broker", "connected")
        yield ok("topology", "every exchange and queue is there")
        for finding in judge_queues(await broker.depths()):
            yield finding
    except TopologyMissing as error:
        yield ok("broker", "connected")
        yield failed("topology", str(error), "crawlfleet broker init (with a user who may configure)")
    except BrokerError as error:
        yield failed("broker", str(error), "check broker.url, its password, and that the server runs")
    finally:
        await broker.close()


def judge_queues(depths: Iterable[QueueDepth]) -> Iterator[Finding]:
    """Work queues nobody consumes, and dead letters."""
    dead = 0
    for depth in depths:
        if ".dlq." in depth.name:
            dead += depth.ready
        elif ".retry." not in depth.name and depth.ready and not depth.consumers:
            yield warning("queues", f"{depth.name}: {depth.ready} messages, no consumer", "start `crawlfleet work`")
    if dead:
        yield warning("queues", f"{dead} dead letters", "crawlfleet dlq list")
