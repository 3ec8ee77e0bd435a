"""What a backup of a server leaves when it is killed is never taken for a whole one, however far it came."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from common.errors import ConfigError
from common.settings import DatabaseSettings, Settings
from common.store import init_schema, open_store
from common.store.drivers.base import Driver, Rows, Statement
from common.store.store import make_driver
from fleet.operations.database.backup import back_up
from fleet.operations.database.restore import restore


class _Watched:
    """A driver that copies what there is of the backup before each answer, as a kill at that moment would leave it."""

    def __init__(self, driver: Driver, folder: Path) -> None:
        self._driver = driver
        self._folder = folder
        self.left: list[Path] = []
        self.connect, self.close = driver.connect, driver.close

    async def batch(self, statements: Sequence[Statement]) -> Sequence[Rows]:
        for part in self._folder.glob("*.crawlfleet-part"):
            self.left.append(Path(shutil.copy(part, self._folder / f"left-{len(self.left)}.db")))
        return await self._driver.batch(statements)


@pytest.mark.libsql_server
async def test_what_a_killed_backup_leaves_is_refused_at_every_table(
    libsql_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = DatabaseSettings(url=libsql_url)
    await init_schema(server)
    store = await open_store(server)
    await store.domains.add("pine.example", by="ada")  # in a table whose name comes behind the version's
    await store.close()

    watched = _Watched(make_driver(server), tmp_path)
    monkeypatch.setattr("common.store.store.make_driver", lambda _: watched)
    await back_up(Settings(database=server), tmp_path / "backup.db")
    monkeypatch.undo()
    with closing(sqlite3.connect(tmp_path / "backup.db")) as whole:
        rows = whole.execute("SELECT domain FROM shop_domains").fetchall()
    assert rows == [("pine.example",)]
    assert len(watched.left) > 20, "each table was watched"
    # Before the last answer, which says whether the fleet worked on, everything is there.
    for number, part in enumerate(watched.left[:-1]):
        into = Settings(database=DatabaseSettings(url=f"file:{tmp_path}/into-{number}.db"))
        with pytest.raises(ConfigError, match=r"has no schema yet|holds a part of a backup"):
            await restore(into, part)
        assert not (tmp_path / f"into-{number}.db").exists()
