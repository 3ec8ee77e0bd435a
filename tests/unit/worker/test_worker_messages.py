"""Messages that a direct worker may not use: their jobs come again soon for another worker, and no copy is made."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from common.broker.base import Outgoing
from common.broker.memory import MemoryBroker
from common.broker.topology import job_key
from common.job import Job, JobStatus, NewJob
from common.settings import BrokerSettings, DatabaseSettings
from common.settings_tables.work import WorkSettings
from common.store import ClaimOutcome, Store, init_schema, open_store
from common.ways.way import Way
from tests.servers.cut_driver import Clock
from worker.source.direct import DirectSource
from worker.tally import Tally

URL = "https://world.taobao.com/item/1.htm"


class Bench:
    """A worker that takes Shopee alone, by its official interface and by plain HTTP."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store = store
        self.clock = clock
        self.delays: list[float] = []
        self.broker = MemoryBroker(BrokerSettings(), later=lambda seconds, _: self.delays.append(seconds))
        self.source = DirectSource(
            store=store,
            broker=self.broker,
            settings=WorkSettings(worker_id="w"),
            version="1",
            tally=Tally(),
            say=print,
            lanes={Way.OFFICIAL: ("shopee",), Way.HTTP: ("shopee",)},
        )

    async def job(self) -> str:
        new = NewJob(URL, URL, "taobao", "cn", None, "1", "jsonl", "me", "p")
        (job_id,) = await self.store.jobs.add([new])
        return job_id

    async def get(self, job_id: str) -> Job:
        found = await self.store.jobs.get(job_id)
        assert found is not None
        return found

    async def offered(self, job_id: str) -> None:
        """Its message comes to this worker by the queue of the official way."""
        assert await self.broker.publish([Outgoing(job_id, job_key("taobao", "cn", Way.OFFICIAL))]) == [None]
        await self.turned_away()

    async def turned_away(self) -> None:
        async for message in self.source.offered(1):
            assert await message.begin() is None
            break

    async def left(self) -> int:
        return sum(depth.ready for depth in await self.broker.depths())


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    settings = DatabaseSettings(url=f"file:{tmp_path}/jobs.db")
    await init_schema(settings)
    clock = Clock()
    store = await open_store(settings, clock_ms=clock)
    bench = Bench(store, clock)
    await bench.broker.declare()
    yield bench
    await store.close()


async def test_a_message_of_a_shop_that_it_does_not_take_is_acked_and_its_job_comes_again_soon(bench: Bench) -> None:
    job_id = await bench.job()
    await bench.store.jobs.publish([job_id], republish_after_ms=900_000, via=Way.OFFICIAL)
    await bench.offered(job_id)
    job = await bench.get(job_id)
    assert (job.status, job.via, job.next_run_at) == (JobStatus.QUEUED, Way.OFFICIAL, bench.clock.ms + 10_000)
    assert (bench.delays, await bench.left()) == ([], 0), "a copy of it for each time it is published would never end"


async def test_one_that_outran_its_note_keeps_the_way_that_it_names(bench: Bench) -> None:
    job_id = await bench.job()
    await bench.offered(job_id)
    job = await bench.get(job_id)
    assert (job.status, job.via, job.next_run_at) == (JobStatus.QUEUED, Way.OFFICIAL, bench.clock.ms + 10_000)


async def test_one_that_is_being_turned_away_when_the_worker_stops_goes_back(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = asyncio.Event()

    async def unanswered(*_: object, **__: object) -> None:
        asked.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(bench.store.leases, "put_off", unanswered)
    stopped = Bench(bench.store, bench.clock)
    await stopped.broker.declare()
    working = asyncio.create_task(stopped.offered(await bench.job()))
    await asked.wait()
    working.cancel()
    await asyncio.gather(working, return_exceptions=True)
    assert working.cancelled()
    assert await stopped.left() == 1, "it is there for another worker"


async def test_one_in_the_queue_of_another_way_than_its_jobs_changes_nothing(bench: Bench) -> None:
    job_id = await bench.job()
    await bench.store.jobs.publish([job_id], republish_after_ms=900_000, via=Way.HTTP)
    before = await bench.get(job_id)
    await bench.offered(job_id)
    assert (await bench.get(job_id), bench.delays, await bench.left()) == (before, [], 0)


async def test_one_that_waits_for_a_proxy_which_no_worker_has_comes_ever_less_often(bench: Bench) -> None:
    """Every ten seconds for a day would be nine thousand messages, and a place in the window all the time."""
    url = "https://shopee.tw/product/1/2"
    new = NewJob(url, url, "shopee", "tw", "1", "2", "jsonl", "me", "p")
    (job_id,) = await bench.store.jobs.add([new])
    await bench.store.jobs.publish([job_id], republish_after_ms=900_000, via=Way.HTTP)
    ends_ms = bench.clock.ms + 90_000_000
    await bench.store.proxies.tie(job_id, {"shopee.tw": "gone"}, for_ms=90_000_000)
    waits: list[int] = []
    while bench.clock.ms < ends_ms:
        assert await bench.broker.publish([Outgoing(job_id, job_key("shopee", "tw", Way.HTTP))]) == [None]
        await bench.turned_away()
        due = (await bench.get(job_id)).next_run_at or 0
        waits.append(due - bench.clock.ms)
        bench.clock.ms = due
    assert (waits[0], waits[-1]) == (10_000, 600_000)
    assert len(waits) < 200
    claim = await bench.store.jobs.claim(job_id, worker_id="w", lease_token="t", lease_ms=60_000, way=Way.HTTP)
    assert claim.outcome is ClaimOutcome.CLAIMED, "the tie is over"
