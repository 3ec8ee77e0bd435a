"""The database: reachable, of the right schema, writable, its clock near ours."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING

from common.errors import StoreError
from fleet.doctor.finding import Finding, failed, ok, warning
from fleet.durations import short_duration
from fleet.opening import embedded_path

if TYPE_CHECKING:
    from common.settings import Settings
    from common.store import Store

SKEW_WARNING_MS = 5_000


async def check_reachable(settings: Settings) -> AsyncIterator[Finding]:
    """Ends with a failed finding when nothing more can be asked."""
    from common.store import schema_version
    from common.store.schema import LATEST
    from common.store.store import make_driver

    url = settings.database.url
    if settings.database.embedded and not embedded_path(settings.database).exists():
        yield failed("database", f"{url}: there is no such file", "crawlfleet db init")
        return
    driver = make_driver(settings.database)
    try:
        try:
            began = time.monotonic()
            await driver.connect()
            version = await schema_version(driver)
            took_ms = (time.monotonic() - began) * 1000
        except StoreError as error:
            yield failed("database", str(error), "check database.url, its token, and that the server runs")
            return
        yield ok("database", f"{url}: answered in {took_ms:.0f} ms")
        if version == LATEST:
            yield ok("schema", f"version {version}, as this program needs")
        elif version is None:
            yield failed("schema", "there is none yet", "crawlfleet db init")
        elif version < LATEST:
            yield failed(
                "schema", f"version {version}; this program needs {LATEST}", "stop the fleet; crawlfleet db init"
            )
        else:
            yield failed("schema", f"version {version}, newer than this program's {LATEST}", "upgrade crawlfleet")
    finally:
        await driver.close()


async def check_clock(store: Store, clock_ms: Callable[[], int]) -> Finding:
    """Leases run on the database's clock; a wrong one here only misleads logs, TLS and people."""
    before = clock_ms()
    theirs = await store.jobs.now_ms()
    after = clock_ms()
    skew_ms = theirs - (before + after) // 2
    if abs(skew_ms) - (after - before) > SKEW_WARNING_MS:
        side = "ahead of" if skew_ms > 0 else "behind"
        return warning(
            "clock",
            f"the database's clock is {short_duration(abs(skew_ms))} {side} this machine's",
            "leases do not suffer, logs and certificates do: switch time synchronisation on (timedatectl)",
        )
    return ok("clock", f"this machine and the database agree within {max(abs(skew_ms), 1)} ms")
