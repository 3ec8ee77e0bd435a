"""A handler of single messages with all that it needs, over one embedded database, for tests of a message's life."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from common.errors import CrawlError, ErrorCode, StoreUnavailable
from common.job import Crawlable, JobStatus, NewJob
from common.offer import Availability, Offer, Verdict, VerdictStatus
from common.outcome.crawl_result import CrawlResult
from common.settings import DatabaseSettings
from common.settings_tables.work import WorkSettings
from common.store import Store, init_schema, open_store
from common.store.jobs.jobs import JobStore
from tests.unit.worker.direct_handler import DirectHandler
from worker.keeping.spool import Spool
from worker.leases import HeldLeases
from worker.record import Recorder
from worker.tally import Tally

Answer = Callable[[Crawlable], Awaitable[CrawlResult]]


class Clock:
    def __init__(self) -> None:
        self.ms = 1_800_000_000_000

    def __call__(self) -> int:
        return self.ms


class Message:
    """A delivery that remembers how it was settled."""

    def __init__(self, body: bytes) -> None:
        self.body = body
        self.routing_key = "shopee.tw"
        self.queue = "crawl.shopee"
        self.ends: list[tuple[str, object]] = []

    async def ack(self) -> None:
        self.ends.append(("ack", None))

    async def requeue(self) -> None:
        self.ends.append(("requeue", None))

    async def retry_after(self, delay_seconds: float) -> bool:
        self.ends.append(("retry_after", delay_seconds))
        return True

    async def dead_letter(self, reason: str) -> bool:
        self.ends.append(("dead_letter", reason))
        return True


class Crawls:
    """Stands for the network and the page: answers as told."""

    def __init__(self, answer: Answer) -> None:
        self._answer = answer

    async def crawl(self, job: Crawlable) -> CrawlResult:
        return await self._answer(job)


class Absent:
    """A JobStore whose writes fail while `away`, as when the database cannot be reached."""

    def __init__(self, jobs: JobStore) -> None:
        self._jobs = jobs
        self.away = False

    def __getattr__(self, name: str) -> Callable[..., Coroutine[Any, Any, Any]]:
        method = getattr(self._jobs, name)

        async def call(*args: Any, **kwargs: Any) -> Any:
            if self.away:
                raise StoreUnavailable("cut for the test")
            return await method(*args, **kwargs)

        return call


OFFER = Offer(title="Mug", price_minor=42000, currency="TWD", availability=Availability.IN_STOCK, item_id="2")


async def found(job: Crawlable) -> CrawlResult:
    return CrawlResult("{}", "hash", OFFER, Verdict(VerdictStatus.OK), job.url_norm, "shopee", "tw", job.url_norm, None)


def refusing(code: ErrorCode, **more: float) -> Answer:
    async def refuse(job: Crawlable) -> CrawlResult:
        raise CrawlError(code, "as told", **more)

    return refuse


async def never_ends(job: Crawlable) -> CrawlResult:
    await asyncio.Event().wait()
    raise AssertionError


class Bench:
    """A handler with everything it needs, over one embedded database."""

    def __init__(self, store: Store, clock: Clock, tmp_path: Path) -> None:
        self.store = store
        self.clock = clock
        self.jobs = Absent(store.jobs)
        self.spool = Spool(tmp_path / "spool")
        self.tally = Tally()
        self.settings = WorkSettings(worker_id="w1", lease_seconds=60, renew_seconds=20, crawl_timeout_seconds=5)
        self.leases = HeldLeases(self.jobs, lease_seconds=60, renew_seconds=20, monotonic=lambda: clock.ms / 1000)
        self.recorder = Recorder(self.jobs, self.spool)

    def handler(self, answer: Answer) -> DirectHandler:
        return DirectHandler(
            jobs=self.jobs,
            crawler=Crawls(answer),
            recorder=self.recorder,
            held=self.leases,
            tally=self.tally,
            settings=self.settings,
            monotonic=lambda: self.clock.ms / 1000,
        )

    async def job(self, item: int = 2) -> str:
        url = f"https://shopee.tw/product/1/{item}"
        new = NewJob(url, url, "shopee", "tw", "1", str(item), "jsonl", "me", "p1")
        await self.store.jobs.add([new])
        return new.id

    async def status(self, job_id: str) -> JobStatus:
        job = await self.store.jobs.get(job_id)
        assert job is not None
        return job.status


@asynccontextmanager
async def bench_in(folder: Path) -> AsyncIterator[Bench]:
    """Over a new database in this folder."""
    settings = DatabaseSettings(url=f"file:{folder / 'jobs.db'}", timeout_seconds=1)
    await init_schema(settings)
    clock = Clock()
    store = await open_store(settings, clock_ms=clock)
    yield Bench(store, clock, folder)
    await store.close()


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.005)
