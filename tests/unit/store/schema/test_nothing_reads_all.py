"""No statement goes through a whole table that grows for years, but for those that are named here with the reason.

A short test never notices: a table of ten rows is read at once, whichever way SQLite takes. So its plan is asked for.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Mapping

import pytest

from common.store.schema import schema_sql
from common.store.statements import SQL
from common.store.texts.statements import SQL as INDEX

GROWING = {
    *("crawl_jobs", "job_sightings", "job_events", "products", "price_observations", "product_changes"),
    *("feed_skips", "short_links", "gateway_leases", "volunteer_results", "trust", "shop_windows", "unbegun_leases"),
    *("machine_days", "operator_events", "notices", "search_texts", "attempts_by_hour"),
}

ASKED_SELDOM = {
    "account_notices": "an account is forgotten",
    "accounts_with_skips": "old rows are pruned",
    "count_account_notices": "an account is forgotten",
    "clock_back_due": "once after the database's clock was set back",
    "erase_from_events": "an account is forgotten",
    "how_many": "doctor",
    "product_changes_page_of_shop": "a single shop's changes are shown; of the products their list's index alone",
    "operator_events_about": "one volunteer is shown; along the times, up to a limit",
    "trust_records": "volunteers are shown",
}
"""Statement → who asks. Each of them is an operator's, and none is asked by a service again and again."""

LISTS = ("jobs_page", "job_names_page", "jobs_count", "jobs_of_ids", "errors_by_shop", "products_page", "named_about")
"""Lists of operators: of a network, of a word in the indexed texts."""

_NAMED = re.compile(rf"\b(?:{'|'.join(sorted(GROWING))})(?:\s+AS)?\s+(\w+)")
"""What a statement calls a growing table by; a keyword behind its name does no harm."""
_SCAN = re.compile(r"SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?")


class _Nulls(dict[str, None]):
    def __missing__(self, name: str) -> None:
        return None


@pytest.fixture
def database() -> Iterator[sqlite3.Connection]:
    made = sqlite3.connect(":memory:", isolation_level=None)
    made.executescript(schema_sql())
    made.execute(INDEX["make_index"])
    yield made
    made.close()


def partial_indexes(database: sqlite3.Connection) -> set[str]:
    """Those of one state: they hold what is open, waits or lives, and so stay small."""
    found = database.execute("SELECT name FROM sqlite_master WHERE type = 'index' AND sql LIKE '%WHERE%'")
    return {str(name) for (name,) in found}


def whole_reads(database: sqlite3.Connection, statements: Mapping[str, str]) -> dict[str, list[str]]:
    """Statement → the steps of its plan that go through all of a growing table."""
    small = partial_indexes(database)
    found: dict[str, list[str]] = {}
    for name, sql in statements.items():
        called = GROWING.union(_NAMED.findall(sql))
        for row in database.execute(f"EXPLAIN QUERY PLAN {sql}", _Nulls()):
            scan = _SCAN.match(str(row[3]))
            if scan and scan[1] in called and scan[2] not in small:
                found.setdefault(name, []).append(str(row[3]))
    return found


def test_only_operators_questions_go_through_a_whole_table(database: sqlite3.Connection) -> None:
    asked = {name: sql for name, sql in (SQL | INDEX).items() if not sql.startswith(("CREATE", "DROP"))}
    reads = whole_reads(database, asked)
    unknown = {name: steps for name, steps in reads.items() if name not in ASKED_SELDOM and not name.startswith(LISTS)}
    assert unknown == {}
    assert ASKED_SELDOM.keys() - reads.keys() == set(), "these read little now, so their excuse is over"


def test_a_whole_read_would_be_noticed(database: sqlite3.Connection) -> None:
    statements = {
        "whole": "SELECT COUNT(*) FROM notices n WHERE n.state = 'waiting'",
        "by_its_index": "SELECT COUNT(*) FROM notices WHERE state IN ('waiting', 'sending') AND state = 'waiting'",
        "one_state": "SELECT COUNT(*) FROM crawl_jobs WHERE status = 'RUNNING'",
        "all_jobs": "SELECT COUNT(*) FROM crawl_jobs WHERE status = 'NEW'",
    }
    assert whole_reads(database, statements).keys() == {"whole", "all_jobs"}


@pytest.mark.parametrize("status", ["NEW", "QUEUED"])
def test_what_gateways_ask_every_few_seconds_reads_the_small_index_of_its_state(
    database: sqlite3.Connection, status: str
) -> None:
    plan = [str(row[3]) for row in database.execute(f"EXPLAIN QUERY PLAN {SQL['paused_shops_that_hold']}", _Nulls())]
    assert any(f"INDEX crawl_jobs_{status.lower()} " in step for step in plan), plan
    assert not any("crawl_jobs_listed" in step for step in plan), plan
