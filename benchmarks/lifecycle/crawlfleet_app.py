"""crawlfleet: insert, publish confirmed, mark as queued, then the real worker: claim, no-op crawl, succeed, ack.

Without --amqp-url the broker is in memory; --database is a folder for a database file, or a libsql-server's URL.
BENCH_BATCH=200 feeds jobs by the batch, as ingestor and dispatcher do; else each lane brings one job at a time.
"""

from __future__ import annotations

import asyncio
import logging
import os
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.lifecycle.measure import RESULT, Run, Task, answer_as_child
from common.broker import make_broker
from common.broker.base import Broker, Outgoing
from common.job import Crawlable, JobStatus, NewJob
from common.offer import Verdict, VerdictReason, VerdictStatus
from common.outcome.crawl_result import CrawlResult
from common.settings import BrokerSettings, DatabaseSettings
from common.settings_tables.work import WorkSettings
from common.store import Store, init_schema, open_store
from worker.direct import WorkService

REPUBLISH_AFTER_MS = 900_000


class Nothing:
    """A crawl that takes no time; knows when the last one has been asked for."""

    async def crawl(self, job: Crawlable) -> CrawlResult:
        return CrawlResult(
            result_json=RESULT,
            content_hash=None,
            offer=None,
            verdict=Verdict(VerdictStatus.DROP, VerdictReason.NO_PRICE),
            url_norm=job.url_norm,
            platform=job.platform,
            region="any",
            fetched_url=job.url_norm,
            next_crawl_in_ms=None,
        )


def new_job(number: int) -> NewJob:
    url = f"https://shop.example/item/{number}"
    return NewJob(
        url=url,
        url_norm=url,
        platform="other",
        region="any",
        shop_id=None,
        item_id=str(number),
        source="jsonl",
        source_account="bench",
        source_post_id=str(number),
    )


async def bring(store: Store, broker: Broker, jobs: Sequence[NewJob]) -> None:
    """From a link to a job that waits in its queue, written down at each step."""
    await store.jobs.add(jobs)
    refused = [answer for answer in await broker.publish([Outgoing(job.id, "other.any") for job in jobs]) if answer]
    if refused:
        raise refused[0]
    await store.jobs.publish([job.id for job in jobs], republish_after_ms=REPUBLISH_AFTER_MS)


async def life(task: Task) -> Run:
    logging.disable(logging.WARNING)
    served = task.database.startswith("http")
    database = DatabaseSettings(url=task.database if served else f"file:{task.database}/bench.db")
    await init_schema(database)
    store = await open_store(database)
    broker = make_broker(BrokerSettings(url=task.amqp_url or "memory:"))
    await broker.declare()
    await broker.connect()
    settings = WorkSettings(concurrency=task.concurrency, spool_dir=Path(tempfile.mkdtemp(prefix="bench-spool-")))
    service = WorkService(store=store, broker=broker, crawler=Nothing(), settings=settings, version="bench")
    ready = asyncio.Event()
    working = asyncio.create_task(service.run(on_ready=ready.set))
    await ready.wait()

    batch = int(os.environ.get("BENCH_BATCH", "0"))

    async def lane(first: int) -> None:
        for number in range(first, task.jobs, task.concurrency):
            await bring(store, broker, [new_job(number)])

    async def batches() -> None:
        for first in range(0, task.jobs, batch):
            await bring(store, broker, [new_job(n) for n in range(first, min(first + batch, task.jobs))])

    started = time.perf_counter()
    await (batches() if batch else asyncio.gather(*(lane(first) for first in range(task.concurrency))))
    while service.tally.succeeded < task.jobs or service.running:
        if working.done():
            raise RuntimeError(f"the worker ended early: {await working}")
        await asyncio.sleep(0.002)
    seconds = time.perf_counter() - started

    service.stop()
    await working
    counts = {row.status: row.count for row in await store.listing.counts()}
    if counts != {JobStatus.SUCCEEDED: task.jobs} or any(depth.ready for depth in await broker.depths()):
        raise RuntimeError(f"not every job ended well: {counts}")
    await broker.close()
    await store.close()
    return Run(task.jobs, task.concurrency, seconds)


if __name__ == "__main__":
    answer_as_child(lambda task: asyncio.run(life(task)))
