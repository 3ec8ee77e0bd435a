"""What a backup of a server says of attempts by the hour is what its own events say, also where the fleet worked on."""

from __future__ import annotations

import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from common.settings import DatabaseSettings, Settings
from common.store import init_schema, open_store
from common.store.drivers.base import Statement
from common.store.store import make_driver
from fleet.operations.database.backup import back_up
from fleet.operations.database.restore import restore
from tests.integration.database.backups.interrupted import AtWork
from tests.integration.store.jobs import result, running

pytestmark = pytest.mark.libsql_server

LONG_AGO = Statement(
    "INSERT INTO attempts_by_hour (hour, platform, via, to_status, error_code, count, last_at)"
    " VALUES (400000, 'shopee', 'http', 'SUCCEEDED', '', 9, 1440000000000)"
)
"""Of events that were pruned since."""


def counted(database: Path) -> tuple[Counter[int], Counter[int]]:
    """Attempts by the hour, as they are counted and as the events say."""
    with closing(sqlite3.connect(database)) as made:
        counts = Counter(dict(made.execute("SELECT hour, SUM(count) FROM attempts_by_hour GROUP BY hour")))
        events = made.execute("SELECT at / 3600000 FROM job_events WHERE from_status = 'RUNNING'")
        return counts, Counter(hour for (hour,) in events)


@pytest.mark.parametrize("table", ["job_events", "crawl_jobs", "console_people"])
async def test_attempts_that_end_while_a_server_is_backed_up_are_counted_as_its_events_are(
    libsql_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, table: str
) -> None:
    server = Settings(database=DatabaseSettings(url=libsql_url))
    await init_schema(server.database)
    store = await open_store(server.database)
    under_way = [await running(store, number, f"t{number}") for number in range(3)]

    async def ended(number: int) -> None:
        await store.jobs.succeed(under_way[number].id, f"t{number}", result(under_way[number], 100 + number))

    await ended(0)
    driver = make_driver(server.database)
    await driver.connect()
    await driver.batch([LONG_AGO])
    await driver.close()

    async def work() -> None:
        await ended(1)
        await ended(2)

    monkeypatch.setattr("common.store.store.make_driver", lambda given: AtWork(make_driver(given), table, work))
    made = await back_up(server, tmp_path / "backup.db")
    monkeypatch.undo()
    await store.close()
    assert made.changed
    await restore(Settings(database=DatabaseSettings(url=f"file:{tmp_path}/again.db")), tmp_path / "backup.db")
    for database in ("backup.db", "again.db"):
        counts, events = counted(tmp_path / database)
        assert counts == events + Counter({400_000: 9})
        assert events.total() == 3
