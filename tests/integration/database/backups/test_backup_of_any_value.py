"""A backup of a server's database holds each value as it is, whatever was written there by hand."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from common.errors import StoreRejected
from common.settings import DatabaseSettings, Settings
from common.store import init_schema
from common.store.drivers.base import Statement, Value
from common.store.drivers.hrana import HranaDriver
from common.store.store import make_driver
from fleet.operations.database import server_pages
from fleet.operations.database.backup import back_up

pytestmark = pytest.mark.libsql_server

TEXTS = ("", '"', "\\", "a\x00b", "\x1f\x7f\u2028", "茶壺 🫖", "[1.5, null]", "1e3", "NaN", '{"a": "\\u0000"}')
NUMBERS = (0, -1, 2**53 + 1, 2**63 - 1, -(2**63))


@pytest.fixture
async def fleet(libsql_url: str) -> Settings:
    settings = Settings(database=DatabaseSettings(url=libsql_url))
    await init_schema(settings.database)
    return settings


async def put(settings: Settings, *statements: Statement) -> None:
    driver = make_driver(settings.database)
    await driver.connect()
    await driver.batch(statements)
    await driver.close()


def link(url: str, target: Value, at: Value = 5) -> Statement:
    sql = "INSERT INTO short_links (url, target, expanded_at) VALUES (:url, :target, :at)"
    return Statement(sql, {"url": url, "target": target, "at": at})


def kept(backup: Path) -> dict[str, tuple[Value, Value]]:
    with closing(sqlite3.connect(backup)) as made:
        return {
            url: (target, at) for url, target, at in made.execute("SELECT url, target, expanded_at FROM short_links")
        }


async def test_texts_and_numbers_are_as_they_were(fleet: Settings, tmp_path: Path) -> None:
    rows = {f"t{at}": (text, 5) for at, text in enumerate(TEXTS)} | {
        f"n{at}": ("x", it) for at, it in enumerate(NUMBERS)
    }
    await put(fleet, *(link(url, *row) for url, row in rows.items()))
    await back_up(fleet, tmp_path / "backup.db")
    assert kept(tmp_path / "backup.db") == rows


@pytest.mark.parametrize("odd", [0.1 + 0.2, 1e300, 5.0000000000000001e-7])
async def test_fractions_are_not_rounded(
    fleet: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, odd: float
) -> None:
    monkeypatch.setattr(server_pages, "PAGE", 3)
    rows: dict[str, tuple[Value, Value]] = {f"u{number}": ("x", number) for number in range(9)}
    rows["u5"] = ("x", odd)
    await put(fleet, *(link(url, *row) for url, row in rows.items()))
    await back_up(fleet, tmp_path / "backup.db")
    assert kept(tmp_path / "backup.db") == rows


async def test_bytes_stay_bytes(fleet: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_pages, "PAGE", 3)
    rows: dict[str, tuple[Value, Value]] = {f"u{number}": ("x", number) for number in range(9)}
    rows["u4"] = (b"\x00\xff", 4)
    await put(fleet, *(link(url, *row) for url, row in rows.items()))
    await back_up(fleet, tmp_path / "backup.db")
    assert kept(tmp_path / "backup.db") == rows


async def test_a_row_that_is_too_large_within_json_is_read_by_itself(fleet: Settings, tmp_path: Path) -> None:
    """Each of its quotes is written as eight characters then; as a value alone, as four."""
    text = json.dumps('"' * 1_300_000)
    rows: dict[str, tuple[Value, Value]] = {f"u{number}": ("x", number) for number in range(9)}
    rows["u4"] = (text, 4)
    await put(fleet, *(link(url, *row) for url, row in rows.items()))
    driver = HranaDriver(fleet.database.url, timeout_seconds=30)
    await driver.connect()
    with pytest.raises(StoreRejected, match=r"too (large|big)"):
        await driver.batch([Statement("SELECT json_array(target) FROM short_links WHERE url = 'u4'")])
    await driver.close()
    await back_up(fleet, tmp_path / "backup.db")
    assert kept(tmp_path / "backup.db") == rows
