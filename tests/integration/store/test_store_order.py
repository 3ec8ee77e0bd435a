"""What is due and in which order, what a poll records, and who leads, on every driver."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from common.job import JobStatus, NewJob, Sighting
from common.settings import DatabaseSettings
from common.store import ClaimOutcome, JobFilter, Leader, SkippedPost, Store, init_schema, open_store
from common.ways.way import Way
from tests.integration.store.jobs import LEASE_MS, Clock, claim, link, result, running


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


async def test_a_job_that_is_put_off_needs_no_message_until_it_is_published_again(store: Store, clock: Clock) -> None:
    sent, aside = link(1), link(2)
    await store.jobs.add([sent, aside])
    await store.jobs.publish([sent.id, aside.id], republish_after_ms=1)
    clock.ms += 1
    assert await store.listing.without_message() == {"shopee": 2}, "both are to be published now"
    await store.jobs.publish([sent.id, aside.id], republish_after_ms=900_000)
    assert await store.listing.without_message() == {}, "both have one"
    await store.gateway.put_off(aside.id, Way.HTTP, delay_ms=30_000, nobody_may=True)
    assert await store.listing.without_message() == {"shopee": 1}
    clock.ms += 30_000
    await store.jobs.publish([aside.id], republish_after_ms=900_000)
    assert await store.listing.without_message() == {}


async def test_a_job_that_waits_for_its_shops_budget_needs_no_message(store: Store, clock: Clock) -> None:
    """A gateway whose machine meets a spent budget acks the message, and puts the job off until there is room."""
    sent, aside = link(1), link(2)
    await store.jobs.add([sent, aside])
    await store.fleet.set_budget("shopee", 0.1, 1)
    await store.jobs.publish([sent.id, aside.id], republish_after_ms=900_000)
    assert await store.listing.without_message() == {}, "both have one"
    await store.gateway.put_off(aside.id, Way.HTTP, delay_ms=10_000)
    clock.ms += 1
    assert await store.listing.without_message() == {"shopee": 1}


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


@pytest.mark.parametrize("paused", ["shopee/1", "shopee"])
async def test_a_shop_that_goes_on_is_published_again_at_once(store: Store, clock: Clock, paused: str) -> None:
    """Its messages were acked by those who met them, and its jobs fill the window: others would wait for them, too."""
    await store.jobs.add([replace(link(n), shop_id="1" if n else "2") for n in range(4)])

    async def due() -> set[str]:
        found = await store.jobs.due("shopee", limit=9, window=4, retry_overdue_ms=0)
        return {job.item_id or "" for one in found if (job := await store.jobs.get(one.id)) is not None}

    await store.jobs.publish([link(n).id for n in range(4)], republish_after_ms=900_000)
    await store.jobs.add([link(9)])
    await store.fleet.resume_shop(paused)
    assert await due() == set(), "no pause ended: their messages wait in the queue"
    await store.fleet.pause_shop(paused, "unreadable")
    clock.ms += 1000
    await store.fleet.resume_shop(paused)
    assert await due() == ({"1", "2", "3"} if "/" in paused else {"0", "1", "2", "3"})


async def test_a_poll_is_one_batch_and_may_come_twice_or_from_two(store: Store, clock: Clock) -> None:
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
    await store.feeds.record_poll_failure("threads", "@me", error="503", next_poll_in_ms=5000)
    (state,) = await store.feeds.states()
    assert (state.failures, state.last_error, state.posts_skipped) == (1, "503", 1)
    assert state.next_poll_at == clock.ms + 5000, "by the database's clock, not by the ingestor's"
    assert await store.feeds.cursor("threads", "@me") == "c2"
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
    assert await store.fleet.leader("dispatch") == Leader("one", clock.ms + 100)
    assert await store.fleet.leader("nobody") is None
    clock.ms += 100
    assert await store.fleet.lead("dispatch", "two", ttl_ms=100)
    await store.fleet.worker_seen("w1", role="work", version="1", state="idle", running=0, done=3, failed=1)
    assert [(w.worker_id, w.done) for w in await store.fleet.workers()] == [("w1", 3)]


async def test_who_leads_says_for_which_schema_its_program_was_written(store: Store, clock: Clock) -> None:
    """Programs of before 0.2.0 write the lead alone: what another said beside it is not theirs."""
    for holder, told in (("vm-1", 31), ("vm-1", 32), ("vm", None), ("vm-12", None), ("vm-1", 32), ("vm", 33)):
        assert await store.fleet.lead("dispatch", holder, ttl_ms=100, schema_version=told)
        assert await store.fleet.leader("dispatch") == Leader(holder, clock.ms + 100, told)
        assert not await store.fleet.lead("dispatch", "another", ttl_ms=100, schema_version=40)
        assert await store.fleet.leader("dispatch") == Leader(holder, clock.ms + 100, told)
        clock.ms += 100


async def test_many_claims_and_results_at_once_each_get_their_own_answer(store: Store) -> None:
    jobs = [link(n) for n in range(100)]
    await store.jobs.add(jobs)

    async def crawl(job: NewJob) -> JobStatus | None:
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


async def test_the_list_of_accounts_carries_no_cursors(store: Store) -> None:
    """A feed's cursor holds up to 2,000 entries' names: of 150 accounts more than an answer of libsql-server holds."""
    for number in range(150):
        await store.feeds.record_poll("rss", f"a{number}", jobs=[], sightings=[], cursor="x" * 100_000)
    assert len(await store.feeds.states()) == 150
