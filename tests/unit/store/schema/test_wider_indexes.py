"""A database of schema version 33 comes forward to wider indexes: counts and BROKEN links are as they were."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from common.job import JobStatus
from common.settings import DatabaseSettings
from common.store import JobFilter, init_schema, open_store
from common.store.schema import LATEST, schema_sql
from tests.unit.store.schema.older import of_version

BEFORE = 33
WIDER = (
    *("job_events_ended", "crawl_jobs_queued", "crawl_jobs_retryable"),
    *("crawl_jobs_broken", "volunteer_results_refused"),
)


def indexes(connection: sqlite3.Connection) -> dict[str, str]:
    found = connection.execute(
        "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
    ).fetchall()
    return {name: " ".join(sql.split()).replace("IF NOT EXISTS ", "") for name, sql in found}


async def test_jobs_of_before_are_counted_and_listed(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    old = await of_version(path, BEFORE)
    for number, (status, broken_at) in enumerate(
        [("QUEUED", None), ("FAILED_RETRYABLE", 4), ("FAILED_RETRYABLE", None), ("DEAD", 6), ("NEW", None)]
    ):
        old.execute(
            "INSERT INTO crawl_jobs (id, source, source_account, source_post_id, url, url_norm, platform, region, via,"
            " created_at, status, broken_at, updated_at, finished_at) VALUES (?, 'rss', 'a', '', '', ?, 'shopee', 'tw',"
            " 'http', 5, ?, ?, ?, CASE ? WHEN 'DEAD' THEN 9 END)",
            (f"job-{number}", str(number), status, broken_at, 5 + number, status),
        )
    old.execute(
        "INSERT INTO job_events (job_id, seq, from_status, to_status, attempt, error_code, at, via) "
        "VALUES ('job-3', 2, 'RUNNING', 'DEAD', 5, 'TIMEOUT', 8, 'http')"
    )
    old.commit()
    old.close()
    settings = DatabaseSettings(url=f"file:{path}")
    report = await init_schema(settings)
    assert (report.before, report.after, report.serves) == (BEFORE, LATEST, 19), "older programs go on beside it"
    store = await open_store(settings)
    counts = {(one.status, one.count, one.oldest_updated_at) for one in await store.listing.counts()}
    assert counts == {
        (JobStatus.NEW, 1, 9),
        (JobStatus.QUEUED, 1, 5),
        (JobStatus.FAILED_RETRYABLE, 2, 6),
        (JobStatus.DEAD, 1, 9),
    }
    broken, dead = JobFilter(broken=True), JobFilter(broken=True, statuses=(JobStatus.DEAD,))
    assert [job.id for job in await store.listing.jobs(broken, limit=9)] == ["job-3", "job-1"]
    assert [job.id for job in (await store.listing.meant.page(broken, limit=1, oldest_first=True)).rows] == ["job-1"]
    assert [await store.listing.meant.count(one) for one in (broken, dead)] == [2, 1]
    assert [one.count for one in await store.listing.meant.errors(broken, limit=9)] == [1, 1]
    for statuses, platform, counted in (
        ((JobStatus.QUEUED, JobStatus.FAILED_RETRYABLE), None, 3),
        ((JobStatus.DEAD, JobStatus.DEAD, JobStatus.NEW), "shopee", 2),
        ((JobStatus.DEAD, JobStatus.RUNNING), "shopee.tw", 1),
        ((JobStatus.DEAD,), "taobao", 0),
    ):
        assert await store.listing.meant.count(JobFilter(statuses, platform)) == counted
    assert await store.listing.meant.count(JobFilter((JobStatus.FAILED_RETRYABLE,)), most=1) == 1
    (brought,) = await store.ways.brought("shopee", since_ms=9_000_000_000_000)
    assert (brought.error_code, brought.count, brought.last_at) == ("TIMEOUT", 1, 8)
    assert await store.ways.brought("taobao", since_ms=9_000_000_000_000) == []
    await store.close()
    with closing(sqlite3.connect(path)) as seen, closing(sqlite3.connect(":memory:")) as anew:
        anew.executescript(schema_sql())
        assert {name: indexes(seen)[name] for name in WIDER} == {name: indexes(anew)[name] for name in WIDER}
