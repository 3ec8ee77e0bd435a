"""Workers, volunteers, a dispatcher and an operator in any order over the real SQL, with leases that run out."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from itertools import pairwise
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, multiple, rule

from common.errors import ErrorCode
from common.job import ALLOWED, OPEN, JobStatus, NewJob, job_id_for
from common.offer import Availability, Offer, Verdict, VerdictStatus
from common.outcome.crawl_outcome import Failed, RetryLater, Succeeded
from common.outcome.crawl_result import CrawlResult, result_json
from common.store import ClaimOutcome, Heard, JobFilter, Store
from common.store.drivers.embedded import EmbeddedDriver
from common.store.drivers.group_commit import GroupCommit
from common.store.schema import migrate
from common.trust.states import ResultState
from common.trust.values import Report, Told
from tests.effort import tries

T = TypeVar("T")
LEASE_MS = 1000
LINKS = st.sampled_from([f"https://shopee.tw/product/1/{n}" for n in range(2)])
WORKERS = st.sampled_from(["worker-a", "worker-b"])
PERSONS = st.sampled_from(["ann", "ben", "cid", None])
ENDS = st.sampled_from(["succeed", "lie", "retry_later", "fail", "release"])
LOOKS = st.lists(st.tuples(PERSONS, st.sampled_from(["succeed", "lie", "fail"])), min_size=2, max_size=5)
DICE = st.sampled_from([0.0, 0.999])
READER = "1"


def result(url_norm: str, price_minor: int = 100) -> CrawlResult:
    offer = Offer(title="A", price_minor=price_minor, currency="TWD", item_id="9", availability=Availability.IN_STOCK)
    ok = Verdict(VerdictStatus.OK)
    told = result_json(offer, ok, url_norm)
    return CrawlResult(told, "hash", offer, ok, url_norm, "shopee", "tw", url_norm, next_crawl_in_ms=5000)


def told(how: str, job_id: str, token: str) -> Told:
    """What a volunteer says."""
    if how == "retry_later":
        return RetryLater(job_id, token, 300, ErrorCode.TIMEOUT, "slow")
    if how == "fail":
        return Failed(job_id, token, ErrorCode.PARSE_ERROR, "odd", 4000)
    return Succeeded(job_id, token, result("u", 100 if how == "succeed" else 1))


class Fleet(RuleBasedStateMachine):
    leases = Bundle("leases")

    @initialize()
    def open(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.now = 1_800_000_000_000
        self.links: set[str] = set()
        self.token = 0
        self.expires: dict[str, int] = {}
        self.ended: dict[str, str] = {}
        self.failures: dict[str, int] = {}
        self.holders: dict[str, str | None] = {}
        self.store = self.wait(self.opened())
        self.add("https://shopee.tw/product/1/0", 1)
        self.add("https://shopee.tw/product/1/1", 3)

    async def opened(self) -> Store:
        driver = GroupCommit(EmbeddedDriver("file::memory:", timeout_seconds=1), max_units=8)
        await driver.connect()
        await migrate(driver, "memory")
        return Store(driver, clock_ms=lambda: self.now, patience_seconds=1)

    def wait(self, work: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(work)

    # The ingestor and the dispatcher.

    @rule(link=LINKS, max_attempts=st.integers(1, 3))
    def add(self, link: str, max_attempts: int) -> None:
        new = NewJob(link, link, "shopee", "tw", "1", link[-1], "jsonl", "me", "1", 0, max_attempts)
        added = self.wait(self.store.jobs.add([new]))
        assert bool(added) == (link not in self.links)
        self.links.add(link)

    @rule(recorded=st.booleans())
    def dispatch(self, recorded: bool) -> None:
        """Publish what is due; `recorded` False: the process died between the confirm and its own write."""
        due = self.wait(self.store.jobs.due("shopee", limit=10, window=2, retry_overdue_ms=100))
        if recorded:
            assert self.wait(self.store.jobs.publish([job.id for job in due], republish_after_ms=500)) == len(due)

    @rule()
    def sweep(self) -> None:
        for reaped in self.wait(self.store.jobs.reap(limit=2)):
            assert reaped.status in {JobStatus.QUEUED, JobStatus.DEAD}
        self.wait(self.store.trust.settle(limit=10, reader_version=READER))
        self.wait(self.store.trust.unconfirm(limit=10))
        self.wait(self.store.trust.take_back(limit=10))
        self.wait(self.store.jobs.recrawl(limit=2))
        self.wait(self.store.trust.forget(limit=10))

    # The workers.

    @rule(target=leases, link=LINKS, worker=WORKERS, person=PERSONS)
    def claim(self, link: str, worker: str, person: str | None) -> Any:
        """A message may come at any time: before the dispatcher's own write, twice, or long after the job ended."""
        self.token += 1
        token = f"lease-{self.token}"
        message = job_id_for(link)
        reports = self.wait(self.store.trust.reports_of(message))
        waited = {one.person for one in reports if one.state is ResultState.WAITING}
        held = self.wait(self.claimed(message, worker, token, person))
        if not held:
            return multiple()
        assert person not in waited, "nobody looks at what he reported himself"
        assert person is None or len(waited) < 2, "a third look is an operator's"
        self.holders[token] = person
        self.expires[token] = self.now + LEASE_MS
        assert self.wait(self.claimed(message, worker, token, person)), "the same claim sent again answers the same"
        return (message, token)

    async def claimed(self, job_id: str, worker: str, token: str, person: str | None = None) -> bool:
        claim = await self.store.jobs.claim(
            job_id, worker_id=worker, lease_token=token, lease_ms=LEASE_MS, person=person
        )
        if claim.outcome is ClaimOutcome.CLAIMED:
            assert claim.job is not None
            assert claim.job.status is JobStatus.RUNNING
            assert (claim.job.lease_token, claim.job.locked_by) == (token, worker)
        return claim.outcome is ClaimOutcome.CLAIMED

    @rule(lease=leases)
    def renew(self, lease: tuple[str, str]) -> None:
        if self.wait(self.store.jobs.renew([lease], lease_ms=LEASE_MS)):
            assert self.now < self.expires[lease[1]] and lease[1] not in self.ended
            self.expires[lease[1]] = self.now + LEASE_MS

    @rule(lease=leases, how=ENDS, sends=st.integers(1, 2), dice=DICE)
    def end(self, lease: tuple[str, str], how: str, sends: int, dice: float) -> None:
        """Any lease ever held, so most of these come late. What a volunteer's report becomes goes by the dice."""
        if how == "lie" and self.holders[lease[1]] is None:
            how = "succeed"
        for _ in range(sends):
            before = self.wait(self.snapshot(lease[0]))
            accepted = self.wait(self.send(how, *lease, dice))
            if accepted:
                if lease[1] in self.ended:
                    assert self.wait(self.snapshot(lease[0])) == before, "the second send changes nothing"
                else:
                    assert self.now < self.expires[lease[1]], "a late writer was heard"
                    self.failures[lease[0]] = self.wait(self.counted(*lease, how))
                if self.holders[lease[1]] is None:
                    assert self.ended.setdefault(lease[1], how) == how, "one lease, one end"
                else:
                    self.ended.setdefault(lease[1], how)
            else:
                assert self.wait(self.snapshot(lease[0])) == before, "a refused write changes nothing"

    @rule(link=LINKS, looks=LOOKS)
    def looks(self, link: str, looks: list[tuple[str | None, str]]) -> None:
        """Whole looks, one after another, so that second and third ones are often reached."""
        for person, how in looks:
            self.dispatch(recorded=True)
            lease = self.claim(link, "machine", person)
            if isinstance(lease, tuple):
                self.end(lease, how, 1, 0.0)

    async def counted(self, job_id: str, token: str, how: str) -> int:
        """Failures in a row of this link by now. One volunteer's word alone is none."""
        failures = self.failures.get(job_id, 0)
        if self.holders[token] is not None and how != "release":
            ended = (await self.store.jobs.events(job_id))[-1].to_status
            if ended in {JobStatus.NEW, JobStatus.FAILED_RETRYABLE}:
                return failures
        return {"succeed": 0, "lie": 0, "release": failures}.get(how, failures + 1)

    async def send(self, how: str, job_id: str, token: str, dice: float) -> bool:
        jobs, person = self.store.jobs, self.holders[token]
        if person is not None and how != "release":
            report = Report(job_id, token, person, "m", READER)
            outcome = told(how, job_id, token)
            return await self.store.reports.report(report, outcome, dice=dice, current_reader=READER) is Heard.HEARD
        if how == "succeed":
            return await jobs.succeed(job_id, token, result("u"))
        if how == "retry_later":
            code = ErrorCode.TIMEOUT
            return await jobs.retry_later(job_id, token, delay_ms=300, error_code=code, detail="slow") is not None
        if how == "fail":
            return await jobs.fail(job_id, token, error_code=ErrorCode.PARSE_ERROR, detail="odd", next_crawl_ms=4000)
        return await jobs.release(job_id, token)

    async def snapshot(self, job_id: str) -> object:
        prices = await self.store.listing.history("shopee:tw:9", limit=1000)
        products = await self.store.listing.products(limit=10)
        return await self.store.jobs.get(job_id), await self.store.jobs.events(job_id), products, prices

    # The operator, and time.

    @rule(link=LINKS, how=st.sampled_from(["requeue", "cancel"]))
    def operate(self, link: str, how: str) -> None:
        if how == "requeue":
            for job_id in self.wait(self.store.jobs.requeue([job_id_for(link)])):
                self.failures[job_id] = 0
        else:
            self.wait(self.store.jobs.cancel([job_id_for(link)], reason="not wanted"))

    @rule(paused=st.sampled_from([False, False, False, True]), budget=st.sampled_from([None, 2.0]))
    def policy(self, paused: bool, budget: float | None) -> None:
        fleet = self.store.fleet
        self.wait(fleet.pause_shop("shopee", "a holiday") if paused else fleet.resume_shop("shopee"))
        self.wait(fleet.set_budget("shopee", budget, 2))

    @rule(ms=st.sampled_from([1, 400, LEASE_MS, 6000, 700_000_000]))
    def later(self, ms: int) -> None:
        self.now += ms

    @rule()
    def vanish(self) -> None:
        """Whoever runs a job is gone; the sweeper finds it."""
        self.later(LEASE_MS)
        self.sweep()

    # What must hold, always.

    @invariant()
    def every_change_is_written_down_and_allowed(self) -> None:
        if not hasattr(self, "store"):
            return
        jobs = self.wait(self.store.listing.jobs(JobFilter(), limit=100))
        assert {job.url_norm for job in jobs} == self.links
        for job in jobs:
            events = self.wait(self.store.jobs.events(job.id))
            assert events[0].from_status is None
            assert all(a.to_status is b.from_status for a, b in pairwise(events)), "a change left no event"
            assert events[-1].to_status is job.status, "a change left no event"
            assert {(e.from_status, e.to_status) for e in events[1:]} <= ALLOWED
            begun = [e.lease_token for e in events if e.to_status is JobStatus.RUNNING]
            over = [e.lease_token for e in events if e.from_status is JobStatus.RUNNING]
            assert len(set(begun)) == len(begun) and len(set(over)) == len(over)
            assert job.attempt <= job.max_attempts

    @invariant()
    def failures_are_counted_once_and_a_broken_link_is_never_forgotten(self) -> None:
        if not hasattr(self, "store"):
            return
        for job in self.wait(self.store.listing.jobs(JobFilter(), limit=100)):
            assert job.failures == self.failures.get(job.id, 0)
            assert (job.broken_at is not None) == (job.failures >= 5)
            if job.status is JobStatus.DEAD:
                assert (job.next_crawl_at is not None) == (job.failures >= 5)

    @invariant()
    def a_price_belongs_to_an_accepted_result(self) -> None:
        if not hasattr(self, "store"):
            return
        prices = self.wait(self.store.listing.history("shopee:tw:9", limit=1000))
        tokens = [price.lease_token for price in prices]
        assert len(set(tokens)) == len(tokens)
        assert all(self.ended.get(token) in {"succeed", "lie"} for token in tokens)
        told_true = [price for price in prices if self.ended[price.lease_token] == "succeed"]
        assert all(price.price_minor == 100 for price in told_true)

    @invariant()
    def nothing_pending_shows(self) -> None:
        """What waits for a second look, or was not confirmed, is in no product and in no history."""
        if not hasattr(self, "store"):
            return
        shown = {price.lease_token for price in self.wait(self.store.listing.history("shopee:tw:9", limit=1000))}
        for link in self.links:
            for one in self.wait(self.store.trust.reports_of(job_id_for(link))):
                assert one.lease_token not in shown or one.state in {ResultState.UNCHECKED, ResultState.CONFIRMED}

    def teardown(self) -> None:
        if not hasattr(self, "store"):
            return
        try:
            self.wait(self.drive_to_an_end())
        finally:
            self.wait(self.store.close())
            self.loop.close()

    async def drive_to_an_end(self) -> None:
        """A healthy fleet finishes whatever it is left with, whoever vanished before."""
        jobs = self.store.jobs
        await self.store.fleet.resume_shop("shopee")
        for round_ in range(20):
            if await jobs.open_count() == 0:
                return
            self.now += 10_000
            await jobs.reap(limit=10)
            due = await jobs.due("shopee", limit=10, window=10, retry_overdue_ms=0)
            await jobs.publish([job.id for job in due], republish_after_ms=500)
            for job in due:
                token = f"last-{round_}-{job.id}"
                if await self.claimed(job.id, "worker-c", token):
                    assert await jobs.succeed(job.id, token, result("u"))
        left = await self.store.listing.jobs(JobFilter(statuses=tuple(OPEN)), limit=10)
        pytest.fail(f"these jobs can reach no end: {left}")


TestFleet = Fleet.TestCase
TestFleet.settings = settings(
    max_examples=tries(40, full=100), stateful_step_count=50, deadline=None, suppress_health_check=list(HealthCheck)
)
