"""A backup of a database of either kind, as one SQLite file."""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from common.errors import ConfigError, StoreRejected
from common.lasting.files import put_new_in_place
from common.lasting.partial import give_up, partial_beside
from common.private_files import found
from fleet.opening import embedded_path, no_file_yet, refuse_beside_settings
from fleet.operations.database.backup_file import VERSION, filled_tables, insert_rows, version_of
from fleet.operations.database.recounting import COUNTS, HOUR_BEFORE, count_attempts_anew
from fleet.operations.database.server_pages import columns_of, pages

if TYPE_CHECKING:
    from common.settings import Settings
    from common.store.drivers.base import Driver

PRIVATE = 0o600
_THERE = "{path} is there already; name a file that is not."
_WRITTEN = (
    "SELECT COUNT(*) AS events, MAX(at) AS last, (SELECT MAX(updated_at) FROM crawl_jobs) AS changed,"
    " (SELECT MAX(last_polled_at) FROM feed_cursors) AS polled FROM job_events"
)
"""What a fleet at work changes."""
_OWN_SCHEMA = (
    "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'libsql%'"
    " AND tbl_name NOT LIKE 'job_search%' AND tbl_name NOT LIKE 'search_words%' ORDER BY type <> 'table', type, rowid"
)
"""As tables_of: not the index of texts, which the dispatcher makes."""
_BEFORE_JOBS = ("feed_cursors", "job_exclusions", "volunteer_results", "pending_results")
"""Read first, while the fleet may work on: how far a feed was read is then older than the jobs, and what is between
them is read again. What waits for another look is older as well, so no later wait is held against an earlier look.
Products and prices come behind the jobs: a job that succeeded has what it recorded."""


_UNFINISHED = ("PRAGMA journal_mode = OFF", "PRAGMA synchronous = OFF", "PRAGMA cache_size = -16000")
"""Whatever stops it, the unfinished file is taken away; a whole one is waited for before it gets its name."""


@dataclass(frozen=True, slots=True)
class BackedUp:
    """A backup that was written. `changed`: the database was written to meanwhile, so its tables may be of different
    moments; never so of a database file."""

    path: Path
    rows: int
    schema_version: int
    changed: bool


async def back_up(settings: Settings, path: Path) -> BackedUp:
    """Write `path`, which must not be there. It holds everything: addresses of private feeds and of
    notifications, passwords of proxies, hashes of tokens.

    One of an older schema is copied as it is. A database file is copied as it stands at one moment, while the fleet
    runs. A server's database is read table by
    table, so stop the fleet for one moment's picture. If it works on, what its backup lacks of links is read from the
    feeds again, and crawled again at the worst. Raises ConfigError, StoreUnavailable, StoreRejected.
    """
    part = _begun(path)
    try:
        changed = await _copy_server(settings, part) if not settings.database.embedded else _copy_file(settings, part)
        with contextlib.closing(sqlite3.connect(part)) as made:
            made.execute("PRAGMA journal_mode = DELETE")
            version = version_of(made, f"the database {settings.database.url}", "there is nothing to back up")
            rows = sum(made.execute(f'SELECT COUNT(*) FROM "{name}"').fetchone()[0] for name in filled_tables(made))  # noqa: S608
        put_new_in_place(part, path)
    except FileExistsError:
        raise ConfigError(_THERE.format(path=path)) from None
    except (sqlite3.Error, OSError) as error:
        step = ". Make room there, or name a file elsewhere." if _is_full(error) else ""
        raise StoreRejected(f"the backup {path} could not be written: {error}{step}") from error
    finally:
        give_up(part)
    return BackedUp(path, rows, version, changed)


def _is_full(error: sqlite3.Error | OSError) -> bool:
    if isinstance(error, OSError):
        return error.errno in {errno.ENOSPC, errno.EDQUOT}
    return getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL


def _begun(path: Path) -> Path:
    """An empty file beside `path` that nobody else may read."""
    if found(path):
        raise ConfigError(_THERE.format(path=path))
    try:
        part = partial_beside(path)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE))
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise ConfigError(
            f"the backup {path} cannot be written: {why}. Name a file in a folder that you may write to."
        ) from None
    return part


def _copy_file(settings: Settings, part: Path) -> bool:
    source = embedded_path(settings.database)
    refuse_beside_settings(settings.database)
    if no_file_yet(settings.database):
        raise ConfigError(f"there is no database at {source.absolute()}.")
    with contextlib.ExitStack() as stack:
        try:
            original = stack.enter_context(contextlib.closing(sqlite3.connect(source)))
            original.execute("SELECT COUNT(*) FROM sqlite_master")
        except sqlite3.Error as error:
            raise StoreRejected(f"the database {source} cannot be read: {error}") from error
        original.backup(stack.enter_context(contextlib.closing(sqlite3.connect(part))))
    return False


async def _copy_server(settings: Settings, part: Path) -> bool:
    """Whether it was written to meanwhile."""
    from common.store.drivers.base import Statement
    from common.store.schema import schema_version
    from common.store.store import make_driver

    driver = make_driver(settings.database)
    await driver.connect()
    try:
        version, schema = await _schema_of(driver, settings.database.url)
        ask = Statement(_WRITTEN)
        before, began = await driver.batch([ask, Statement(HOUR_BEFORE)])
        with contextlib.closing(sqlite3.connect(part, isolation_level=None)) as copy:
            for pragma in _UNFINISHED:
                copy.execute(pragma)
            copy.executescript(schema)
            left_out = _without_triggers_and_indexes(copy)
            try:
                for table in _in_order(filled_tables(copy)):
                    await _copy_table(driver, copy, table)
            except sqlite3.Error:  # as where a table has other columns by now
                _require_version(await schema_version(driver), version)
                raise
            for made in left_out:
                copy.execute(made)
            if COUNTS in filled_tables(copy):  # from version 38 on
                count_attempts_anew(copy, int(str(began.rows[0]["hour"])))
            await _copy_table(driver, copy, VERSION)
            _require_version(copy.execute(f"SELECT MAX(version) FROM {VERSION}").fetchone()[0], version)  # noqa: S608
        (after,) = await driver.batch([ask])
        return dict(before.rows[0]) != dict(after.rows[0])
    finally:
        await driver.close()


async def _copy_table(driver: Driver, copy: sqlite3.Connection, table: str) -> None:
    copy.execute("BEGIN")
    copy.execute(f'DELETE FROM "{table}"')  # noqa: S608
    columns, key = columns_of(copy, table)
    async for page in pages(driver, table, columns, key):
        copy.executemany(insert_rows(table, columns), page)
    copy.execute("COMMIT")


def _in_order(tables: Sequence[str]) -> list[str]:
    """The order in which tables of different moments go together. The version's is left for the end: without one,
    nobody takes what a killed backup leaves for a whole one."""
    first = [table for table in _BEFORE_JOBS if table in tables]
    return [*first, *(table for table in tables if table not in {*first, VERSION})]


def _require_version(now: int | None, version: int) -> None:
    """Raises ConfigError where `db init` has brought the database forward since the copying began: the tables would be
    those of before, and the version that of now."""
    if now != version:
        raise ConfigError(
            f"the database was brought forward from schema version {version} to {now} while it was copied; no backup "
            "was written. Run it again."
        )


async def _schema_of(driver: Driver, address: str) -> tuple[int, str]:
    """Its version, and the script that makes its tables, triggers and indexes: of an older database as it has them, for
    a backup is made before it is brought forward. Raises SchemaMismatch for a newer one, and for one that has none."""
    from common.store.compatibility import check_version, schema_standing
    from common.store.drivers.base import Statement
    from common.store.schema import LATEST, schema_sql

    standing = await schema_standing(driver)
    if standing is None or standing.version >= LATEST:
        standing = await check_version(driver, address, latest=LATEST, same=True)
        return standing.version, schema_sql()
    (own,) = await driver.batch([Statement(_OWN_SCHEMA)])
    return standing.version, ";\n".join(str(row["sql"]) for row in own.rows) + ";"


def _without_triggers_and_indexes(database: sqlite3.Connection) -> list[str]:
    """Drop triggers and indexes for the copying, and return the SQL that makes them again. Triggers would treat copied
    rows as new ones, and an index of a whole table is made in a fraction of the time that its rows take one by one.
    Unique indexes stay, since a row that changed meanwhile may come twice."""
    found = database.execute(
        "SELECT type, name, sql FROM sqlite_master "
        "WHERE type = 'trigger' OR (type = 'index' AND sql NOT LIKE 'CREATE UNIQUE %')"
    ).fetchall()
    for kind, name, _ in found:
        database.execute(f'DROP {kind} "{name}"')
    return [sql for _, _, sql in found]
