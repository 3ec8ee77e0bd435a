"""A backup brought back into an empty database of either kind."""

from __future__ import annotations

import contextlib
import sqlite3
import stat
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from common.errors import ConfigError, StoreRejected
from fleet.opening import embedded_path, refuse_beside_settings
from fleet.operations.database.backup_file import VERSION, filled_tables, insert_row, insert_rows, tables_of, version_of
from fleet.operations.database.restore_turn import Turn

if TYPE_CHECKING:
    from common.settings import Settings

PAGE = 200
"""Rows at once, into a server."""
FILE_PAGE = 5_000
"""Rows at once, into a file."""

Write = Callable[[str, Sequence[str], Sequence[tuple[Any, ...]]], Awaitable[None]]
"""Writes rows of a table, whose columns are named."""


@dataclass(frozen=True, slots=True)
class Restored:
    """What came back, and the schema's version before it was brought forward."""

    rows: int
    schema_version: int


async def restore(settings: Settings, path: Path) -> Restored:
    """Fill the database of the settings, which must be empty, from a backup; then bring its schema forward.

    Messages are in no backup, so what was QUEUED is due for publishing at once.

    Until it is whole it has no version, so that no process works with a part of it; cut off, run it again. Where the
    first one still works, it ends then.
    Raises ConfigError, StoreUnavailable, StoreRejected, SchemaMismatch.
    """
    from common.store import init_schema, open_store
    from common.store.compatibility import HalfRestored, refuse_others_file
    from common.store.schema import LATEST, schema_version
    from common.store.store import make_driver

    with _opened_backup(path) as backup:
        version = version_of(backup, str(path), "it is no backup of a whole crawlfleet database")
        if version > LATEST:
            raise ConfigError(f"{path} has schema version {version}, newer than this program's {LATEST}.")
        refuse_beside_settings(settings.database)
        driver = make_driver(settings.database)
        await driver.connect()
        try:
            turn, left = Turn(driver, settings.database.url), None
            try:
                if await schema_version(driver) is not None:
                    raise ConfigError(
                        f"the database {settings.database.url} is not empty, and nothing is overwritten. Name one that "
                        "is. To go back to a backup at the same address, stop the fleet and put the database aside "
                        '(docs/operators.md, "Back to a backup").'
                    )
                await refuse_others_file(driver, settings.database.url)
            except HalfRestored:
                left = _parts_tables(backup)
            with _writing(settings, turn) as (write, page):
                done = await _fill_all(turn, backup, write, page, instead_of=left)
        finally:
            await driver.close()
    await init_schema(settings.database)
    store = await open_store(settings.database)
    try:
        await store.jobs.messages_lost()
    finally:
        await store.close()
    return Restored(done, version)


def _parts_tables(backup: sqlite3.Connection) -> list[str]:
    """What a restore may have left that was cut off: it may have been of another backup, with other rows and other
    columns."""
    from common.store.schema import schema_sql

    with contextlib.closing(sqlite3.connect(":memory:")) as today:
        today.executescript(schema_sql())
        return sorted({*tables_of(today), *tables_of(backup)})


async def _fill_all(
    turn: Turn, backup: sqlite3.Connection, write: Write, page: int, *, instead_of: Sequence[str] | None
) -> int:
    """How many rows were written. The version comes last: without one, nobody takes the database for a whole one."""
    from common.store.drivers.base import Statement

    made = dict(backup.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table' AND sql IS NOT NULL"))
    tables = [_if_missing(sql) for name, sql in made.items() if name in tables_of(backup)]
    await turn.begin(_if_missing(made[VERSION]), tables, instead_of=instead_of)
    done = 0
    for table in filled_tables(backup):
        if table != VERSION:
            done += await _fill(write, backup, table, page)
    rest = [
        row[0]
        for row in backup.execute(
            "SELECT sql FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql IS NOT NULL ORDER BY type"
        )
    ]
    for sql in rest:
        await turn.write([Statement(_if_missing(sql))])
    found = backup.execute(f"SELECT * FROM {VERSION}")  # noqa: S608
    names = [column[0] for column in found.description]
    versions = [dict(zip(names, row, strict=True)) for row in found]
    await turn.end([Statement(insert_row(VERSION, row), row) for row in versions])
    return done + len(versions)


async def _fill(write: Write, backup: sqlite3.Connection, table: str, page: int) -> int:
    done = 0
    found = backup.execute(f'SELECT * FROM "{table}"')  # noqa: S608
    names = [column[0] for column in found.description]
    while rows := found.fetchmany(page):
        await write(table, names, rows)
        done += len(rows)
    return done


@contextlib.contextmanager
def _writing(settings: Settings, turn: Turn) -> Iterator[tuple[Write, int]]:
    """How rows are written, and how many at once. A database file is written without the driver, which takes one
    statement per row: a history of years has millions of rows."""
    from common.store.drivers.base import Statement

    async def to_server(table: str, names: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> None:
        named = [dict(zip(names, row, strict=True)) for row in rows]
        await turn.write([Statement(insert_row(table, row), row) for row in named])

    if not settings.database.embedded:
        yield to_server, PAGE
        return
    with contextlib.closing(sqlite3.connect(embedded_path(settings.database), isolation_level=None)) as file:

        async def to_file(table: str, names: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> None:
            try:
                with file:  # committed at its end, or taken back
                    file.execute("BEGIN IMMEDIATE")
                    turn.ask_in(file)
                    file.executemany(insert_rows(table, names), rows)
            except sqlite3.Error as error:
                raise await turn.why(StoreRejected(f"{table} could not be written: {error}")) from error

        yield to_file, FILE_PAGE


@contextlib.contextmanager
def _opened_backup(path: Path) -> Iterator[sqlite3.Connection]:
    try:
        there = stat.S_ISREG(path.stat().st_mode)  # is_file() tells no errors any more, from Python 3.14 on
    except (FileNotFoundError, NotADirectoryError, ValueError):
        there = False
    except PermissionError:
        raise ConfigError(f"the backup {path} cannot be read: this user may not look into its folder.") from None
    except OSError as error:
        raise ConfigError(
            f"the backup {path} cannot be read: {error.strerror}. See whether its name is right."
        ) from None
    if not there:
        raise ConfigError(f"there is no backup at {path}.")
    try:
        with contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as backup:
            yield backup
    except sqlite3.DatabaseError as error:
        raise ConfigError(f"{path} is no backup of a crawlfleet database: {error}") from None


def _if_missing(sql: str) -> str:
    """The statement that made a table, index or trigger, harmless when it is there."""
    for kind in ("TABLE", "UNIQUE INDEX", "INDEX", "TRIGGER"):
        head = f"CREATE {kind} "
        if sql.startswith(head) and not sql.startswith(f"{head}IF NOT EXISTS"):
            return f"{head}IF NOT EXISTS {sql.removeprefix(head)}"
    return sql
