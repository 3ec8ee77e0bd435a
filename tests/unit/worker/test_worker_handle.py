"""One message's life, on a real embedded database: what ends in the row, and how the message is settled."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from common.broker.message import encode
from common.errors import ErrorCode
from common.job import Crawlable, JobStatus
from common.outcome.crawl_result import CrawlResult
from common.store import Claim
from tests.unit.worker.handler_bench import OFFER, Bench, Message, bench_in, found, never_ends, refusing, until


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    async with bench_in(tmp_path) as bench:
        yield bench


async def test_a_crawled_product_is_recorded_and_only_then_acked(bench: Bench) -> None:
    job_id = await bench.job()
    message = Message(encode(job_id))
    await bench.handler(found).handle(message)
    assert await bench.status(job_id) is JobStatus.SUCCEEDED
    assert message.ends == [("ack", None)]
    assert bench.tally.succeeded == 1


@pytest.mark.parametrize("body", [b"\xff\xfenoise", b"[]", b"{}", b'{"job_id":"x","v":99}', b"x" * 1_000_000])
async def test_a_malformed_message_goes_to_the_dead_letters_with_a_reason(bench: Bench, body: bytes) -> None:
    message = Message(body)
    await bench.handler(found).handle(message)
    [(end, reason)] = message.ends
    assert end == "dead_letter"
    assert str(reason).startswith("malformed: ")


async def test_an_unknown_job_goes_to_the_dead_letters(bench: Bench) -> None:
    message = Message(encode("a" * 26))
    await bench.handler(found).handle(message)
    assert message.ends == [("dead_letter", "unknown job id")]


async def test_an_error_that_may_pass_is_retried_later_and_spends_the_attempts(bench: Bench) -> None:
    job_id = await bench.job()
    ends = []
    for _ in range(5):
        message = Message(encode(job_id))
        await bench.handler(refusing(ErrorCode.TIMEOUT)).handle(message)
        ends += message.ends
        bench.clock.ms += 8_000_000
    assert ends == [
        ("retry_after", 10.0),
        ("retry_after", 60.0),
        ("retry_after", 300.0),
        ("retry_after", 1800.0),
        ("ack", None),
    ]
    assert await bench.status(job_id) is JobStatus.DEAD
    assert [letter.id for letter in await bench.store.jobs.letters_owed(limit=5)] == [job_id]


async def test_a_broken_links_weekly_look_is_one_attempt_and_no_further_dead_letter(bench: Bench) -> None:
    job_id = await bench.job()
    for _ in range(5):
        await bench.handler(refusing(ErrorCode.TIMEOUT)).handle(Message(encode(job_id)))
        bench.clock.ms += 8_000_000
    bench.clock.ms += 7 * 86_400_000
    await bench.store.jobs.letters_published([job_id])
    assert await bench.store.jobs.recrawl(limit=5) == [job_id]
    message = Message(encode(job_id))
    await bench.handler(refusing(ErrorCode.TIMEOUT)).handle(message)
    assert message.ends == [("ack", None)]
    assert await bench.status(job_id) is JobStatus.DEAD
    assert await bench.store.jobs.letters_owed(limit=5) == []


async def test_a_forged_message_in_another_shops_queue_touches_nothing(bench: Bench) -> None:
    job_id = await bench.job()
    message = Message(encode(job_id))
    message.queue = "crawl.taobao"
    await bench.handler(found).handle(message)
    assert message.ends == [("ack", None)]
    job = await bench.store.jobs.get(job_id)
    assert job is not None
    assert (job.status, job.attempt) == (JobStatus.NEW, 0)


async def test_a_forged_message_for_a_job_that_is_not_due_makes_no_copy_of_itself(bench: Bench) -> None:
    job_id = await bench.job()
    await bench.handler(refusing(ErrorCode.TIMEOUT)).handle(Message(encode(job_id)))
    early = Message(encode(job_id))
    await bench.handler(found).handle(early)
    assert early.ends == [("ack", None)]
    assert await bench.status(job_id) is JobStatus.FAILED_RETRYABLE
    bench.clock.ms += 9_500
    almost = Message(encode(job_id))
    await bench.handler(found).handle(almost)
    assert almost.ends == [("retry_after", 0.5)]


@pytest.mark.parametrize(
    ("code", "again_days"),
    [
        (ErrorCode.CONTENT_NOT_FOUND, 1),
        (ErrorCode.PARSE_ERROR, 1),
        (ErrorCode.INVALID_URL, None),
        (ErrorCode.ROBOTS_DISALLOWED, 7),
        (ErrorCode.ADDRESS_REFUSED, 1),
    ],
)
async def test_only_what_may_change_is_looked_at_again(bench: Bench, code: ErrorCode, again_days: int | None) -> None:
    job_id = await bench.job()
    await bench.handler(refusing(code)).handle(Message(encode(job_id)))
    job = await bench.store.jobs.get(job_id)
    assert job is not None
    assert job.next_crawl_at == (bench.clock.ms + again_days * 86_400_000 if again_days else None)


async def test_the_servers_own_wish_sets_the_delay(bench: Bench) -> None:
    message = Message(encode(await bench.job()))
    await bench.handler(refusing(ErrorCode.RATE_LIMITED, retry_after_seconds=123.0)).handle(message)
    assert message.ends == [("retry_after", 123.0)]


async def test_a_job_whose_turn_is_far_away_spends_no_attempt_however_often(bench: Bench) -> None:
    job_id = await bench.job()
    for _ in range(7):
        message = Message(encode(job_id))
        await bench.handler(refusing(ErrorCode.NO_TURN, retry_after_seconds=90.0)).handle(message)
        assert message.ends == [("retry_after", 90.0)]
        job = await bench.store.jobs.get(job_id)
        assert job is not None
        assert (job.status, job.attempt, job.failures) == (JobStatus.FAILED_RETRYABLE, 0, 0)
        bench.clock.ms += 90_000
    await bench.handler(found).handle(Message(encode(job_id)))
    assert await bench.status(job_id) is JobStatus.SUCCEEDED


async def test_an_error_that_stays_ends_the_job(bench: Bench) -> None:
    job_id = await bench.job()
    message = Message(encode(job_id))
    await bench.handler(refusing(ErrorCode.CONTENT_NOT_FOUND)).handle(message)
    assert await bench.status(job_id) is JobStatus.FAILED_PERMANENT
    assert message.ends == [("ack", None)]


async def test_a_second_message_for_a_finished_job_is_acked_away(bench: Bench) -> None:
    job_id = await bench.job()
    await bench.handler(found).handle(Message(encode(job_id)))
    again = Message(encode(job_id))
    await bench.handler(never_ends).handle(again)
    assert again.ends == [("ack", None)]
    assert [event.to_status for event in await bench.store.jobs.events(job_id)].count(JobStatus.SUCCEEDED) == 1


async def test_a_crawl_that_breaks_costs_only_its_job(bench: Bench) -> None:
    async def bug(job: Crawlable) -> CrawlResult:
        raise ZeroDivisionError

    job_id = await bench.job()
    await bench.handler(bug).handle(Message(encode(job_id)))
    job = await bench.store.jobs.get(job_id)
    assert job is not None
    assert (job.status, job.error_code) == (JobStatus.FAILED_RETRYABLE, "INTERNAL_ERROR")


async def test_a_bug_while_its_lease_is_renewed_leaves_no_crawl_behind(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = asyncio.Event()

    async def crawl(job: Crawlable) -> CrawlResult:
        try:
            return await never_ends(job)
        finally:
            ended.set()

    claim = bench.store.jobs.claim

    async def answered_late(*job: Any, **named: Any) -> Claim:
        claimed = await claim(*job, **named)
        bench.clock.ms += 30_000
        return claimed

    async def broken() -> None:
        await asyncio.sleep(0)
        raise RuntimeError("a bug")

    monkeypatch.setattr(bench.store.jobs, "claim", answered_late)
    monkeypatch.setattr(bench.leases, "renew_once", broken)
    with pytest.raises(RuntimeError, match="a bug"):
        await bench.handler(crawl).handle(Message(encode(await bench.job())))
    async with asyncio.timeout(5):
        await ended.wait()


async def test_a_lost_lease_cancels_the_crawl_and_writes_nothing(bench: Bench) -> None:
    job_id = await bench.job()
    message = Message(encode(job_id))
    running = asyncio.create_task(bench.handler(never_ends).handle(message))
    await until(lambda: len(bench.leases))
    bench.clock.ms += 61_000
    assert [lease.id for lease in await bench.store.jobs.reap(limit=10)] == [job_id]
    await bench.leases.renew_once()
    await running
    assert message.ends == [("ack", None)]
    assert await bench.status(job_id) is JobStatus.QUEUED
    assert bench.tally.lost == 1


async def test_a_crawl_interrupted_by_a_stop_gives_its_attempt_back(bench: Bench) -> None:
    job_id = await bench.job()
    running = asyncio.create_task(bench.handler(never_ends).handle(Message(encode(job_id))))
    await until(lambda: len(bench.leases))
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    job = await bench.store.jobs.get(job_id)
    assert job is not None
    assert (job.status, job.attempt, job.locked_by) == (JobStatus.QUEUED, 0, None)


async def test_what_a_crawl_writes_as_it_is_cut_off_stands_before_its_job_is_given_back(bench: Bench) -> None:
    when_written: list[JobStatus] = []

    async def cut_off(job: Crawlable) -> CrawlResult:
        try:
            return await never_ends(job)
        finally:
            when_written.append(await bench.status(job.id))

    running = asyncio.create_task(bench.handler(cut_off).handle(Message(encode(await bench.job()))))
    await until(lambda: len(bench.leases))
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert when_written == [JobStatus.RUNNING]


async def test_what_comes_too_late_is_logged_as_what_does_not_count(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    """Its title and price alone, as a warning, say to nobody what is wrong with them."""

    async def away(job: Crawlable) -> CrawlResult:
        bench.clock.ms += 61_000
        assert [lease.id for lease in await bench.store.jobs.reap(limit=10)] == [job.id]
        return await found(job)

    await bench.handler(away).handle(Message(encode(await bench.job())))
    (said,) = [record.getMessage() for record in caplog.records if "Mug" in record.getMessage()]
    assert said.endswith("TWD; too late: this worker held the job no more, so it does not count")


async def test_a_doubted_sight_is_logged_as_one_that_waits(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    async def jumped(job: Crawlable) -> CrawlResult:
        return replace(await found(job), offer=replace(OFFER, price_minor=9 * 42000), content_hash="another")

    caplog.set_level(logging.INFO, "crawlfleet.worker.handle")
    job_id = await bench.job()
    await bench.handler(found).handle(Message(encode(job_id)))
    await bench.store.jobs.recheck([job_id])
    await bench.handler(jumped).handle(Message(encode(job_id)))
    assert await bench.status(job_id) is JobStatus.NEW
    first, second = [record.getMessage() for record in caplog.records if "Mug" in record.getMessage()]
    assert "waits" not in first
    assert "3780.00 TWD; doubted against what is recorded, it waits for a second look" in second
