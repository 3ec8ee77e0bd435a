"""The jobs that an account named are looked up by an index, also in a database that an older program made."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from common.settings import DatabaseSettings
from common.store import JobFilter, init_schema, open_store
from common.store.schema import schema_sql
from common.store.statements import SQL
from tests.unit.store.schema.older import of_version

BY_ACCOUNT = 31


class _Nulls(dict[str, None]):
    def __missing__(self, name: str) -> None:
        return None


async def test_a_database_of_the_version_before_finds_an_accounts_jobs_by_an_index(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    old = await of_version(path, BY_ACCOUNT - 1)
    for job_id, account in (("first", "pine"), ("named", "oak")):
        old.execute(
            "INSERT INTO crawl_jobs (id, source, source_account, source_post_id, url, url_norm, platform, region,"
            " created_at, updated_at) VALUES (?, 'rss', ?, '', '', ?, 'shopee', 'tw', 5, 5)",
            (job_id, account, job_id),
        )
    old.execute("INSERT INTO job_sightings VALUES ('named', 'rss', 'pine', 'post', NULL, NULL, 'https://x.example', 5)")
    old.commit()
    old.close()
    settings = DatabaseSettings(url=f"file:{path}")
    report = await init_schema(settings)
    assert (report.before, report.serves) == (BY_ACCOUNT - 1, 19), "older programs go on beside it"
    store = await open_store(settings)
    found = await store.listing.jobs(JobFilter(account="pine"), limit=9)
    assert {job.id for job in found} == {"first", "named"}
    await store.close()
    with closing(sqlite3.connect(path)) as seen:
        names = {name for (name,) in seen.execute("SELECT name FROM sqlite_master WHERE type = 'index'")}
    assert {"crawl_jobs_by_account", "job_sightings_by_account"} <= names


@pytest.mark.parametrize("name", ["jobs_page", "jobs_page_oldest", "job_names_page", "jobs_count", "errors_by_shop"])
def test_jobs_of_one_account_are_looked_up(name: str) -> None:
    database = sqlite3.connect(":memory:", isolation_level=None)
    database.executescript(schema_sql())
    plan = [str(row[3]) for row in database.execute(f"EXPLAIN QUERY PLAN {SQL[f'{name}_named']}", _Nulls())]
    assert any("crawl_jobs_by_account (source_account=?" in step for step in plan), plan
    assert any("job_sightings_by_account (source_account=?" in step for step in plan), plan
    assert any(step == "SEARCH crawl_jobs USING INTEGER PRIMARY KEY (rowid=?)" for step in plan), plan
    database.close()


def test_the_count_of_an_accounts_jobs_looks_at_no_job() -> None:
    database = sqlite3.connect(":memory:", isolation_level=None)
    database.executescript(schema_sql())
    plan = [str(row[3]) for row in database.execute(f"EXPLAIN QUERY PLAN {SQL['jobs_count_of_account']}", _Nulls())]
    looked_up = [step for step in plan if step.startswith(("SEARCH", "SCAN")) and "USING COVERING INDEX" in step]
    assert len(looked_up) == 2 and all("(source_account=?" in step for step in looked_up), plan
    database.close()
