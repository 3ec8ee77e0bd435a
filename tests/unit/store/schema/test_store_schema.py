"""The schema: its guard equals the table of transitions, its events cannot be forgotten, it only moves forward."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from importlib import resources
from itertools import product
from pathlib import Path

import pytest

from common.addresses import path_of
from common.errors import ErrorCode, SchemaMismatch, StoreRejected
from common.job import ALLOWED, JobStatus
from common.outcome.crawl_outcome import Failed
from common.settings import DatabaseSettings
from common.store import Heard, init_schema, open_store
from common.store.compatibility import check_version
from common.store.drivers.base import Statement
from common.store.drivers.embedded import EmbeddedDriver
from common.store.drivers.text import split_script
from common.store.schema import LATEST, MIGRATIONS, migrate, schema_sql, schema_version
from common.store.statements import SQL, parse
from common.store.texts.statements import SQL as INDEX
from common.store.volunteers.values import End
from common.trust.values import Report
from tests.unit.store.schema.older import VERSION_1, of_version


@pytest.fixture
def database() -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.executescript(schema_sql())
        yield connection


def insert(database: sqlite3.Connection, status: str, job_id: str = "j") -> None:
    database.execute(
        "INSERT INTO crawl_jobs (id, source, source_account, source_post_id, url, url_norm, platform, region, status,"
        " locked_by, lease_token, lock_expires_at, created_at, updated_at)"
        " VALUES (?, '', '', '', '', ?, 'shopee', 'tw', ?, 'w', 't', 1, 5, 5)",
        (job_id, job_id, status),
    )


@pytest.mark.parametrize(("before", "after"), sorted(product(JobStatus, JobStatus)))
def test_the_database_allows_exactly_the_table_of_transitions(
    database: sqlite3.Connection, before: JobStatus, after: JobStatus
) -> None:
    insert(database, before)
    if (before, after) in ALLOWED or before is after:
        database.execute("UPDATE crawl_jobs SET status = ?", (after,))
    else:
        with pytest.raises(sqlite3.IntegrityError, match="table of transitions"):
            database.execute("UPDATE crawl_jobs SET status = ?", (after,))


def test_a_status_nobody_knows_is_refused(database: sqlite3.Connection) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        insert(database, "DONE")


def test_even_a_hand_written_update_leaves_an_event_with_its_time(database: sqlite3.Connection) -> None:
    insert(database, "RUNNING")
    database.execute("UPDATE crawl_jobs SET status = 'DEAD', lease_token = NULL")
    events = database.execute("SELECT seq, from_status, to_status, lease_token, worker, at FROM job_events").fetchall()
    assert events[0][:3] == (1, None, "RUNNING")
    assert events[1][:5] == (2, "RUNNING", "DEAD", "t", "w")
    assert events[1][5] > 1_700_000_000_000


def test_schema_may_run_twice(database: sqlite3.Connection) -> None:
    database.executescript(schema_sql())
    assert database.execute("SELECT COUNT(*) FROM shops").fetchone() == (3,)


def test_split_script_keeps_triggers_whole() -> None:
    statements = [statement.sql for statement in split_script(schema_sql())]
    triggers = [sql for sql in statements if sql.startswith("CREATE TRIGGER")]
    assert len(triggers) == 18
    assert all(sql.rstrip().endswith("END;") for sql in triggers)
    assert len(split_script("-- only a comment\n")) == 0


@pytest.mark.parametrize(
    "name", ["claim", "arrived", "look", "renew", "succeed", "retry_later", "fail", "release", "reap", "recrawl",
             "due", "publish", "applied", "open_count", "cancel", "requeue", "unread_pages", "mark_gone", "second_look",
             "report_facts", "volunteer_result", "unconfirm", "unconfirmed_results", "waiting_at_ended_jobs",
             "doubted_jobs", "doubted_products", "offered_jobs", "lease_to_machine", "take_back_unlent",
             "leases_of_request", "put_off", "renew_of_machine", "release_of_machines", "leases_of_machine",
             "leases_over", "paused_shops_that_hold"]
)  # fmt: skip
def test_hot_statements_find_their_rows_by_an_index(database: sqlite3.Connection, name: str) -> None:
    """Also when the planner has statistics that make a whole state look small."""
    for n in range(500):
        insert(database, "QUEUED" if n % 100 else "NEW", f"j{n}")
    database.execute("ANALYZE")
    names = {word.strip("(),;")[1:] for word in SQL[name].replace(",", " ").split() if word.lstrip("(").startswith(":")}
    args = dict.fromkeys({n.strip("():") for n in names} | {"now_ms", "rows", "ids", "leases", "tokens", "limit"})
    plan = [str(row[3]) for row in database.execute(f"EXPLAIN QUERY PLAN {SQL[name]}", _Nulls(args))]
    scans = [
        step for step in plan if step.startswith(("SCAN crawl_jobs", "SCAN j ")) and "INDEX crawl_jobs_" not in step
    ]
    assert scans == [], plan
    if name in {"claim", "renew", "succeed"}:
        assert any("sqlite_autoindex_crawl_jobs_1" in step for step in plan), plan


@pytest.mark.parametrize("name", ["counts", "open_count", "waiting_count", "next_try", "open_by_way"])
def test_open_jobs_are_counted_without_a_look_at_those_that_ended(database: sqlite3.Connection, name: str) -> None:
    """By the small index of each state: a million jobs have ended where some thousands are open."""
    plan = [str(row[3]) for row in database.execute(f"EXPLAIN QUERY PLAN {SQL[name]}", _Nulls())]
    looks = [step for step in plan if "crawl_jobs" in step]
    assert looks and all(re.search("crawl_jobs_(new|queued|running|retryable|ended)", step) for step in looks), plan


def test_old_unchecked_results_are_found_without_a_look_at_the_young_ones(database: sqlite3.Connection) -> None:
    plan = [str(row[3]) for row in database.execute(f"EXPLAIN QUERY PLAN {SQL['forget_unchecked']}", _Nulls())]
    reading = [step for step in plan if "volunteer_results" in step or step.startswith(("SCAN v", "SEARCH v"))]
    assert any("volunteer_results_unchecked (person=? AND reported_at<?)" in step for step in reading), plan
    assert any("volunteer_results_unchecked (person>?)" in step for step in reading), plan
    assert not any(step.startswith("SCAN v") for step in plan), plan


class _Nulls(dict[str, None]):
    def __missing__(self, key: str) -> None:
        return None


def test_parse_names_statements_and_spells_out_now() -> None:
    parsed = parse("-- preface\n-- name: a\n-- what it does\nSELECT :now,\n  :now_ms\n-- name: b\nSELECT 2\n")
    assert parsed["b"] == "SELECT 2"
    assert parsed["a"].startswith("SELECT COALESCE(:now_ms, CAST(")
    assert parsed["a"].endswith(", :now_ms")
    with pytest.raises(ValueError, match="two statements"):
        parse("-- name: a\nSELECT 1\n-- name: a\nSELECT 2")


async def test_migrations_run_in_order_once_and_never_back(tmp_path: Path) -> None:
    driver = EmbeddedDriver(f"file:{tmp_path}/x.db", timeout_seconds=1)
    await driver.connect()
    assert await schema_version(driver) is None
    await migrate(driver, "x")
    steps = ((LATEST + 1, "ALTER TABLE shops ADD COLUMN a;"), (LATEST + 2, "ALTER TABLE shops ADD COLUMN b;"))
    with pytest.raises(StoreRejected):
        await migrate(driver, "x", latest=LATEST + 2, migrations=(steps[0], (LATEST + 2, "ALTER TABLE nope ADD c;")))
    assert await schema_version(driver) == LATEST + 1
    with pytest.raises(SchemaMismatch, match="db init"):
        await check_version(driver, "x", latest=LATEST + 2)
    report = await migrate(driver, "x", latest=LATEST + 2, migrations=steps)
    assert (report.before, report.after) == (LATEST + 1, LATEST + 2)
    await driver.batch([Statement("SELECT a, b FROM shops")])
    with pytest.raises(SchemaMismatch, match="Upgrade crawlfleet"):
        await check_version(driver, "x", latest=LATEST)
    with pytest.raises(SchemaMismatch, match="Upgrade crawlfleet"):
        await migrate(driver, "x")
    await driver.close()


def test_file_addresses_name_paths() -> None:
    assert path_of("file:crawlfleet.db") == "crawlfleet.db"
    assert path_of("file:/var/lib/a%20b.db") == path_of("file:///var/lib/a%20b.db") == "/var/lib/a b.db"


async def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    driver = EmbeddedDriver(f"file:{tmp_path}/no/such.db", timeout_seconds=1)
    with pytest.raises(StoreRejected, match="does not exist"):
        await driver.connect()
    await driver.close()


OFFICIAL = 12
"""The version that brought official interfaces."""


async def test_a_database_of_version_1_ends_with_the_columns_of_a_new_one(tmp_path: Path) -> None:
    old = sqlite3.connect(tmp_path / "old.db")
    old.executescript(VERSION_1.read_text("utf-8"))
    insert(old, "DEAD")
    old.execute("UPDATE crawl_jobs SET finished_at = 77")
    old.execute("INSERT INTO schema_version (version, applied_at) VALUES (1, 0)")
    old.commit()
    old.close()
    for name in ("old.db", "new.db"):
        driver = EmbeddedDriver(f"file:{tmp_path}/{name}", timeout_seconds=5)
        await driver.connect()
        for _ in range(2):  # twice changes nothing more
            assert (await migrate(driver, name)).after == LATEST
        await driver.close()
    assert columns(tmp_path / "old.db") == columns(tmp_path / "new.db")
    migrated = sqlite3.connect(tmp_path / "old.db")
    assert migrated.execute("SELECT status, failures, gone, broken_at FROM crawl_jobs").fetchall() == [
        ("DEAD", 0, 0, None)
    ]
    judged = migrated.execute("SELECT platform, read_to FROM shops ORDER BY platform").fetchall()
    migrated.close()
    assert judged == [("other", 0), ("shopee", 77), ("taobao", 0)], "what ended before is not judged"


async def test_a_database_of_version_6_learns_of_volunteers_with_its_crawls_under_way(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    old = sqlite3.connect(path)
    old.executescript(VERSION_1.read_text("utf-8"))
    for version, sql in MIGRATIONS[:5]:
        old.executescript(sql)
        old.execute("INSERT INTO schema_version (version, applied_at) VALUES (?, 0)", (version,))
    insert(old, "RUNNING")
    old.execute("UPDATE crawl_jobs SET lock_expires_at = 9000, attempt = 1")
    old.execute(
        "INSERT INTO price_observations (product_key, job_id, lease_token, price_minor, currency, availability,"
        " observed_at) VALUES ('k', 'j', 'before', 100, 'TWD', 'IN_STOCK', 5)"
    )
    old.commit()
    with pytest.raises(sqlite3.IntegrityError, match="table of transitions"):
        old.execute("UPDATE crawl_jobs SET status = 'NEW'")
    old.close()
    settings = DatabaseSettings(url=f"file:{path}")
    assert (await init_schema(settings)).before == 6
    store = await open_store(settings, clock_ms=lambda: 8000)
    assert [price.price_minor for price in await store.listing.history("k", limit=5)] == [100]
    waits = Failed("j", "t", ErrorCode.CONTENT_NOT_FOUND, "no page")
    report = Report("j", "t", "ann", "machine", "1")
    assert await store.reports.report(report, waits, dice=0.5, current_reader="1") is Heard.HEARD
    job = await store.jobs.get("j")
    assert job is not None and (job.status, job.attempt) == (JobStatus.NEW, 0)
    await store.close()


async def test_a_database_of_version_8_keeps_its_products_and_takes_details(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    old = await of_version(path, 8)
    old.execute(
        "INSERT INTO products (product_key, platform, region, url, url_norm, title, price_minor, currency,"
        " availability, verdict, job_id, first_seen_at, last_seen_at)"
        " VALUES ('k', 'shopee', 'tw', 'u', 'u', 'Mug', 100, 'TWD', 'IN_STOCK', 'ok', 'j', 5, 5)"
    )
    old.commit()
    old.close()
    settings = DatabaseSettings(url=f"file:{path}")
    assert (await init_schema(settings)).before == 8
    store = await open_store(settings)
    product = await store.listing.product("k")
    assert product is not None
    assert (product.title, product.price_minor, product.gtin, product.details_json) == ("Mug", 100, None, None)
    await store.close()


async def test_a_database_of_version_10_counts_its_machines_on(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    old = await of_version(path, 10)
    insert(old, "RUNNING")
    old.execute("UPDATE crawl_jobs SET lock_expires_at = 9000, attempt = 1")
    old.execute(
        "INSERT INTO persons (id, name, secret_hash, machines_max, expires_at, created_at)"
        " VALUES ('p', 'Ada', 's', 1, 9, 1)"
    )
    old.execute(
        "INSERT INTO machines (id, person, name, platform, version, join_hash, token_hash, token_expires_at, joined_at)"
        " VALUES ('m', 'p', 'attic', 'Linux', '1', 'j', 't', 9, 1)"
    )
    old.execute(
        "INSERT INTO gateway_leases (lease_token, job_id, machine, person, request_id, claimed_at, ended_at, ended_as)"
        " VALUES ('t', 'j', 'm', 'p', 'r', 7000, NULL, NULL), ('before', 'j', 'm', 'p', 'r', 5000, 6000, 'lost')"
    )
    old.execute(
        "INSERT INTO machine_days (machine, day, tasks, recorded, lost, last_at) VALUES ('m', 0, 2, 0, 1, 7000)"
    )
    old.commit()
    old.close()
    settings = DatabaseSettings(url=f"file:{path}")
    assert (await init_schema(settings)).before == 10
    store = await open_store(settings, clock_ms=lambda: 8000)
    gone = Failed("j", "t", ErrorCode.CONTENT_NOT_FOUND, "no page")
    assert await store.gateway.record("m", gone) is End.RECORDED
    assert await store.gateway.record("m", gone) is End.RECORDED, "sent again, it changes nothing"
    (machine,) = await store.people.machines("p")
    counts = (machine.tasks, machine.recorded, machine.failed, machine.lost, machine.leases)
    assert counts == (2, 0, 1, 1, 0)
    await store.close()


async def test_a_database_of_the_version_before_learns_of_official_interfaces_and_keeps_its_jobs(
    tmp_path: Path,
) -> None:
    path = tmp_path / "old.db"
    old = await of_version(path, OFFICIAL - 1)
    insert(old, "RUNNING")
    old.commit()
    old.close()
    settings = DatabaseSettings(url=f"file:{path}")
    assert (await init_schema(settings)).before == OFFICIAL - 1
    store = await open_store(settings)
    assert (await store.official.take("shopee/tw", calls_per_hour=1)).taken
    job = await store.jobs.get("j")
    assert job is not None and job.status is JobStatus.RUNNING
    await store.close()


def test_hot_statements_never_go_through_all_volunteers_results(database: sqlite3.Connection) -> None:
    database.execute(INDEX["make_index"])
    for name, sql in SQL.items():
        plan = [str(row[3]) for row in database.execute(f"EXPLAIN QUERY PLAN {sql}", _Nulls())]
        scans = [
            step for step in plan if step.startswith(("SCAN v", "SCAN own")) and "INDEX volunteer_results_" not in step
        ]
        assert scans == [], (name, plan)


def test_migrations_are_numbered_without_a_gap_and_say_what_they_are_for() -> None:
    folder = resources.files("common.store").joinpath("migrations")
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".sql")), key=lambda file: file.name)
    assert [int(file.name.split("_")[0]) for file in files] == list(range(2, LATEST + 1))
    assert [version for version, _ in MIGRATIONS] == list(range(2, LATEST + 1)), "each file is applied"
    for file in files:
        assert file.read_text("utf-8").startswith(f"-- Version {int(file.name[:4])}: "), file.name


def test_schema_sql_equals_version_1_with_all_migrations(database: sqlite3.Connection) -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as old:
        old.executescript(VERSION_1.read_text("utf-8"))
        for _, sql in MIGRATIONS:
            old.executescript(sql)
        assert described(old) == described(database)


def described(database: sqlite3.Connection) -> dict[str, object]:
    """Tables by their columns in any order, since a migration adds them last; everything else by its SQL."""
    rows = database.execute("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    return {
        f"{kind} {name}": (columns_of(database, name), "WITHOUT ROWID" in sql)
        if kind == "table"
        else without_comments(sql)
        for kind, name, sql in rows
    }


def without_comments(sql: str) -> str:
    """The words of a statement. No name or text in the schema holds two dashes."""
    return " ".join(word for line in sql.splitlines() for word in line.split("--", 1)[0].split())


def columns(path: Path) -> dict[str, set[tuple[object, ...]]]:
    with closing(sqlite3.connect(path)) as database:
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: columns_of(database, name) for name in tables}


def columns_of(database: sqlite3.Connection, table: str) -> set[tuple[object, ...]]:
    """Name, type, NOT NULL, default and place in the primary key of each column."""
    return {row[1:] for row in database.execute(f"PRAGMA table_info({table})")}
