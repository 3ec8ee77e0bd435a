"""A backup replaces nothing that came while it was made, and leaves nothing of one that a disk has no room for."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from common.errors import ConfigError
from common.settings import DatabaseSettings, Settings
from common.store import init_schema
from fleet.operations.database import backup
from fleet.operations.database.backup import back_up

SMALL = """
import resource, signal, sys
from fleet.cli import main
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, 1_000_000))
sys.exit(main(sys.argv[1:]))
"""


async def made(folder: Path) -> Settings:
    settings = Settings(database=DatabaseSettings(url=f"file:{folder}/fleet.db"))
    await init_schema(settings.database)
    return settings


async def test_a_file_that_came_meanwhile_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = await made(tmp_path)
    (tmp_path / "backups").mkdir()
    path, copy = tmp_path / "backups/backup.db", backup._copy_file

    def copied_while_another_backup_ended(settings: Settings, part: Path) -> bool:
        path.write_text("another backup")
        return copy(settings, part)

    monkeypatch.setattr(backup, "_copy_file", copied_while_another_backup_ended)
    with pytest.raises(ConfigError, match="is there already"):
        await back_up(settings, path)
    assert path.read_text() == "another backup"
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.skipif(sys.platform == "win32", reason="no limit to files' sizes")
def test_a_disk_without_room_keeps_nothing_of_it(tmp_path: Path) -> None:
    asyncio.run(made(tmp_path))
    with closing(sqlite3.connect(tmp_path / "fleet.db")) as database:  # more than SQLite writes at once
        database.executescript("CREATE TABLE more (what); INSERT INTO more VALUES (randomblob(4000000))")
    (tmp_path / "backups").mkdir()
    done = subprocess.run(
        [sys.executable, "-c", SMALL, "db", "backup", "backups/backup.db"],
        cwd=tmp_path,
        env={**os.environ, "CRAWLFLEET_DATABASE_URL": f"file:{tmp_path}/fleet.db"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 1 and "could not be written" in done.stderr, done.stderr
    assert list((tmp_path / "backups").iterdir()) == []
