"""A server gives no answer of more than 10 MB: where a table has a few rows of half a megabyte, its others go fast."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from common.offer import Variant
from common.settings import DatabaseSettings, Settings
from common.store import init_schema, open_store
from common.store.drivers.base import Rows, Statement
from common.store.drivers.hrana import HranaDriver
from fleet.operations.database.backup import back_up
from tests.integration.store.jobs import LEASE_MS, link
from tests.integration.store.volunteers import look

MANY_CHOICES = tuple(Variant(name='"' * 300, sku='"' * 200) for _ in range(500))
JOBS, LARGE, PAGE = 1_500, 24, 250


@pytest.mark.libsql_server
async def test_pages_grow_again_behind_large_rows(
    libsql_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(database=DatabaseSettings(url=libsql_url))
    await init_schema(settings.database)
    store = await open_store(settings.database)
    jobs = [link(number) for number in range(JOBS)]
    await store.jobs.add(jobs)
    for job in sorted(jobs, key=lambda job: job.id)[:LARGE]:
        await store.jobs.claim(job.id, worker_id="w", lease_token=job.id, lease_ms=LEASE_MS)
        await store.jobs.succeed(job.id, job.id, look(job, 100, variants=MANY_CHOICES))
    await store.close()

    asked: Counter[str] = Counter()
    batch = HranaDriver.batch

    async def counted(driver: HranaDriver, statements: Sequence[Statement]) -> Sequence[Rows]:
        asked.update(one.sql.split('FROM "')[1].split('"')[0] for one in statements if 'FROM "' in one.sql)
        return await batch(driver, statements)

    monkeypatch.setattr(HranaDriver, "batch", counted)
    monkeypatch.setattr("fleet.operations.database.server_pages.PAGE", PAGE)
    await back_up(settings, tmp_path / "backup.db")
    with closing(sqlite3.connect(tmp_path / "backup.db")) as made:
        assert made.execute("SELECT COUNT(*), SUM(status = 'SUCCEEDED') FROM crawl_jobs").fetchone() == (JOBS, LARGE)
    assert asked["crawl_jobs"] < 50
