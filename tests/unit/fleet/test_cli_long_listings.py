"""A listing of any length is asked for a page at a time: neither this process nor an answer holds all of it.

One that ends at its limit though there is more says so: below the table, or beside what a program reads.
"""

from __future__ import annotations

import json
import re
import shlex
import sqlite3
import sys
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest

from common.errors import ErrorCode
from common.store import Cursor, Store
from common.store.database.database import Database
from common.store.drivers.base import Rows, Value
from fleet.commands.typed.options import USUAL_LIMIT
from fleet.operations.database import paging
from fleet.terminal.table import on_from
from tests.unit.fleet.command_line import Fleet, crawled, dead, fleet, new_job
from worker.volunteer.fetch_log import FetchLog, Request

__all__ = ["fleet"]

LISTINGS = (
    ("audit", "operator_events_page"),
    ("products changes", "product_changes_page"),
    ("products list", "products_page"),
    ("notify log", "notices_page"),
)
ROWS = 5
MORE_THAN_USUAL = USUAL_LIMIT + 1


async def fill(store: Store) -> None:
    for number in range(ROWS):
        await store.operators.began(f"e{number}", operator="ada", through="x", action="a", target="{}", meant=None)
        await crawled(store, number)


def fill_what_only_services_write(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute(
            "INSERT INTO product_changes (product_key, at, kind) SELECT product_key, 5, 'gone' FROM products"
        )
        database.execute(
            "INSERT INTO notices (rule, event, kind, target, at, noted_at, line, due_at)"
            " SELECT 1, product_key, 'gone', 'chat', 5, 5, product_key, 5 FROM products"
        )


@pytest.mark.parametrize(("words", "statement"), LISTINGS)
@pytest.mark.parametrize("form", ["--json", "--csv", None])
def test_a_long_listing_comes_page_by_page_and_whole(
    fleet: Fleet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, statement: str, form: str | None
) -> None:
    fleet.store(fill)
    fill_what_only_services_write(tmp_path / "fleet.db")
    monkeypatch.setattr(paging, "ROWS_A_PAGE", 2)
    asked: list[Value] = []
    really = Database.one

    async def one(self: Database, name: str, **values: Value) -> Rows:
        if name.startswith(statement):
            asked.append(values["limit"])
        return await really(self, name, **values)

    monkeypatch.setattr(Database, "one", one)
    said = fleet(*words.split(), *([form] if form else []), "--limit", "4")
    assert said.code == 0, said.err
    assert asked == [3, 3], "one more than a page, which tells whether there is a next one"
    if form == "--json":
        assert len({json.dumps(one) for one in said.objects}) == 4
    elif form == "--csv":
        assert len(said.out.splitlines()) == 5


AGE = re.compile(r"\b\d+s\b")
TABLES = [*LISTINGS, ("jobs list", "")]


@pytest.mark.parametrize(("words", "statement"), TABLES)
@pytest.mark.parametrize("columns", ["80", "200", ""])
def test_a_table_in_parts_is_written_as_it_comes_and_is_as_one(
    fleet: Fleet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, statement: str, columns: str
) -> None:
    fleet.store(fill)
    fill_what_only_services_write(tmp_path / "fleet.db")
    monkeypatch.setenv("COLUMNS", columns)
    whole = AGE.sub("", fleet(*words.split(), "--limit", "4").out)
    monkeypatch.setattr(paging, "ROWS_A_PAGE", 2)
    written: list[int] = []
    really = Database.one

    async def one(self: Database, name: str, **values: Value) -> Rows:
        if name.startswith(statement or "jobs_"):
            written.append(getattr(sys.stdout, "getvalue")().count("\n"))  # noqa: B009
        return await really(self, name, **values)

    monkeypatch.setattr(Database, "one", one)
    assert AGE.sub("", fleet(*words.split(), "--limit", "4").out) == whole
    assert written[0] == 0 < written[-1] or not statement, "what came first is shown before more is asked for"


async def _many_jobs(store: Store) -> None:
    await store.jobs.add([new_job(number) for number in range(MORE_THAN_USUAL)])


@pytest.mark.parametrize("form", ["--csv", "--json"])
def test_an_export_that_nobody_limited_says_that_there_is_more(fleet: Fleet, form: str) -> None:
    fleet.store(_many_jobs)
    said = fleet("jobs", "list", form)
    assert len(said.out.splitlines()) == USUAL_LIMIT + (form == "--csv")
    (told,) = re.findall(r"^\(the last 50; more with --limit, or --after (\S+)\)$", said.err, re.MULTILINE)
    behind = fleet("jobs", "list", form, "--after", told)
    assert len(behind.out.splitlines()) == 1 + (form == "--csv") and behind.err == ""
    assert not set(behind.out.splitlines()[-1:]) & set(said.out.splitlines()), "no row twice"


PLACES = {
    "audit": ("at", "id"),
    "products changes": ("at", "id"),
    "products list": ("last_seen_at", "product_key"),
    "jobs list": ("updated_at", "id"),
}
"""Of a row as docs/operators.md has it: what a program goes on behind."""


@pytest.mark.parametrize("words", PLACES)
def test_a_program_goes_on_behind_the_last_row_that_it_was_given(fleet: Fleet, tmp_path: Path, words: str) -> None:
    fleet.store(fill)
    fill_what_only_services_write(tmp_path / "fleet.db")
    whole = fleet(*words.split(), "--json").objects
    seen: list[object] = []
    while page := fleet(*words.split(), "--json", "--limit", "2", *behind_it(words, seen)).objects:
        seen += page
    assert seen == whole and len(seen) == ROWS


def behind_it(words: str, seen: list[object]) -> list[str]:
    last = seen[-1] if seen else None
    return ["--after", ".".join(str(last[name]) for name in PLACES[words])] if isinstance(last, dict) else []


def test_a_place_with_a_blank_is_told_as_a_shell_takes_it() -> None:
    assert shlex.split(on_from(Cursor(5, "name with a blank"))) == ["--after", "5.name with a blank"]


def test_the_place_of_a_notice_that_is_told_leads_on(fleet: Fleet, tmp_path: Path) -> None:
    """It names neither its rule nor its event."""
    fleet.store(fill)
    fill_what_only_services_write(tmp_path / "fleet.db")
    told = fleet("notify", "log", "--limit", "2").out.splitlines()[-1]
    *_, after, place = shlex.split(told.strip("()"))
    assert after == "--after" and re.fullmatch(r"\d+\.\d+", place)
    assert len(fleet("notify", "log", "--json", "--after", place).objects) == ROWS - 2


@pytest.mark.parametrize(("limit", "rows"), [("2", 2), (str(MORE_THAN_USUAL), MORE_THAN_USUAL), ("1000", 51)])
def test_whoever_said_how_much_is_told_nothing(fleet: Fleet, limit: str, rows: int) -> None:
    fleet.store(_many_jobs)
    said = fleet("jobs", "list", "--json", "--limit", limit)
    assert (len(said.objects), said.err) == (rows, "")


def test_an_export_with_all_there_is_says_nothing(fleet: Fleet) -> None:
    fleet.store(lambda store: store.jobs.add([new_job(number) for number in range(USUAL_LIMIT)]))
    said = fleet("jobs", "list", "--json")
    assert (len(said.objects), said.err) == (USUAL_LIMIT, "")


async def _failed_in_two_ways(store: Store) -> None:
    await dead(store, 1, ErrorCode.TIMEOUT)
    await dead(store, 2, ErrorCode.ACCESS_DENIED)


def test_a_count_of_errors_says_that_others_follow(fleet: Fleet) -> None:
    fleet.store(_failed_in_two_ways)
    assert fleet("jobs", "errors", "--limit", "1").out.splitlines()[-1] == "(the first 1; more with --limit)"
    assert "more with" not in fleet("jobs", "errors", "--limit", "2").out


async def _unknown_domains(store: Store) -> None:
    met = {f"lantern-{number}.example": 1 for number in range(MORE_THAN_USUAL)}
    await store.feeds.record_poll("rss", "@a", jobs=(), sightings=(), cursor=None, unregistered=met)


def test_so_do_the_domains_that_are_no_shop(fleet: Fleet) -> None:
    fleet.store(_unknown_domains)
    assert "(the first 50; more with --limit)" in fleet("feeds", "unregistered").out.splitlines()
    said = fleet("feeds", "unregistered", "--csv")
    assert (len(said.out.splitlines()), said.err) == (51, "(the first 50; more with --limit)\n")


def test_and_the_log_of_a_lent_pc(fleet: Fleet, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CRAWLFLEET_HOME", str(tmp_path))
    log = FetchLog(tmp_path)
    for number in range(3):
        log.note(Request(datetime.now(), f"https://shop.example/{number}", 200, 10))
    told = fleet("volunteer", "log", "--limit", "2").out.splitlines()
    assert [line.split("/")[-1] for line in told[-3:-1]] == ["1", "2"]
    assert told[-1] == "(the last 2; more with --limit)"
    assert "more with" not in fleet("volunteer", "log", "--limit", "3").out


def test_and_a_products_prices(fleet: Fleet, tmp_path: Path) -> None:
    fleet.store(lambda store: crawled(store, 1))
    with closing(sqlite3.connect(tmp_path / "fleet.db", isolation_level=None)) as database:
        database.execute(
            "INSERT INTO price_observations (product_key, job_id, lease_token, price_minor, currency, availability,"
            " observed_at) SELECT product_key, job_id, 'before', 1, 'TWD', 'IN_STOCK', 5 FROM price_observations"
        )
    history = ("products", "history", "shopee:tw:1")
    assert fleet(*history, "--limit", "1").out.splitlines()[-1] == "(the last 1; more with --limit)"
    assert "more with" not in fleet(*history, "--limit", "2").out
