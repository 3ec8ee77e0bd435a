"""What operators ask of a large fleet is read in an index, and no row is looked up for each entry."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from common.store.schema import schema_sql
from common.store.statements import SQL
from tests.unit.store.schema.test_due_passes_over import PAGE_BYTES, READ, bytes_read

NOW = 1_800_000_000_000
JOBS = 2_000


class _Nulls(dict[str, object]):
    def __missing__(self, name: str) -> None:
        return None


@pytest.fixture
def database() -> Iterator[sqlite3.Connection]:
    made = sqlite3.connect(":memory:", isolation_level=None)
    made.executescript(schema_sql())
    yield made
    made.close()


def plan_of(database: sqlite3.Connection, name: str) -> list[str]:
    return [str(row[3]) for row in database.execute(f"EXPLAIN QUERY PLAN {SQL[name]}", _Nulls())]


@pytest.mark.parametrize("name", ["attempts_looked_at", "failures_by_day"])
def test_attempts_that_ended_are_told_by_their_index(database: sqlite3.Connection, name: str) -> None:
    plan = plan_of(database, name)
    events = [step for step in plan if "job_events" in step]
    assert events == ["SEARCH job_events USING COVERING INDEX job_events_ended (at>?)"], plan


@pytest.mark.parametrize("name", ["ended_by_hour", "brought"])
def test_whole_hours_of_attempts_are_told_by_their_counts(database: sqlite3.Connection, name: str) -> None:
    plan = plan_of(database, name)
    assert "SEARCH attempts_by_hour USING PRIMARY KEY (hour>?)" in plan, plan
    events = [step for step in plan if "job_events" in step]
    assert events == ["SEARCH job_events USING COVERING INDEX job_events_ended (at>? AND at<?)"], plan
    assert not any(step.startswith(("SCAN j", "SCAN crawl_jobs")) for step in plan), plan


def test_checks_that_a_person_failed_are_looked_up(database: sqlite3.Connection) -> None:
    plan = plan_of(database, "failed_checks")
    assert plan == ["SEARCH volunteer_results USING INDEX volunteer_results_refused (person=? AND settled_at>?)"]


@pytest.mark.parametrize("name", ["jobs_page", "jobs_page_oldest", "job_names_page", "jobs_count", "errors_by_shop"])
def test_broken_links_are_looked_up(database: sqlite3.Connection, name: str) -> None:
    plan = plan_of(database, f"{name}_broken")
    assert any(step.startswith("SCAN b USING ") and step.endswith("INDEX crawl_jobs_broken") for step in plan), plan
    assert "SEARCH crawl_jobs USING INTEGER PRIMARY KEY (rowid=?)" in plan


def test_each_state_is_counted_in_its_own_index(database: sqlite3.Connection) -> None:
    plan = plan_of(database, "jobs_count_standing")
    jobs = [step for step in plan if step.startswith(("SCAN j ", "SEARCH j "))]
    assert [re.findall(r"crawl_jobs_\w+ ?[^ ]*", step) for step in jobs] == [
        ["crawl_jobs_new (platform>?)"],
        ["crawl_jobs_queued (platform>?)"],
        ["crawl_jobs_running"],
        ["crawl_jobs_retryable (platform>?)"],
        ["crawl_jobs_ended (status=?)"],
    ], plan


def test_changes_of_a_single_shop_are_looked_up_by_its_products(database: sqlite3.Connection) -> None:
    plan = plan_of(database, "product_changes_page_of_shop")
    assert "SCAN listed USING COVERING INDEX products_listed" in plan
    assert any(step.startswith("SEARCH c USING INDEX product_changes_of_product (product_key=?") for step in plan), plan


def test_products_without_a_currency_are_told_by_their_index(database: sqlite3.Connection) -> None:
    plan = plan_of(database, "without_currency")
    assert "SEARCH products USING COVERING INDEX products_without_currency (platform=? AND shop_id>?)" in plan, plan


def test_days_of_all_shops_changes_look_up_no_product(database: sqlite3.Connection) -> None:
    plan = plan_of(database, "product_changes_by_day")
    product = next(at for at, step in enumerate(plan) if step.startswith("SEARCH p "))
    assert plan[product - 1].startswith("CORRELATED SCALAR SUBQUERY"), "where no shop is asked for it is not run"


@pytest.mark.skipif(not READ.exists(), reason="only Linux tells how much a process reads")
@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("counts", "QUEUED"),
        ("counts", "FAILED_RETRYABLE"),
        ("waiting_count", "QUEUED"),
        ("waiting_count", "FAILED_RETRYABLE"),
        ("next_try", "FAILED_RETRYABLE"),
    ],
)
def test_open_jobs_are_counted_without_a_look_at_each(tmp_path: Path, name: str, status: str) -> None:
    """A look is a page of the file at least. A paused shop has the counts ask for each job's own shop."""
    database = sqlite3.connect(tmp_path / "jobs.db", isolation_level=None)
    database.executescript(schema_sql())
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("INSERT INTO shops (platform, paused) VALUES ('other/oak.example', 1)")
    database.execute("BEGIN")
    for number in range(JOBS):
        database.execute(
            "INSERT INTO crawl_jobs (id, source, source_account, source_post_id, url, url_norm, platform, region, "
            "shop_id, last_error, created_at, updated_at, status, via, next_run_at) VALUES (:id, 'rss', 'a', 'p', :id, "
            ":id, 'other', 'any', 'oak.example', :error, :at, :at, :status, 'http', :at)",
            {"id": f"{number:026}", "error": "-" * 3000, "at": NOW + number, "status": status},
        )
    database.execute("COMMIT")
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.execute("PRAGMA cache_size = 16")
    before = bytes_read()
    found = database.execute(SQL[name], _Nulls(now_ms=NOW, ways='["http"]')).fetchall()
    read = bytes_read() - before
    database.close()
    assert found
    assert read < JOBS * PAGE_BYTES / 2
