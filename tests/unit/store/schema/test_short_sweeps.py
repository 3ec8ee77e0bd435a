"""A sweep that writes keeps everybody else from writing: what it asks again and again is asked once."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import pytest

from common.store.schema import schema_sql
from common.store.statements import SQL

NOW = 1_800_000_000_000
WORKERS = 400
WAITING = 400


class _Nulls(dict[str, object]):
    def __missing__(self, name: str) -> None:
        return None


@pytest.fixture
def database() -> Iterator[sqlite3.Connection]:
    made = sqlite3.connect(":memory:", isolation_level=None)
    made.executescript(schema_sql())
    yield made
    made.close()


def test_whether_a_worker_lives_is_not_asked_for_each_result_that_waits(database: sqlite3.Connection) -> None:
    """The sweep writes, so nobody else does meanwhile. Each hundred steps of SQLite's are counted."""
    database.execute("BEGIN")
    for number in range(WORKERS):
        database.execute(
            "INSERT INTO workers (worker_id, role, version, state, running, done, failed, first_seen_at, last_seen_at) "
            "VALUES (?, 'worker', '1', 'working', 0, 0, 0, 1, 1)",
            (f"worker-{number}",),
        )
    for number in range(WAITING):
        job = f"{number:026}"
        database.execute(
            "INSERT INTO crawl_jobs (id, source, source_account, source_post_id, url, url_norm, platform, region, "
            "created_at, updated_at) VALUES (?, 'rss', 'a', 'p', ?, ?, 'shopee', 'tw', 1, 1)",
            (job, job, job),
        )
        database.execute(
            "INSERT INTO volunteer_results (lease_token, job_id, person, machine, shop, reader_version, state, "
            "repeats, outcome_json, reported_at) VALUES (?, ?, 'p', 'm', 'shopee', '1', 'waiting', 0, '{}', ?)",
            (job, job, NOW - 1_000_000 * (number % 2)),
        )
    database.execute("COMMIT")
    asked = {"patience_ms": 500_000, "patience_with_operators_ms": 900_000, "alive_ms": 60_000, "stopped": "stopped"}
    steps = 0

    def more() -> int:
        nonlocal steps
        steps += 100
        return 0

    database.set_progress_handler(more, 100)
    ended = database.execute(SQL["unconfirm"], _Nulls(now_ms=NOW, again_ms=1, limit=WAITING, **asked)).fetchall()
    assert len(ended) == WAITING / 2, f"{steps} steps"
    assert steps < 2 * WAITING * WORKERS
