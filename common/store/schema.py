"""The way forward from an older schema.

A new database gets schema.sql, which is always the latest. An older one gets the files of migrations/ it lacks, in
order, each in one atomic batch with its version's row, so an interrupted run goes on where it stopped. A migration,
once released, is never changed, and there is no way back. Which programs work on beside a newer schema:
common/store/compatibility.py.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from importlib.metadata import version as installed_version
from pathlib import Path

from common.errors import StoreRejected, StoreUnavailable
from common.store.compatibility import SAID_SINCE, refuse_others_file, schema_standing, served_after, too_new
from common.store.drivers.base import Driver, Statement, Value
from common.store.drivers.text import split_script
from common.store.migrations.hosts import hosts
from common.store.statements import NOW

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

_TAKEN_BACK = "Transaction timed out"
"""What libsql-server says to who has written for more than five seconds when another program wants to."""
_RECORD = "INSERT OR IGNORE INTO schema_version (version, applied_at) VALUES (:version, " + NOW + ")"  # noqa: S608
_RECORD_SERVING = (
    "INSERT OR IGNORE INTO schema_version (version, applied_at, serves, program) "
    "VALUES (:version, " + NOW + ", :serves, :program)"
)


@dataclass(frozen=True, slots=True)
class MigrationReport:
    """Schema versions before (None: there was no schema) and after."""

    before: int | None
    after: int
    serves: int
    """The oldest schema version whose programs may work with it now."""


def schema_sql() -> str:
    """schema.sql: beside this package when installed, at the root of the repository when not."""
    packaged = resources.files("common.store").joinpath("schema.sql")
    if packaged.is_file():
        return packaged.read_text("utf-8")
    return Path(__file__).parents[2].joinpath("schema.sql").read_text("utf-8")


async def schema_version(driver: Driver) -> int | None:
    """The database's schema version; None when it has none yet."""
    found = await schema_standing(driver)
    return found.version if found else None


async def migrate(
    driver: Driver,
    address: str,
    *,
    latest: int = LATEST,
    migrations: Sequence[tuple[int, str]] = MIGRATIONS,
) -> MigrationReport:
    """Create the schema, or bring an older one forward. Run again, it changes nothing; neither does a program that a
    newer database still serves.

    Two at once may both create it, and bring it forward: a step that the other one took meanwhile is left to it. Raises
    SchemaMismatch when the database is newer than `latest` and serves it not, HalfRestored; StoreRejected as
    refuse_others_file.
    """
    standing = await schema_standing(driver)
    if standing is None:
        await refuse_others_file(driver, address)
        await driver.batch([*split_script(schema_sql()), _record(latest, served_after(0, migrations))])
        return MigrationReport(before=None, after=latest, serves=served_after(0, migrations))
    before, serves = standing.version, standing.serves
    if before > latest:
        if not standing.serves_program_of(latest):
            raise too_new(address, standing, latest)
        return MigrationReport(before=before, after=before, serves=serves)
    for version, sql in migrations:
        if version > before:
            told = await PREPARED[version](driver) if version in PREPARED else {}
            serves = max(serves, served_after(version - 1, ((version, sql),)))
            try:
                await driver.batch([*_told(split_script(sql), told), _record(version, serves)])
            except StoreRejected:
                if (await schema_version(driver) or 0) < version:
                    raise
                # Another program took this step at the same time.
            except StoreUnavailable as error:
                if _TAKEN_BACK not in str(error):
                    raise
                raise StoreRejected(
                    f"the step to schema version {version} was taken back: it needs longer than the server lets one "
                    "write while others wait for it. Stop the fleet and run this again; nothing was changed by it."
                ) from error
    return MigrationReport(before=before, after=latest, serves=serves)


def _told(statements: Sequence[Statement], values: Mapping[str, Value]) -> Iterator[Statement]:
    """Each statement with those of the values that it names."""
    for statement in statements:
        yield Statement(statement.sql, {name: value for name, value in values.items() if f":{name}" in statement.sql})


def _record(version: int, serves: int) -> Statement:
    if version < SAID_SINCE:
        return Statement(_RECORD, {"version": version, "now_ms": None})
    program = installed_version("crawlfleet")
    return Statement(_RECORD_SERVING, {"version": version, "serves": serves, "program": program, "now_ms": None})
