"""What is out stays within the window, whatever is overdue and however long no worker comes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from common.broker.base import QueueDepth
from common.broker.memory import MemoryBroker
from common.broker.message import decode
from common.errors import BrokerUnavailable, ErrorCode
from common.job import JobStatus, NewJob
from common.settings import BrokerSettings, DatabaseSettings
from common.settings_tables.dispatch import DispatchSettings
from common.store import Store, init_schema, open_store
from common.ways.way import Way
from dispatcher.service import DispatchService
from tests.servers.cut_driver import Clock

WINDOW = 20


class Bench:
    def __init__(self, store: Store, clock: Clock) -> None:
        self.store = store
        self.clock = clock
        self.broker = MemoryBroker(BrokerSettings(queue_max_length=100_000))
        self.service = DispatchService(
            store=store,
            broker=self.broker,
            settings=DispatchSettings(window=WINDOW, batch=50, republish_after_seconds=10, retry_overdue_seconds=10),
            holder="d",
            monotonic=clock.seconds,
        )

    async def add(self, count: int, *, priority: int = 0, shop: str = "1") -> list[str]:
        begin = self.clock.ms
        urls = [f"https://shopee.tw/product/{shop}/{begin}{number}" for number in range(count)]
        new = [NewJob(url, url, "shopee", "tw", shop, url, "jsonl", "me", "p", priority) for url in urls]
        return await self.store.jobs.add(new)

    async def rounds(self, seconds: int) -> None:
        for _ in range(seconds):
            self.clock.ms += 1000
            await self.service.tick()

    async def ready(self) -> int:
        return sum(depth.ready for depth in await self.broker.depths() if depth.name == "crawl.shopee")

    async def take(self, count: int) -> None:
        """Messages come to workers that succeed at nothing, or are purged."""
        for _ in range(count):
            self.broker._queues["crawl.shopee"].ready.popleft()


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    settings = DatabaseSettings(url=f"file:{tmp_path / 'jobs.db'}", timeout_seconds=1)
    await init_schema(settings)
    clock = Clock()
    store = await open_store(settings, clock_ms=clock)
    bench = Bench(store, clock)
    await bench.broker.declare()
    yield bench
    await store.close()


async def test_without_workers_no_message_is_put_on_top_of_those_that_wait(bench: Bench) -> None:
    await bench.add(100)
    await bench.rounds(60)
    assert await bench.ready() == WINDOW


async def test_urgent_jobs_do_not_hide_the_overdue_ones(bench: Bench) -> None:
    await bench.add(100)
    for _ in range(5):
        await bench.rounds(11)
        await bench.add(100, priority=9)
    await bench.rounds(11)
    assert await bench.ready() == WINDOW


async def test_messages_that_are_lost_are_published_again_into_the_room_they_leave(bench: Bench) -> None:
    await bench.add(100)
    await bench.rounds(1)
    await bench.take(15)
    await bench.rounds(9)
    assert await bench.ready() == 5, "not before they are overdue"
    await bench.rounds(30)
    assert await bench.ready() == WINDOW


async def test_retries_that_came_back_by_their_queue_are_not_published_on_top(bench: Bench) -> None:
    await bench.add(60)
    await bench.rounds(1)
    messages = list(bench.broker._queues["crawl.shopee"].ready)
    for number, job in enumerate(await bench.store.jobs.due("shopee", limit=100, window=100, retry_overdue_ms=0)):
        await bench.store.jobs.publish([job.id], republish_after_ms=10_000)
        await bench.store.jobs.claim(job.id, worker_id="w", lease_token=f"t{number}", lease_ms=10_000)
        await bench.store.jobs.retry_later(
            job.id, f"t{number}", delay_ms=1000, error_code=ErrorCode.TIMEOUT, detail="x"
        )
    bench.broker._queues["crawl.shopee"].ready.extend(messages)
    await bench.rounds(30)
    assert await bench.ready() == 2 * WINDOW, "as many as there were"


async def test_jobs_of_a_paused_shop_take_no_room(bench: Bench) -> None:
    await bench.add(WINDOW, shop="1")
    await bench.rounds(1)
    await bench.store.fleet.pause_shop("shopee/1", "x")
    await bench.take(WINDOW)  # acked by workers, for the shop is paused
    (other,) = await bench.add(1, shop="2")
    await bench.rounds(1)
    job = await bench.store.jobs.get(other)
    assert job is not None
    assert job.status is JobStatus.QUEUED


async def test_jobs_that_nobody_here_may_take_do_not_fill_the_window(bench: Bench) -> None:
    """As short links do where all volunteers are untrusted."""
    await bench.add(3 * WINDOW)
    await bench.rounds(1)
    (other,) = await bench.add(1, shop="2")
    for _ in range(60):
        for message in await bench.broker.take(["shopee"], 1000):
            if decode(message.body) != other:
                await bench.store.gateway.put_off(decode(message.body), Way.HTTP, delay_ms=30_000, nobody_may=True)
            await message.ack()
        await bench.rounds(1)
    job = await bench.store.jobs.get(other)
    assert job is not None
    assert job.status is JobStatus.QUEUED


async def test_a_queue_that_cannot_be_looked_at_is_published_to_later(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(_: object = None) -> None:
        raise BrokerUnavailable("gone")

    await bench.add(WINDOW)
    await bench.rounds(1)
    await bench.take(WINDOW)
    with monkeypatch.context() as patched:
        patched.setattr(bench.broker, "depths", away)
        await bench.rounds(30)
    assert await bench.ready() == 0
    await bench.rounds(31)
    assert await bench.ready() == WINDOW


async def test_an_account_that_may_not_look_at_its_queue_publishes_what_was_lost_and_says_so_once(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def nothing_to_see(_: object = None) -> list[QueueDepth]:
        return []

    monkeypatch.setattr(bench.broker, "depths", nothing_to_see)
    await bench.add(WINDOW)
    await bench.rounds(1)
    await bench.take(WINDOW)
    await bench.rounds(31)
    monkeypatch.undo()
    assert await bench.ready() >= WINDOW
    assert caplog.text.count("does not let this account look at the work queues") == 1
