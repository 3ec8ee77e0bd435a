"""Every queue is emptied while work goes on: the database brings each job back."""

from __future__ import annotations

from pathlib import Path

import aio_pika
import pytest

from tests.servers.fleet_world import eventually, fleet_world, product_job, product_pages

NUMBERS = range(1, 61)
PURGES = 3

pytestmark = [pytest.mark.rabbitmq, pytest.mark.libsql_server, pytest.mark.slow]


async def test_purging_every_queue_mid_run_loses_no_job(amqp_url: str, libsql_url: str, tmp_path: Path) -> None:
    async with fleet_world(
        product_pages(NUMBERS, seconds=0.1),
        database_url=libsql_url,
        broker_url=amqp_url,
        folder=tmp_path,
        dispatch_republish_after_seconds=2,
    ) as world:
        await world.store.jobs.add([product_job(number) for number in NUMBERS])
        await world.start_worker(work_concurrency=2)
        world.start("dispatch")

        for _ in range(PURGES):
            lost = 0

            async def messages_were_purged() -> bool:
                nonlocal lost
                for depth in await world.broker.depths():
                    lost += await purged(amqp_url, depth.name)
                return lost >= 5

            await eventually(messages_were_purged, what="messages to purge")
            assert (await world.statuses()).get("SUCCEEDED", 0) < len(NUMBERS), "the purge came too late to matter"

        await world.end_as({"SUCCEEDED": len(NUMBERS)}, seconds=90)
        assert [(await world.path(product_job(number))).count("SUCCEEDED") for number in NUMBERS] == [1] * len(NUMBERS)
        await world.queues_become_empty()


async def purged(amqp_url: str, queue: str) -> int:
    """Delete a queue's messages behind crawlfleet's back; how many there were."""
    async with await aio_pika.connect(amqp_url) as connection:
        channel = await (await connection.channel()).get_underlay_channel()
        return (await channel.queue_purge(queue)).message_count or 0
