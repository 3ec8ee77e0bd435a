"""Whoever was signed out after a backup is not signed in by it again."""

from __future__ import annotations

from pathlib import Path

from common.settings import DatabaseSettings, Settings
from common.store import ConsoleRole, init_schema, open_store
from common.timing.units import DAY_MS
from fleet.operations.database.backup import back_up
from fleet.operations.database.restore import restore


async def test_a_session_that_was_ended_since_stays_ended(tmp_path: Path) -> None:
    fleet = Settings(database=DatabaseSettings(url=f"file:{tmp_path}/fleet.db"))
    again = Settings(database=DatabaseSettings(url=f"file:{tmp_path}/again.db"))
    await init_schema(fleet.database)
    store = await open_store(fleet.database)
    await store.console.invite("ada", role=ConsoleRole.OPERATOR, secret_hash="invite", expires_in_ms=DAY_MS)
    assert await store.console.accept("invite", password="first") == "ada"
    await store.console.begin("stolen", "ada", password="first", lasts_ms=DAY_MS)
    await back_up(fleet, tmp_path / "backup.db")
    await store.console.end("stolen")
    await store.close()
    await restore(again, tmp_path / "backup.db")
    store = await open_store(again.database)
    assert await store.console.signed_in("stolen") is None
    person = await store.console.person("ada")
    assert person is not None and person.password == "first"
    await store.close()
