"""One message's life, on a real embedded database: what ends in the row, and how the message is settled."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from common.broker.message import encode
from common.errors import CrawlError, ErrorCode, StoreUnavailable
from common.job import Job, JobStatus, NewJob
from common.offer import Availability, Offer, Verdict, VerdictStatus
from common.outcome.crawl_result import CrawlResult
from common.settings import DatabaseSettings, WorkSettings
from common.store import JobStore, Store, init_schema, open_store
from tests.unit.worker.direct_handler import DirectHandler
from worker.leases import HeldLeases
from worker.presence import Tally
from worker.record import Recorder
from worker.spool import Spool


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
        self.redelivered = False
        self.ends: list[tuple[str, object]] = []

    async def ack(self) -> None:
        self.ends.append(("ack", None))

    async def requeue(self) -> None:
        self.ends.append(("requeue", None))

    async def retry_after(self, delay_seconds: float) -> None:
        self.ends.append(("retry_after", delay_seconds))

    async def dead_letter(self, reason: str) -> None:
        self.ends.append(("dead_letter", reason))


class Crawls:
    """Stands for the network and the page: answers as told."""

    def __init__(self, answer: Callable[[Job], Awaitable[CrawlResult]]) -> None:
        self._answer = answer

    async def crawl(self, job: Job) -> CrawlResult:
        return await self._answer(job)


class Absent:
    """A JobStore whose writes fail while `away`, as when the database cannot be reached."""

    def __init__(self, jobs: JobStore) -> None:
        self._jobs = jobs
        self.away = False

    def __getattr__(self, name: str):
        method = getattr(self._jobs, name)

        async def call(*args: object, **kwargs: object) -> object:
            if self.away:
                raise StoreUnavailable("cut for the test")
            return await method(*args, **kwargs)

        return call


OFFER = Offer(title="Mug", price_minor=42000, currency="TWD", availability=Availability.IN_STOCK, item_id="2")


async def found(job: Job) -> CrawlResult:
    return CrawlResult("{}", "hash", OFFER, Verdict(VerdictStatus.OK), job.url_norm, "shopee", "tw", job.url_norm, None)


def refusing(code: ErrorCode, **more: float) -> Callable[[Job], Awaitable[CrawlResult]]:
    async def refuse(job: Job) -> CrawlResult:
        raise CrawlError(code, "as told", **more)

    return refuse


async def never_ends(job: Job) -> CrawlResult:
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

    def handler(self, answer: Callable[[Job], Awaitable[CrawlResult]]) -> DirectHandler:
        return DirectHandler(
            jobs=self.jobs,
            crawler=Crawls(answer),
            recorder=self.recorder,
            held=self.leases,
            tally=self.tally,
            settings=self.settings,
            monotonic=lambda: self.clock.ms / 1000,
        )

    async def job(self) -> str:
        url = "https://shopee.tw/product/1/2"
        new = NewJob(url, url, "shopee", "tw", "1", "2", "jsonl", "me", "p1")
        await self.store.jobs.add([new])
        return new.id

    async def status(self, job_id: str) -> JobStatus:
        job = await self.store.jobs.get(job_id)
        assert job is not None
        return job.status


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    settings = DatabaseSettings(url=f"file:{tmp_path / 'jobs.db'}", timeout_seconds=1)
    await init_schema(settings)
    clock = Clock()
    store = await open_store(settings, clock_ms=clock)
    yield Bench(store, clock, tmp_path)
    await store.close()


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.005)


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
    ("code", "again"),
    [
        (ErrorCode.CONTENT_NOT_FOUND, True),
        (ErrorCode.PARSE_ERROR, True),
        (ErrorCode.INVALID_URL, False),
        (ErrorCode.ROBOTS_DISALLOWED, False),
        (ErrorCode.ADDRESS_REFUSED, False),
    ],
)
async def test_only_what_may_change_is_looked_at_again(bench: Bench, code: ErrorCode, again: bool) -> None:
    job_id = await bench.job()
    await bench.handler(refusing(code)).handle(Message(encode(job_id)))
    job = await bench.store.jobs.get(job_id)
    assert job is not None
    assert job.next_crawl_at == (bench.clock.ms + 86_400_000 if again else None)


async def test_the_servers_own_wish_sets_the_delay(bench: Bench) -> None:
    message = Message(encode(await bench.job()))
    await bench.handler(refusing(ErrorCode.RATE_LIMITED, retry_after_seconds=123.0)).handle(message)
    assert message.ends == [("retry_after", 123.0)]


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
    async def bug(job: Job) -> CrawlResult:
        raise ZeroDivisionError

    job_id = await bench.job()
    await bench.handler(bug).handle(Message(encode(job_id)))
    job = await bench.store.jobs.get(job_id)
    assert job is not None
    assert (job.status, job.error_code) == (JobStatus.FAILED_RETRYABLE, "INTERNAL_ERROR")


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

    async def cut_off(job: Job) -> CrawlResult:
        try:
            return await never_ends(job)
        finally:
            when_written.append(await bench.status(job.id))

    running = asyncio.create_task(bench.handler(cut_off).handle(Message(encode(await bench.job()))))
    await until(lambda: len(bench.leases))
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert when_written == [JobStatus.RUNNING]


async def test_an_outcome_waits_on_disk_while_the_database_is_away(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("worker.record.OFFER_AGAIN_SECONDS", 0.01)

    async def crawl_then_cut(job: Job) -> CrawlResult:
        bench.jobs.away = True
        return await found(job)

    job_id = await bench.job()
    message = Message(encode(job_id))
    running = asyncio.create_task(bench.handler(crawl_then_cut).handle(message))
    await until(bench.spool.waiting)
    assert message.ends == []
    bench.jobs.away = False
    await running
    assert await bench.status(job_id) is JobStatus.SUCCEEDED
    assert message.ends == [("ack", None)]
    assert bench.spool.waiting() == []


async def test_an_outcome_left_on_disk_is_recorded_by_the_next_start(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def crawl_then_cut(job: Job) -> CrawlResult:
        bench.jobs.away = True
        return await found(job)

    job_id = await bench.job()
    running = asyncio.create_task(bench.handler(crawl_then_cut).handle(Message(encode(job_id))))
    await until(bench.spool.waiting)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    bench.jobs.away = False
    assert await Recorder(bench.store.jobs, bench.spool).replay() == 1
    assert await bench.status(job_id) is JobStatus.SUCCEEDED
    assert bench.spool.waiting() == []


async def test_an_outcome_that_comes_back_after_its_lease_ran_out_is_dropped(bench: Bench) -> None:
    async def crawl_then_cut(job: Job) -> CrawlResult:
        bench.jobs.away = True
        return await found(job)

    job_id = await bench.job()
    running = asyncio.create_task(bench.handler(crawl_then_cut).handle(Message(encode(job_id))))
    await until(bench.spool.waiting)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    bench.clock.ms += 61_000
    await bench.store.jobs.reap(limit=10)
    assert await Recorder(bench.store.jobs, bench.spool).replay() == 0
    assert await bench.status(job_id) is JobStatus.QUEUED


def test_a_spool_file_nobody_can_read_is_set_aside(tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text(json.dumps({"kind": "no such"}))
    assert Spool(tmp_path).waiting() == []
    assert (tmp_path / "bad.broken").exists()
