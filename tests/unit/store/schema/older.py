"""Databases as older versions of the program made them."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from common.store.drivers.embedded import EmbeddedDriver
from common.store.schema import MIGRATIONS, migrate
from tests.places import FIXTURES

VERSION_1 = FIXTURES / "schema_version_1.sql"


async def of_version(path: Path, version: int) -> sqlite3.Connection:
    """A new file of version 1 that was brought forward to this version step by step; empty, for the test to fill."""
    old = sqlite3.connect(path)
    old.executescript(VERSION_1.read_text("utf-8"))
    old.execute("INSERT INTO schema_version (version, applied_at) VALUES (1, 0)")
    old.commit()
    driver = EmbeddedDriver(f"file:{path}", timeout_seconds=5)
    await driver.connect()
    await migrate(driver, "old", latest=version, migrations=MIGRATIONS[: version - 1])
    await driver.close()
    return old
