"""A backup comes back by whatever name it was written."""

from __future__ import annotations

import asyncio
import errno
import os
import sqlite3
from pathlib import Path

import pytest

from common.settings import DatabaseSettings, Settings
from common.store import init_schema
from fleet.cli import main
from fleet.operations.database.backup import back_up
from fleet.operations.database.restore import restore


@pytest.mark.parametrize("name", ["fleet#1.db", "fleet%41.db", "a fleet's.db"])
def test_signs_of_an_address_in_its_name(name: str, tmp_path: Path) -> None:
    old, new = (Settings(database=DatabaseSettings(url=f"file:{tmp_path / one}.db")) for one in ("old", "new"))

    async def there_and_back() -> tuple[int, int]:
        await init_schema(old.database)
        made = await back_up(old, tmp_path / name)
        return made.rows, (await restore(new, tmp_path / name)).rows

    written, restored = asyncio.run(there_and_back())
    assert written == restored > 0
    files = {path.name for path in tmp_path.iterdir() if not path.name.endswith(("-wal", "-shm"))}
    assert files == {name, "new.db", "old.db"}, "nothing beside it was made"


@pytest.mark.parametrize(("words", "said"), [("backup", "cannot be written: File name"), ("restore", "cannot be read")])
def test_a_name_longer_than_the_system_takes(
    words: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CRAWLFLEET_DATABASE_URL", f"file:{tmp_path / 'fleet.db'}")
    with pytest.raises(SystemExit) as ended:
        main(["db", words, str(tmp_path / ("f" * 300))])
    assert ended.value.code == 1
    assert said in capsys.readouterr().err


def test_a_database_of_such_a_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CRAWLFLEET_DATABASE_URL", f"file:{tmp_path / ('f' * 300)}")
    with pytest.raises(SystemExit) as ended:
        main(["jobs", "list"])
    assert ended.value.code == 1
    assert "unable to open database file" in capsys.readouterr().err


def sqlites_full() -> sqlite3.Error:
    """As SQLite raises it where a file cannot grow."""
    file = sqlite3.connect(":memory:")
    file.executescript("PRAGMA max_page_count = 2; CREATE TABLE t (x)")
    with pytest.raises(sqlite3.OperationalError) as full:
        file.execute("INSERT INTO t VALUES (zeroblob(100000))")
    file.close()
    return full.value


@pytest.mark.parametrize(
    "error", [OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)), sqlites_full()], ids=["system", "sqlite"]
)
def test_a_disk_without_room_is_told_with_what_helps(
    error: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    database = DatabaseSettings(url=f"file:{tmp_path / 'fleet.db'}")
    asyncio.run(init_schema(database))
    monkeypatch.setenv("CRAWLFLEET_DATABASE_URL", database.url)

    def full(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SystemExit) as ended:
        main(["db", "backup", str(tmp_path / "b.db")])
    assert ended.value.code == 1
    said = " ".join(capsys.readouterr().err.split())
    assert "could not be written" in said and "Make room there, or name a file elsewhere." in said
    assert not [path for path in tmp_path.iterdir() if path.name.startswith("b.db")]
