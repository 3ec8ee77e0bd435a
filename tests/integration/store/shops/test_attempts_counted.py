"""What is counted of attempts hour by hour is what their events say, from whichever moment on one asks."""

from __future__ import annotations

import random
from collections import Counter

from common.errors import ErrorCode
from common.job import JobStatus
from common.store import Store
from common.timing.units import DAY_MS, HOUR_MS
from tests.integration.store.jobs import LEASE_MS, Clock, link, result

JOBS = 40


async def _crawled(store: Store, number: int, dice: random.Random) -> str:
    """A crawl that ends in one of five ways; the job's id."""
    job = link(number)
    await store.jobs.add([job])
    await store.jobs.publish([job.id], republish_after_ms=1)
    await store.jobs.claim(job.id, worker_id="w", lease_token="lease", lease_ms=LEASE_MS, way=None)
    end = dice.choice(("read", "read", "later", "never", "release", "lost"))
    for _ in range(2):  # sent twice, it counts once
        if end == "read":
            await store.jobs.succeed(job.id, "lease", result(job))
        elif end == "later":
            await store.jobs.retry_later(
                job.id,
                "lease",
                delay_ms=1,
                error_code=dice.choice((ErrorCode.TIMEOUT, ErrorCode.RATE_LIMITED)),
                detail="",
            )
        elif end == "never":
            await store.jobs.fail(job.id, "lease", error_code=ErrorCode.CONTENT_NOT_FOUND, detail="")
        elif end == "release":
            await store.jobs.release(job.id, "lease")
    return job.id


async def test_counts_by_hour_are_what_the_events_say(store: Store, clock: Clock) -> None:
    dice = random.Random(7)
    ids = []
    for number in range(1, JOBS):
        clock.ms += dice.choice((0, 1, 60_000, HOUR_MS // 2, 3 * HOUR_MS))
        ids.append(await _crawled(store, number, dice))
    told = [
        event
        for job_id in ids
        for event in await store.jobs.events(job_id)
        if event.from_status is JobStatus.RUNNING and event.to_status is not JobStatus.QUEUED
    ]
    assert len({event.to_status for event in told}) > 2
    edges = {clock.ms - event.at for event in told} | {clock.ms % HOUR_MS, HOUR_MS, DAY_MS}
    for since_ms in {edge + beside for edge in edges for beside in (-1, 0, 1)}:
        young = [event for event in told if event.at > clock.ms - since_ms]
        assert {
            (one.to_status, one.error_code): (one.count, one.last_at)
            for one in await store.ways.brought("shopee", since_ms=since_ms)
        } == {
            key: (count, max(event.at for event in young if (event.to_status, event.error_code) == key))
            for key, count in Counter((event.to_status, event.error_code) for event in young).items()
        }, since_ms
        by_hour = await store.fleet.ended_by_hour(within_ms=since_ms)
        assert {(one.hour, one.status): one.count for one in by_hour} == Counter(
            (event.at // HOUR_MS, event.to_status) for event in young
        ), since_ms


async def test_counts_go_with_the_events_of_their_time(store: Store, clock: Clock) -> None:
    dice = random.Random(3)
    for number in range(1, 9):
        await _crawled(store, number, dice)
    clock.ms += 40 * DAY_MS
    before = clock.ms - 30 * DAY_MS
    there = await store.ways.brought("shopee", since_ms=366 * DAY_MS)
    assert await store.pruning.events(before, dry_run=True) == await store.pruning.events(before, dry_run=False) > 0
    assert there and await store.ways.brought("shopee", since_ms=366 * DAY_MS) == []
