"""What a backup of a server says of attempts by the hour is what its own events say, also where the fleet worked on."""

from __future__ import annotations

import dataclasses
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from common.errors import ErrorCode
from common.job import NewJob
from common.settings import DatabaseSettings, Settings
from common.store import ClaimOutcome, init_schema, open_store
from common.store.drivers.base import Statement
from common.store.store import make_driver
from fleet.operations.database.backup import back_up
from fleet.operations.database.restore import restore
from tests.integration.database.backups.interrupted import AtWork
from tests.integration.store.jobs import claim, link, result

pytestmark = pytest.mark.libsql_server

REMOVED, PARSE = ErrorCode.CONTENT_REMOVED, ErrorCode.PARSE_ERROR
HOUR_MS = 3_600_000
LONG_AGO = 400_000
"""An hour of which all events but one were pruned since."""
BEFORE = (
    "INSERT INTO job_events (job_id, seq, from_status, to_status, attempt, at, via)"
    f" SELECT id, 900, 'RUNNING', 'SUCCEEDED', 1, {LONG_AGO * HOUR_MS}, 'http' FROM crawl_jobs ORDER BY id LIMIT 1",
    f"UPDATE attempts_by_hour SET count = 9, platform = 'shopee' WHERE hour = {LONG_AGO}",
    "UPDATE crawl_jobs SET via = CASE item_id WHEN '3' THEN NULL ELSE 'browser' END WHERE item_id IN ('1', '2', '3')",
)
Row = tuple[int, str, str, str, str, int, int]


def counted(database: Path) -> tuple[list[Row], list[Row]]:
    """Attempts by the hour, as they are counted and as the events say; but for those of LONG_AGO."""
    with closing(sqlite3.connect(database)) as made:
        counts = made.execute("SELECT hour, platform, via, to_status, error_code, count, last_at FROM attempts_by_hour")
        events = made.execute(
            "SELECT at, (SELECT platform FROM crawl_jobs WHERE id = job_id), via, from_status, to_status, error_code"
            " FROM job_events"
        )
        said: dict[tuple[int, str, str, str, str], list[int]] = {}
        for at, platform, via, before, became, code in events:
            if before == "RUNNING" and became != "QUEUED" and at // HOUR_MS > LONG_AGO:
                said.setdefault((at // HOUR_MS, platform, via or "", became, code or ""), []).append(at)
        return sorted(counts), sorted((*names, len(times), max(times)) for names, times in said.items())


@pytest.mark.parametrize("table", ["job_events", "crawl_jobs", "console_people"])
async def test_attempts_that_end_while_a_server_is_backed_up_are_counted_as_its_events_are(
    libsql_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, table: str
) -> None:
    server = Settings(database=DatabaseSettings(url=libsql_url))
    await init_schema(server.database)
    store = await open_store(server.database)
    jobs = [link(number) for number in range(8)]
    elsewhere = "https://item.taobao.com/item.htm?id=9"
    jobs.append(dataclasses.replace(link(9), url=elsewhere, url_norm=elsewhere, platform="taobao"))
    await store.jobs.add(jobs)
    for job in jobs:
        assert await claim(store, job, "lease") is ClaimOutcome.CLAIMED

    async def ended(*ones: NewJob) -> None:
        for job in ones:
            await store.jobs.succeed(job.id, "lease", result(job, 100))

    driver = make_driver(server.database)
    await driver.connect()
    await driver.batch([Statement(sql) for sql in BEFORE])
    await driver.close()
    await ended(jobs[0])

    async def work() -> None:
        await ended(*jobs[1:3], jobs[-1])
        for job, code in zip((jobs[3], jobs[5], jobs[6]), (REMOVED, REMOVED, PARSE), strict=True):
            await store.jobs.fail(job.id, "lease", error_code=code, detail="a test")
        await store.jobs.retry_later(jobs[7].id, "lease", delay_ms=60_000, error_code=PARSE, detail="a test")
        assert await store.jobs.release(jobs[4].id, "lease"), "which is no attempt"

    monkeypatch.setattr("common.store.store.make_driver", lambda given: AtWork(make_driver(given), table, work))
    made = await back_up(server, tmp_path / "backup.db")
    monkeypatch.undo()
    await store.close()
    assert made.changed
    await restore(Settings(database=DatabaseSettings(url=f"file:{tmp_path}/again.db")), tmp_path / "backup.db")
    for database in ("backup.db", "again.db"):
        (long_ago, *counts), events = counted(tmp_path / database)
        assert long_ago == (LONG_AGO, "shopee", "http", "SUCCEEDED", "", 9, LONG_AGO * HOUR_MS)
        assert counts == events
        assert {row[1:5] for row in events} == {
            ("shopee", "http", "SUCCEEDED", ""),
            ("shopee", "browser", "SUCCEEDED", ""),
            ("shopee", "", "FAILED_PERMANENT", "CONTENT_REMOVED"),
            ("shopee", "http", "FAILED_PERMANENT", "CONTENT_REMOVED"),
            ("shopee", "http", "FAILED_PERMANENT", "PARSE_ERROR"),
            ("shopee", "http", "FAILED_RETRYABLE", "PARSE_ERROR"),
            ("taobao", "http", "SUCCEEDED", ""),
        }
