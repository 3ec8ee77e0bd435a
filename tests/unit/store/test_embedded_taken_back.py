"""What becomes of an embedded database whose ROLLBACK fails: nothing of the batch stays, and the next one works."""

from __future__ import annotations

import sqlite3
from collections import UserDict
from pathlib import Path
from typing import Any

import pytest

from common.errors import StoreError
from common.store.drivers.base import Statement
from common.store.drivers.embedded import EmbeddedDriver

connect = sqlite3.connect


def without_rollback(*asked: Any, **given: Any) -> sqlite3.Connection:
    """A connection whose authorizer allows everything else."""

    def allowed(action: int, what: str | None, *_: str | None) -> int:
        return sqlite3.SQLITE_DENY if (action, what) == (sqlite3.SQLITE_TRANSACTION, "ROLLBACK") else sqlite3.SQLITE_OK

    connection: sqlite3.Connection = connect(*asked, **given)
    connection.set_authorizer(allowed)
    return connection


@pytest.fixture
async def driver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(sqlite3, "connect", without_rollback)
    made = EmbeddedDriver(f"file:{tmp_path / 'fleet.db'}", timeout_seconds=1)
    await made.connect()
    await made.batch([Statement("CREATE TABLE t (k TEXT PRIMARY KEY)")])
    yield made
    await made.close()


async def test_the_batch_ends_with_an_error_of_the_store_and_the_next_one_works(driver: EmbeddedDriver) -> None:
    with pytest.raises(StoreError, match="no such table: nowhere"):
        await driver.batch([Statement("INSERT INTO t VALUES ('a')"), Statement("INSERT INTO nowhere VALUES (1)")])
    _, found = await driver.batch([Statement("INSERT INTO t VALUES ('b')"), Statement("SELECT k FROM t")])
    assert [row["k"] for row in found.rows] == ["b"]


async def test_so_does_one_after_a_batch_that_no_error_of_sqlites_ended(driver: EmbeddedDriver) -> None:
    """As when memory runs out in the middle."""

    class Unreadable(UserDict[str, int]):
        def __getitem__(self, name: str) -> int:
            raise MemoryError

    with pytest.raises(MemoryError):
        await driver.batch([Statement("INSERT INTO t VALUES ('a')"), Statement("SELECT :v", Unreadable(v=1))])
    _, found = await driver.batch([Statement("INSERT INTO t VALUES ('b')"), Statement("SELECT k FROM t")])
    assert [row["k"] for row in found.rows] == ["b"]
