"""The database: reachable, of the right schema, writable, its clock near ours."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING

from common.errors import StoreError
from common.output.unreached import REFUSED
from fleet.doctor.finding import Finding, failed, ok, warning
from fleet.durations import clocks_apart
from fleet.opening import beside_settings, embedded_path, makes_database, no_file_yet

if TYPE_CHECKING:
    from common.settings import Settings
    from common.store import Store
    from common.store.compatibility import SchemaStanding

SKEW_WARNING_MS = 5_000
AHEAD_WARNING_MS = 60_000


_START = (
    "start it (`systemctl start crawlfleet-database`, `docker compose up -d libsql`, deploy/database/run); if it runs "
    "elsewhere, correct database.url"
)
_SILENT = (
    "it hangs, or the way to it does: restart it (`systemctl restart crawlfleet-database`, `docker compose restart "
    "libsql`), what was confirmed is kept; else check the network; --timeout waits longer"
)


def silent(settings: Settings, seconds: float) -> Finding:
    """It was asked, and neither answered nor refused."""
    text = f"{settings.database.url}: no answer within {seconds:g} s"
    if settings.database.embedded:
        return failed(
            "database", text, "the disk, or a program that writes into it, holds it up; --timeout waits longer"
        )
    return failed("database", text, _SILENT)


async def check_reachable(settings: Settings) -> AsyncIterator[Finding]:
    """The first finding is ok when it answers. Ends with a failed one when nothing more can be asked, or with a warning
    for a file that `crawlfleet up` would make."""
    from common.store.compatibility import HalfRestored, refuse_others_file, schema_standing
    from common.store.schema import LATEST
    from common.store.store import make_driver

    url = settings.database.url
    if there := beside_settings(settings.database):
        yield failed("database", *there)
        return
    if no_file_yet(settings.database):
        missing = f"there is no database at {embedded_path(settings.database).absolute()}"
        step = makes_database(settings)
        if settings.broker.in_memory:
            yield warning("database", f"{missing} yet", f"`{step}` makes it")
        else:
            yield failed("database", missing, step)
        return
    driver = make_driver(settings.database)
    try:
        try:
            began = time.monotonic()
            await driver.connect()
            standing = await schema_standing(driver)
            if standing is None:
                await refuse_others_file(driver, url)
            took_ms = (time.monotonic() - began) * 1000
        except HalfRestored as error:
            yield failed("schema", str(error), "`crawlfleet db restore FILE`, again")
            return
        except StoreError as error:
            step = "check database.url, its token, and that the server runs"
            if settings.database.embedded:
                step = "check database.url, who may read and write that file and its folder, and the disk's room"
            elif REFUSED in str(error):
                step = _START
            yield failed("database", str(error), step)
            return
        yield ok("database", f"{url}: answered in {took_ms:.0f} ms")
        yield _judged(standing, LATEST)
    finally:
        await driver.close()


def _judged(standing: SchemaStanding | None, latest: int) -> Finding:
    if standing is None:
        return failed(
            "schema", "there is none yet", "`crawlfleet db init`, or of a backup `crawlfleet db restore FILE`"
        )
    version = standing.version
    if version == latest:
        return ok("schema", f"version {version}, as this program needs")
    if version < latest:
        return failed(
            "schema",
            f"version {version}; this program needs {latest}",
            "`crawlfleet db init --dry-run`, then `crawlfleet db init`",
        )
    install = f"upgrade crawlfleet to {standing.program or 'its newest version'}"
    if standing.serves_program_of(latest):
        return warning(
            "schema", f"version {version}, newer than this program's {latest}, which it still serves", install
        )
    return failed(
        "schema", f"version {version} serves programs of {standing.serves} or newer; this one is of {latest}", install
    )


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
            f"the database's clock is {clocks_apart(abs(skew_ms))} {side} this machine's",
            "leases do not suffer, logs and certificates do: switch time synchronisation on (timedatectl)",
        )
    ahead_ms = await store.fleet.recorded_ahead_ms()
    if ahead_ms > AHEAD_WARNING_MS:
        return warning(
            "clock",
            f"the product seen last was seen {clocks_apart(ahead_ms)} ahead of now, by the database's clock",
            "that clock stands behind, and what is recorded now gets a wrong date: put it right (timedatectl). If it "
            "is right, it stood ahead before, and a running dispatcher does the rest",
        )
    return ok("clock", f"this machine and the database agree within {max(abs(skew_ms), 1)} ms")
