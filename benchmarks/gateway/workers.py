"""Worker processes with four crawls each that take no time, direct (broker and database) or through a gateway.

Both record the same offer of the same jobs. The clock runs from the first message, sent when every worker waits for it,
to the last job's end.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import tempfile
import time
from contextlib import AsyncExitStack, nullcontext
from dataclasses import dataclass
from multiprocessing.synchronize import Event, Semaphore
from pathlib import Path

from benchmarks.database_connections import patiently_opened
from benchmarks.gateway.fleet import Door, Servers, add, gateway, machines, send, some_jobs, spending
from benchmarks.gateway.spent import Spent
from benchmarks.gateway.wire import VERSION
from common.broker import make_broker
from common.broker.base import Broker
from common.job import Crawlable
from common.offer import Availability, Offer
from common.outcome.crawl_result import CrawlResult, result_json
from common.outcome.judge import judge
from common.protocol.joining import Settings as Told
from common.settings import BrokerSettings
from common.settings_tables.work import WorkSettings
from common.store import Store
from worker.direct import WorkService
from worker.presence import Presence
from worker.service import Worker
from worker.source.calls import GatewayCalls
from worker.source.gateway.source import GatewaySource
from worker.source.membership import Membership
from worker.tally import Tally

DIRECT, THROUGH = "direct", "through the gateway"
WAYS = (DIRECT, THROUGH)
CRAWLS = 4
READY_SECONDS = 180
STUCK_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Run:
    way: str
    processes: int
    jobs: int
    seconds: float
    spent: Spent
    load: float

    @property
    def per_second(self) -> float:
        return self.jobs / self.seconds


class Product:
    """A crawl that takes no time and finds a product."""

    async def crawl(self, job: Crawlable) -> CrawlResult:
        number = job.url_norm.rpartition("/")[2]
        offer = Offer(
            title=f"Product {number}",
            price_minor=12345,
            currency="TWD",
            availability=Availability.IN_STOCK,
            item_id=number,
        )
        verdict = judge(offer)
        return CrawlResult(
            result_json=result_json(offer, verdict, job.url_norm),
            content_hash=None,
            offer=offer,
            verdict=verdict,
            url_norm=job.url_norm,
            platform=job.platform,
            region="any",
            fetched_url=job.url_norm,
            next_crawl_in_ms=86_400_000,
        )


def work(number: int, servers: Servers, url: str | None, token: str, ready: Semaphore, over: Event) -> None:
    """One worker process: the real service, with `url` through the gateway."""
    logging.disable(logging.CRITICAL)

    async def run(spool: Path) -> None:
        async with AsyncExitStack() as stack:
            settings = WorkSettings(concurrency=CRAWLS, spool_dir=spool, worker_id=f"bench-{number}", grace_seconds=1)
            service = await _through(url, token, settings, stack) if url else await _direct(servers, settings, stack)
            working = asyncio.create_task(service.run(on_ready=ready.release))
            await asyncio.to_thread(over.wait)
            service.stop()
            service.stop()
            await working

    with tempfile.TemporaryDirectory(prefix="crawlfleet-bench-") as folder:
        asyncio.run(run(Path(folder)))


async def _direct(servers: Servers, settings: WorkSettings, stack: AsyncExitStack) -> Worker:
    store = await patiently_opened(servers.database_url)
    stack.push_async_callback(store.close)
    broker = make_broker(BrokerSettings(url=servers.amqp_url))
    stack.push_async_callback(broker.close)
    await broker.connect()
    return WorkService(store=store, broker=broker, crawler=Product(), settings=settings, version=VERSION)


async def _through(url: str, token: str, settings: WorkSettings, stack: AsyncExitStack) -> Worker:
    told = Told(
        number="",
        shops={"other": ("shop.example",)},
        requests_per_second=1,
        oldest_version="0.2.0",
        lease_seconds=180,
        renew_seconds=50,
    )
    member = Membership(gateway=url, machine=settings.worker_id, token=token, told=told)
    calls = GatewayCalls(url, version=VERSION, membership=member)
    stack.push_async_callback(calls.close)
    tally = Tally()
    presence = Presence(worker_id=settings.worker_id, tally=tally)
    source = GatewaySource(calls, say=presence.say, monotonic=time.monotonic)
    return Worker(source=source, crawler=Product(), settings=settings, tally=tally, presence=presence)


def measure(servers: Servers, folder: Path, processes: int, jobs: int, way: str) -> Run:
    """Raises RuntimeError when a worker does not start, or nothing ends any more."""
    return asyncio.run(_measure(servers, folder, processes, jobs, way))


async def _measure(servers: Servers, folder: Path, processes: int, jobs: int, way: str) -> Run:
    async with servers.opened() as (store, broker):
        with gateway(servers, folder) if way == THROUGH else nullcontext() as door:
            return await _timed(servers, store, broker, door, processes, jobs)


async def _timed(servers: Servers, store: Store, broker: Broker, door: Door | None, processes: int, jobs: int) -> Run:
    tokens = await machines(store, processes, trusted=True)
    wanted = some_jobs(jobs)
    await add(store, wanted)
    # Each worker forks from a process that has everything loaded: starting them is not what is measured.
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["benchmarks.gateway.workers"])
    ready, over = context.Semaphore(0), context.Event()
    url = door.url if door else None
    running = [
        context.Process(target=work, args=(number, servers, url, token, ready, over))
        for number, token in enumerate(tokens)
    ]
    try:
        for worker in running:
            worker.start()
        for _ in running:
            if not await asyncio.to_thread(ready.acquire, timeout=READY_SECONDS):
                raise RuntimeError(f"a worker did not become ready within {READY_SECONDS} s")
        await asyncio.sleep(1)
        load = os.getloadavg()[0]
        counted = spending(servers, door, workers=[worker.pid for worker in running if worker.pid])
        began = moved = time.perf_counter()
        await send(broker, wanted)
        left = jobs
        while left:
            await asyncio.sleep(0.05)
            if (now := await store.jobs.open_count()) < left:
                left, moved = now, time.perf_counter()
            elif time.perf_counter() - moved > STUCK_SECONDS:
                counts = {row.status: row.count for row in await store.listing.counts()}
                raise RuntimeError(f"{processes} processes: nothing ends any more, {left} jobs are left: {counts}")
        seconds = time.perf_counter() - began
        spent = counted.of_each(jobs)
    finally:
        over.set()
        for worker in running:
            worker.join(8)
            if worker.is_alive():
                worker.kill()
    return Run(THROUGH if door else DIRECT, processes, jobs, seconds, spent, load)
