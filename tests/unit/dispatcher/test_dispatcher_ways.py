"""Jobs go to the queue of their way; where one has met walls in a row they begin lower, and one tries it again."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from common.broker.memory import MemoryBroker
from common.broker.message import decode
from common.errors import ErrorCode
from common.job import JobStatus, NewJob
from common.settings import BrokerSettings, DatabaseSettings
from common.settings_tables.dispatch import DispatchSettings
from common.store import ClaimOutcome, Store, init_schema, open_store
from common.ways.ladder import TRY_AGAIN_MS, WALLS_RUNNING, Start, Step, start
from common.ways.way import Way
from dispatcher.service import DispatchService
from tests.servers.cut_driver import Clock

LADDER = {"shopee": (Way.OFFICIAL, Way.HTTP, Way.BROWSER), "other": (Way.HTTP, Way.BROWSER)}


class Bench:
    def __init__(self, store: Store, clock: Clock, *ways: Way) -> None:
        self.store = store
        self.clock = clock
        self.broker = MemoryBroker(BrokerSettings())
        self.tokens = 0
        self.ways(*ways)

    def ways(self, *ways: Way) -> None:
        """A dispatcher whose settings name these."""
        self.service = DispatchService(
            store=self.store,
            broker=self.broker,
            settings=DispatchSettings(window=5, batch=50, republish_after_seconds=10, retry_overdue_seconds=1),
            holder="d",
            ladders=(LADDER, ways),
            monotonic=self.clock.seconds,
        )

    async def add(self, count: int = 1, *, platform: str = "shopee", shop: str = "1") -> list[str]:
        self.tokens += 1
        urls = [f"https://{platform}.example/{shop}/{self.tokens}/{number}" for number in range(count)]
        return await self.store.jobs.add(
            [NewJob(url, url, platform, "tw", shop, url, "jsonl", "me", "p") for url in urls]
        )

    async def round(self, seconds: int = 1) -> None:
        self.clock.ms += seconds * 1000
        await self.service.tick()

    async def ready(self) -> dict[str, int]:
        return {depth.name: depth.ready for depth in await self.broker.depths() if depth.ready}

    async def take(self, lane: str) -> tuple[str, str, str]:
        """Claim what one message of this queue names: job, lease token, routing key."""
        (delivery,) = await self.broker.take([lane], 1)
        job_id, token = decode(delivery.body), f"lease-{self.tokens}"
        self.tokens += 1
        way = Way(lane) if lane in set(Way) else Way.HTTP
        claim = await self.store.jobs.claim(job_id, worker_id="w", lease_token=token, lease_ms=60_000, way=way)
        assert claim.outcome is ClaimOutcome.CLAIMED
        await delivery.ack()
        return job_id, token, delivery.routing_key

    async def done(self, lane: str) -> None:
        job_id, token, _ = await self.take(lane)
        assert await self.store.jobs.fail(job_id, token, error_code=ErrorCode.PARSE_ERROR, detail="odd")

    async def wall(self, lane: str) -> JobStatus | None:
        job_id, token, _ = await self.take(lane)
        return await self.store.jobs.next_way(
            job_id, token, error_code=ErrorCode.ACCESS_DENIED, detail="a login", delay_ms=1_000_000_000
        )


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    settings = DatabaseSettings(url=f"file:{tmp_path / 'jobs.db'}", timeout_seconds=1)
    await init_schema(settings)
    clock = Clock()
    store = await open_store(settings, clock_ms=clock)
    bench = Bench(store, clock, *Way)
    await bench.broker.declare()
    yield bench
    await store.close()


async def test_a_job_begins_at_the_first_way_in_use_and_goes_down_queue_by_queue(bench: Bench) -> None:
    await bench.add()
    await bench.round()
    assert await bench.ready() == {"crawl.official": 1}
    for lane, then in (("official", "crawl.shopee"), ("shopee", "crawl.browser")):
        assert await bench.wall(lane) is JobStatus.NEW
        await bench.round()
        assert await bench.ready() == {then: 1}
    _, _, key = await bench.take("browser")
    assert key == "browser.shopee.tw"


async def test_a_fleet_that_names_only_http_publishes_as_before(bench: Bench) -> None:
    bench.ways(Way.HTTP)
    await bench.add()
    await bench.add(platform="other", shop="oak.example")
    await bench.round()
    assert await bench.ready() == {"crawl.shopee": 1, "crawl.other": 1}
    assert await bench.wall("shopee") is JobStatus.FAILED_RETRYABLE


async def test_each_way_has_a_window_of_its_own(bench: Bench) -> None:
    await bench.add(12)
    await bench.round()
    assert await bench.ready() == {"crawl.official": 5}
    for _ in range(5):
        await bench.wall("official")
    await bench.round()
    await bench.round()
    assert await bench.ready() == {"crawl.official": 5, "crawl.shopee": 5}


async def test_a_lost_message_is_published_again_for_its_own_way(bench: Bench) -> None:
    await bench.add()
    await bench.round()
    await bench.wall("official")
    await bench.round()
    bench.broker._queues["crawl.shopee"].ready.clear()
    await bench.round(60)
    assert await bench.ready() == {"crawl.shopee": 1}


async def test_after_twenty_walls_in_a_row_jobs_begin_lower_and_one_tries_again_after_half_an_hour(
    bench: Bench,
) -> None:
    bench.ways(Way.HTTP, Way.BROWSER)
    for _ in range(WALLS_RUNNING):
        assert await bench.ready() == {}
        await bench.add()
        await bench.round()
        await bench.wall("shopee")
        await bench.round()
        await bench.done("browser")
    await bench.add(4)
    await bench.round()
    # The first try is due at once: nobody has looked since the last wall.
    assert await bench.ready() == {"crawl.shopee": 1, "crawl.browser": 3}
    await bench.wall("shopee")
    for _ in range(3):
        await bench.done("browser")
    await bench.round()
    await bench.done("browser")
    bench.ways(Way.HTTP, Way.BROWSER)  # another process: it is remembered in the database
    await bench.add(3)
    await bench.round()
    assert await bench.ready() == {"crawl.browser": 3}
    for _ in range(3):
        await bench.done("browser")
    await bench.add(2)
    await bench.round(TRY_AGAIN_MS // 1000)
    assert (await bench.ready())["crawl.shopee"] == 1
    await bench.add(platform="other", shop="oak.example")
    await bench.round()
    assert (await bench.ready())["crawl.other"] == 1, "another shop's walls are no matter of this one"


async def test_a_walled_shops_jobs_stay_within_the_window_of_the_way_they_begin_at_and_hold_up_nobody(
    bench: Bench,
) -> None:
    for number in range(WALLS_RUNNING):
        await bench.add(platform="other", shop="oak.example")
        await bench.round()
        assert await bench.wall("other") is JobStatus.NEW, number
        await bench.round()
        await bench.done("browser")
    await bench.store.ways.tried_again("other/oak.example", Way.HTTP)
    await bench.add(30, platform="other", shop="oak.example")
    fine = await bench.add(3, platform="other", shop="pine.example")
    for _ in range(8):
        await bench.round(1)
    # The same account posted all of them, those of the walled shop first.
    assert await bench.ready() == {"crawl.browser": 5, "crawl.other": 3}
    found = await bench.store.jobs.get(fine[-1])
    assert found is not None and (found.status, found.via) == (JobStatus.QUEUED, Way.HTTP)
    await bench.done("browser")
    await bench.round(1)
    assert (await bench.ready())["crawl.browser"] == 5


async def test_what_met_a_wall_does_not_wait_for_all_that_begin_where_it_went(bench: Bench) -> None:
    bench.ways(Way.HTTP, Way.BROWSER)
    await bench.add()
    await bench.round()
    for _ in range(WALLS_RUNNING - 1):
        await bench.add()
        await bench.round()
    for _ in range(WALLS_RUNNING):
        while not (await bench.ready()).get("crawl.shopee"):
            await bench.round()
        await bench.wall("shopee")
    await bench.store.ways.tried_again("shopee", Way.HTTP)
    await bench.add(50)
    due = await bench.store.jobs.due(
        "shopee", limit=99, window=99, retry_overdue_ms=0, via=Way.BROWSER, counted=Way.BROWSER, again=None
    )
    walled = {job.id for job in due}
    assert walled
    taken = set()
    for _ in range(len(walled) + 5):
        await bench.round()
        job_id, token, _ = await bench.take("browser")
        taken.add(job_id)
        await bench.store.jobs.fail(job_id, token, error_code=ErrorCode.PARSE_ERROR, detail="odd")
    assert walled <= taken


async def test_what_waits_for_a_way_goes_another_when_the_fleet_uses_it_no_more(bench: Bench) -> None:
    (walled,) = await bench.add()
    await bench.round()
    await bench.wall("official")
    await bench.round()
    await bench.wall("shopee")
    (fresh,) = await bench.add()
    await bench.round()
    bench.ways(Way.HTTP)
    await bench.round(10)
    found = await bench.store.jobs.get(walled)
    assert found is not None and (found.status, found.error_code) == (JobStatus.FAILED_PERMANENT, "ACCESS_DENIED")
    await bench.round()
    found = await bench.store.jobs.get(fresh)
    assert found is not None and (found.status, found.via) == (JobStatus.QUEUED, Way.HTTP)


async def test_nothing_is_published_while_every_way_of_a_shop_is_switched_off(bench: Bench) -> None:
    await bench.round()
    await bench.store.ways.switch("shopee", off=tuple(Way), reason="terms")
    await bench.add()
    await bench.round()
    assert await bench.ready() == {}
    assert (await bench.store.jobs.waiting()).jobs == 1
    await bench.store.ways.switch("shopee", off=[Way.HTTP, Way.BROWSER], reason="terms")
    await bench.round()
    assert await bench.ready() == {"crawl.official": 1}


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ([], None),
        ([Step(Way.HTTP, 500, 0)], Start(Way.HTTP)),
        ([Step(Way.HTTP, 19), Step(Way.BROWSER)], Start(Way.HTTP)),
        ([Step(Way.HTTP, 20, 1000), Step(Way.BROWSER)], Start(Way.BROWSER)),
        ([Step(Way.HTTP, 20, 1000 - TRY_AGAIN_MS), Step(Way.BROWSER)], Start(Way.HTTP, again=True)),
        ([Step(Way.HTTP, 20), Step(Way.BROWSER)], Start(Way.HTTP, again=True)),
        ([Step(Way.OFFICIAL, 20, 1000), Step(Way.HTTP, 20, 1000), Step(Way.BROWSER, 99)], Start(Way.BROWSER)),
    ],
)
def test_where_a_job_begins(steps: list[Step], expected: Start | None) -> None:
    assert start(steps, 1000) == expected
