"""A broker that is away or refuses for hours: said once, then rarely, then when it is over; asked ever more rarely."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path

import pytest

from common.broker.base import Outgoing, OutgoingLetter, QueueDepth
from common.broker.memory import MemoryBroker
from common.errors import BrokerUnavailable, ErrorCode, PublishRefused
from common.job import NewJob
from common.settings import BrokerSettings, DatabaseSettings
from common.settings_tables.dispatch import DispatchSettings
from common.store import Store, init_schema, open_store
from dispatcher.service import DispatchService
from tests.servers.cut_driver import Clock

LONG_SECONDS = 1300


class Line(MemoryBroker):
    """The publishing half of a broker: answers every message as told."""

    def __init__(self) -> None:
        super().__init__(BrokerSettings())
        self.asked = 0
        self.answer: Callable[[], Exception | None] = lambda: None

    async def publish(self, messages: Sequence[Outgoing]) -> Sequence[Exception | None]:
        self.asked += 1
        return [self.answer() for _ in messages]

    async def depths(self, wanted: Callable[[str], bool] | None = None) -> Sequence[QueueDepth]:
        return []

    async def publish_letters(self, letters: Sequence[OutgoingLetter]) -> Sequence[Exception | None]:
        self.asked += 1
        return [self.answer() for _ in letters]


class Bench:
    def __init__(self, store: Store, clock: Clock) -> None:
        self.store = store
        self.clock = clock
        self.line = Line()
        self.service = DispatchService(
            store=store,
            broker=self.line,
            settings=DispatchSettings(),
            holder="d",
            monotonic=clock.seconds,
        )

    async def add(self, number: int = 1) -> None:
        new = []
        for platform in ("shopee", "taobao", "other"):
            url = f"https://{platform}.example/{number}"
            new.append(NewJob(url, url, platform, "any", "1", url, "jsonl", "me", "p"))
        await self.store.jobs.add(new)

    async def rounds(self, seconds: int) -> None:
        for _ in range(seconds):
            self.clock.ms += 1000
            await self.service.tick()


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    settings = DatabaseSettings(url=f"file:{tmp_path / 'jobs.db'}", timeout_seconds=1)
    await init_schema(settings)
    clock = Clock()
    store = await open_store(settings, clock_ms=clock)
    yield Bench(store, clock)
    await store.close()


def said(caplog: pytest.LogCaptureFixture, level: int = logging.WARNING) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno == level]


async def test_a_broker_away_for_long_is_a_handful_of_lines_and_few_tries(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    await bench.add()
    bench.line.answer = lambda: BrokerUnavailable("connection refused")
    await bench.rounds(LONG_SECONDS)
    lines = said(caplog)
    assert 1 < len(lines) <= 3, lines
    assert all("the broker is away" in line for line in lines)
    assert "connection refused" in {record.__dict__.get("reason") for record in caplog.records}
    assert bench.line.asked < LONG_SECONDS / 20
    bench.line.answer = lambda: None
    await bench.rounds(31)
    assert [line for line in said(caplog, logging.INFO) if "the broker is back" in line] != []
    assert {str(row.status): row.count for row in await bench.store.listing.counts()} == {"QUEUED": 1}
    assert await bench.store.jobs.open_count() == 3


async def test_leases_are_reaped_while_the_broker_is_away(bench: Bench) -> None:
    await bench.add()
    (job, *_) = await bench.store.jobs.due("shopee", limit=1, window=1, retry_overdue_ms=0)
    await bench.store.jobs.claim(job.id, worker_id="w", lease_token="t", lease_ms=60_000)
    bench.line.answer = lambda: BrokerUnavailable("connection refused")
    await bench.rounds(63)
    assert bench.service.total.reaped == 1


async def test_a_full_queue_is_said_once_for_each_shop_and_tried_each_round(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    await bench.add()
    bench.line.answer = lambda: PublishRefused("its queue is full")
    await bench.rounds(500)
    assert len(said(caplog)) == 3, "one for each platform"
    assert bench.line.asked == 3 * 500, "backpressure: there may be room the next second"
    bench.line.answer = lambda: None
    await bench.rounds(1)
    assert len([line for line in said(caplog, logging.INFO) if "takes messages again" in line]) == 3


async def test_a_letter_that_met_a_broker_that_was_away_follows_within_seconds(bench: Bench) -> None:
    job = NewJob(
        "https://a.example/1", "https://a.example/1", "other", "any", "1", "1", "jsonl", "me", "p", max_attempts=1
    )
    await bench.store.jobs.add([job])
    await bench.rounds(1)
    await bench.store.jobs.claim(job.id, worker_id="w", lease_token="t", lease_ms=10_000)
    await bench.store.jobs.retry_later(job.id, "t", delay_ms=1, error_code=ErrorCode.TIMEOUT, detail="")
    bench.line.answer = lambda: BrokerUnavailable("gone")
    await bench.rounds(1)
    assert len(await bench.store.jobs.letters_owed(limit=5)) == 1
    bench.line.answer = lambda: None
    await bench.rounds(6)
    assert await bench.store.jobs.letters_owed(limit=5) == []
