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
from common.outcome.sight_rules import SightRules
from common.store import ClaimOutcome, Heard, JobFilter, Store
from common.store.drivers.embedded import EmbeddedDriver
from common.store.drivers.group_commit import GroupCommit
from common.store.schema import migrate
from common.trust.states import ResultState
from common.trust.values import Report
from common.ways.way import Way
from tests.effort import tries
from tests.unit.store.chosen import (
    DICE,
    ENDS,
    LINKS,
    LOOKS,
    PERSONS,
    PRICES,
    PROXIES,
    READER,
    WAYS,
    WORKERS,
    never_up,
    refusals,
    result,
    told,
)

T = TypeVar("T")
LEASE_MS = 1000
REFUSED_MS = 5000
LANES = ((None, Way.HTTP), (Way.HTTP, None), (Way.OFFICIAL, Way.OFFICIAL), (Way.BROWSER, Way.BROWSER))


class Fleet(RuleBasedStateMachine):
    leases = Bundle("leases")
    begins = Way.HTTP
    switched = False  # a way was switched off or on: what waits may begin higher again

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
        self.ways: dict[str, Way] = {}
        self.store = self.wait(self.opened())
        self.wait(self.store.ways.put_ladders({"shopee": WAYS}, WAYS))
        self.add("https://shopee.tw/product/1/0", 1)
        self.add("https://shopee.tw/product/1/1", 3)

    async def opened(self) -> Store:
        driver = GroupCommit(EmbeddedDriver("file::memory:", timeout_seconds=1), max_units=8)
        await driver.connect()
        await migrate(driver, "memory")
        return Store(
            driver, clock_ms=lambda: self.now, patience_seconds=1, sights=SightRules(again_ms=300, another_ms=600)
        )

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
        for via, again in LANES:
            due = self.store.jobs.due("shopee", limit=10, window=2, retry_overdue_ms=100, via=via, again=again)
            for job in self.wait(due):
                way = job.via or self.begins
                if recorded:
                    assert self.wait(self.store.jobs.publish([job.id], republish_after_ms=500, via=way)) == 1

    @rule()
    def sweep(self) -> None:
        for reaped in self.wait(self.store.jobs.reap(limit=2)):
            assert reaped.status in {JobStatus.QUEUED, JobStatus.DEAD}
        self.wait(self.store.trust.settle(limit=10, reader_version=READER))
        self.wait(self.store.trust.unconfirm(limit=10))
        self.wait(self.store.trust.take_back(limit=10))
        self.wait(self.store.jobs.recrawl(limit=2))
        self.wait(self.store.trust.forget(limit=10))

    @rule(link=LINKS, noted_late=st.booleans())
    def put_off(self, link: str, noted_late: bool) -> None:
        """A gateway where nobody may take the job; the dispatcher notes that the message was sent before or after."""
        message = job_id_for(link)
        self.wait(self.store.gateway.put_off(message, Way.HTTP, delay_ms=400))
        before = self.wait(self.store.jobs.get(message))
        if noted_late:
            self.wait(self.store.jobs.publish([message], republish_after_ms=500))
        after = self.wait(self.store.jobs.get(message))
        if before and after and before.next_run_at and before.next_run_at > self.now:
            assert after.next_run_at == before.next_run_at, "a job comes back when it was said"

    # The workers.

    @rule(target=leases, link=LINKS, worker=WORKERS, person=PERSONS, keeps_ties=st.booleans())
    def claim(self, link: str, worker: str, person: str | None, keeps_ties: bool = False) -> Any:
        """A message may come at any time: before the dispatcher's own write, twice, or long after the job ended."""
        self.token += 1
        token = f"lease-{self.token}"
        message = job_id_for(link)
        reports = self.wait(self.store.trust.reports_of(message))
        waited = {one.person for one in reports if one.state is ResultState.WAITING}
        keeps_ties = keeps_ties and person is None
        held = self.wait(self.claimed(message, worker, token, person, keeps_ties))
        if not held:
            return multiple()
        assert person not in waited, "nobody looks at what he reported himself"
        assert person is None or len(waited) < 2, "a third look is an operator's"
        self.holders[token] = person
        found = self.wait(self.store.jobs.get(message))
        assert found is not None and found.via is not None
        assert person is None or found.via is not Way.OFFICIAL, "no volunteer goes by an official interface"
        through = {proxy for proxy in self.ties(message).values() if proxy is not None}
        assert keeps_ties or found.via is Way.OFFICIAL or not through, "refused through a proxy, and asked without it"
        self.ways[token] = found.via
        self.expires[token] = self.now + LEASE_MS
        assert self.wait(self.claimed(message, worker, token, person, keeps_ties)), "sent again it answers the same"
        return (message, token)

    def ties(self, job_id: str) -> dict[str, str | None]:
        return self.wait(self.store.proxies.ties(job_id, refused_ms=REFUSED_MS))

    async def claimed(
        self, job_id: str, worker: str, token: str, person: str | None = None, keeps_ties: bool = True
    ) -> bool:
        claim = await self.store.jobs.claim(
            job_id, worker_id=worker, lease_token=token, lease_ms=LEASE_MS, person=person, keeps_ties=keeps_ties
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

    @rule(lease=leases, proxy=PROXIES)
    def refused(self, lease: tuple[str, str], proxy: str | None) -> None:
        """A worker that goes by ties notes a refusal; what stood there before stays."""
        before = self.ties(lease[0])
        self.wait(self.store.proxies.tie(lease[0], {"shopee.tw": proxy}, for_ms=REFUSED_MS))
        assert self.ties(lease[0]).get("shopee.tw", "none") == before.get("shopee.tw", proxy)

    @rule(lease=leases, how=ENDS, sends=st.integers(1, 2), dice=DICE)
    def end(self, lease: tuple[str, str], how: str, sends: int, dice: float) -> None:
        """Any lease ever held, so most of these come late. What a volunteer's report becomes goes by the dice."""
        if how == "lie" and self.holders[lease[1]] is None:
            how = "succeed"
        if how in PRICES and self.ended.get(lease[1]) in PRICES:
            how = self.ended[lease[1]]  # one lease reads one page
        for _ in range(sends):
            before = self.wait(self.snapshot(lease[0]))
            accepted = self.wait(self.send(how, *lease, dice))
            if accepted:
                ended = self.wait(self.ended_as(*lease, how))
                if lease[1] in self.ended:
                    assert self.wait(self.snapshot(lease[0])) == before, "the second send changes nothing"
                else:
                    assert self.now < self.expires[lease[1]], "a late writer was heard"
                    self.failures[lease[0]] = self.wait(self.counted(*lease, ended))
                if self.holders[lease[1]] is None:
                    assert self.ended.setdefault(lease[1], ended) == ended, "one lease, one end"
                else:
                    self.ended.setdefault(lease[1], ended)
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

    async def ended_as(self, job_id: str, token: str, how: str) -> str:
        """A wall on the last way is an attempt that may be tried again."""
        ends = [one for one in await self.store.jobs.events(job_id) if one.lease_token == token]
        return "retry_later" if how == "wall" and ends[-1].to_status is not JobStatus.NEW else how

    async def counted(self, job_id: str, token: str, how: str) -> int:
        """Failures in a row of this link by now. One volunteer's word alone is none."""
        failures = self.failures.get(job_id, 0)
        if (await self.store.jobs.events(job_id))[-1].to_status is JobStatus.NEW:
            return failures  # it went on to its next way, or somebody looks again
        if self.holders[token] is not None and how != "release":
            ended = (await self.store.jobs.events(job_id))[-1].to_status
            if ended in {JobStatus.NEW, JobStatus.FAILED_RETRYABLE}:
                return failures
        return {"succeed": 0, "leap": 0, "lie": 0, "release": failures}.get(how, failures + 1)

    async def send(self, how: str, job_id: str, token: str, dice: float) -> bool:
        jobs, person = self.store.jobs, self.holders[token]
        if person is not None and how != "release":
            report = Report(job_id, token, person, "m", READER)
            outcome = told(how, job_id, token)
            return await self.store.reports.report(report, outcome, dice=dice, current_reader=READER) is Heard.HEARD
        if how in PRICES:
            return await jobs.succeed(job_id, token, result("u", PRICES[how])) is not None
        if how == "wall":
            wall = ErrorCode.ACCESS_DENIED
            return await jobs.next_way(job_id, token, error_code=wall, detail="a login", delay_ms=300) is not None
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

    @rule(begins=st.sampled_from(WAYS), off=st.sets(st.sampled_from(WAYS), max_size=2), reroute=st.booleans())
    def ladder(self, begins: Way, off: set[Way], reroute: bool) -> None:
        """Where jobs begin changes with what ways have met; an operator switches ways off and on."""
        self.begins = begins
        self.switched = self.switched or bool(off)
        self.wait(self.store.ways.switch("shopee", off=off, reason="dear"))
        if reroute:
            self.wait(self.store.jobs.reroute(limit=10, again_ms=4000))

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
            never_up(events, switched=self.switched)
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
        assert all(price.price_minor == PRICES[self.ended[price.lease_token]] for price in prices)

    @invariant()
    def a_leap_was_seen_twice(self) -> None:
        """Every price that leaps from the one before it was seen before it was recorded; nothing that waits shows."""
        if not hasattr(self, "store"):
            return
        prices = self.wait(self.store.listing.history("shopee:tw:9", limit=1000))
        for newer, older in pairwise(prices):
            assert newer.price_minor == older.price_minor or newer.first_seen_at is not None
        waiting = {sight.lease_token for sight in self.wait(self.store.listing.pending(limit=1000))}
        assert not waiting & {price.lease_token for price in prices}

    @invariant()
    def whoever_is_refused_is_asked_no_other_way(self) -> None:
        """A refusal of an operator's worker that wrote no tie is one all the same; a volunteer's word alone is none."""
        if not hasattr(self, "store"):
            return
        for link in self.links:
            events = self.wait(self.store.jobs.events(job_id_for(link)))
            refused = [
                e for e in refusals(events, self.now - REFUSED_MS) if self.holders.get(e.lease_token or "") is None
            ]
            assert bool(self.ties(job_id_for(link))) or not refused

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
        await self.store.ways.switch("shopee", off=[], reason="")
        for round_ in range(20):
            if await jobs.open_count() == 0:
                return
            self.now += 10_000
            await jobs.reap(limit=10)
            due = []
            for via, again in LANES:
                due += await jobs.due("shopee", limit=10, window=10, retry_overdue_ms=0, via=via, again=again)
            await jobs.publish([job.id for job in due], republish_after_ms=500)
            for job in due:
                token = f"last-{round_}-{job.id}"
                if await self.claimed(job.id, "worker-c", token):
                    assert await jobs.succeed(job.id, token, result("u"))
        left = await self.store.listing.jobs(JobFilter(statuses=tuple(OPEN)), limit=10)
        pytest.fail(f"these jobs can reach no end: {left}")


TestFleet = pytest.mark.unmeasured(Fleet.TestCase)
TestFleet.settings = settings(
    max_examples=tries(40, full=60), stateful_step_count=50, suppress_health_check=list(HealthCheck)
)
