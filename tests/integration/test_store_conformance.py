"""One suite that every store driver passes: the driver's own promises, and a job's whole life on top of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from common.errors import ErrorCode, SchemaMismatch, StoreRejected, StoreUnavailable
from common.job import JobStatus, NewJob, Sighting
from common.offer import Availability, Offer, Verdict, VerdictStatus
from common.outcome.crawl_result import CrawlResult
from common.settings import DatabaseSettings
from common.store import ClaimOutcome, JobFilter, SkippedPost, Store, init_schema, open_store
from common.store.drivers.base import Driver, Statement
from common.store.store import make_driver

LEASE_MS = 60_000
_SERVER = pytest.mark.libsql_server


class Clock:
    def __init__(self) -> None:
        self.ms = 1_800_000_000_000

    def __call__(self) -> int:
        return self.ms


@pytest.fixture(params=["embedded", pytest.param("hrana", marks=_SERVER), pytest.param("libsql-client", marks=_SERVER)])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> DatabaseSettings:
    """An empty database of this test's own."""
    if request.param == "embedded":
        return DatabaseSettings(url=f"file:{tmp_path}/fleet.db", driver="embedded")
    if request.param == "libsql-client":
        pytest.importorskip("libsql_client", reason="needs `pip install 'crawlfleet[libsql-client]'`")
    return DatabaseSettings(url=request.getfixturevalue("libsql_url"), driver=request.param)


@pytest.fixture
async def driver(settings: DatabaseSettings) -> AsyncIterator[Driver]:
    driver = make_driver(settings)
    await driver.connect()
    await driver.batch(
        [Statement("CREATE TABLE t (k TEXT PRIMARY KEY, v)"), Statement("INSERT INTO t VALUES ('n', 0)")]
    )
    yield driver
    await driver.close()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def store(settings: DatabaseSettings, clock: Clock) -> AsyncIterator[Store]:
    await init_schema(settings)
    store = await open_store(settings, clock_ms=clock)
    yield store
    await store.close()


def link(number: int, *, priority: int = 0, max_attempts: int = 5) -> NewJob:
    url = f"https://shopee.tw/product/1/{number}"
    return NewJob(url, url, "shopee", "tw", "1", str(number), "threads", "@me", "p1", priority, max_attempts)


def result(job: NewJob, price_minor: int | None = 19_900) -> CrawlResult:
    offer = Offer(
        title="藍色茶壺 🫖",
        price_minor=price_minor,
        currency=price_minor and "TWD",
        item_id=job.item_id,
        availability=Availability.IN_STOCK if price_minor else Availability.OUT_OF_STOCK,
    )
    verdict = Verdict(VerdictStatus.OK) if price_minor else Verdict(VerdictStatus.DROP, "no price")
    return CrawlResult('{"ok":true}', "hash", offer, verdict, job.url_norm, "shopee", "tw", job.url, 86_400_000)


async def running(store: Store, number: int = 1, token: str = "lease", **given: int) -> NewJob:
    job = link(number, **given)
    await store.jobs.add([job])
    assert (await claim(store, job, token)) is ClaimOutcome.CLAIMED
    return job


async def claim(store: Store, job: NewJob, token: str) -> ClaimOutcome:
    return (await store.jobs.claim(job.id, worker_id="w1", lease_token=token, lease_ms=LEASE_MS)).outcome


async def status(store: Store, job: NewJob) -> JobStatus:
    found = await store.jobs.get(job.id)
    assert found is not None
    return found.status


# The driver.


async def test_batch_is_all_or_nothing(driver: Driver) -> None:
    with pytest.raises(StoreRejected):
        await driver.batch([Statement("INSERT INTO t VALUES ('a', 1)"), Statement("INSERT INTO t VALUES ('n', 1)")])
    (rows,) = await driver.batch([Statement("SELECT k FROM t")])
    assert [row["k"] for row in rows.rows] == ["n"]


async def test_values_come_back_as_they_went(driver: Driver) -> None:
    values = [None, 0, -(2**63), 2**63 - 1, 1.5, "", "茶壺 🫖\n'\"\\", b"", b"\x00\xff"]
    for value in values:
        (rows,) = await driver.batch([Statement("SELECT :v AS v", {"v": value})])
        assert rows.rows[0]["v"] == value
        assert type(rows.rows[0]["v"]) is type(value)


async def test_what_cannot_be_stored_is_rejected_or_mended(driver: Driver) -> None:
    with pytest.raises(StoreRejected):
        await driver.batch([Statement("SELECT :v AS v", {"v": 2**63})])
    (rows,) = await driver.batch([Statement("SELECT :v AS v", {"v": "half an emoji: \ud83e"})])
    assert rows.rows[0]["v"] == "half an emoji: \ufffd"


async def test_counts_changed_rows_and_returns_rows(driver: Driver) -> None:
    insert, update = await driver.batch(
        [
            Statement("INSERT INTO t VALUES ('a', 1), ('b', 2)"),
            Statement("UPDATE t SET v = v + 1 WHERE k IN ('a', 'b', 'zzz') RETURNING k"),
        ]
    )
    assert insert.changed == 2
    assert sorted(str(row["k"]) for row in update.rows) == ["a", "b"]


async def test_bad_sql_is_rejected_and_the_driver_goes_on(driver: Driver) -> None:
    with pytest.raises(StoreRejected):
        await driver.batch([Statement("SELEKT 1")])
    assert len(await driver.batch([Statement("SELECT 1 AS one")])) == 1


async def test_writers_side_by_side_lose_no_update(driver: Driver, settings: DatabaseSettings) -> None:
    other = make_driver(settings)
    await other.connect()

    async def count(who: Driver) -> None:
        for _ in range(20):
            while True:
                try:
                    await who.batch([Statement("UPDATE t SET v = v + 1 WHERE k = 'n'"), Statement("SELECT 1")])
                    break
                except StoreUnavailable:
                    continue  # busy: rolled back, so again

    await asyncio.gather(count(driver), count(other), count(driver), count(other))
    await other.close()
    (rows,) = await driver.batch([Statement("SELECT v FROM t WHERE k = 'n'")])
    assert rows.rows[0]["v"] == 80


# The schema.


async def test_schema_is_made_once_and_checked(settings: DatabaseSettings) -> None:
    with pytest.raises(SchemaMismatch, match="db init"):
        await open_store(settings)
    first, second = await init_schema(settings), await init_schema(settings)
    assert (first.before, second.before, second.after) == (None, first.after, first.after)
    await (await open_store(settings)).close()


# A job's life.


async def test_a_link_becomes_a_recorded_product(store: Store) -> None:
    job = link(1)
    assert await store.jobs.add([job, job]) == [job.id]
    assert await store.jobs.add([job]) == []
    due = await store.jobs.due("shopee", limit=10, window=10, retry_overdue_ms=0)
    assert [(d.id, d.routing_key) for d in due] == [(job.id, "shopee.tw")]
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


async def test_due_keeps_order_and_window(store: Store, clock: Clock) -> None:
    jobs = [link(n, priority=n % 3) for n in range(6)]
    for job in jobs:
        await store.jobs.add([job])
        clock.ms += 1
    first = await store.jobs.due("shopee", limit=4, window=100, retry_overdue_ms=0)
    assert [d.id for d in first] == [jobs[n].id for n in (2, 5, 1, 4)]
    await store.jobs.publish([d.id for d in first], republish_after_ms=1000)
    assert len(await store.jobs.due("shopee", limit=10, window=5, retry_overdue_ms=0)) == 1
    clock.ms += 1000  # the messages were lost: they come back, and NEW fills what the window leaves
    again = await store.jobs.due("shopee", limit=10, window=1, retry_overdue_ms=0)
    assert {d.id for d in first} <= {d.id for d in again}


async def test_recrawl_when_due(store: Store, clock: Clock) -> None:
    job = await running(store)
    await store.jobs.succeed(job.id, "lease", result(job))
    assert await store.jobs.recrawl(limit=5) == []
    clock.ms += 86_400_000
    assert await store.jobs.recrawl(limit=5) == [job.id]
    assert await claim(store, job, "lease2") is ClaimOutcome.CLAIMED
    assert await store.jobs.succeed(job.id, "lease2", result(job, None))
    assert not await store.jobs.succeed(job.id, "lease3", result(job))
    product = await store.listing.product("shopee:tw:1")
    assert product is not None
    assert (product.price_minor, product.availability, product.verdict) == (19_900, "OUT_OF_STOCK", "drop")


async def test_one_loud_account_does_not_hold_up_ten_quiet_ones(store: Store, clock: Clock) -> None:
    def posted(account: str, number: int) -> NewJob:
        return replace(link(number), source_account=account)

    await store.jobs.add([posted("loud", n) for n in range(300)])
    clock.ms += 1000
    quiet = [posted(f"quiet{n}", 1000 + n) for n in range(10)]
    await store.jobs.add([*quiet, replace(quiet[0], url_norm="https://shopee.tw/product/1/2000")])

    async def publish() -> list[str]:
        ids = [job.id for job in await store.jobs.due("shopee", limit=20, window=20, retry_overdue_ms=0)]
        await store.jobs.publish(ids, republish_after_ms=60_000)
        return [job.source_account for one in ids if (job := await store.jobs.get(one)) is not None]

    first = await publish()
    assert first[0] == "loud"
    assert sorted(first[1:11]) == [f"quiet{n}" for n in range(10)], "each had its turn before anybody had two"
    assert (first.count("quiet0"), first.count("loud"), len(first)) == (2, 9, 20)
    # One place becomes free; the window holds nine of the loud account's. A newcomer is not behind its other 291.
    done = next(job for job in await store.listing.jobs(JobFilter(), limit=999) if job.status == JobStatus.QUEUED)
    await store.jobs.cancel([done.id], reason="room for one")
    clock.ms += 1000
    await store.jobs.add([posted("late", 3000)])
    assert await publish() == ["late"]
    assert await publish() == []


async def test_priority_stands_above_turns_and_a_paused_shop_gives_its_turn_away(store: Store, clock: Clock) -> None:
    await store.jobs.add([replace(link(n), source_account="a") for n in range(3)])
    await store.jobs.add([replace(link(10), source_account="b", priority=-1), link(11, priority=5)])
    await store.jobs.add([replace(link(20), source_account="c", shop_id="bad"), replace(link(21), source="rss")])
    await store.fleet.pause_shop("shopee/bad", "unreadable")
    due = await store.jobs.due("shopee", limit=50, window=50, retry_overdue_ms=0)
    found = [job.item_id for one in due if (job := await store.jobs.get(one.id)) is not None]
    assert (found[0], found[-1], len(found)) == ("11", "10", 6)
    assert set(found[1:3]) >= {"21"}, "another network's account has its own turn"


async def test_a_poll_is_one_batch_and_may_come_twice_or_from_two(store: Store) -> None:
    jobs = [link(n) for n in range(3)]
    seen = [Sighting(j.id, "threads", "@me", "p1", "https://threads.com/p1", 1, j.url) for j in jobs]

    async def poll() -> tuple[int, int]:
        outcome = await store.feeds.record_poll(
            "threads", "@me", jobs=jobs, sightings=seen, cursor="c2", skipped=[SkippedPost("p0", "no id")]
        )
        return outcome.jobs_added, outcome.sightings_added

    assert sorted([*(await asyncio.gather(poll(), poll())), await poll()]) == [(0, 0), (0, 0), (3, 3)]
    assert await store.feeds.cursor("threads", "@me") == "c2"
    assert await store.listing.sightings(jobs[0].id) == [seen[0]]
    await store.feeds.record_poll_failure("threads", "@me", error="503", next_poll_at_ms=5)
    (state,) = await store.feeds.states()
    assert (state.cursor, state.failures, state.last_error, state.posts_skipped) == ("c2", 1, "503", 1)
    await store.feeds.remember_short_link("https://shp.ee/x", jobs[0].url)
    assert await store.feeds.short_link("https://shp.ee/x") == jobs[0].url


async def test_an_accounts_day_takes_so_many_links_and_the_rest_waits_for_the_next(store: Store, clock: Clock) -> None:
    jobs = [link(n) for n in range(5)]
    seen = [Sighting(j.id, "threads", "@me", "p1", None, None, j.url) for j in jobs]

    async def poll(cursor: str, count: int = 5) -> tuple[int, int, int]:
        outcome = await store.feeds.record_poll(
            "threads", "@me", jobs=jobs[:count], sightings=seen[:count], cursor=cursor, links_per_day=3
        )
        return outcome.jobs_added, outcome.sightings_added, outcome.links_waiting

    assert await poll("c1", 1) == (1, 1, 0)
    # Two ingestors at once, and one of their answers lost: the day is counted in the database.
    assert sorted(await asyncio.gather(poll("c2"), poll("c2"))) == [(0, 0, 2), (2, 2, 2)]
    assert await poll("c2") == (0, 0, 2)
    assert await store.feeds.cursor("threads", "@me") == "c1", "the posts are read again"
    (state,) = await store.feeds.states()
    assert (state.links_in_day, state.day_spent_at, await store.jobs.open_count()) == (3, clock.ms, 3)
    # Another account's sighting of the same link is its own.
    other = [replace(one, source_account="@you") for one in seen]
    outcome = await store.feeds.record_poll(
        "threads", "@you", jobs=[replace(job, source_account="@you") for job in jobs], sightings=other, cursor="x"
    )
    assert (outcome.jobs_added, outcome.links_waiting) == (2, 0)
    clock.ms += int(outcome.day_ends_in_seconds * 1000)
    assert await poll("c2") == (0, 2, 0)
    assert await store.feeds.cursor("threads", "@me") == "c2"
    state = next(one for one in await store.feeds.states() if one.account == "@me")
    assert (state.links_in_day, state.day_spent_at) == (2, None)


async def test_lead_passes_on_when_it_runs_out(store: Store, clock: Clock) -> None:
    assert await store.fleet.lead("dispatch", "one", ttl_ms=100)
    assert await store.fleet.lead("dispatch", "one", ttl_ms=100)
    assert not await store.fleet.lead("dispatch", "two", ttl_ms=100)
    clock.ms += 100
    assert await store.fleet.lead("dispatch", "two", ttl_ms=100)
    await store.fleet.worker_seen("w1", role="work", version="1", state="idle", running=0, done=3, failed=1)
    assert [(w.worker_id, w.done) for w in await store.fleet.workers()] == [("w1", 3)]


async def test_many_claims_and_results_at_once_each_get_their_own_answer(store: Store) -> None:
    jobs = [link(n) for n in range(100)]
    await store.jobs.add(jobs)

    async def crawl(job: NewJob) -> bool:
        token = f"lease-{job.item_id}"
        claimed = await store.jobs.claim(job.id, worker_id="w", lease_token=token, lease_ms=LEASE_MS)
        assert claimed.job is not None and (claimed.job.id, claimed.job.lease_token) == (job.id, token)
        return await store.jobs.succeed(job.id, token, result(job, 100 + int(job.item_id or 0)))

    assert all(await asyncio.gather(*(crawl(job) for job in jobs)))
    assert [(c.status, c.count) for c in await store.listing.counts()] == [(JobStatus.SUCCEEDED, 100)]
    products = await store.listing.products(limit=200)
    assert {p.item_id: p.price_minor for p in products} == {str(n): 100 + n for n in range(100)}


async def test_the_databases_own_clock_is_in_milliseconds(settings: DatabaseSettings) -> None:
    await init_schema(settings)
    store = await open_store(settings)
    first = await store.jobs.now_ms()
    assert 1_700_000_000_000 < first <= await store.jobs.now_ms() < first + 60_000
    await store.close()
