"""A database of the version before jobs had ways goes on by plain HTTP, and nothing of it moves."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from common.errors import ErrorCode
from common.job import JobStatus
from common.settings import DatabaseSettings
from common.store import init_schema, open_store
from common.ways.way import Way
from tests.unit.store.schema.older import of_version
from tests.unit.store.schema.test_store_schema import insert

VERSION = 16


async def test_a_database_of_the_version_before_goes_on_by_plain_http_with_its_crawls_under_way(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    old = await of_version(path, VERSION - 1)
    for status in JobStatus:
        insert(old, status, status.value)
    old.execute("UPDATE crawl_jobs SET lock_expires_at = 9000, attempt = 1 WHERE status = 'RUNNING'")
    old.execute("UPDATE crawl_jobs SET next_run_at = 10 WHERE status IN ('QUEUED', 'FAILED_RETRYABLE')")
    old.execute("UPDATE crawl_jobs SET finished_at = 7 WHERE status IN ('SUCCEEDED', 'DEAD', 'FAILED_PERMANENT')")
    old.execute(
        "INSERT INTO price_observations (product_key, job_id, lease_token, price_minor, currency, availability,"
        " observed_at) VALUES ('k', 'j', 'before', 100, 'TWD', 'IN_STOCK', 5)"
    )
    old.commit()
    before = {row[0]: row[1:] for row in old.execute("SELECT id, status, attempt, next_run_at FROM crawl_jobs")}
    events = old.execute("SELECT COUNT(*) FROM job_events").fetchone()
    old.close()
    settings = DatabaseSettings(url=f"file:{path}")
    assert (await init_schema(settings)).before == VERSION - 1
    now = sqlite3.connect(path)
    after = {row[0]: row[1:] for row in now.execute("SELECT id, status, attempt, next_run_at FROM crawl_jobs")}
    assert after == before, "nothing is lost, and nothing has moved"
    assert now.execute("SELECT COUNT(*) FROM job_events").fetchone() == events
    ways = dict(now.execute("SELECT status, via FROM crawl_jobs").fetchall())
    under_way = {"QUEUED", "RUNNING", "FAILED_RETRYABLE"}
    assert ways == {status.value: "http" if status in under_way else None for status in JobStatus}
    now.close()
    store = await open_store(settings, clock_ms=lambda: 8000)
    due = await store.jobs.due("shopee", limit=9, window=9, retry_overdue_ms=0)
    assert {(job.id, job.via) for job in due} == {("NEW", None), ("QUEUED", Way.HTTP), ("FAILED_RETRYABLE", Way.HTTP)}
    assert await store.jobs.fail("RUNNING", "t", error_code=ErrorCode.PARSE_ERROR, detail="odd")
    assert (await store.jobs.events("RUNNING"))[-1].via is Way.HTTP
    assert [price.via for price in await store.listing.history("k", limit=5)] == [None]
    await store.close()
