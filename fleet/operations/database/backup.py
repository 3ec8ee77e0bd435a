"""A backup as one SQLite file, of a database of either kind, and the way back into an empty one of either kind."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from common.errors import ConfigError, StoreRejected
from fleet.opening import embedded_path

if TYPE_CHECKING:
    from common.settings import Settings
    from common.store.drivers.base import Driver, Row

PAGE = 200
DERIVED = ("job_texts", "text_index", "search_texts", "search_place")
"""Tables whose rows are made of others', by the dispatcher: they stay empty in what is restored."""
PRIVATE = 0o600
_WRITTEN = (
    "SELECT COUNT(*) AS events, MAX(at) AS last, (SELECT MAX(updated_at) FROM crawl_jobs) AS changed,"
    " (SELECT MAX(last_polled_at) FROM feed_cursors) AS polled FROM job_events"
)
"""What a fleet at work changes."""


@dataclass(frozen=True, slots=True)
class BackedUp:
    """A backup that was written. `changed`: the database was written to meanwhile, so its tables may be of different
    moments; never so of a database file."""

    path: Path
    rows: int
    schema_version: int
    changed: bool


@dataclass(frozen=True, slots=True)
class Restored:
    """What came back, and the schema's version before it was brought forward."""

    rows: int
    schema_version: int


async def back_up(settings: Settings, path: Path) -> BackedUp:
    """Write `path`, which must not be there. It holds everything: addresses of private feeds and of
    notifications, passwords of proxies, hashes of tokens.

    A database file is copied as it stands at one moment, while the fleet runs. A server's database is read table by
    table, so stop the fleet for one moment's picture. Raises ConfigError, StoreUnavailable, StoreRejected.
    """
    part = _begun(path)
    try:
        changed = await _copy_server(settings, part) if not settings.database.embedded else _copy_file(settings, part)
        with contextlib.closing(sqlite3.connect(part)) as made:
            made.execute("PRAGMA journal_mode = DELETE")
            version = _version(made, f"the database {settings.database.url}", "there is nothing to back up")
            rows = sum(made.execute(f'SELECT COUNT(*) FROM "{name}"').fetchone()[0] for name in _filled(made))  # noqa: S608
        part.replace(path)
    except sqlite3.Error as error:
        raise StoreRejected(f"the backup {path} could not be written: {error}") from error
    finally:
        part.unlink(missing_ok=True)
    return BackedUp(path, rows, version, changed)


def _begun(path: Path) -> Path:
    """An empty file beside `path` that nobody else may read."""
    if path.exists():
        raise ConfigError(f"{path} is there already; name a file that is not.")
    part = path.with_name(f"{path.name}.part")
    try:
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE))
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise ConfigError(
            f"the backup {path} cannot be written: {why}. Name a file in a folder that you may write to."
        ) from None
    return part


def _copy_file(settings: Settings, part: Path) -> bool:
    source = embedded_path(settings.database)
    if not source.exists():
        raise ConfigError(f"there is no database at {source.absolute()}.")
    with contextlib.closing(sqlite3.connect(source)) as original, contextlib.closing(sqlite3.connect(part)) as copy:
        try:
            original.execute("SELECT COUNT(*) FROM sqlite_master")
        except sqlite3.Error as error:
            raise StoreRejected(f"the database {source} cannot be read: {error}") from error
        original.backup(copy)
    return False


async def _copy_server(settings: Settings, part: Path) -> bool:
    """Whether it was written to meanwhile."""
    from common.store.compatibility import check_version
    from common.store.drivers.base import Statement
    from common.store.schema import LATEST, schema_sql
    from common.store.store import make_driver

    driver = make_driver(settings.database)
    await driver.connect()
    try:
        await check_version(driver, settings.database.url, latest=LATEST, same=True)
        ask = Statement(_WRITTEN)
        (before,) = await driver.batch([ask])
        with contextlib.closing(sqlite3.connect(part, isolation_level=None)) as copy:
            copy.executescript(schema_sql())
            triggers = _without_triggers(copy)
            for table in _filled(copy):
                copy.execute(f'DELETE FROM "{table}"')  # noqa: S608
                async for page in _pages(driver, table, _key(copy, table)):
                    copy.execute("BEGIN")
                    for row in page:
                        copy.execute(_insert(table, row), dict(row))
                    copy.execute("COMMIT")
            for trigger in triggers:
                copy.execute(trigger)
        (after,) = await driver.batch([ask])
        return dict(before.rows[0]) != dict(after.rows[0])
    finally:
        await driver.close()


async def _pages(driver: Driver, table: str, key: Sequence[str]) -> AsyncIterator[Sequence[Row]]:
    """The table's rows in the order of its key; pages shrink when an answer is too large for the server."""
    from common.store.drivers.base import Statement

    order, limit = ", ".join(key), PAGE
    last: Row | None = None
    while True:
        behind = f"WHERE ({order}) > ({', '.join(f':{name}' for name in key)})" if last else ""
        values = {name: last[name] for name in key} if last else {}
        ask = Statement(f'SELECT * FROM "{table}" {behind} ORDER BY {order} LIMIT {limit}', values)  # noqa: S608
        try:
            (found,) = await driver.batch([ask])
        except StoreRejected:
            if limit == 1:
                raise
            limit = max(1, limit // 4)
            continue
        if not found.rows:
            return
        yield found.rows
        last = found.rows[-1]


async def restore(settings: Settings, path: Path) -> Restored:
    """Fill the database of the settings, which must be empty, from a backup; then bring its schema forward.

    Until it is whole it has no version, so that no process works with a part of it; cut off, run it again.
    Raises ConfigError, StoreUnavailable, StoreRejected, SchemaMismatch.
    """
    from common.store import init_schema
    from common.store.compatibility import HalfRestored
    from common.store.drivers.base import Statement
    from common.store.schema import LATEST, refuse_others_file, schema_version
    from common.store.store import make_driver

    with _opened_backup(path) as backup:
        version = _version(backup, str(path), "it is no backup of a whole crawlfleet database")
        if version > LATEST:
            raise ConfigError(f"{path} has schema version {version}, newer than this program's {LATEST}.")
        driver = make_driver(settings.database)
        await driver.connect()
        try:
            with contextlib.suppress(HalfRestored):
                if await schema_version(driver) is not None:
                    raise ConfigError(
                        f"the database {settings.database.url} is not empty. Name one that is: nothing is overwritten."
                    )
                await refuse_others_file(driver, settings.database.url)
            done = 0
            made = dict(backup.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table' AND sql IS NOT NULL"))
            await driver.batch([Statement(_if_missing(sql)) for name, sql in made.items() if name in _tables(backup)])
            # One that was cut off may have left some: rows come back as they are, not as new.
            triggers = [row[0] for row in backup.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")]
            await driver.batch([Statement(f'DROP TRIGGER IF EXISTS "{name}"') for name in triggers])
            for table in _filled(backup):
                if table != "schema_version":
                    done += await _fill(driver, backup, table)
            rest = [
                row[0]
                for row in backup.execute(
                    "SELECT sql FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql IS NOT NULL ORDER BY type"
                )
            ]
            for sql in rest:
                await driver.batch([Statement(_if_missing(sql))])
            done += await _fill(driver, backup, "schema_version")
        finally:
            await driver.close()
    await init_schema(settings.database)
    return Restored(done, version)


async def _fill(driver: Driver, backup: sqlite3.Connection, table: str) -> int:
    from common.store.drivers.base import Statement

    done = 0
    found = backup.execute(f'SELECT * FROM "{table}"')  # noqa: S608
    names = [column[0] for column in found.description]
    while page := found.fetchmany(PAGE):
        rows = [dict(zip(names, row, strict=True)) for row in page]
        await driver.batch([Statement(_insert(table, row), row) for row in rows])
        done += len(rows)
    return done


@contextlib.contextmanager
def _opened_backup(path: Path) -> Iterator[sqlite3.Connection]:
    if not path.is_file():
        raise ConfigError(f"there is no backup at {path}.")
    try:
        with contextlib.closing(sqlite3.connect(f"file:{path.absolute()}?mode=ro", uri=True)) as backup:
            yield backup
    except sqlite3.DatabaseError as error:
        raise ConfigError(f"{path} is no backup of a crawlfleet database: {error}") from None


def _version(database: sqlite3.Connection, name: str, so: str) -> int:
    """Raises ConfigError for one that is no whole database."""
    if "schema_version" not in _tables(database):
        raise ConfigError(f"{name} has no schema yet: {so}.")
    version: int | None = database.execute("SELECT MAX(version) FROM schema_version").fetchone()[0]
    if version is None:
        raise ConfigError(f"{name} holds a part of a backup: a restore was cut off, {so}.")
    return version


def _tables(database: sqlite3.Connection) -> list[str]:
    """Those that schema.sql makes: not the index of texts, which the dispatcher makes."""
    found = database.execute(
        "SELECT name FROM sqlite_master"
        " WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'job_search%'"
        " AND name NOT LIKE 'search_words%' ORDER BY 1"
    )
    return [name for (name,) in found]


def _filled(database: sqlite3.Connection) -> list[str]:
    return [name for name in _tables(database) if name not in DERIVED]


def _key(database: sqlite3.Connection, table: str) -> list[str]:
    """The columns of the table's primary key, in order."""
    columns = database.execute(f'PRAGMA table_info("{table}")').fetchall()
    return [column[1] for column in sorted(columns, key=lambda column: column[5]) if column[5]]


def _without_triggers(database: sqlite3.Connection) -> list[str]:
    """What they were made with: rows are copied as they are, not as new."""
    found = database.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _ in found:
        database.execute(f'DROP TRIGGER "{name}"')
    return [sql for _, sql in found]


def _insert(table: str, row: Mapping[str, object]) -> str:
    names = ", ".join(f'"{name}"' for name in row)
    return f'INSERT OR REPLACE INTO "{table}" ({names}) VALUES ({", ".join(f":{name}" for name in row)})'  # noqa: S608


def _if_missing(sql: str) -> str:
    """The statement that made a table, index or trigger, harmless when it is there."""
    for kind in ("TABLE", "UNIQUE INDEX", "INDEX", "TRIGGER"):
        head = f"CREATE {kind} "
        if sql.startswith(head) and not sql.startswith(f"{head}IF NOT EXISTS"):
            return f"{head}IF NOT EXISTS {sql.removeprefix(head)}"
    return sql
