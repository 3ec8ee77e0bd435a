"""The ladder in the database: down after a wall and never up, what is switched off, and walls remembered by shop."""

from __future__ import annotations

from dataclasses import replace

import pytest

from common.errors import ErrorCode
from common.job import JobStatus, NewJob
from common.store import ClaimOutcome, Store
from common.ways.way import Way
from tests.integration.store.jobs import LEASE_MS, Clock, link, result

LADDER = {"shopee": (Way.OFFICIAL, Way.HTTP, Way.BROWSER)}


async def at(store: Store, way: Way, number: int = 1, token: str = "lease") -> NewJob:
    """A job under a lease, that goes this way."""
    job = link(number)
    await store.jobs.add([job])
    await store.jobs.publish([job.id], republish_after_ms=1, via=way)
    assert await claim(store, job, token, way) is ClaimOutcome.CLAIMED
    return job


async def claim(store: Store, job: NewJob, token: str, way: Way | None, person: str | None = None) -> ClaimOutcome:
    claimed = await store.jobs.claim(
        job.id, worker_id="w1", lease_token=token, lease_ms=LEASE_MS, way=way, person=person
    )
    return claimed.outcome


async def walled(store: Store, job: NewJob, token: str = "lease") -> JobStatus | None:
    return await store.jobs.next_way(
        job.id, token, error_code=ErrorCode.ACCESS_DENIED, detail="LOGIN_WALL: a login", delay_ms=1000
    )


async def test_a_wall_leads_down_the_ladder_and_spends_no_attempt_until_the_last_way(store: Store) -> None:
    await store.ways.put_ladders(LADDER, tuple(Way))
    job = await at(store, Way.OFFICIAL)
    for number, (before, after) in enumerate(((Way.OFFICIAL, Way.HTTP), (Way.HTTP, Way.BROWSER))):
        token = "lease" if not number else f"lease-{number}"
        assert await walled(store, job, token) is JobStatus.NEW
        assert await walled(store, job, token) is JobStatus.NEW, "sent twice, it answers the same"
        found = await store.jobs.get(job.id)
        assert found is not None and (found.via, found.attempt, found.error_code) == (after, 0, "ACCESS_DENIED")
        event = (await store.jobs.events(job.id))[-1]
        assert (event.from_status, event.to_status) == (JobStatus.RUNNING, JobStatus.NEW)
        assert (event.via, event.error_code, event.detail) == (before, "ACCESS_DENIED", "LOGIN_WALL: a login")
        (due,) = await store.jobs.due("shopee", limit=5, window=5, retry_overdue_ms=0, via=after, again=after)
        assert (due.id, due.via) == (job.id, after)
        assert await claim(store, job, f"old-{number}", before) is ClaimOutcome.WRONG_QUEUE
        assert await claim(store, job, f"lease-{number + 1}", after) is ClaimOutcome.CLAIMED
    assert await walled(store, job, "lease-2") is JobStatus.FAILED_RETRYABLE, "the last way's refusal is as any"
    found = await store.jobs.get(job.id)
    assert found is not None and (found.via, found.attempt) == (Way.BROWSER, 1)


async def test_without_a_ladder_or_with_http_alone_a_wall_is_what_it_was(store: Store) -> None:
    assert await walled(store, await at(store, Way.HTTP)) is JobStatus.FAILED_RETRYABLE
    await store.ways.put_ladders(LADDER, (Way.HTTP,))
    assert await walled(store, await at(store, Way.HTTP, 2)) is JobStatus.FAILED_RETRYABLE
    unknown = await at(store, Way.HTTP, 3)
    ended = await store.jobs.next_way(
        unknown.id, "lease", error_code=ErrorCode.NOT_LISTED, detail="no", delay_ms=None, next_crawl_ms=5
    )
    assert ended is JobStatus.FAILED_PERMANENT
    assert await store.ways.walls(least=1) == [], "walls are counted where there is a way below"


async def test_a_lost_lease_leads_nowhere(store: Store, clock: Clock) -> None:
    await store.ways.put_ladders(LADDER, tuple(Way))
    job = await at(store, Way.HTTP)
    assert await walled(store, job, "another") is None
    clock.ms += LEASE_MS
    assert await walled(store, job) is None


async def test_a_volunteer_is_never_given_a_job_that_goes_by_an_official_interface(store: Store) -> None:
    await store.ways.put_ladders(LADDER, tuple(Way))
    job = link(1)
    await store.jobs.add([job])
    # Also when the message outran the dispatcher's note: what it names is the way then.
    assert await claim(store, job, "early", Way.OFFICIAL, "ann") is not ClaimOutcome.CLAIMED
    await store.jobs.publish([job.id], republish_after_ms=1, via=Way.OFFICIAL)
    for asked in (*Way, None):
        assert await claim(store, job, f"ann-{asked}", asked, "ann") is ClaimOutcome.WRONG_QUEUE
    assert await claim(store, job, "operator's", Way.OFFICIAL) is ClaimOutcome.CLAIMED


async def test_a_volunteer_is_given_the_browsers_jobs_by_the_browsers_messages_alone(store: Store) -> None:
    await store.ways.put_ladders(LADDER, tuple(Way))
    job = link(1)
    await store.jobs.add([job])
    await store.jobs.publish([job.id], republish_after_ms=1, via=Way.BROWSER)
    for asked in (Way.OFFICIAL, Way.HTTP):
        assert await claim(store, job, f"ann-{asked}", asked, "ann") is ClaimOutcome.WRONG_QUEUE
    assert await claim(store, job, "ann", Way.BROWSER, "ann") is ClaimOutcome.CLAIMED


async def test_a_message_that_outruns_its_note_chooses_the_way_that_it_names(store: Store) -> None:
    await store.ways.put_ladders(LADDER, tuple(Way))
    job = link(1)
    await store.jobs.add([job])
    assert await claim(store, job, "lease", Way.OFFICIAL) is ClaimOutcome.CLAIMED
    await store.jobs.publish([job.id], republish_after_ms=1, via=Way.HTTP)
    found = await store.jobs.get(job.id)
    assert found is not None and (found.status, found.via) == (JobStatus.RUNNING, Way.OFFICIAL)
    assert await claim(store, job, "other", Way.HTTP) is ClaimOutcome.WRONG_QUEUE


async def test_a_recrawl_and_a_requeue_begin_the_ladder_anew(store: Store, clock: Clock) -> None:
    await store.ways.put_ladders(LADDER, tuple(Way))
    job = await at(store, Way.BROWSER)
    assert await store.jobs.succeed(job.id, "lease", result(job))
    clock.ms += 86_400_000
    assert await store.jobs.recrawl(limit=5) == [job.id]
    other = await at(store, Way.BROWSER, 2)
    assert await store.jobs.fail(other.id, "lease", error_code=ErrorCode.PARSE_ERROR, detail="odd")
    assert await store.jobs.requeue([other.id]) == [other.id]
    for one in (job, other):
        found = await store.jobs.get(one.id)
        assert found is not None and (found.status, found.via) == (JobStatus.NEW, None)


async def test_a_way_that_is_switched_off_begins_no_lease_and_its_jobs_go_on_or_end_with_the_walls_reason(
    store: Store, clock: Clock
) -> None:
    await store.ways.put_ladders(LADDER, tuple(Way))
    waiting = {status: await at(store, Way.HTTP, number) for number, status in enumerate(("new", "queued", "retry"))}
    for job in waiting.values():
        assert await walled(store, job) is JobStatus.NEW
    await store.jobs.publish([waiting["queued"].id, waiting["retry"].id], republish_after_ms=10_000, via=Way.BROWSER)
    assert await claim(store, waiting["retry"], "second", Way.BROWSER) is ClaimOutcome.CLAIMED
    assert await walled(store, waiting["retry"], "second") is JobStatus.FAILED_RETRYABLE
    unmet = link(9)  # at the browser, and no wall sent it there
    await store.jobs.add([unmet])
    await store.jobs.publish([unmet.id], republish_after_ms=10_000, via=Way.BROWSER)
    await store.ways.switch("shopee", off=[Way.BROWSER], reason="too dear")
    assert await claim(store, waiting["queued"], "late", Way.BROWSER) is ClaimOutcome.WAY_OFF
    assert await store.jobs.reroute(limit=100, again_ms=5000) == (1, 3)
    assert await store.jobs.reroute(limit=100, again_ms=5000) == (0, 0)
    for job in waiting.values():
        found = await store.jobs.get(job.id)
        assert found is not None
        assert (found.status, found.error_code) == (JobStatus.FAILED_PERMANENT, "ACCESS_DENIED")
        assert found.next_crawl_at == clock.ms + 5000 and found.finished_at == clock.ms
    found = await store.jobs.get(unmet.id)
    assert found is not None and (found.status, found.via, found.next_run_at) == (
        JobStatus.QUEUED,
        Way.OFFICIAL,
        clock.ms,
    )


async def test_only_official_moves_what_waits_there_and_a_second_look_at_the_settings_changes_nothing(
    store: Store,
) -> None:
    await store.ways.put_ladders(LADDER, tuple(Way))
    await store.ways.switch("shopee", off=[Way.HTTP, Way.BROWSER], reason="terms")
    await store.ways.put_ladders(LADDER, tuple(Way))
    rungs = {rung.way: rung for rung in await store.ways.ladders()}
    assert [rungs[way].usable for way in Way] == [True, False, False]
    assert rungs[Way.HTTP].off_reason == "terms"
    job = await at(store, Way.OFFICIAL)
    assert await walled(store, job) is JobStatus.FAILED_RETRYABLE, "there is none below that may be used"
    await store.ways.switch("shopee", off=[], reason="")
    assert all(rung.usable for rung in await store.ways.ladders())


@pytest.mark.parametrize("code", [ErrorCode.ACCESS_DENIED, ErrorCode.AUTH_FAILED])
async def test_walls_in_a_row_are_counted_by_shop_and_way_and_a_page_that_is_read_ends_the_row(
    store: Store, code: ErrorCode
) -> None:
    await store.ways.put_ladders(LADDER, tuple(Way))
    for number in range(3):
        job = await at(store, Way.HTTP, number)
        for _ in range(2):  # sent twice, it counts once
            await store.jobs.next_way(job.id, "lease", error_code=code, detail="", delay_ms=1)
    slow = await at(store, Way.HTTP, 8)
    await store.jobs.retry_later(slow.id, "lease", delay_ms=1, error_code=ErrorCode.TIMEOUT, detail="")
    (met,) = await store.ways.walls(least=3)
    assert (met.shop, met.way, met.walls, met.tried_at) == ("shopee", Way.HTTP, 3, None)
    await store.ways.tried_again("shopee", Way.HTTP)
    (met,) = await store.ways.walls(least=3)
    assert met.tried_at == met.now_ms
    read = await at(store, Way.HTTP, 9)
    assert await store.jobs.succeed(read.id, "lease", result(read))
    assert await store.ways.walls(least=1) == []


async def test_what_each_way_brought_is_told_and_a_price_says_the_way_it_came(store: Store) -> None:
    await store.ways.put_ladders(LADDER, tuple(Way))
    job = await at(store, Way.OFFICIAL)
    assert await walled(store, job) is JobStatus.NEW
    assert await claim(store, job, "second", Way.HTTP) is ClaimOutcome.CLAIMED
    assert await store.jobs.succeed(job.id, "second", result(job))
    brought = {(one.via, one.to_status): one.count for one in await store.ways.brought("shopee", since_ms=1000)}
    assert brought == {(Way.OFFICIAL, JobStatus.NEW): 1, (Way.HTTP, JobStatus.SUCCEEDED): 1}
    assert [price.via for price in await store.listing.history("shopee:tw:1", limit=5)] == ["http"]
    assert await store.ways.brought("taobao", since_ms=1000) == []


async def test_jobs_that_wait_for_a_way_are_counted_by_it(store: Store) -> None:
    await store.ways.put_ladders(LADDER, tuple(Way))
    await walled(store, await at(store, Way.HTTP))
    fresh = link(2)
    await store.jobs.add([fresh])
    assert [(one.platform, one.via, one.count) for one in await store.ways.waiting()] == [("shopee", Way.BROWSER, 1)]
    assert (await store.jobs.waiting([Way.HTTP])).jobs == 1
    assert (await store.jobs.waiting()).jobs == 0


async def test_a_note_that_is_later_than_a_wall_says_nothing_of_the_next_way(store: Store, clock: Clock) -> None:
    await store.ways.put_ladders(LADDER, tuple(Way))
    job = link(1)
    await store.jobs.add([job])
    assert await claim(store, job, "lease", Way.OFFICIAL) is ClaimOutcome.CLAIMED
    assert await walled(store, job) is JobStatus.NEW
    assert await store.jobs.publish([job.id], republish_after_ms=900_000, via=Way.OFFICIAL) == 0
    found = await store.jobs.get(job.id)
    assert found is not None and (found.status, found.via) == (JobStatus.NEW, Way.HTTP)
    assert await store.jobs.publish([job.id], republish_after_ms=900_000, via=Way.HTTP) == 1


async def test_jobs_that_no_way_is_left_for_do_not_hold_up_those_that_can_go_another(store: Store) -> None:
    await store.ways.put_ladders({**LADDER, "other": (Way.HTTP, Way.BROWSER)}, tuple(Way))
    stuck = [replace(link(number), platform="other") for number in range(3)]
    free = link(9)
    await store.jobs.add([*stuck, free])
    await store.jobs.publish([job.id for job in stuck], republish_after_ms=10_000)
    await store.jobs.publish([free.id], republish_after_ms=10_000, via=Way.OFFICIAL)
    await store.ways.switch("other", off=[Way.HTTP, Way.BROWSER], reason="terms")
    await store.ways.switch("shopee", off=[Way.OFFICIAL], reason="keys")
    assert await store.jobs.reroute(limit=2, again_ms=5000) == (1, 0)
    found = await store.jobs.get(free.id)
    assert found is not None and found.via is Way.HTTP
    await store.ways.switch("other", off=[Way.HTTP], reason="terms")
    assert await store.jobs.reroute(limit=2, again_ms=5000) == (2, 0)


async def test_an_official_interface_takes_nothing_from_the_budget_of_the_shops_pages(
    store: Store, clock: Clock
) -> None:
    await store.ways.put_ladders(LADDER, tuple(Way))
    await store.fleet.set_budget("shopee", 1.0, 1)
    for number in range(1, 4):
        await at(store, Way.OFFICIAL, number, f"official-{number}")
    await at(store, Way.HTTP, 4, "page")
    other, official = link(5), link(6)
    await store.jobs.add([other, official])
    refused = await store.jobs.claim(other.id, worker_id="w1", lease_token="early", lease_ms=LEASE_MS, way=Way.BROWSER)
    assert (refused.outcome, refused.wait_seconds) == (ClaimOutcome.OVER_BUDGET, 1.0)
    arrived = await claim(store, official, "arrived", Way.OFFICIAL)
    assert arrived is ClaimOutcome.CLAIMED, (
        "its message came before the dispatcher's note, and the pages' budget is spent"
    )
    clock.ms += 1000
    assert await claim(store, other, "in time", Way.BROWSER) is ClaimOutcome.CLAIMED
    await store.fleet.pause_shop("shopee", "they asked us to")
    await store.jobs.add([link(7)])
    assert await claim(store, link(7), "paused", Way.OFFICIAL) is ClaimOutcome.SHOP_PAUSED
