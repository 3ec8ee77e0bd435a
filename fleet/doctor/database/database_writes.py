"""Whether the database takes writes: refused, busy, or silent while it answers reads."""

from __future__ import annotations

import asyncio
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


async def check_writes(settings: Settings, *, limit_seconds: float) -> Finding:
    """Sends a write that changes no row, and a read when no answer comes in half of `limit_seconds`.

    A database file has nobody who could be silent: there SQLite's own time limit decides.
    """
    from common.store.database.writes import READ, STUCK
    from common.store.drivers.base import Statement
    from common.store.store import make_driver

    write = Statement("UPDATE crawl_jobs SET updated_at = updated_at WHERE id = ''")
    driver = make_driver(settings.database)
    try:
        await driver.connect()
        if settings.database.embedded:
            await driver.batch([write])
        elif not await _answered(driver, write, limit_seconds / 2):
            if await _answered(driver, READ, limit_seconds / 4):
                return failed("database", STUCK, RESTART)
            return failed("database", "it answers neither writes nor reads any more", RESTART)
    except StoreBusy as error:
        return warning("database", f"busy: {error}", "services wait for their turn; if this lasts: docs/operators.md")
    except StoreError as error:
        step = "see the text" if settings.database.embedded else "give the token write access"
        return failed("permissions", f"the database cannot be written: {error}", step)
    finally:
        await driver.close()
    return ok("permissions", "the database can be written")


async def _answered(driver: Driver, statement: Statement, seconds: float) -> bool:
    try:
        async with asyncio.timeout(seconds):
            await driver.batch([statement])
    except (TimeoutError, StoreSilent):
        return False
    return True
