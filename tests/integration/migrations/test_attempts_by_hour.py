"""A database of schema version 37 comes forward: attempts of before count by the hour, and those of older programs."""

from __future__ import annotations

from common.job import JobStatus
from common.settings import DatabaseSettings
from common.store import EndedInHour, init_schema, open_store
from common.store.drivers.base import Statement, Value
from common.store.schema import LATEST
from common.store.store import make_driver
from common.timing.units import HOUR_MS
from common.ways.way import Way
from tests.old_database import make_old

NOW = 500_000 * HOUR_MS + 1_800_000
JOB = (
    "INSERT INTO crawl_jobs (id, source, source_account, source_post_id, url, url_norm, platform, region, created_at,"
    " updated_at) VALUES (:id, 'rss', 'a', 'p', :id, :id, :platform, 'any', 5, 5)"
)
EVENT = (
    "INSERT INTO job_events (job_id, seq, from_status, to_status, attempt, error_code, at, via) "
    "VALUES (:job, :seq, :before, :after, 1, :error, :at, :via)"
)
OLDER_CLAIM = (
    "UPDATE crawl_jobs SET status = 'RUNNING', via = 'http', locked_by = 'w', lease_token = 't', lock_expires_at = 9 "
    "WHERE id = 'oak'"
)


async def typed(settings: DatabaseSettings, *statements: Statement) -> None:
    driver = make_driver(settings)
    await driver.connect()
    await driver.batch(statements)
    await driver.close()


def ended(number: int, after: str, ago_ms: int, *, job: str = "oak", error: str | None = None) -> Statement:
    values: dict[str, Value] = {
        "job": job,
        "seq": 10 + number,
        "before": "RUNNING",
        "after": after,
        "error": error,
        "via": "http",
    }
    return Statement(EVENT, {**values, "at": NOW - ago_ms})


async def test_attempts_of_before_count_as_those_to_come(settings: DatabaseSettings) -> None:
    await make_old(settings, 37)
    await typed(
        settings,
        Statement(JOB, {"id": "oak", "platform": "shopee"}),
        Statement(JOB, {"id": "elm", "platform": "other"}),
        ended(1, "SUCCEEDED", 10),
        ended(2, "SUCCEEDED", 9),
        ended(3, "DEAD", 8, error="TIMEOUT"),
        ended(4, "QUEUED", 7),  # given back
        ended(5, "SUCCEEDED", 6, job="elm"),
        ended(6, "SUCCEEDED", 3 * HOUR_MS),
        ended(7, "SUCCEEDED", 3 * HOUR_MS + 1),
    )
    report = await init_schema(settings)
    assert (report.before, report.after) == (37, LATEST) and report.serves <= 37
    assert (await init_schema(settings)).before == LATEST
    store = await open_store(settings, clock_ms=lambda: NOW)
    within = 3 * HOUR_MS + 1
    brought = await store.ways.brought("shopee", since_ms=within)
    assert {(one.via, one.to_status, one.error_code): (one.count, NOW - one.last_at) for one in brought} == {
        (Way.HTTP, JobStatus.SUCCEEDED, None): (3, 9),
        (Way.HTTP, JobStatus.DEAD, "TIMEOUT"): (1, 8),
    }, "one of the hour in which the time lies is older than it, the other not"
    assert await store.fleet.ended_by_hour(within_ms=within) == [
        EndedInHour(499_997, JobStatus.SUCCEEDED, 1),
        EndedInHour(500_000, JobStatus.DEAD, 1),
        EndedInHour(500_000, JobStatus.SUCCEEDED, 3),
    ]
    await typed(
        settings,
        Statement("UPDATE crawl_jobs SET status = 'QUEUED' WHERE id = 'oak'"),
        Statement(OLDER_CLAIM),
        Statement("UPDATE crawl_jobs SET status = 'SUCCEEDED', updated_at = :at WHERE id = 'oak'", {"at": NOW - 5}),
    )
    counted = [one.count for one in await store.ways.brought("shopee", since_ms=HOUR_MS) if one.error_code is None]
    assert counted == [3], "a program that knows nothing of the counts is counted as well"
    await store.close()
