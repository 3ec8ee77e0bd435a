"""A database that goes away under a worker: what comes after the lease is dropped and counted, and the job goes on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from prometheus_client import REGISTRY

from common.broker.base import Outgoing
from common.broker.memory import MemoryBroker
from common.errors import ErrorCode, StoreRejected
from common.job import Crawlable, Job, JobStatus, NewJob
from common.offer import Availability, Offer, Verdict, VerdictStatus
from common.outcome.crawl_result import CrawlResult
from common.settings import BrokerSettings, DatabaseSettings
from common.settings_tables.dispatch import DispatchSettings
from common.settings_tables.work import WorkSettings
from common.store import Store, init_schema
from dispatcher.service import DispatchService
from tests.servers.cut_driver import Clock, CutDriver, cut_store
from tests.servers.fleet_world import eventually
from worker.direct import WorkService
from worker.tally import Tally

URL = "https://shopee.tw/product/1/2"
NEW = NewJob(URL, URL, "shopee", "tw", "1", "2", "jsonl", "me", "p1")
LEASE_SECONDS = 60

Answer = Callable[[Crawlable], Awaitable[CrawlResult]]


def priced(price_minor: int) -> CrawlResult:
    offer = Offer(title="Mug", price_minor=price_minor, currency="TWD", availability=Availability.IN_STOCK, item_id="2")
    return CrawlResult("{}", f"{price_minor}", offer, Verdict(VerdictStatus.OK), URL, "shopee", "tw", URL, None)


class Crawls:
    """Stands for the network and the page: answers as told."""

    def __init__(self, answer: Answer) -> None:
        self._answer = answer

    async def crawl(self, job: Crawlable) -> CrawlResult:
        return await self._answer(job)


def answering(price_minor: int) -> Answer:
    async def answer(job: Crawlable) -> CrawlResult:
        return priced(price_minor)

    return answer


class Fleet:
    """A dispatcher and a worker `spry` on one connection to the database; a worker `late` on one that can be cut."""

    def __init__(self, store: Store, late_store: Store, driver: CutDriver, clock: Clock, folder: Path) -> None:
        self.store = store
        self.clock = clock
        self.driver = driver
        self.folder = folder
        self.broker = MemoryBroker(BrokerSettings())
        self._late_store = late_store
        self._dispatcher = DispatchService(
            store=store, broker=self.broker, settings=DispatchSettings(), holder="d", monotonic=clock.seconds
        )

    def worker(self, name: str, answer: Answer) -> WorkService:
        return WorkService(
            store=self._late_store if name == "late" else self.store,
            broker=self.broker,
            crawler=Crawls(answer),
            settings=WorkSettings(
                worker_id=name,
                concurrency=1,
                lease_seconds=LEASE_SECONDS,
                renew_seconds=0.01,
                spool_dir=self.folder / name,
            ),
            version="0",
            monotonic=self.clock.seconds,
        )

    async def dispatch(self) -> None:
        await self._dispatcher.tick()

    async def become(self, status: JobStatus) -> Job:
        found: list[Job] = []

        async def has_status() -> bool:
            job = await self.store.jobs.get(NEW.id)
            assert job is not None
            found[:] = [job]
            return job.status is status

        await eventually(has_status, what=f"the job {status}")
        return found[0]

    async def winner(self) -> list[tuple[str, str | None]]:
        events = await self.store.jobs.events(NEW.id)
        return [(str(event.to_status), event.worker) for event in events if event.to_status is JobStatus.SUCCEEDED]

    async def prices(self) -> list[int | None]:
        product = await self.store.listing.product(NEW.id)
        assert product is not None
        return [seen.price_minor for seen in await self.store.listing.history(product.product_key, limit=10)]

    def spooled(self) -> list[Path]:
        return list((self.folder / "late").glob("*.json"))


@asynccontextmanager
async def working(worker: WorkService) -> AsyncIterator[Tally]:
    """The worker at work until the end of the block, where it is told to stop."""
    task = asyncio.create_task(worker.run())
    try:
        yield worker.tally
    finally:
        worker.stop()
        async with asyncio.timeout(60):
            await task


def counted(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(f"crawlfleet_worker_{name}_total", labels) or 0.0


@pytest.fixture
async def fleet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Fleet]:
    monkeypatch.setattr("worker.record.OFFER_AGAIN_SECONDS", 0.01)
    monkeypatch.setattr("worker.source.claim.ASK_AGAIN_SECONDS", 0.01)
    path = tmp_path / "jobs.db"
    await init_schema(DatabaseSettings(url=f"file:{path}"))
    clock = Clock()
    store, _ = await cut_store(path, clock)
    late_store, driver = await cut_store(path, clock)
    fleet = Fleet(store, late_store, driver, clock, tmp_path)
    await fleet.broker.declare()
    await store.jobs.add([NEW])
    yield fleet
    await late_store.close()
    await store.close()


async def test_a_result_that_outlived_its_lease_is_dropped_and_counted_and_the_next_workers_counts(
    fleet: Fleet,
) -> None:
    async def read_then_cut(job: Crawlable) -> CrawlResult:
        fleet.driver.away = True
        return priced(100)

    lost, late = counted("recorded", platform="shopee", status="LOST"), fleet.worker("late", read_then_cut)
    async with working(late) as tally:
        await fleet.dispatch()
        await eventually(fleet.spooled, what="a result kept on disk")
        fleet.clock.ms += (LEASE_SECONDS + 1) * 1000
        await fleet.dispatch()
        async with working(fleet.worker("spry", answering(200))):
            job = await fleet.become(JobStatus.SUCCEEDED)
        fleet.driver.away = False
        await eventually(lambda: tally.lost, what="the late result offered and refused")
        await eventually(lambda: not late.running, what="its message settled")
    assert (tally.lost, tally.succeeded) == (1, 0)
    assert counted("recorded", platform="shopee", status="LOST") == lost + 1
    assert (job.attempt, await fleet.winner(), await fleet.prices()) == (2, [("SUCCEEDED", "spry")], [200])
    assert fleet.spooled() == []
    assert all(depth.ready == 0 for depth in await fleet.broker.depths())


async def test_a_result_offered_late_is_dropped_although_nobody_took_the_job_meanwhile(
    fleet: Fleet, caplog: pytest.LogCaptureFixture
) -> None:
    async def read_then_cut(job: Crawlable) -> CrawlResult:
        fleet.driver.away = True
        return priced(100)

    async with working(fleet.worker("late", read_then_cut)) as tally:
        await fleet.dispatch()
        await eventually(fleet.spooled, what="a result kept on disk")
        fleet.clock.ms += (LEASE_SECONDS + 1) * 1000
        await eventually(
            lambda: "a lease ran out while its end waits to be sent" in caplog.text,
            what="a lease the worker knows to be over",
        )
        refused = fleet.driver.refused
        # An offer under way still carries the time it was made at, where a test gives the clock.
        await eventually(lambda: fleet.driver.refused >= refused + 4, what="offers made after it")
        fleet.driver.away = False
        await eventually(lambda: tally.lost, what="the late result offered and refused")
    assert await fleet.winner() == [], "a lease that ran out is lost, reaped or not"
    await fleet.dispatch()
    async with working(fleet.worker("spry", answering(200))):
        await fleet.become(JobStatus.SUCCEEDED)
    assert await fleet.prices() == [200]


async def test_a_crawl_goes_on_without_a_database_until_its_lease_has_run_out_and_is_cancelled_then(
    fleet: Fleet, caplog: pytest.LogCaptureFixture
) -> None:
    begun, ended = asyncio.Event(), asyncio.Event()

    async def endless(job: Crawlable) -> CrawlResult:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()
        raise AssertionError

    lost, late = counted("lost_leases"), fleet.worker("late", endless)
    async with working(late) as tally:
        await fleet.dispatch()
        await begun.wait()
        fleet.driver.away = True
        fleet.clock.ms += (LEASE_SECONDS - 1) * 1000
        await eventually(lambda: caplog.text.count("could not renew 1 leases") >= 3, what="renewals that fail")
        assert not ended.is_set(), "the lease still holds, whether or not the database answers"
        fleet.clock.ms += 2000
        await eventually(ended.is_set, what="a crawl cancelled without any answer of the database")
        await eventually(lambda: not late.running, what="its message settled")
    assert (tally.lost, tally.released, counted("lost_leases")) == (1, 0, lost + 1)
    assert fleet.spooled() == []
    await fleet.dispatch()
    async with working(fleet.worker("spry", answering(200))):
        job = await fleet.become(JobStatus.SUCCEEDED)
    assert (job.attempt, await fleet.winner()) == (2, [("SUCCEEDED", "spry")])


async def test_a_message_taken_while_the_database_is_away_is_claimed_when_it_returns(
    fleet: Fleet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("worker.service.LOOK_SECONDS", 0.001)
    fleet.driver.away = True
    late = fleet.worker("late", answering(100))
    async with working(late) as tally:
        await fleet.dispatch()
        await eventually(lambda: late.presence.state.startswith("waiting: the database is away"), what="a wait")
        say, said = late.presence.say, list[str]()
        monkeypatch.setattr(late.presence, "say", said.append)
        refused = fleet.driver.refused
        await eventually(lambda: fleet.driver.refused >= refused + 20, what="claims made after it")
        assert said == [], "looks that find nothing new say nothing over it"
        monkeypatch.setattr(late.presence, "say", say)
        assert (await fleet.become(JobStatus.QUEUED)).attempt == 0
        fleet.driver.away = False
        job = await fleet.become(JobStatus.SUCCEEDED)
        await eventually(lambda: tally.succeeded, what="the success counted")
    assert (job.attempt, await fleet.winner()) == (1, [("SUCCEEDED", "late")])


async def test_a_database_that_refuses_keeps_the_message_for_later_and_the_worker_at_work(
    fleet: Fleet, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def refuse(*_: object, **__: object) -> None:
        raise StoreRejected("no such table: crawl_jobs")

    async def waiting() -> dict[str, int]:
        return {depth.name: depth.ready for depth in await fleet.broker.depths() if depth.ready}

    async def kept() -> bool:
        return await waiting() == {"crawl.retry.1m": 1}

    late = fleet.worker("late", answering(100))
    async with working(late):
        with monkeypatch.context() as patched:
            patched.setattr(fleet.driver, "batch", refuse)
            await fleet.dispatch()
            await eventually(kept, what="the message in a retry queue")
        (told,) = [record for record in caplog.records if "a task could not be handled" in record.getMessage()]
        assert (told.levelname, bool(told.exc_info)) == ("ERROR", False)
        await fleet.broker.publish([Outgoing(NEW.id, "shopee.tw")])
        await fleet.become(JobStatus.SUCCEEDED)


async def test_a_result_that_the_database_refuses_fails_its_attempt_and_is_told(
    fleet: Fleet, caplog: pytest.LogCaptureFixture
) -> None:
    def counted() -> float:
        return REGISTRY.get_sample_value("crawlfleet_worker_refused_total") or 0.0

    before = counted()
    async with working(fleet.worker("late", answering(2**70))) as tally:
        await fleet.dispatch()
        job = await fleet.become(JobStatus.FAILED_RETRYABLE)
        await eventually(lambda: tally.retried, what="the attempt counted")
    assert job.error_code == ErrorCode.INTERNAL_ERROR
    assert "could not be stored" in (job.last_error or "")
    assert counted() == before + 1
    assert [one for one in caplog.records if one.levelname == "ERROR" and getattr(one, "job_id", "") == NEW.id]


async def test_a_worker_whose_results_nobody_takes_says_that_and_not_that_it_works(fleet: Fleet) -> None:
    async def read_then_cut(job: Crawlable) -> CrawlResult:
        fleet.driver.away = True
        return priced(100)

    late = fleet.worker("late", read_then_cut)
    async with working(late):
        await fleet.dispatch()
        await eventually(fleet.spooled, what="a result kept on disk")
        await eventually(lambda: not late.presence.state.startswith("working"), what="what it says now")
        said = late.presence.state
        fleet.driver.away = False
        await fleet.become(JobStatus.SUCCEEDED)
        await eventually(lambda: late.presence.state.startswith("idle"), what="that it is over")
    assert said.startswith("waiting: 1 result waits to be sent, tried every few seconds: ")
    assert said.endswith("; 0 under way")
