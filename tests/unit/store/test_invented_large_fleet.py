"""The large fleet that `scripts/bench large` invents is one that the program could have made."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from benchmarks.large.fleet import Size, fill
from common.job import ALLOWED, JobStatus
from common.settings import DatabaseSettings
from common.store import init_schema
from common.store.schema import schema_sql

JOBS = 2_000
NOW = 1_800_000_000_000


@pytest.fixture
async def made(tmp_path: Path) -> sqlite3.Connection:
    await init_schema(DatabaseSettings(url=f"file:{tmp_path}/fleet.db"))
    fill(tmp_path / "fleet.db", Size(jobs=JOBS, shops=20, machines=8), NOW)
    return sqlite3.connect(tmp_path / "fleet.db")


def shape(database: sqlite3.Connection) -> set[tuple[str, str]]:
    return set(database.execute("SELECT type, name FROM sqlite_master"))


def test_it_has_todays_schema_and_its_events_are_transitions(made: sqlite3.Connection) -> None:
    with closing(made), closing(sqlite3.connect(":memory:")) as anew:
        anew.executescript(schema_sql())
        assert shape(made) == shape(anew), "tables, indexes and triggers"
        assert made.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert made.execute("SELECT COUNT(*) FROM crawl_jobs").fetchone() == (JOBS,)
        changes = made.execute("SELECT DISTINCT from_status, to_status FROM job_events WHERE from_status IS NOT NULL")
        assert {(JobStatus(before), JobStatus(after)) for before, after in changes} <= ALLOWED
        (last,) = made.execute(
            "SELECT COUNT(*) FROM crawl_jobs j WHERE j.status <> (SELECT e.to_status FROM job_events e "
            "WHERE e.job_id = j.id ORDER BY e.seq DESC LIMIT 1)"
        ).fetchone()
        assert last == 0, "each job stands where its last event left it"


def test_its_attempts_are_counted_by_hour(made: sqlite3.Connection) -> None:
    with closing(made):
        counted = made.execute("SELECT SUM(count), MAX(last_at) FROM attempts_by_hour").fetchone()
        told = made.execute(
            "SELECT COUNT(*), MAX(at) FROM job_events WHERE from_status = 'RUNNING' AND to_status <> 'QUEUED'"
        ).fetchone()
        assert counted == told and told[0] > JOBS
