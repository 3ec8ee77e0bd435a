"""A listing of any length is asked for a page at a time: neither this process nor an answer holds all of it."""

from __future__ import annotations

import json
import re
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from common.store import Store
from common.store.database.database import Database
from common.store.drivers.base import Rows, Value
from fleet.operations.database import paging
from tests.unit.fleet.command_line import Fleet, crawled, fleet

__all__ = ["fleet"]

LISTINGS = (
    ("audit", "operator_events_page"),
    ("products changes", "product_changes_page"),
    ("products list", "products_page"),
    ("notify log", "notices_page"),
)
ROWS = 5


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
