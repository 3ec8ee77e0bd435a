"""The broker: reachable, topology complete, queues heard."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from common.broker.topology import is_dead_letter_queue
from common.errors import BrokerError, CrawlfleetError, TopologyMissing
from fleet.doctor.finding import Finding, failed, ok, warning
from fleet.letters import MOST, letters
from fleet.one_look import one_look
from fleet.opening import opened_store

if TYPE_CHECKING:
    from common.broker.base import Broker, QueueDepth
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
        depths = await broker.depths()
        for finding in judge_queues(depths, await _moved_on(settings, broker, depths)):
            yield finding
    except TopologyMissing as error:
        yield ok("broker", "connected")
        yield failed("topology", str(error), "crawlfleet broker init (with a user who may configure)")
    except BrokerError as error:
        yield failed("broker", str(error), "check broker.url, its password, and that the server runs")
    finally:
        await broker.close()


async def _moved_on(settings: Settings, broker: Broker, depths: Sequence[QueueDepth]) -> int:
    """How many dead letters stand for jobs that need no help any more; 0 for an account that may not read letters, and
    without a database."""
    if not any(is_dead_letter_queue(depth.name) and depth.ready for depth in depths):
        return 0
    try:
        async with opened_store(settings) as store, one_look(store, wait_seconds=2):
            return sum(letter.moved_on for letter in await letters(store, broker, limit=MOST))
    except CrawlfleetError:
        return 0


def judge_queues(depths: Iterable[QueueDepth], moved_on: int = 0) -> Iterator[Finding]:
    """Work queues nobody consumes, and dead letters; those whose jobs moved on since are no warning."""
    dead = 0
    for depth in depths:
        if is_dead_letter_queue(depth.name):
            dead += depth.ready
        elif ".retry." not in depth.name and depth.ready and not depth.consumers:
            yield warning("queues", f"{depth.name}: {depth.ready} messages, no consumer", "start `crawlfleet work`")
    moved_on = min(moved_on, dead)
    if dead > moved_on:
        yield warning("queues", f"{dead - moved_on} dead letters", "crawlfleet dlq list")
    if moved_on:
        text = f"{moved_on} dead letters of jobs that have moved on; crawlfleet dlq requeue --all removes them"
        yield ok("queues", text)
