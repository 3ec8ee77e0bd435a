"""Every queue is emptied while work goes on: the database brings each job back."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from pathlib import Path

import aio_pika
import pytest

from fleet.demo.server import Reply, Route
from tests.servers.fleet_world import HELD, HELD_SECONDS, Routes, eventually, fleet_world, product_job, product_pages

NUMBERS = range(1, 61)
PURGES = 3
EACH = 5
"""So many pages are answered between two purges."""

pytestmark = [pytest.mark.rabbitmq, pytest.mark.libsql_server, pytest.mark.slow, pytest.mark.trodden]


def few_at_first(pages: Routes, answering: threading.Semaphore) -> Routes:
    """Each answer costs one of `answering`: however fast the worker is, it is not done before the test lets it."""

    def taking_one(page: Route) -> Route:
        def route(target: str) -> Reply:
            answering.acquire(timeout=HELD_SECONDS)
            return page(target)

        return route

    return {key: taking_one(page) for key, page in pages.items()}


async def test_purging_every_queue_mid_run_loses_no_job(amqp_url: str, libsql_url: str, tmp_path: Path) -> None:
    answering = threading.Semaphore(EACH)
    async with fleet_world(
        few_at_first(product_pages(NUMBERS, seconds=0), answering),
        database_url=libsql_url,
        broker_url=amqp_url,
        folder=tmp_path,
        dispatch_republish_after_seconds=2,
        **HELD,
    ) as world:
        await world.store.jobs.add([product_job(number) for number in NUMBERS])
        await world.start_worker(work_concurrency=2)
        world.start("dispatch")

        for _ in range(PURGES):
            lost = 0

            async def messages_were_purged() -> bool:
                nonlocal lost
                lost += await purged(amqp_url, [depth.name for depth in await world.broker.depths()])
                return lost >= 5

            await eventually(messages_were_purged, what="messages to purge")
            answering.release(EACH)
        answering.release(len(NUMBERS))
        await world.end_as({"SUCCEEDED": len(NUMBERS)})
        assert [(await world.path(product_job(number))).count("SUCCEEDED") for number in NUMBERS] == [1] * len(NUMBERS)
        await world.queues_become_empty()


async def purged(amqp_url: str, queues: Iterable[str]) -> int:
    """Delete the queues' messages behind crawlfleet's back; how many there were."""
    async with await aio_pika.connect(amqp_url) as connection:
        channel = await (await connection.channel()).get_underlay_channel()
        return sum([(await channel.queue_purge(queue)).message_count or 0 for queue in queues])
