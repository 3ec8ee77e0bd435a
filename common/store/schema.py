"""The schema's version, and the way forward from an older one.

A new database gets schema.sql, which is always the latest. An older one gets the files of migrations/ it lacks, in
order, each in one atomic batch with its version's row, so an interrupted run goes on where it stopped. A migration,
once released, is never changed, and there is no way back.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from importlib import resources
from pathlib import Path

from common.errors import SchemaMismatch, SchemaNewer
from common.store.drivers.base import Driver, Statement, Value
from common.store.drivers.text import split_script
from common.store.migrations.hosts import hosts
from common.store.rows import number
from common.store.statements import NOW
from common.store.values import MigrationReport

_FILE = re.compile(r"(\d{4})_\w+\.sql")


def _migrations() -> Iterator[tuple[int, str]]:
    for file in resources.files("common.store").joinpath("migrations").iterdir():
        if named := _FILE.fullmatch(file.name):
            yield int(named[1]), file.read_text("utf-8")


MIGRATIONS: tuple[tuple[int, str], ...] = tuple(sorted(_migrations()))
"""(version it leads to, SQL), ascending. Version 1 is the first released schema.sql and needs none."""

PREPARED: Mapping[int, Callable[[Driver], Awaitable[Mapping[str, Value]]]] = {3: hosts}
"""Version → what its SQL must be told, as values of its `:names`. Only reads: all writing is in the one batch."""

LATEST = MIGRATIONS[-1][0]
"""The version of schema.sql."""

_RECORD = "INSERT OR IGNORE INTO schema_version (version, applied_at) VALUES (:version, " + NOW + ")"  # noqa: S608


def schema_sql() -> str:
    """schema.sql: beside this package when installed, at the root of the repository when not."""
    packaged = resources.files("common.store").joinpath("schema.sql")
    if packaged.is_file():
        return packaged.read_text("utf-8")
    return Path(__file__).parents[2].joinpath("schema.sql").read_text("utf-8")


async def schema_version(driver: Driver) -> int | None:
    """The database's schema version; None when it has none yet."""
    (table,) = await driver.batch(
        [Statement("SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'schema_version'")]
    )
    if not table.rows:
        return None
    (found,) = await driver.batch([Statement("SELECT COALESCE(MAX(version), 0) AS version FROM schema_version")])
    return number(found.rows[0]["version"]) or None


async def check_version(driver: Driver, address: str, *, latest: int = LATEST) -> None:
    """Raises SchemaMismatch when the schema is not this program's; its text says what to run."""
    version = await schema_version(driver)
    if version == latest:
        return
    if version is None:
        raise SchemaMismatch(f"the database {address} has no schema yet. Run `crawlfleet db init`.")
    if version < latest:
        raise SchemaMismatch(
            f"the database {address} has schema version {version}, this program needs {latest}. "
            "Stop the fleet and run `crawlfleet db init` to bring it forward."
        )
    raise _too_new(address, version, latest)


async def migrate(
    driver: Driver,
    address: str,
    *,
    latest: int = LATEST,
    migrations: Sequence[tuple[int, str]] = MIGRATIONS,
) -> MigrationReport:
    """Create the schema, or bring an older one forward. Run again, it changes nothing.

    Two at once may both create it. Of two that bring it forward at once the later one raises StoreRejected and writes
    nothing; run again, it goes on. Raises SchemaMismatch when the database is newer than `latest`.
    """
    before = await schema_version(driver)
    if before is not None and before > latest:
        raise _too_new(address, before, latest)
    if before is None:
        await driver.batch([*split_script(schema_sql()), _record(latest)])
    else:
        for version, sql in migrations:
            if version > before:
                told = await PREPARED[version](driver) if version in PREPARED else {}
                await driver.batch([*_told(split_script(sql), told), _record(version)])
    return MigrationReport(before=before, after=latest)


def _told(statements: Sequence[Statement], values: Mapping[str, Value]) -> Iterator[Statement]:
    """Each statement with those of the values that it names."""
    for statement in statements:
        yield Statement(statement.sql, {name: value for name, value in values.items() if f":{name}" in statement.sql})


def _record(version: int) -> Statement:
    return Statement(_RECORD, {"version": version, "now_ms": None})


def _too_new(address: str, version: int, latest: int) -> SchemaNewer:
    return SchemaNewer(
        f"the database {address} has schema version {version}, newer than this program's {latest}. Upgrade crawlfleet."
    )
