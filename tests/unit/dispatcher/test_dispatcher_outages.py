"""The dispatcher while broker or database is away: it neither ends nor loses a job, and goes on when they return."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path

import pytest
from prometheus_client import REGISTRY

from common.broker.memory import MemoryBroker
from common.errors import BrokerUnavailable, ErrorCode
from common.job import JobStatus, NewJob
from common.settings import BrokerSettings, DatabaseSettings
from common.settings_tables.dispatch import DispatchSettings
from common.store import ClaimOutcome, Reaped, Store, init_schema, open_store
from dispatcher.service import DispatchService
from dispatcher.summary import DispatchSummary
from dispatcher.sweep import SWEEP_LIMIT, Sweep
from tests.servers.cut_driver import Clock
from tests.servers.fleet_world import eventually

INTERVAL_SECONDS = 0.001


class Bench:
    """A store on a file, a broker without queues (as good as away) until it declares them, and a dispatcher."""

    def __init__(self, store: Store, path: Path, clock: Clock) -> None:
        self.store = store
        self.path = path
        self.clock = clock
        self.broker = MemoryBroker(BrokerSettings())

    def service(self, holder: str = "d1", **settings: float) -> DispatchService:
        return DispatchService(
            store=self.store,
            broker=self.broker,
            settings=DispatchSettings(**{"interval_seconds": INTERVAL_SECONDS, **settings}),
            holder=holder,
        )

    async def add(self, count: int) -> list[str]:
        urls = [f"https://shopee.tw/product/1/{number}" for number in range(count)]
        new = [
            NewJob(url, url, "shopee", "tw", "1", str(number), "jsonl", "me", "p") for number, url in enumerate(urls)
        ]
        return await self.store.jobs.add(new)

    async def statuses(self) -> dict[str, int]:
        return {str(row.status): row.count for row in await self.store.listing.counts()}

    async def queued(self) -> int:
        """Messages ready in the shop's queue."""
        return sum(depth.ready for depth in await self.broker.depths() if depth.name == "crawl.shopee")

    @contextmanager
    def database_away(self) -> Iterator[None]:
        """Another connection holds the file's write lock: whatever the dispatcher sends is answered "busy"."""
        with closing(sqlite3.connect(self.path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            yield
            other.execute("ROLLBACK")

    def refuse(self, sql: str) -> None:
        with closing(sqlite3.connect(self.path, isolation_level=None)) as other:
            other.execute(sql)


@asynccontextmanager
async def running(service: DispatchService) -> AsyncIterator[asyncio.Task[None]]:
    """The dispatcher at work; it must still be at work at the end, and stop when told."""
    stop = asyncio.Event()
    task = asyncio.create_task(service.run_forever(stop))
    try:
        yield task
        assert not task.done(), "it must not end by itself"
    finally:
        stop.set()
        async with asyncio.timeout(60):
            await task


def rounds(outcome: str) -> float:
    return REGISTRY.get_sample_value("crawlfleet_dispatcher_ticks_total", {"outcome": outcome}) or 0.0


def more_rounds(outcome: str, count: int) -> Callable[[], bool]:
    wanted = rounds(outcome) + count
    return lambda: rounds(outcome) >= wanted


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    path = tmp_path / "jobs.db"
    settings = DatabaseSettings(url=f"file:{path}", timeout_seconds=0.02)
    await init_schema(settings)
    clock = Clock()
    store = await open_store(settings, clock_ms=clock)
    yield Bench(store, path, clock)
    await store.close()


async def test_a_broker_that_is_away_is_waited_for_and_gets_every_job_once(bench: Bench) -> None:
    await bench.add(30)
    async with running(bench.service()):
        await eventually(more_rounds("ok", 3), what="rounds without a broker")
        assert await bench.statuses() == {"NEW": 30}, "nothing is QUEUED without a confirm"
        await bench.broker.declare()

        async def all_queued() -> bool:
            return await bench.statuses() == {"QUEUED": 30}

        await eventually(all_queued, what="every job published")
        await eventually(more_rounds("ok", 3), what="rounds after it")
        assert await bench.queued() == 30


async def test_a_broker_call_that_fails_as_a_whole_is_a_failed_round(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(*_: object) -> None:
        raise BrokerUnavailable("gone")

    await bench.broker.declare()
    await bench.add(1)
    with monkeypatch.context() as patched:
        patched.setattr(bench.broker, "publish", refuse)
        service = bench.service()
        async with running(service):
            await eventually(more_rounds("failed", 2), what="failed rounds")
            patched.undo()
            await eventually(bench.queued, what="the job published")


async def test_a_database_that_is_away_is_waited_for_and_no_job_is_lost(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    await bench.broker.declare()
    await bench.add(30)
    with bench.database_away():
        before = bench.service()
        async with running(before) as task:
            await eventually(more_rounds("failed", 3), what="rounds without a database")
            assert not task.done()
    assert caplog.text.count("a round failed") == 1, "said once, not every time"
    assert "growing pauses: the database" in caplog.text
    assert (await bench.statuses(), await bench.queued()) == ({"NEW": 30}, 0)

    def all_queued(jobs: int) -> Callable[[], Awaitable[bool]]:
        async def look() -> bool:
            return await bench.statuses() == {"QUEUED": jobs}

        return look

    async with running(bench.service()):
        # Noted, too: what is published while the database cannot take that down is published again.
        await eventually(all_queued(30), what="jobs published")
        with bench.database_away():
            await eventually(more_rounds("failed", 2), what="rounds without a database")
        late = NewJob("u", "https://shopee.tw/product/2/2", "shopee", "tw", "2", "2", "jsonl", "me", "p")
        await bench.store.jobs.add([late])
        await eventually(all_queued(31), what="every job published")
    assert await bench.queued() == 31


async def test_pauses_grow_while_the_database_is_away_and_shrink_when_it_is_back(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []

    async def wait(stop: asyncio.Event, seconds: float) -> None:
        pauses.append(seconds)
        if seconds == 1:
            stop.set()

    monkeypatch.setattr("dispatcher.service.wait_or_stop", wait)
    with bench.database_away():
        task = asyncio.create_task(bench.service(interval_seconds=1).run_forever(asyncio.Event()))
        await eventually(lambda: len(pauses) >= 7, what="failed rounds")
    async with asyncio.timeout(60):
        await task
    *failed, after = pauses
    assert failed == sorted(failed), "no pause is shorter than the one before"
    assert (failed[0] > 1, failed[5], max(failed)) == (True, 30, 30), "they grow up to thirty intervals"
    assert after == 1


async def test_a_stop_during_an_outage_is_not_held_up(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dispatcher.service.STEP_DOWN_SECONDS", 0.1)
    await bench.broker.declare()
    service = bench.service(interval_seconds=3600)
    stop = asyncio.Event()
    leading = asyncio.Event()
    task = asyncio.create_task(service.run_forever(stop, on_round=leading.set))
    await leading.wait()
    with bench.database_away():
        stop.set()
        async with asyncio.timeout(60):
            await task
    bench.clock.ms += 16_000
    assert (await bench.service("d2").tick()).leading, "the lead it could not give away lapses"


async def test_a_health_write_that_is_refused_costs_only_that_look(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    await bench.broker.declare()
    ended, waiting = await bench.add(2)
    claim = await bench.store.jobs.claim(ended, worker_id="w", lease_token="t", lease_ms=1000)
    assert claim.outcome is ClaimOutcome.CLAIMED
    assert await bench.store.jobs.fail(ended, "t", error_code=ErrorCode.PARSE_ERROR, detail="x")
    bench.refuse(
        "CREATE TRIGGER no_windows BEFORE INSERT ON shop_windows BEGIN SELECT RAISE(ABORT, 'no more windows'); END"
    )
    bench.clock.ms += 1
    service = bench.service(health_seconds=0.000001)
    assert (await service.tick()).published == 1
    job = await bench.store.jobs.get(waiting)
    assert job is not None
    assert job.status is JobStatus.QUEUED, "jobs go out whether or not their shop's health can be written"
    (told,) = [record for record in caplog.records if "health could not be read" in record.getMessage()]
    assert (told.levelname, "no more windows" in told.getMessage()) == ("ERROR", True)
    bench.refuse("DROP TRIGGER no_windows")
    await service.tick()
    (window,) = (await bench.store.health.standing(["shopee"]))["shopee"].windows
    assert (window.pages, window.failed) == (1, 1), "the page that could not be counted then is counted now"


class Owed:
    """What a database owes after a long outage, and hands out in parts. No more of JobStore than a sweep asks."""

    def __init__(self, **owed: int) -> None:
        self.owed = {"recrawl": 0, "reap": 0, "moved": 0, "ended": 0} | owed

    def _part(self, what: str, limit: int) -> int:
        part = min(limit, self.owed[what])
        self.owed[what] -= part
        return part

    async def recrawl(self, *, limit: int) -> list[str]:
        return ["a job"] * self._part("recrawl", limit)

    async def reap(self, *, limit: int) -> list[Reaped]:
        return [Reaped("a job", "shopee", "tw", JobStatus.QUEUED)] * self._part("reap", limit)

    async def reroute(self, *, limit: int, again_ms: int) -> tuple[int, int]:
        return self._part("moved", limit), self._part("ended", limit)


@pytest.mark.parametrize("what", ["recrawl", "reap", "moved", "ended"])
async def test_what_is_owed_beyond_one_part_is_swept_at_once(what: str) -> None:
    owed = Owed(**{what: 2 * SWEEP_LIMIT + 1})
    sweep = Sweep(owed, monotonic=lambda: 0.0)  # type: ignore[arg-type]  # see Owed
    more = []
    for _ in range(3):
        summary = DispatchSummary()
        await sweep.sweep(summary)
        more.append(summary.more)
    assert more == [True, True, False]
    assert owed.owed[what] == 0
