"""A backup of a server that is made while `db init` brings the same database forward, as one from a timer may be."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from common.errors import CrawlfleetError
from common.settings import DatabaseSettings, Settings
from common.store import init_schema, open_store
from common.store.schema import LATEST, schema_sql
from common.store.store import make_driver
from fleet.operations.database.backup import back_up
from fleet.operations.database.restore import restore
from tests.integration.database.backups.interrupted import Interrupted
from tests.old_database import make_old


@pytest.mark.libsql_server
@pytest.mark.parametrize("before", [3, 4, 20, 30])
@pytest.mark.parametrize("version", [19, LATEST - 2])
async def test_what_it_wrote_is_whole_or_is_not_there(
    libsql_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: int, version: int
) -> None:
    server, path = DatabaseSettings(url=libsql_url), tmp_path / "backup.db"
    await make_old(server, version)
    happened: list[bool] = []

    async def brought_forward() -> None:
        happened.append(True)
        monkeypatch.undo()
        await init_schema(server)

    monkeypatch.setattr(
        "common.store.store.make_driver", lambda given: Interrupted(make_driver(given), before, brought_forward)
    )
    try:
        await back_up(Settings(database=server), path)
    except CrawlfleetError as error:
        assert "brought forward" in str(error) and not path.exists()
        await back_up(Settings(database=server), path)
    assert happened
    with closing(sqlite3.connect(path)) as made:
        said = made.execute("SELECT MAX(version) FROM schema_version").fetchone()[0]
        assert said in {version, LATEST}
    into = DatabaseSettings(url=f"file:{tmp_path}/into.db")
    await restore(Settings(database=into), path)
    store = await open_store(into)
    await store.jobs.add([])
    await store.close()
    with closing(sqlite3.connect(tmp_path / "into.db")) as restored, closing(sqlite3.connect(":memory:")) as fresh:
        fresh.executescript(schema_sql())
        for table in [row[0] for row in fresh.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]:
            columns = f"SELECT name FROM pragma_table_info('{table}') ORDER BY name"
            assert restored.execute(columns).fetchall() == fresh.execute(columns).fetchall(), table
