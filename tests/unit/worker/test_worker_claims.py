"""Claims whose answer is late, lost or "again at once": one token begins one lease, and no job waits or dies for it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from prometheus_client import REGISTRY

from common.broker.message import encode
from common.errors import ErrorCode, StoreUnavailable
from common.job import Crawlable, Job, JobStatus, NewJob
from common.offer import Availability, Offer, Verdict, VerdictStatus
from common.outcome.crawl_result import CrawlResult
from common.settings import DatabaseSettings
from common.settings_tables.work import WorkSettings
from common.store import ClaimOutcome, Store, init_schema, open_store
from common.store.drivers.base import Rows, Statement
from common.store.drivers.embedded import EmbeddedDriver
from common.store.drivers.group_commit import GroupCommit
from common.ways.way import Way
from tests.servers.fleet_world import eventually
from tests.unit.worker.direct_handler import DirectHandler
from worker.keeping.spool import Spool
from worker.leases import HeldLeases
from worker.record import Recorder
from worker.tally import Tally

LEASE_MS = 60_000
OFFER = Offer(title="Mug", price_minor=42000, currency="TWD", availability=Availability.IN_STOCK, item_id="2")


class Clock:
    """Milliseconds; `tick` is added each time somebody looks."""

    ms = 1_800_000_000_000
    tick = 0

    def __call__(self) -> int:
        self.ms += self.tick
        return self.ms


class Deaf(EmbeddedDriver):
    """Commits, and loses the answers to the next `lose` batches that began a lease, after `on_lost`."""

    url: str
    lose = 0
    on_lost: Callable[[], Awaitable[None]]

    async def batch(self, statements: Sequence[Statement]) -> Sequence[Rows]:
        answers = await super().batch(statements)
        begun = zip(statements, answers, strict=True)
        if self.lose and any("attempt = attempt + 1" in one.sql and answer.rows for one, answer in begun):
            self.lose -= 1
            await self.on_lost()
            raise StoreUnavailable("the answer was lost")
        return answers


class Message:
    """A delivery that remembers how it was settled."""

    routing_key = "shopee.tw"
    queue = "crawl.shopee"

    def __init__(self, job_id: str) -> None:
        self.body = encode(job_id)
        self.ends: list[str] = []

    async def ack(self) -> None:
        self.ends.append("ack")

    async def requeue(self) -> None:
        self.ends.append("requeue")

    async def retry_after(self, delay_seconds: float) -> bool:
        self.ends.append(f"retry_after {delay_seconds}")
        return True

    async def dead_letter(self, reason: str) -> bool:
        self.ends.append(f"dead_letter {reason}")
        return True


class Bench:
    def __init__(self, driver: Deaf, store: Store, clock: Clock, folder: Path) -> None:
        self.driver = driver
        self.store = store
        self.clock = clock
        self.crawls = 0
        self.tally = Tally()
        self.leases = HeldLeases(store.jobs, lease_seconds=60, renew_seconds=20, monotonic=self.seconds)
        self.recorder = Recorder(store.jobs, Spool(folder / "spool"))

    def seconds(self) -> float:
        return self.clock.ms / 1000

    async def crawl(self, job: Crawlable) -> CrawlResult:
        self.crawls += 1
        link = job.url_norm
        return CrawlResult("{}", "h", OFFER, Verdict(VerdictStatus.OK), link, "shopee", "tw", link, None)

    def handler(self) -> DirectHandler:
        return DirectHandler(
            jobs=self.store.jobs,
            crawler=self,
            recorder=self.recorder,
            held=self.leases,
            tally=self.tally,
            settings=WorkSettings(worker_id="w", lease_seconds=60, renew_seconds=20),
            monotonic=self.seconds,
        )

    async def another_lives(self) -> None:
        await self.store.fleet.worker_seen("another", role="worker", version="1", state="", running=0, done=0, failed=0)

    async def job(self, number: int = 2) -> str:
        url = f"https://shopee.tw/product/1/{number}"
        new = NewJob(url, url, "shopee", "tw", "1", str(number), "jsonl", "me", "p1")
        await self.store.jobs.add([new])
        return new.id

    async def get(self, job_id: str) -> Job:
        job = await self.store.jobs.get(job_id)
        assert job is not None
        return job

    async def claim(self, job_id: str, token: str) -> ClaimOutcome:
        claimed = await self.store.jobs.claim(job_id, worker_id="w", lease_token=token, lease_ms=LEASE_MS)
        return claimed.outcome

    async def reap_later(self) -> None:
        self.clock.ms += LEASE_MS + 1
        await self.store.jobs.reap(limit=10)


@pytest.fixture
async def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Bench]:
    monkeypatch.setattr("worker.source.claim.ASK_AGAIN_SECONDS", 0)
    path = tmp_path / "jobs.db"
    await init_schema(DatabaseSettings(url=f"file:{path}"))
    driver = Deaf(f"file:{path}", timeout_seconds=1)
    driver.url = f"file:{path}"
    group = GroupCommit(driver, max_units=64)
    await group.connect()
    clock = Clock()
    store = Store(group, clock_ms=clock, patience_seconds=0)
    yield Bench(driver, store, clock, tmp_path)
    await store.close()


async def test_a_budget_that_has_room_by_the_time_it_is_looked_at_is_asked_again_at_once(bench: Bench) -> None:
    """The claim is refused at one millisecond, and at the next, when the reason is looked for, there is none."""
    await bench.store.fleet.set_budget("shopee", 1.0, 1)
    assert await bench.claim(await bench.job(1), "first") is ClaimOutcome.CLAIMED
    job_id = await bench.job(2)
    bench.clock.ms += 996
    bench.clock.tick = 1
    message = Message(job_id)
    await bench.handler().handle(message)
    assert (message.ends, (await bench.get(job_id)).status) == (["ack"], JobStatus.SUCCEEDED)


async def test_a_token_begins_one_lease(bench: Bench) -> None:
    job_id = await bench.job()
    assert await bench.claim(job_id, "one") is ClaimOutcome.CLAIMED
    assert await bench.claim(job_id, "one") is ClaimOutcome.CLAIMED, "sent again it is the same claim"
    bench.clock.ms += LEASE_MS + 1
    assert await bench.claim(job_id, "one") is ClaimOutcome.LEASE_OVER, "run out, reaped or not"
    await bench.store.jobs.reap(limit=10)
    assert await bench.claim(job_id, "one") is ClaimOutcome.LEASE_OVER
    assert await bench.claim(job_id, "two") is ClaimOutcome.CLAIMED
    assert await bench.claim(job_id, "one") is ClaimOutcome.LEASE_OVER
    begun = [one.lease_token for one in await bench.store.jobs.events(job_id) if one.to_status is JobStatus.RUNNING]
    assert begun == ["one", "two"]


async def test_answers_lost_until_the_lease_ran_out_spend_no_attempt_and_bury_no_job(bench: Bench) -> None:
    job_id = await bench.job()
    bench.driver.lose = 7
    dispatcher = await open_store(DatabaseSettings(url=bench.driver.url), clock_ms=bench.clock)

    async def reap_later() -> None:
        bench.clock.ms += LEASE_MS + 1
        await dispatcher.jobs.reap(limit=10)

    bench.driver.on_lost = reap_later
    message = Message(job_id)
    await bench.handler().handle(message)
    await dispatcher.close()
    job = await bench.get(job_id)
    assert (job.status, job.attempt, bench.crawls, message.ends) == (JobStatus.SUCCEEDED, 1, 1, ["ack"])
    begun = [one.lease_token for one in await bench.store.jobs.events(job_id) if one.to_status is JobStatus.RUNNING]
    assert len(begun) == len(set(begun)), "each lease has a token of its own"


async def test_a_lease_reaped_in_silence_stays_spent(bench: Bench) -> None:
    job_id = await bench.job()
    for number in range(5):
        assert await bench.claim(job_id, f"t{number}") is ClaimOutcome.CLAIMED
        await bench.reap_later()
    assert (await bench.get(job_id)).status is JobStatus.DEAD, "a page that kills workers ends"


@pytest.mark.parametrize("reaped", [True, False])
async def test_the_workers_word_gives_one_attempt_back_once(bench: Bench, reaped: bool) -> None:
    job_id = await bench.job()
    for number in range(2):
        await bench.claim(job_id, f"t{number}")
        bench.clock.ms += LEASE_MS + 1
        if number == 0 or reaped:
            await bench.store.jobs.reap(limit=10)
    for _ in range(2):
        await bench.store.jobs.unbegun(job_id, "t1")
        await bench.store.jobs.unbegun(job_id, "never claimed")
        job = await bench.get(job_id)
        assert (job.status, job.attempt, job.lease_token) == (JobStatus.QUEUED, 1, None)
    await bench.claim(job_id, "t2")
    await bench.store.jobs.unbegun(job_id, "t0")
    job = await bench.get(job_id)
    assert (job.status, job.attempt, job.lease_token) == (JobStatus.RUNNING, 1, "t2"), "another's lease goes on"


async def test_a_job_buried_by_a_lease_that_never_began_a_crawl_is_new_again(bench: Bench) -> None:
    job_id = await bench.job()
    for number in range(5):
        await bench.claim(job_id, f"t{number}")
        await bench.reap_later()
    for _ in range(2):
        await bench.store.jobs.unbegun(job_id, "t3")
        assert (await bench.get(job_id)).status is JobStatus.DEAD, "it was the fifth that buried it"
    for _ in range(2):
        await bench.store.jobs.unbegun(job_id, "t4")
        job = await bench.get(job_id)
        assert (job.status, job.attempt, job.finished_at) == (JobStatus.NEW, 4, None)


async def test_a_life_that_is_over_gets_no_attempt_back(bench: Bench) -> None:
    job_id = await bench.job()
    await bench.claim(job_id, "old")
    await bench.reap_later()
    await bench.store.jobs.cancel([job_id], reason="x")
    await bench.store.jobs.requeue([job_id])
    await bench.claim(job_id, "new")
    await bench.store.jobs.unbegun(job_id, "old")
    assert (await bench.get(job_id)).attempt == 1


async def test_the_attempt_comes_back_also_to_a_job_that_goes_its_next_way_meanwhile(bench: Bench) -> None:
    await bench.store.ways.put_ladders({"shopee": [Way.HTTP, Way.BROWSER]}, [Way.HTTP, Way.BROWSER])
    job_id = await bench.job()
    await bench.claim(job_id, "unheard")
    await bench.reap_later()
    await bench.claim(job_id, "walled")
    became = await bench.store.jobs.next_way(
        job_id, "walled", error_code=ErrorCode.ACCESS_DENIED, detail="a captcha", delay_ms=1000
    )
    assert became is JobStatus.NEW
    for _ in range(2):
        await bench.store.jobs.unbegun(job_id, "unheard")
        assert (await bench.get(job_id)).attempt == 0


async def test_a_worker_stopped_while_its_claim_is_unanswered_gives_the_job_back(bench: Bench) -> None:
    job_id = await bench.job()
    await bench.store.jobs.publish([job_id], republish_after_ms=1)
    bench.driver.lose = 1_000_000
    lost = asyncio.Event()

    async def on_lost() -> None:
        lost.set()

    bench.driver.on_lost = on_lost
    message = Message(job_id)
    working = asyncio.create_task(bench.handler().handle(message))
    await lost.wait()
    working.cancel()
    await asyncio.gather(working, return_exceptions=True)
    job = await bench.get(job_id)
    assert (message.ends, job.status, job.attempt) == (["requeue"], JobStatus.QUEUED, 0)


async def test_a_lease_whose_claim_was_answered_late_is_renewed_before_its_turn(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def crawl(job: Crawlable) -> CrawlResult:
        async def renewed() -> bool:
            return ((await bench.get(job.id)).lock_expires_at or 0) == bench.clock.ms + LEASE_MS

        await eventually(renewed, what="the lease renewed")
        return await Bench.crawl(bench, job)

    monkeypatch.setattr(bench, "crawl", crawl)
    bench.driver.lose = 1

    async def on_lost() -> None:
        bench.clock.ms += LEASE_MS - 1000

    bench.driver.on_lost = on_lost
    await bench.handler().handle(Message(await bench.job()))
    assert bench.tally.succeeded == 1


async def test_a_renewal_under_way_while_the_result_is_recorded_loses_nothing(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The renewal is sent while the lease is held, and reaches the database after the result."""
    before = REGISTRY.get_sample_value("crawlfleet_worker_lost_leases_total")
    renew = bench.store.jobs.renew
    sent, go_on = asyncio.Event(), asyncio.Event()

    async def slow(leases: Sequence[tuple[str, str]], *, lease_ms: int) -> set[str]:
        sent.set()
        await go_on.wait()
        return await renew(leases, lease_ms=lease_ms)

    async def crawl(job: Crawlable) -> CrawlResult:
        renewing.append(asyncio.create_task(bench.leases.renew_once()))
        await sent.wait()
        return await Bench.crawl(bench, job)

    renewing: list[asyncio.Task[None]] = []
    monkeypatch.setattr(bench.store.jobs, "renew", slow)
    monkeypatch.setattr(bench, "crawl", crawl)

    class Slowly(Message):
        async def ack(self) -> None:
            go_on.set()
            await renewing[0]
            await super().ack()

    job_id = await bench.job()
    message = Slowly(job_id)
    await bench.handler().handle(message)
    assert (message.ends, (await bench.get(job_id)).status) == (["ack"], JobStatus.SUCCEEDED)
    assert "lease lost" not in caplog.text
    assert REGISTRY.get_sample_value("crawlfleet_worker_lost_leases_total") == before
    assert (len(bench.leases), bench.tally.lost) == (0, 0)


async def test_a_message_for_another_workers_second_look_is_acked_and_its_job_comes_again_soon(bench: Bench) -> None:
    await bench.another_lives()
    job_id = await bench.job()
    assert await bench.claim(job_id, "first") is ClaimOutcome.CLAIMED
    link = (await bench.get(job_id)).url_norm
    seen = CrawlResult("{}", "h", OFFER, Verdict(VerdictStatus.OK), link, "shopee", "tw", link, 0)
    await bench.store.jobs.succeed(job_id, "first", seen)
    bench.clock.ms += 1
    await bench.store.jobs.recrawl(limit=5)
    leapt = replace(seen, offer=replace(OFFER, price_minor=999_000), content_hash="h2")
    assert await bench.claim(job_id, "second") is ClaimOutcome.CLAIMED
    assert await bench.store.jobs.succeed(job_id, "second", leapt) is JobStatus.NEW
    bench.clock.ms += 180_000
    await bench.another_lives()
    await bench.store.jobs.publish([job_id], republish_after_ms=900_000)
    message = Message(job_id)
    await bench.handler().handle(message)
    assert (message.ends, bench.crawls) == (["ack"], 0)
    assert (await bench.get(job_id)).next_run_at == bench.clock.ms + 10_000, "for the other worker to get its message"
    bench.clock.ms += 600_000
    again = Message(job_id)
    await bench.handler().handle(again)
    assert (again.ends, bench.crawls) == (["ack"], 1), "after ten minutes it is anybody's"
