"""CSV has its heading also where there is no row, and the same one where there are some."""

from __future__ import annotations

import dataclasses
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from common.broker.base import DeadLetter
from common.store import WorkerRow
from fleet.doctor.finding import Finding, ok
from fleet.letters import Letter
from fleet.operations import examining
from fleet.operations.accounts import Account
from fleet.operations.json_objects import row_object
from fleet.operations.selecting import Wanted
from fleet.terminal.views.jobs.dead_letters import show_letters
from fleet.terminal.views.queues import show_accounts
from tests.unit.fleet.command_line import Fleet, crawled, fleet

__all__ = ["fleet"]


def test_dead_letters(capsys: pytest.CaptureFixture[str]) -> None:
    letter = Letter(DeadLetter("crawl.dlq.shopee", "shopee.tw", None, "no reason", "{}"), None)
    headings = []
    for letters in ([], [letter]):
        show_letters(letters, Wanted(), more=False, as_json=False, as_csv=True)
        headings.append(capsys.readouterr().out.splitlines()[0])
    assert headings[0] == headings[1] and headings[0].startswith("queue,job_id,reason,")


def test_accounts_of_the_broker(capsys: pytest.CaptureFixture[str]) -> None:
    headings = []
    for accounts in ([], [Account("attic-pc", "worker", "^crawl", 5)]):
        show_accounts(accounts, as_json=False, as_csv=True)
        headings.append(capsys.readouterr().out.splitlines()[0])
    assert headings == ["name,role,read,max_connections"] * 2


def test_a_row_is_told_field_by_field_as_it_is() -> None:
    told = WorkerRow("w-1", "worker", "0.2.0", "working", 1, 2, 3, 4, 5, "http", 38, None)
    assert row_object(told) == dataclasses.asdict(told)
    assert list(row_object(told)) == [field.name for field in dataclasses.fields(WorkerRow)]


def test_prices(fleet: Fleet, tmp_path: Path) -> None:
    job = fleet.store(lambda store: crawled(store, 1))
    some = fleet("products", "history", job, "--csv").out.splitlines()
    (database,) = tmp_path.rglob("*.db")
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("DELETE FROM price_observations")
    none = fleet("products", "history", job, "--csv").out.splitlines()
    assert len(some) == 2 and none == some[:1]


def test_findings_of_which_none_is_wrong(fleet: Fleet, monkeypatch: pytest.MonkeyPatch) -> None:
    async def all_well(config: Path | None, **_: Any) -> AsyncIterator[Finding]:
        yield ok("disk", "room enough")

    monkeypatch.setattr(examining, "findings", all_well)
    every, wrong = fleet("doctor", "--csv").out.splitlines(), fleet("doctor", "--csv", "--wrong").out.splitlines()
    assert len(every) == 2 and wrong == every[:1]
