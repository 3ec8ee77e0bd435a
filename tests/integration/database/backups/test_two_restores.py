"""A restore that is run again while the first one still works, as after a line that broke: only one of them comes to an
end, and nothing works with the database before."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from common.errors import ConfigError, SchemaMismatch
from common.job import NewJob
from common.settings import DatabaseSettings, Settings
from common.store import JobFilter, init_schema, open_store
from common.store.store import make_driver
from fleet.operations.database.backup import back_up
from fleet.operations.database.restore import restore
from tests.integration.database.backups.interrupted import Interrupted

JOBS = 450
"""More than two pages of a server's."""


def jobs(account: str) -> list[NewJob]:
    urls = [f"https://shopee.tw/product/{account}/{number}" for number in range(JOBS)]
    return [NewJob(url, url, "shopee", "tw", account, url[-3:], "rss", account, "p") for url in urls]


async def backup_of(folder: Path, account: str) -> Path:
    database = DatabaseSettings(url=f"file:{folder}/{account}.db")
    await init_schema(database)
    store = await open_store(database)
    await store.jobs.add(jobs(account))
    await store.close()
    made = folder / f"{account}-backup.db"
    await back_up(Settings(database=database), made)
    return made


@pytest.fixture(params=["file", pytest.param("server", marks=pytest.mark.libsql_server)])
def into(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    if request.param == "file":
        return Settings(database=DatabaseSettings(url=f"file:{tmp_path}/into.db"))
    return Settings(database=DatabaseSettings(url=request.getfixturevalue("libsql_url")))


async def accounts(into: Settings) -> dict[str, int]:
    store = await open_store(into.database)
    found = await store.listing.jobs(JobFilter(), limit=10 * JOBS)
    await store.close()
    return {account: sum(job.source_account == account for job in found) for account in ("1", "2")}


@pytest.mark.parametrize("before", [2, 5, 20, 40])
async def test_the_later_one_ends_the_first(
    into: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: int
) -> None:
    first, second = await backup_of(tmp_path, "1"), await backup_of(tmp_path, "2")
    began: list[bool] = []

    async def all_of_the_second() -> None:
        began.append(True)
        monkeypatch.undo()
        await restore(into, second)

    monkeypatch.setattr(
        "common.store.store.make_driver", lambda given: Interrupted(make_driver(given), before, all_of_the_second)
    )
    with pytest.raises(ConfigError, match=r"another restore|is not empty"):
        await restore(into, first)
    assert began and await accounts(into) == {"1": 0, "2": JOBS}
    await back_up(into, tmp_path / "again.db")
    with closing(sqlite3.connect(tmp_path / "again.db")) as again:
        assert again.execute("SELECT COUNT(*) FROM job_events").fetchone() == (JOBS,), "no trigger met a copied row"


async def test_none_works_with_it_before_the_later_one_is_done(
    into: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await backup_of(tmp_path, "1"), await backup_of(tmp_path, "2")

    async def the_second_begins() -> None:
        monkeypatch.setattr(
            "common.store.store.make_driver", lambda given: Interrupted(make_driver(given), 25, stop_the_second)
        )
        with pytest.raises(RuntimeError, match="killed"):
            await restore(into, second)
        monkeypatch.undo()

    async def stop_the_second() -> None:
        raise RuntimeError("killed")

    monkeypatch.setattr(
        "common.store.store.make_driver", lambda given: Interrupted(make_driver(given), 30, the_second_begins)
    )
    with pytest.raises(ConfigError, match="another restore"):
        await restore(into, first)
    with pytest.raises(SchemaMismatch, match="holds a part of a backup"):
        await open_store(into.database)
    await restore(into, second)
    assert await accounts(into) == {"1": 0, "2": JOBS}
