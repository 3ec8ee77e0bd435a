"""A database file of another program is taken for nobody's: no table of ours comes into it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from common.errors import StoreRejected
from common.settings import DatabaseSettings, Settings
from common.store import create_schema, init_schema
from fleet.operations.database.backup import back_up, restore


@pytest.fixture
def others(tmp_path: Path) -> Path:
    path = tmp_path / "places.sqlite"
    with closing(sqlite3.connect(path)) as made:
        made.executescript("CREATE TABLE jobs (x INTEGER PRIMARY KEY AUTOINCREMENT); CREATE TABLE visits (y)")
    return path


def tables(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as opened:
        return {name for (name,) in opened.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


async def test_no_schema_is_made_in_it(others: Path) -> None:
    before = tables(others)
    for making in (init_schema, create_schema):
        with pytest.raises(StoreRejected, match=r"another program's: it has tables of its own \(jobs, visits\)"):
            await making(DatabaseSettings(url=f"file:{others}"))
    assert tables(others) == before


async def test_no_backup_comes_back_into_it(others: Path, tmp_path: Path) -> None:
    ours = Settings(database=DatabaseSettings(url=f"file:{tmp_path / 'fleet.db'}"))
    await init_schema(ours.database)
    await back_up(ours, tmp_path / "backup.db")
    before = tables(others)
    with pytest.raises(StoreRejected, match="another program's"):
        await restore(Settings(database=DatabaseSettings(url=f"file:{others}")), tmp_path / "backup.db")
    assert tables(others) == before


async def test_an_empty_file_is_nobodys(tmp_path: Path) -> None:
    path = tmp_path / "fleet.db"
    with closing(sqlite3.connect(path)) as made:
        made.executescript("CREATE TABLE gone (x INTEGER PRIMARY KEY AUTOINCREMENT); DROP TABLE gone")
    assert tables(path) == {"sqlite_sequence"}
    await create_schema(DatabaseSettings(url=f"file:{path}"))
    assert "crawl_jobs" in tables(path)
