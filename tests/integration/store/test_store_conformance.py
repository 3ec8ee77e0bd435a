"""A job's whole life in the store, on every driver."""

from __future__ import annotations

import asyncio

import pytest

from common.errors import ErrorCode
from common.job import JobStatus
from common.store import ClaimOutcome, JobFilter, SkippedPost, Store
from common.store.drivers.base import Statement
from tests.integration.store.jobs import LEASE_MS, Clock, claim, link, result, running, status


async def test_a_link_becomes_a_recorded_product(store: Store) -> None:
    job = link(1)
    assert await store.jobs.add([job, job]) == [job.id]
    assert await store.jobs.add([job]) == []
    due = await store.jobs.due("shopee", limit=10, window=10, retry_overdue_ms=0)
    assert [(d.id, d.platform, d.region, d.via) for d in due] == [(job.id, "shopee", "tw", None)]
    assert await store.jobs.publish([job.id], republish_after_ms=1000) == 1
    claimed = await store.jobs.claim(job.id, worker_id="w1", lease_token="lease", lease_ms=LEASE_MS)
    assert claimed.job is not None
    assert (claimed.job.attempt, claimed.job.locked_by, claimed.job.item_id) == (1, "w1", "1")
    assert await store.jobs.renew([(job.id, "lease"), (job.id, "other")], lease_ms=LEASE_MS) == {job.id}
    assert await store.jobs.succeed(job.id, "lease", result(job))
    assert await store.jobs.open_count() == 0
    found = await store.jobs.get(job.id)
    assert found is not None
    assert (found.status, found.result_json, found.locked_by) == (JobStatus.SUCCEEDED, '{"ok":true}', None)
    product = await store.listing.product(job.id)
    assert product is not None
    assert (product.product_key, product.price_minor, product.title) == ("shopee:tw:1", 19_900, "藍色茶壺 🫖")
    assert [o.lease_token for o in await store.listing.history("shopee:tw:1", limit=5)] == ["lease"]
    events = await store.jobs.events(job.id)
    assert [e.to_status.value for e in events] == ["NEW", "QUEUED", "RUNNING", "SUCCEEDED"]
    assert [(e.worker, e.lease_token) for e in events[2:]] == [("w1", "lease")] * 2


async def test_every_step_may_be_sent_twice(store: Store) -> None:
    jobs = store.jobs
    one, two, three, four = [await running(store, n) for n in range(1, 5)]
    for _ in range(2):
        assert await claim(store, one, "lease") in {ClaimOutcome.CLAIMED, ClaimOutcome.LEASE_OVER}
        assert await jobs.succeed(one.id, "lease", result(one))
        later = await jobs.retry_later(two.id, "lease", delay_ms=5, error_code=ErrorCode.TIMEOUT, detail="slow")
        assert later is JobStatus.FAILED_RETRYABLE
        assert await jobs.fail(three.id, "lease", error_code=ErrorCode.PARSE_ERROR, detail="odd")
        assert await jobs.release(four.id, "lease")
    assert [len(await jobs.events(job.id)) for job in (one, two, three, four)] == [4, 4, 4, 4]
    assert len(await store.listing.history("shopee:tw:1", limit=5)) == 1
    released = await jobs.get(four.id)
    assert released is not None and released.attempt == 0


async def test_the_same_claim_sent_again_spends_no_second_attempt(store: Store) -> None:
    job = await running(store)
    assert await claim(store, job, "lease") is ClaimOutcome.CLAIMED
    assert await claim(store, job, "another") is ClaimOutcome.NOT_CLAIMABLE
    found = await store.jobs.get(job.id)
    assert found is not None and found.attempt == 1


@pytest.mark.parametrize("reaped", [False, True])
async def test_a_late_writer_changes_no_row(store: Store, clock: Clock, reaped: bool) -> None:
    job = await running(store)
    clock.ms += LEASE_MS
    if reaped:
        assert [r.status for r in await store.jobs.reap(limit=5)] == [JobStatus.QUEUED]
        assert await claim(store, job, "next") is ClaimOutcome.CLAIMED
    before = (await store.jobs.get(job.id), await store.jobs.events(job.id))
    assert await store.jobs.renew([(job.id, "lease")], lease_ms=LEASE_MS) == set()
    assert not await store.jobs.succeed(job.id, "lease", result(job))
    assert not await store.jobs.fail(job.id, "lease", error_code=ErrorCode.PARSE_ERROR, detail="")
    assert not await store.jobs.release(job.id, "lease")
    later = await store.jobs.retry_later(job.id, "lease", delay_ms=1, error_code=ErrorCode.TIMEOUT, detail="")
    assert later is None
    assert (await store.jobs.get(job.id), await store.jobs.events(job.id)) == before
    assert await store.listing.products(limit=5) == []
    assert await store.listing.history("shopee:tw:1", limit=5) == []


async def test_a_lost_lease_is_not_an_applied_step(store: Store, clock: Clock) -> None:
    """The reaper buried one job and queued the other, an operator cancelled a third: none was the worker's doing."""
    buried, queued, cancelled = await running(store, 1, max_attempts=1), await running(store, 2), None
    clock.ms += LEASE_MS
    assert {r.id: r.status for r in await store.jobs.reap(limit=5)} == {
        buried.id: JobStatus.DEAD,
        queued.id: JobStatus.QUEUED,
    }
    cancelled = await running(store, 3)
    assert await store.jobs.cancel([cancelled.id], reason="not wanted") == [cancelled.id]
    timeout = ErrorCode.TIMEOUT
    assert await store.jobs.retry_later(buried.id, "lease", delay_ms=1, error_code=timeout, detail="") is None
    assert not await store.jobs.release(queued.id, "lease")
    assert not await store.jobs.fail(cancelled.id, "lease", error_code=timeout, detail="")


@pytest.mark.parametrize("delay_ms", [0, 5000])
async def test_a_job_given_back_keeps_its_attempt(store: Store, clock: Clock, delay_ms: int) -> None:
    job = await running(store)
    for _ in range(2):  # the first answer was lost
        await store.jobs.give_back(
            job.id, "lease", delay_ms=delay_ms, error_code=ErrorCode.SHOP_UNKNOWN, detail="not known here"
        )
        found = await store.jobs.get(job.id)
        assert found is not None
        assert (found.attempt, found.failures, found.lease_token) == (0, 0, None)
        assert found.status is (JobStatus.FAILED_RETRYABLE if delay_ms else JobStatus.QUEUED)
        assert (found.error_code, found.last_error) == ("SHOP_UNKNOWN", "not known here")
    (ended,) = [event for event in await store.jobs.events(job.id) if event.from_status is JobStatus.RUNNING]
    assert ended.why == "SHOP_UNKNOWN"
    early = await store.jobs.claim(job.id, worker_id="w1", lease_token="early", lease_ms=LEASE_MS)
    assert early.outcome is (ClaimOutcome.NOT_CLAIMABLE if delay_ms else ClaimOutcome.CLAIMED)
    assert (await store.jobs.waiting()).jobs == (1 if delay_ms else 0)
    assert await store.jobs.next_try() == (0, None), "for a worker that knows the shop it waits, not for a try"
    clock.ms += delay_ms
    assert delay_ms == 0 or await claim(store, job, "later") is ClaimOutcome.CLAIMED


@pytest.mark.parametrize("delay_ms", [0, 5000])
@pytest.mark.parametrize("max_attempts", [1, 5])
async def test_a_job_given_back_too_late_gets_its_attempt_back_once(
    store: Store, clock: Clock, delay_ms: int, max_attempts: int
) -> None:
    job = await running(store, max_attempts=max_attempts)
    clock.ms += LEASE_MS
    await store.jobs.reap(limit=5)
    for _ in range(2):
        await store.jobs.give_back(job.id, "lease", delay_ms=delay_ms, error_code=ErrorCode.NO_NETWORK, detail="")
    found = await store.jobs.get(job.id)
    assert found is not None
    assert (found.status, found.attempt) == (JobStatus.NEW if max_attempts == 1 else JobStatus.QUEUED, 0)


async def test_domains_that_are_no_shop_are_counted_with_their_poll(store: Store) -> None:
    for posts in (2, 3):
        found = {"elm.example": posts, "oak.example": 1}
        await store.feeds.record_poll("rss", "a", jobs=[], sightings=[], cursor="c", unregistered=found)
    assert [(one.domain, one.posts) for one in await store.feeds.unregistered()] == [
        ("elm.example", 5),
        ("oak.example", 2),
    ]


async def test_of_domains_that_are_no_shop_those_seen_last_stay(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("common.store.feeds.UNREGISTERED_KEPT", 2)
    for domain in ("elm.example", "oak.example", "elm.example", "ash.example"):
        clock.ms += 1
        await store.feeds.record_poll("rss", "a", jobs=[], sightings=[], cursor="c", unregistered={domain: 1})
    assert [one.domain for one in await store.feeds.unregistered()] == ["elm.example", "ash.example"]


async def test_of_posts_that_cannot_be_read_the_last_ones_stay(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A feed may show others at each poll for years."""
    monkeypatch.setattr("common.store.feeds.SKIPS_KEPT", 3)
    for account in ("a", "b"):
        for poll in range(3):
            clock.ms += 1
            skipped = [SkippedPost(f"{poll}-{number}", "malformed") for number in range(2)]
            await store.feeds.record_poll("rss", account, jobs=[], sightings=[], cursor="c", skipped=skipped)
    kept = Statement("SELECT account, source_post_id AS id FROM feed_skips ORDER BY 1, 2", {})
    (found,) = await store.feeds._db.run(kept)
    assert [(row["account"], row["id"]) for row in found.rows] == [
        (account, name) for account in ("a", "b") for name in ("1-0", "2-0", "2-1")
    ]


async def test_attempts_spent_mean_dead_and_an_operator_may_reopen(store: Store, clock: Clock) -> None:
    job = link(1, max_attempts=2)
    await store.jobs.add([job])
    for token, expected in (("a", JobStatus.FAILED_RETRYABLE), ("b", JobStatus.DEAD)):
        assert await claim(store, job, token) is ClaimOutcome.CLAIMED
        got = await store.jobs.retry_later(job.id, token, delay_ms=500, error_code=ErrorCode.DNS_ERROR, detail="gone")
        assert got is expected
        waiting = await store.jobs.claim(job.id, worker_id="w1", lease_token="early", lease_ms=LEASE_MS)
        assert waiting.outcome is ClaimOutcome.NOT_CLAIMABLE
        assert waiting.wait_seconds == (0.5 if expected is JobStatus.FAILED_RETRYABLE else None)
        clock.ms += 500
    dead = await store.listing.jobs(JobFilter(statuses=(JobStatus.DEAD,), error_code="DNS_ERROR"), limit=5)
    assert [(d.id, d.last_error) for d in dead] == [(job.id, "gone")]
    assert await store.jobs.requeue([job.id]) == [job.id]
    reopened = await store.jobs.get(job.id)
    assert reopened is not None and (reopened.status, reopened.attempt) == (JobStatus.NEW, 0)


async def test_claims_that_are_refused_say_why_and_change_nothing(store: Store) -> None:
    assert await claim(store, link(9), "x") is ClaimOutcome.UNKNOWN_JOB
    job = link(1)
    await store.jobs.add([job])
    await store.fleet.pause_shop("shopee", "they asked us to")
    assert await claim(store, job, "x") is ClaimOutcome.SHOP_PAUSED
    assert await store.jobs.due("shopee", limit=5, window=5, retry_overdue_ms=0) == []
    assert await status(store, job) is JobStatus.NEW
    await store.fleet.resume_shop("shopee")
    assert await claim(store, job, "x") is ClaimOutcome.CLAIMED


async def test_the_shops_budget_holds_for_all_claims_together(store: Store, clock: Clock) -> None:
    await store.fleet.set_budget("shopee", 2.0, 3)
    jobs = [link(n) for n in range(8)]
    await store.jobs.add(jobs)
    await store.jobs.publish([job.id for job in jobs], republish_after_ms=1000)
    outcomes = await asyncio.gather(*(claim(store, job, f"a{job.item_id}") for job in jobs))
    assert sorted(outcomes) == [ClaimOutcome.CLAIMED] * 3 + [ClaimOutcome.OVER_BUDGET] * 5
    refused = await store.jobs.claim(
        jobs[outcomes.index(ClaimOutcome.OVER_BUDGET)].id, worker_id="w", lease_token="b", lease_ms=LEASE_MS
    )
    assert refused.wait_seconds == 0.5
    clock.ms += 500
    outcomes = await asyncio.gather(*(claim(store, job, f"c{job.item_id}") for job in jobs))
    assert outcomes.count(ClaimOutcome.CLAIMED) == 1
    await store.fleet.set_budget("shopee", None, 1)
    assert (await store.fleet.shops())[1].requests_per_second is None
