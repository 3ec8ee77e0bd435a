"""The outcome of a crawl that ends while the database is away waits on disk."""

from __future__ import annotations

import asyncio
import errno
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from common.broker.message import encode
from common.errors import ErrorCode
from common.job import Crawlable, JobStatus
from common.outcome.crawl_outcome import CrawlOutcome, RetryLater
from common.outcome.crawl_result import CrawlResult
from tests.unit.worker.handler_bench import Answer, Bench, Message, bench_in, found, until
from worker.record import Recorder


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    async with bench_in(tmp_path) as bench:
        yield bench


def found_then_away(bench: Bench) -> Answer:
    """A crawl at whose end the database goes away."""

    async def crawl(job: Crawlable) -> CrawlResult:
        bench.jobs.away = True
        return await found(job)

    return crawl


async def test_an_outcome_waits_on_disk_while_the_database_is_away(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("worker.record.OFFER_AGAIN_SECONDS", 0.01)

    job_id = await bench.job()
    message = Message(encode(job_id))
    running = asyncio.create_task(bench.handler(found_then_away(bench)).handle(message))
    await until(lambda: list(bench.spool.waiting()))
    assert message.ends == []
    bench.jobs.away = False
    await running
    assert await bench.status(job_id) is JobStatus.SUCCEEDED
    assert message.ends == [("ack", None)]
    assert list(bench.spool.waiting()) == []


async def test_an_outcome_left_on_disk_is_recorded_by_the_next_start(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    job_id = await bench.job()
    running = asyncio.create_task(bench.handler(found_then_away(bench)).handle(Message(encode(job_id))))
    await until(lambda: list(bench.spool.waiting()))
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    bench.jobs.away = False
    assert await Recorder(bench.store.jobs, bench.spool).replay() == 1
    assert await bench.status(job_id) is JobStatus.SUCCEEDED
    assert list(bench.spool.waiting()) == []


async def test_an_outcome_that_comes_back_after_its_lease_ran_out_is_dropped(bench: Bench) -> None:
    job_id = await bench.job()
    running = asyncio.create_task(bench.handler(found_then_away(bench)).handle(Message(encode(job_id))))
    await until(lambda: list(bench.spool.waiting()))
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    bench.clock.ms += 61_000
    await bench.store.jobs.reap(limit=10)
    assert await Recorder(bench.store.jobs, bench.spool).replay() == 0
    assert await bench.status(job_id) is JobStatus.QUEUED


@pytest.mark.parametrize("finds_room", [True, False])
async def test_an_outcome_that_the_disk_refused_is_offered_to_it_once_more_at_a_stop(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, finds_room: bool
) -> None:
    """A worker that is told to stop waits for the database just then, as it does most of the time."""
    put, tries = bench.spool.put, 0

    def refuses_at_first(outcome: CrawlOutcome) -> None:
        nonlocal tries
        tries += 1
        if tries == 1 or not finds_room:
            raise OSError(errno.ENOSPC, "No space left on device")
        put(outcome)

    monkeypatch.setattr(bench.spool, "put", refuses_at_first)
    bench.jobs.away = True
    outcome = RetryLater("job", "token", 1000, ErrorCode.TIMEOUT, "too slow")
    recording = asyncio.create_task(Recorder(bench.jobs, bench.spool).record(outcome))
    await until(lambda: tries)
    recording.cancel()
    await asyncio.gather(recording, return_exceptions=True)
    assert list(bench.spool.waiting()) == ([outcome] if finds_room else [])
    assert ("an outcome is lost" in caplog.text) is not finds_room
