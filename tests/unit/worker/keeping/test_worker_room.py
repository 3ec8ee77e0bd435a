"""A worker whose results the disk refuses takes nothing more, loses nothing of it, and goes on when there is room."""

from __future__ import annotations

import asyncio
import errno
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from common.broker.memory import MemoryBroker
from common.errors import ErrorCode
from common.job import Crawlable, JobStatus, NewJob
from common.offer import Availability, Offer, Verdict, VerdictStatus
from common.outcome.crawl_outcome import Failed
from common.outcome.crawl_result import CrawlResult
from common.settings import BrokerSettings, DatabaseSettings
from common.settings_tables.dispatch import DispatchSettings
from common.settings_tables.work import WorkSettings
from common.store import Store, init_schema
from dispatcher.service import DispatchService
from tests.servers.cut_driver import Clock, CutDriver, cut_store
from tests.servers.fleet_world import eventually, product_job
from worker.direct import WorkService
from worker.keeping.room import KEPT_MB, LOOKED_EVERY_SECONDS, TRIED_EVERY_SECONDS, NoRoom, Room
from worker.keeping.spool import Spool

FIRST, SECOND = product_job(1), product_job(2)
MB = 1_000_000


class Fleet:
    """A dispatcher, and a worker whose database can be cut and whose spool's place can be taken."""

    def __init__(self, store: Store, worker_store: Store, driver: CutDriver, clock: Clock, folder: Path) -> None:
        self.store, self.driver, self.clock = store, driver, clock
        self.broker = MemoryBroker(BrokerSettings())
        self.spool = folder / "spool"
        self.dispatcher = DispatchService(
            store=store, broker=self.broker, settings=DispatchSettings(), holder="d", monotonic=clock.seconds
        )
        self.worker = WorkService(
            store=worker_store,
            broker=self.broker,
            crawler=self,
            settings=WorkSettings(worker_id="w", concurrency=2, spool_dir=self.spool),
            version="0",
            monotonic=clock.seconds,
        )
        self.begun: asyncio.Queue[str] = asyncio.Queue()
        self.crawled = asyncio.Event()

    async def crawl(self, job: Crawlable) -> CrawlResult:
        self.begun.put_nowait(job.id)
        await self.crawled.wait()
        offer = Offer(title="Mug", price_minor=100, currency="TWD", availability=Availability.IN_STOCK)
        return CrawlResult(
            "{}", job.id, offer, Verdict(VerdictStatus.OK), job.url_norm, "shopee", "tw", job.url_norm, None
        )

    async def offer(self, job: NewJob) -> None:
        await self.store.jobs.add([job])
        await self.dispatcher.tick()

    async def is_recorded(self, job: NewJob) -> bool:
        found = await self.store.jobs.get(job.id)
        return found is not None and found.status is JobStatus.SUCCEEDED

    async def attempts(self, job: NewJob) -> int:
        found = await self.store.jobs.get(job.id)
        assert found is not None
        return found.attempt

    def is_idle_for_room(self) -> bool:
        return self.worker.presence.state.startswith("no room") and not self.worker.running


@pytest.fixture
async def fleet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Fleet]:
    monkeypatch.setattr("worker.record.OFFER_AGAIN_SECONDS", 0.01)
    path, clock = tmp_path / "jobs.db", Clock()
    await init_schema(DatabaseSettings(url=f"file:{path}"))
    store, _ = await cut_store(path, clock)
    worker_store, driver = await cut_store(path, clock)
    fleet = Fleet(store, worker_store, driver, clock, tmp_path)
    await fleet.broker.declare()
    yield fleet
    await worker_store.close()
    await store.close()


async def test_nothing_is_taken_while_the_disk_refuses_results(fleet: Fleet, caplog: pytest.LogCaptureFixture) -> None:
    fleet.spool.write_text("a file stands where the results' folder belongs")
    running = asyncio.create_task(fleet.worker.run())
    await fleet.offer(FIRST)
    assert await fleet.begun.get() == FIRST.id
    fleet.driver.away = True
    fleet.crawled.set()
    await eventually(lambda: "cannot be kept on disk" in caplog.text, what="a result that the disk refused")
    fleet.driver.away = False
    await eventually(lambda: fleet.is_recorded(FIRST), what="that result recorded, out of memory")
    await eventually(fleet.is_idle_for_room, what="a worker that says why it is idle")
    await fleet.offer(SECOND)
    assert sum(depth.ready for depth in await fleet.broker.depths()) == 1, "nobody takes it"
    assert await fleet.attempts(SECOND) == 0
    fleet.spool.unlink()
    fleet.clock.ms += int(TRIED_EVERY_SECONDS * 1000)
    await eventually(lambda: fleet.is_recorded(SECOND), what="the job that waited for room")
    fleet.worker.stop()
    await running
    assert (await fleet.attempts(FIRST), await fleet.attempts(SECOND)) == (1, 1)
    assert caplog.text.count("cannot be kept on disk") == 1, "said once, not at every try"
    assert list(fleet.spool.iterdir()) == [], "what was tried is taken away again"


async def test_a_result_refused_at_first_is_on_disk_once_there_is_room(fleet: Fleet) -> None:
    fleet.spool.write_text("in the way")
    fleet.crawled.set()
    running = asyncio.create_task(fleet.worker.run())
    fleet.driver.away = True
    await fleet.offer(FIRST)
    fleet.driver.away = False
    await fleet.begun.get()
    fleet.driver.away = True
    refused = fleet.driver.refused
    await eventually(lambda: fleet.driver.refused > refused + 2, what="offers to a database that is away")
    fleet.spool.unlink()
    await eventually(lambda: list(fleet.spool.glob("*.json")), what="the result on disk")
    fleet.driver.away = False
    await eventually(lambda: fleet.is_recorded(FIRST), what="the result recorded")
    fleet.worker.stop()
    await running
    assert await fleet.attempts(FIRST) == 1


async def test_who_does_not_wait_is_told(fleet: Fleet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("worker.keeping.room.NEEDED_MB", 10**12)
    with pytest.raises(NoRoom, match="make room"):
        await fleet.worker.run(until_idle=True, waits_for_room=False)


def test_how_much_room_is_needed(tmp_path: Path) -> None:
    free = 9 * MB
    room = Room(tmp_path / "spool" / "deeper", free_bytes=lambda _: free)
    assert "less than 10 MB are free" in (room.missing() or "")
    free = 10 * MB
    assert room.missing() is None
    assert not (tmp_path / "spool").exists(), "a look makes no folder"


def test_a_refusal_is_over_when_the_disk_takes_a_result(tmp_path: Path) -> None:
    seconds, spool = 0.0, tmp_path / "spool"
    room = Room(spool, free_bytes=lambda _: 10**12, monotonic=lambda: seconds)
    spool.write_text("in the way")
    assert room.refused(OSError(errno.EDQUOT, "Disk quota exceeded"))
    assert not room.refused(OSError(errno.EDQUOT, "Disk quota exceeded"))
    assert "takes none" in (room.missing() or "")
    spool.unlink()
    assert room.missing(), "not tried again at every look"
    seconds = TRIED_EVERY_SECONDS
    assert room.missing() is None
    assert room.refused(OSError(errno.ENOSPC, "x")), "the next trouble is new"
    assert (room.missing() or "").endswith("make room, and tasks are taken again")
    room.refused(OSError(errno.EROFS, "Read-only file system"))
    assert (room.missing() or "").endswith("make that disk writable again, and tasks are taken again")


def test_nothing_is_taken_while_many_results_of_earlier_runs_wait(tmp_path: Path) -> None:
    """A gateway that takes none, and has the worker begin again and again by other settings, fills no disk."""
    seconds, spool = 0.0, tmp_path / "spool"
    spool.mkdir()
    room = Room(spool, free_bytes=lambda _: 10**12, monotonic=lambda: seconds)
    assert room.missing() is None
    for number in range(KEPT_MB + 1):
        with (spool / f"{number}.json").open("wb") as file:
            file.truncate(MB)
    assert room.missing() is None, "not counted at every look"
    seconds = LOOKED_EVERY_SECONDS
    assert room.missing() == f"101 MB of results wait at {spool}: once they are sent, tasks are taken again"
    (spool / "0.json").rename(spool / "0.broken")
    assert Room(spool, free_bytes=lambda _: 10**12).missing() is None, "what nobody will ever take does not wait"


def test_results_that_wait_are_read_one_by_one(tmp_path: Path) -> None:
    """Each try to send them ends at the first that is not taken, and tries come every few seconds."""
    for name in ("first", "second"):
        Spool(tmp_path).put(Failed(name, name, ErrorCode.PARSE_ERROR, "x"))
    waiting = Spool(tmp_path).waiting()
    assert next(waiting).job_id == "first"
    (tmp_path / "second.json").write_text("not read until it is asked for")
    assert list(waiting) == []
