"""A flood of forged messages through crawl.retry: each costs itself, and the fleet's work gets done all the same."""

from __future__ import annotations

import asyncio
from pathlib import Path

import aio_pika
import pytest

from common.broker import make_broker
from common.broker.base import Outgoing
from common.broker.message import encode
from common.errors import CrawlError, ErrorCode
from common.job import JobStatus, NewJob
from common.outcome.crawl_result import CrawlResult
from common.settings import BrokerSettings, DatabaseSettings
from common.settings_tables.work import WorkSettings
from common.store import init_schema, open_store
from worker.direct import WorkService

pytestmark = pytest.mark.rabbitmq

FORGED = 1_000


class Instant:
    """Stands for the network and the page."""

    async def crawl(self, job: object) -> CrawlResult:
        raise CrawlError(ErrorCode.CONTENT_NOT_FOUND, "no such page")


def job(number: int, platform: str = "shopee") -> NewJob:
    url = f"https://{platform}.example/product/1/{number}"
    return NewJob(url, url, platform, "tw", "1", str(number), "jsonl", "me", str(number), 0)


async def test_a_flood_of_forged_messages_costs_itself_and_starves_nothing(amqp_url: str, tmp_path: Path) -> None:
    database = DatabaseSettings(url=f"file:{tmp_path / 'jobs.db'}")
    await init_schema(database)
    store = await open_store(database)
    settings = BrokerSettings(url=amqp_url, queue_max_length=FORGED + 100)
    broker = make_broker(settings)
    await broker.declare()
    real, waiting, elsewhere = job(1), job(2), job(3, "taobao")
    await store.jobs.add([real, waiting, elsewhere])
    # One that waits for its retry: a forged message must not run it early.
    claim = await store.jobs.claim(waiting.id, worker_id="w", lease_token="t", lease_ms=60_000)
    assert claim.job is not None
    await store.jobs.retry_later(waiting.id, "t", delay_ms=7_200_000, error_code=ErrorCode.TIMEOUT, detail="")
    connection = await aio_pika.connect(amqp_url)
    exchange = await (await connection.channel()).get_exchange("crawl.retry")
    bodies = [encode("z" * 26), encode(waiting.id), encode(elsewhere.id), b"\x00 no message"]
    for start in range(0, FORGED, 500):
        forged = [aio_pika.Message(bodies[n % 4], delivery_mode=2) for n in range(start, start + 500)]
        await asyncio.gather(*(exchange.publish(message, "shopee.tw.10s") for message in forged))
    await connection.close()
    async with asyncio.timeout(60):
        while {one.name: one.ready for one in await broker.depths()}["crawl.shopee"] < FORGED:
            await asyncio.sleep(0.2)
    assert await broker.publish([Outgoing(real.id, "shopee.tw")]) == [None]
    await store.jobs.publish([real.id], republish_after_ms=900_000)
    work = WorkSettings(platforms=("shopee",), concurrency=8, spool_dir=tmp_path / "spool")
    worker = WorkService(store=store, broker=broker, crawler=Instant(), settings=work, version="test")
    async with asyncio.timeout(600):
        tally = await worker.run(until_idle=True)
    ended = await store.jobs.get(real.id)
    assert ended is not None
    assert ended.status is JobStatus.FAILED_PERMANENT, "behind all the forged messages, and done"
    assert (tally.malformed, tally.skipped, tally.failed) == (FORGED // 4, FORGED * 3 // 4, 1)
    for other, status in ((waiting, JobStatus.FAILED_RETRYABLE), (elsewhere, JobStatus.NEW)):
        seen = await store.jobs.get(other.id)
        assert seen is not None
        assert seen.status is status
    left = {one.name: one.ready for one in await broker.depths() if one.ready}
    assert left == {"crawl.dlq.shopee": FORGED // 2}, "no copy went round again"
    await broker.close()
    await store.close()
