"""The dispatcher on a real embedded database: QUEUED only after the confirm, lost messages brought back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path

import pytest

from common.broker.base import Outgoing, OutgoingLetter, QueueDepth
from common.broker.memory import MemoryBroker
from common.errors import BrokerUnavailable, ErrorCode, PublishRefused
from common.job import JobStatus, NewJob
from common.settings import BrokerSettings, DatabaseSettings, ShopSettings, ShopsSettings
from common.settings_tables.dispatch import DispatchSettings
from common.store import ClaimOutcome, Store, init_schema, open_store
from dispatcher.service import DispatchService


class Clock:
    def __init__(self) -> None:
        self.ms = 1_800_000_000_000

    def __call__(self) -> int:
        return self.ms


class Line(MemoryBroker):
    """Of a broker the publishing half: remembers what it confirmed, refuses as told."""

    def __init__(self) -> None:
        super().__init__(BrokerSettings())
        self.sent: list[str] = []
        self.letters: list[OutgoingLetter] = []
        self.room_for_letters = 1000
        self.answer: Callable[[Outgoing], Exception | None] = lambda message: None
        self.waiting = 0
        """Messages in the shop's queue that no worker takes."""
        self.looked_at: list[str] = []

    async def depths(self, wanted: Callable[[str], bool] | None = None) -> Sequence[QueueDepth]:
        queues = [QueueDepth("crawl.shopee", self.waiting, 0), QueueDepth("crawl.retry.10s", 1000, 0)]
        found = [queue for queue in queues if wanted is None or wanted(queue.name)]
        self.looked_at += [queue.name for queue in found]
        return found

    async def publish(self, messages: Sequence[Outgoing]) -> Sequence[Exception | None]:
        answers = [self.answer(message) for message in messages]
        self.sent += [message.job_id for message, answer in zip(messages, answers, strict=True) if answer is None]
        return answers

    async def publish_letters(self, letters: Sequence[OutgoingLetter]) -> Sequence[Exception | None]:
        taken = letters[: max(0, self.room_for_letters - len(self.letters))]
        self.letters += taken
        return [None] * len(taken) + [PublishRefused("full")] * (len(letters) - len(taken))


class Bench:
    def __init__(self, store: Store, clock: Clock) -> None:
        self.store = store
        self.clock = clock
        self.line = Line()

    def service(self, holder: str = "d1", budgets: ShopsSettings | None = None, **settings: float) -> DispatchService:
        return DispatchService(
            store=self.store,
            broker=self.line,
            settings=DispatchSettings(**settings),
            holder=holder,
            budgets=budgets,
        )

    async def add(self, number: int, *, priority: int = 0) -> str:
        url = f"https://shopee.tw/product/1/{number}"
        new = NewJob(url, url, "shopee", "tw", "1", str(number), "jsonl", "me", str(number), priority)
        await self.store.jobs.add([new])
        self.clock.ms += 1
        return new.id

    async def status(self, job_id: str) -> JobStatus:
        job = await self.store.jobs.get(job_id)
        assert job is not None
        return job.status

    async def claim(self, job_id: str, token: str = "t1", lease_ms: int = 1000) -> None:
        claim = await self.store.jobs.claim(job_id, worker_id="w", lease_token=token, lease_ms=lease_ms)
        assert claim.outcome is ClaimOutcome.CLAIMED


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    settings = DatabaseSettings(url=f"file:{tmp_path / 'jobs.db'}", timeout_seconds=1)
    await init_schema(settings)
    clock = Clock()
    store = await open_store(settings, clock_ms=clock)
    yield Bench(store, clock)
    await store.close()


async def test_jobs_are_queued_after_the_confirm_by_priority_then_age(bench: Bench) -> None:
    old, new, urgent = await bench.add(1), await bench.add(2), await bench.add(3, priority=9)
    summary = await bench.service().tick()
    assert bench.line.sent == [urgent, old, new]
    assert summary.published == 3
    assert await bench.status(old) is JobStatus.QUEUED


@pytest.mark.parametrize("refusal", [PublishRefused("full"), BrokerUnavailable("gone")])
async def test_an_unconfirmed_message_leaves_its_job_new(bench: Bench, refusal: Exception) -> None:
    job_id = await bench.add(1)
    bench.line.answer = lambda message: refusal
    await bench.service().tick()
    assert await bench.status(job_id) is JobStatus.NEW
    bench.line.answer = lambda message: None
    await bench.service().tick()
    assert await bench.status(job_id) is JobStatus.QUEUED


async def test_the_window_keeps_queues_shallow(bench: Bench) -> None:
    for number in range(5):
        await bench.add(number)
    await bench.service(window=2).tick()
    assert len(bench.line.sent) == 2


async def test_a_message_lost_on_the_way_is_published_again(bench: Bench) -> None:
    job_id = await bench.add(1)
    service = bench.service(republish_after_seconds=60)
    await service.tick()
    await service.tick()
    assert bench.line.sent == [job_id]
    bench.clock.ms += 60_001
    await service.tick()
    assert bench.line.sent == [job_id, job_id]


async def test_a_lease_that_ran_out_is_reaped_and_published_again(bench: Bench) -> None:
    job_id = await bench.add(1)
    service = bench.service()
    await service.tick()
    await bench.claim(job_id)
    bench.clock.ms += 1001
    summary = await service.tick()
    assert (summary.reaped, summary.buried) == (1, 0)
    assert bench.line.sent == [job_id, job_id]


async def test_a_lease_that_ran_out_with_all_attempts_spent_buries_the_job(bench: Bench) -> None:
    job_id = await bench.add(1)
    service = bench.service()
    for attempt in range(5):
        await bench.claim(job_id, token=f"t{attempt}")
        bench.clock.ms += 1001
        summary = await service.tick()
    assert summary.buried == 1
    assert await bench.status(job_id) is JobStatus.DEAD


async def test_an_overdue_retry_is_published_by_the_sweep(bench: Bench) -> None:
    job_id = await bench.add(1)
    service = bench.service(retry_overdue_seconds=30)
    await service.tick()
    await bench.claim(job_id)
    await bench.store.jobs.retry_later(job_id, "t1", delay_ms=10_000, error_code=ErrorCode.TIMEOUT, detail="slow")
    bench.clock.ms += 11_000
    await service.tick()
    assert await bench.status(job_id) is JobStatus.FAILED_RETRYABLE
    bench.clock.ms += 30_000
    bench.line.looked_at.clear()
    await service.tick()
    assert await bench.status(job_id) is JobStatus.QUEUED
    assert bench.line.looked_at == ["crawl.shopee"], "each queue that is looked at costs a question"


async def test_only_one_of_two_dispatchers_publishes_and_the_other_takes_over(bench: Bench) -> None:
    first, second = bench.service("d1", leader_seconds=15), bench.service("d2", leader_seconds=15)
    assert (await first.tick()).leading
    assert not (await second.tick()).leading
    bench.clock.ms += 15_001
    assert (await second.tick()).leading
    assert not (await first.tick()).leading


async def test_a_dispatcher_that_ends_gives_the_lead_away(bench: Bench) -> None:
    await bench.service("d1").run_until_drained()
    stop = asyncio.Event()
    await bench.service("d2").run_forever(stop, on_round=stop.set)
    job_id = await bench.add(1)
    summary = await bench.service("d3").run_until_drained()
    assert (summary.leading, bench.line.sent) == (True, [job_id])


async def test_a_dispatcher_that_stands_by_says_so_and_then_that_it_works(bench: Bench) -> None:
    leader, stop, said = bench.service("d1", leader_seconds=15), asyncio.Event(), list[str]()
    await leader.tick()
    other = bench.service("d2", interval_seconds=0.01)

    async def until_said(words: str) -> None:
        async with asyncio.timeout(60):
            while words not in said:
                await asyncio.sleep(0.01)

    running = asyncio.create_task(other.run_forever(stop, say=said.append))
    await until_said("standing by: another dispatcher leads")
    assert set(said) == {"standing by: another dispatcher leads"}
    bench.clock.ms += 15_001
    await until_said("due jobs go to the broker")
    stop.set()
    await running


async def test_a_run_that_did_not_lead_says_so(bench: Bench) -> None:
    await bench.service("d1").tick()
    await bench.add(1)
    summary = await bench.service("d2").run_until_drained()
    assert (summary.published, "another dispatcher leads" in summary.line()) == (0, True)
    assert not (await bench.service("d2").tick()).leading, "stepping down must not touch another's lead"


async def test_a_paused_shops_jobs_wait(bench: Bench) -> None:
    job_id = await bench.add(1)
    await bench.store.fleet.pause_shop("shopee", "reading broke")
    await bench.service().tick()
    assert bench.line.sent == []
    await bench.store.fleet.resume_shop("shopee")
    await bench.service().tick()
    assert bench.line.sent == [job_id]


async def test_a_shops_budget_holds_for_the_whole_fleet(bench: Bench) -> None:
    jobs = [await bench.add(number) for number in range(3)]
    budgets = ShopsSettings(shopee=ShopSettings(requests_per_second=0.1, burst=2))
    await bench.service(budgets=budgets).tick()
    await bench.claim(jobs[0], token="t0")
    await bench.claim(jobs[1], token="t1")
    third = await bench.store.jobs.claim(jobs[2], worker_id="other", lease_token="t2", lease_ms=1000)
    assert third.outcome is ClaimOutcome.OVER_BUDGET
    assert third.wait_seconds == pytest.approx(10, abs=0.1)
    bench.clock.ms += 10_000
    await bench.claim(jobs[2], token="t2")


async def test_a_shop_whose_pages_cannot_be_read_is_switched_off_and_its_jobs_wait(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    service = bench.service(health_seconds=0.000001)
    for number in range(100):
        job_id = await bench.add(number)
        await bench.store.jobs.publish([job_id], republish_after_ms=900_000)
        await bench.claim(job_id, token=f"t{number}")
        code = ErrorCode.PARSE_ERROR if number % 2 else ErrorCode.CONTENT_NOT_FOUND
        assert await bench.store.jobs.fail(job_id, f"t{number}", error_code=code, detail="x")
        await service.tick()
    assert "switched off" not in caplog.text, "gone pages are not failures, and fifty make one window only"
    bench.clock.ms += 1
    await service.tick()
    for number in range(100, 150):
        job_id = await bench.add(number)
        await bench.store.jobs.publish([job_id], republish_after_ms=900_000)
        await bench.claim(job_id, token=f"t{number}")
        await bench.store.jobs.fail(job_id, f"t{number}", error_code=ErrorCode.PARSE_ERROR, detail="x")
    waiting = await bench.add(999)
    await service.tick()
    assert "shopee: its jobs wait; reading switched off: 50 of 50 and 50 of 50" in caplog.text
    sent = len(bench.line.sent)
    await service.tick()
    assert (len(bench.line.sent), await bench.status(waiting)) == (sent, JobStatus.NEW)
    await bench.store.fleet.resume_shop("shopee")
    await service.tick()
    assert bench.line.sent[-1] == waiting


class Monotonic:
    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


async def test_a_full_dead_letter_queue_leaves_dead_rows_whose_letters_follow_once(bench: Bench) -> None:
    now = Monotonic()
    jobs = [await bench.add(number) for number in range(3)]
    service = DispatchService(
        store=bench.store,
        broker=bench.line,
        settings=DispatchSettings(),
        holder="d1",
        monotonic=now,
    )
    await service.tick()
    for at, job_id in enumerate(jobs):
        for attempt in range(5):
            await bench.claim(job_id, token=f"t{at}{attempt}", lease_ms=10_000_000)
            await bench.store.jobs.retry_later(
                job_id, f"t{at}{attempt}", delay_ms=1, error_code=ErrorCode.TIMEOUT, detail=""
            )
            bench.clock.ms += 10
    bench.line.room_for_letters = 2
    await service.tick()
    assert [letter.job_id for letter in bench.line.letters] == jobs[:2]
    assert {letter.reason for letter in bench.line.letters} == {"attempts spent: TIMEOUT"}
    assert await bench.status(jobs[2]) is JobStatus.DEAD
    bench.line.room_for_letters = 10
    await service.tick()
    assert len(bench.line.letters) == 2, "a full queue is not asked again in every round"
    now.seconds += 61
    for _ in range(3):
        await service.tick()
        now.seconds += 61
    assert [letter.job_id for letter in bench.line.letters] == jobs


async def test_a_job_that_vanished_workers_brought_to_its_end_owes_a_letter_too(bench: Bench) -> None:
    job_id = await bench.add(1)
    for attempt in range(5):
        await bench.claim(job_id, token=f"t{attempt}")
        bench.clock.ms += 2_000
        await bench.store.jobs.reap(limit=5)
    await bench.service().tick()
    assert [(one.job_id, one.reason) for one in bench.line.letters] == [(job_id, "attempts spent: LEASE_EXPIRED")]


async def test_what_was_queued_in_a_broker_that_ended_with_its_process_is_published_at_once(bench: Bench) -> None:
    jobs = [await bench.add(number) for number in range(3)]
    await bench.service().tick()
    assert bench.line.sent == jobs

    def anew(holder: str, *, broker_is_new: bool) -> DispatchService:
        bench.clock.ms += 60_000  # the lead of one that was killed has run out
        bench.line = Line()
        return DispatchService(
            store=bench.store,
            broker=bench.line,
            settings=DispatchSettings(),
            holder=holder,
            broker_is_new=broker_is_new,
        )

    await anew("d2", broker_is_new=False).tick()
    assert not bench.line.sent, "a shared broker has them still"
    service = anew("d3", broker_is_new=True)
    await service.tick()
    assert sorted(bench.line.sent) == sorted(jobs)
    await service.tick()
    assert len(bench.line.sent) == 3, "once is enough"
