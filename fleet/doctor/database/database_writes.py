"""Whether the database takes writes: refused, busy, or silent while it answers reads."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from common.errors import StoreBusy, StoreError, StoreSilent
from fleet.doctor.finding import Finding, failed, ok, warning

if TYPE_CHECKING:
    from common.settings import Settings
    from common.store.drivers.base import Driver, Statement

RESTART = (
    "systemctl restart crawlfleet-database (or docker compose restart libsql), and see that it runs with "
    "SQLD_MAX_CONCURRENT_CONNECTIONS=2: docs/operators.md"
)

_NO_ROOM = ("disk I/O error", "disk is full", "readonly database")
"""What a server says whose disk is full, or takes nothing. Which of both, only its own log and machine tell."""
_MAKE_ROOM = (
    "on the server's machine: its disk is full (`df -h`), read-only, or not its user's. Make room, or mount it anew; "
    "then all goes on by itself, and results wait on the workers' disks. `journalctl -u crawlfleet-database` "
    "(or `docker compose logs libsql`) says which"
)


async def check_writes(settings: Settings, *, limit_seconds: float) -> Finding:
    """Sends a write that leaves every row as it was, and a read when no answer comes in half of `limit_seconds`. A row
    comes and goes in one transaction: a statement that finds no row to change writes nothing, and is taken on a full
    disk.

    A database file has nobody who could be silent: there SQLite's own time limit decides.
    """
    from common.store.database.writes import READ, STUCK
    from common.store.drivers.base import Statement
    from common.store.store import make_driver

    write = (
        Statement("INSERT INTO leadership (role, holder, expires_at) VALUES ('a look of doctor''s', '', 0)"),
        Statement("DELETE FROM leadership WHERE role = 'a look of doctor''s'"),
    )
    driver = make_driver(settings.database)
    try:
        await driver.connect()
        if settings.database.embedded:
            await driver.batch(write)
        elif not await _answered(driver, write, limit_seconds / 2):
            if await _answered(driver, (READ,), limit_seconds / 4):
                return failed("database", STUCK, RESTART)
            return failed("database", "it answers neither writes nor reads any more", RESTART)
    except StoreBusy as error:
        return warning("database", f"busy: {error}", "services wait for their turn; if this lasts: docs/operators.md")
    except StoreError as error:
        return failed("permissions", f"the database cannot be written: {error}", _step(settings, error))
    finally:
        await driver.close()
    return ok("permissions", "the database can be written")


def _step(settings: Settings, error: StoreError) -> str:
    if settings.database.embedded:
        return "see the text"
    return _MAKE_ROOM if any(words in str(error) for words in _NO_ROOM) else "give the token write access"


async def _answered(driver: Driver, statements: Sequence[Statement], seconds: float) -> bool:
    try:
        async with asyncio.timeout(seconds):
            await driver.batch(statements)
    except (TimeoutError, StoreSilent):
        return False
    return True
