"""Messages nobody can handle end as dead letters with a reason; the worker goes on with the good ones."""

from __future__ import annotations

import random
from pathlib import Path

import aio_pika
import pytest

from common.broker.message import encode
from common.broker.topology import JOBS
from common.job import job_id_for
from tests.servers.fleet_world import eventually, fleet_world, product_job, product_pages

GOOD = product_job(1)
UNKNOWN_ID = job_id_for("https://shopee.tw/product/0/0")
BAD = {
    b"{not json": "not JSON",
    b'{"v": 1}': "no job_id",
    encode(UNKNOWN_ID): "unknown job id",
    b'{"job_id": "%b", "v": 99}' % GOOD.id.encode(): "unknown version 99",
    random.Random(7).randbytes(1_000_000): "1000000 bytes",
}

pytestmark = [pytest.mark.rabbitmq, pytest.mark.libsql_server]


async def _publish(amqp_url: str, bodies: list[bytes]) -> None:
    connection = await aio_pika.connect(amqp_url)
    async with connection:
        channel = await connection.channel(publisher_confirms=True)
        exchange = await channel.get_exchange(JOBS)
        for body in bodies:
            await exchange.publish(aio_pika.Message(body, delivery_mode=2), "shopee.tw", mandatory=True)


async def test_bad_messages_become_dead_letters_with_a_reason(amqp_url: str, libsql_url: str, tmp_path: Path) -> None:
    async with fleet_world(
        product_pages([1], seconds=0), database_url=libsql_url, broker_url=amqp_url, folder=tmp_path
    ) as world:
        worker = await world.start_worker("--json", work_concurrency=1, measured=True)
        await _publish(amqp_url, list(BAD))
        await world.store.jobs.add([GOOD])
        await world.run("dispatch", "--once")
        await world.become(GOOD, "SUCCEEDED")

        async def five_letters() -> bool:
            return sum(depth.ready for depth in await world.broker.depths() if ".dlq." in depth.name) == len(BAD)

        await eventually(five_letters, what="five dead letters", say=worker.text)
        for _ in range(2):  # looking changes nothing
            letters = (await world.run("dlq", "list", "--json")).json_lines()
            reasons = [letter["reason"] for letter in letters]
            assert len(letters) == len(BAD)
            assert all(any(expected in reason for reason in reasons) for expected in BAD.values()), reasons
            assert {letter["queue"] for letter in letters} == {"crawl.dlq.shopee"}
            assert {letter["job_id"] for letter in letters if "unknown job id" in letter["reason"]} == {UNKNOWN_ID}
        assert worker.terminate() == 0
        summary = worker.json_lines()[-1]
        assert (summary["succeeded"], summary["malformed"], summary["skipped"]) == (1, 4, 1)
