"""doctor's look at whether the database takes writes: it writes for real, and leaves every row as it was."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from common.errors import StoreError
from common.settings import DatabaseSettings, Settings
from common.store import init_schema
from common.store.drivers.base import Statement
from fleet.doctor.database.database_writes import check_writes
from fleet.doctor.finding import Level


async def test_the_look_commits_and_leaves_no_row(tmp_path: Path) -> None:
    """What changes no page of the file is taken on a full disk, and says nothing of it."""
    settings = DatabaseSettings(url=f"file:{tmp_path}/fleet.db")
    await init_schema(settings)
    with closing(sqlite3.connect(tmp_path / "fleet.db")) as beside:
        before = beside.execute("PRAGMA data_version").fetchone()
        found = await check_writes(Settings(database=settings), limit_seconds=10)
        assert found.level is Level.OK
        assert beside.execute("PRAGMA data_version").fetchone() != before
        assert beside.execute("SELECT COUNT(*) FROM leadership").fetchone() == (0,)


class Full:
    """A server whose disk takes nothing."""

    def __init__(self, said: str) -> None:
        self._said = said

    async def connect(self) -> None: ...

    async def close(self) -> None: ...

    async def batch(self, statements: Sequence[Statement]) -> None:
        raise StoreError(f"the database http://127.0.0.1:8080 answered: SQLite error: {self._said}")


@pytest.mark.parametrize(
    ("said", "step"),
    [
        ("disk I/O error", "Make room"),
        ("database or disk is full", "Make room"),
        ("attempt to write a readonly database", "read-only"),
        ("not authorized", "give the token write access"),
    ],
)
async def test_a_servers_disk_and_a_token_are_told_apart(monkeypatch: pytest.MonkeyPatch, said: str, step: str) -> None:
    monkeypatch.setattr("common.store.store.make_driver", lambda settings: Full(said))
    settings = Settings(database=DatabaseSettings(url="http://127.0.0.1:8080"))
    found = await check_writes(settings, limit_seconds=10)
    assert (found.level, found.section) == (Level.FAILED, "permissions")
    assert said in found.text
    assert step in (found.next_step or "")
