"""A worker that is told to stop: its crawls have the grace from then on, whatever else has to end first."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Sequence
from contextlib import aclosing
from pathlib import Path

import pytest

from common.broker.base import Outgoing
from common.broker.memory import MemoryBroker, MemoryDelivery
from common.broker.topology import job_key
from common.job import Crawlable, JobStatus, NewJob
from common.outcome.crawl_result import CrawlResult
from common.settings import BrokerSettings, DatabaseSettings
from common.settings_tables.work import WorkSettings
from common.store import Store, init_schema, open_store
from common.ways.way import Way
from worker.direct import WorkService

URL = "https://shopee.tw/product/1/2"
JOB = NewJob(URL, URL, "shopee", "tw", "1", "2", "jsonl", "me", "p1")
GRACE_SECONDS = 3600.0
SOON_SECONDS = 60.0


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    settings = DatabaseSettings(url=f"file:{tmp_path / 'jobs.db'}")
    await init_schema(settings)
    store = await open_store(settings)
    yield store
    await store.close()


class Clock:
    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


class SlowToClose(MemoryBroker):
    """To take no more of it takes what `closed` waits for."""

    def __init__(self, closed: Callable[[], Awaitable[object]]) -> None:
        super().__init__(BrokerSettings())
        self._closed = closed

    async def consume(self, platforms: Sequence[str], prefetch: int) -> AsyncGenerator[MemoryDelivery, None]:
        try:
            async with aclosing(super().consume(platforms, prefetch)) as deliveries:
                async for delivery in deliveries:
                    yield delivery
        finally:
            await self._closed()


class SilentBroker(SlowToClose):
    """To take no more of it takes all of the grace."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(self._pass)
        self._clock = clock

    async def _pass(self) -> None:
        self._clock.seconds += GRACE_SECONDS


class Endless:
    def __init__(self) -> None:
        self.begun = asyncio.Event()

    async def crawl(self, job: Crawlable) -> CrawlResult:
        self.begun.set()
        await asyncio.Event().wait()
        raise AssertionError("unreachable")


async def test_what_it_takes_to_take_no_more_is_part_of_the_grace(
    store: Store, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    clock, crawler = Clock(), Endless()
    broker = SilentBroker(clock)
    await broker.declare()
    await store.jobs.add([JOB])
    assert await broker.publish([Outgoing(JOB.id, job_key("shopee", "tw", Way.HTTP))]) == [None]
    worker = WorkService(
        store=store,
        broker=broker,
        crawler=crawler,
        settings=WorkSettings(grace_seconds=GRACE_SECONDS, spool_dir=tmp_path / "spool"),
        version="0",
        monotonic=clock,
    )
    caplog.set_level("INFO", logger="crawlfleet")
    running = asyncio.create_task(worker.run())
    async with asyncio.timeout(SOON_SECONDS):
        await crawler.begun.wait()
        worker.stop()
        tally = await running
    assert tally.released == 1
    assert "stopping: 1 crawl may take 0 s to end" in caplog.messages
    job = await store.jobs.get(JOB.id)
    assert job is not None
    assert (job.status, job.attempt) == (JobStatus.QUEUED, 0)


class ClosingBroker(SlowToClose):
    """To take no more of it takes until the test says so."""

    def __init__(self) -> None:
        super().__init__(self._wait)
        self.closing, self.closed = asyncio.Event(), asyncio.Event()

    async def _wait(self) -> None:
        self.closing.set()
        await self.closed.wait()


async def test_a_worker_that_is_cancelled_while_it_takes_no_more_ends(store: Store, tmp_path: Path) -> None:
    """As when the child that reads pages cannot start: without it jobs would only spend their attempts."""
    broker, paused = ClosingBroker(), tmp_path / "paused"
    await broker.declare()
    settings = WorkSettings(spool_dir=tmp_path / "spool", paused_file=paused)
    worker = WorkService(store=store, broker=broker, crawler=Endless(), settings=settings, version="0")
    began = asyncio.Event()
    running = asyncio.create_task(worker.run(on_ready=began.set))
    async with asyncio.timeout(SOON_SECONDS):
        await began.wait()
        paused.touch()
        await broker.closing.wait()
        running.cancel()
        await asyncio.sleep(0)
        broker.closed.set()
    _, goes_on = await asyncio.wait([running], timeout=5)
    worker.stop()
    await asyncio.wait([running])
    assert not goes_on
    assert running.cancelled()
