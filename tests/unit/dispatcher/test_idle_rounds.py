"""A dispatcher without work asks its database every second, for months: a hosted one bills each row written."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from common.broker.memory import MemoryBroker
from common.settings import BrokerSettings, DatabaseSettings
from common.settings_tables.dispatch import DispatchSettings
from common.store import init_schema, open_store
from dispatcher.service import DispatchService

ROUNDS = 600


class Clock:
    """The database's and the machine's, a second later at each round."""

    def __init__(self) -> None:
        self.seconds = 1_800_000_000

    def ms(self) -> int:
        return self.seconds * 1000

    def monotonic(self) -> float:
        return float(self.seconds)


async def test_a_round_without_work_seldom_writes(tmp_path: Path) -> None:
    clock, file = Clock(), tmp_path / "jobs.db"
    settings = DatabaseSettings(url=f"file:{file}")
    await init_schema(settings)
    store = await open_store(settings, clock_ms=clock.ms)
    broker = MemoryBroker(BrokerSettings())
    await broker.declare()
    dispatcher = DispatchService(
        store=store, broker=broker, settings=DispatchSettings(), holder="one", monotonic=clock.monotonic
    )
    looking = sqlite3.connect(file)
    written, version = 0, None
    for _ in range(ROUNDS):
        assert (await dispatcher.tick()).leading
        seen = looking.execute("PRAGMA data_version").fetchone()
        written, version = written + (seen != version), seen
        clock.seconds += 1
    looking.close()
    await store.close()
    assert written <= ROUNDS / 2
