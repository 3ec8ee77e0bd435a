"""What a backup's file holds: which tables, of which schema, and the statement that writes a row of one."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence

from common.errors import ConfigError

DERIVED = ("job_texts", "text_index", "search_texts", "search_place")
"""Tables whose rows are made of others', by the dispatcher: they stay empty in what is restored."""
OVER = ("console_sessions",)
"""Nobody is signed in by what is restored: they may have been signed out since, as by another password."""

VERSION = "schema_version"
"""Its rows are written behind everything else: what has none is a part."""
RESTORING = "restoring"
"""A table that is there while a restore fills a database: see restore_turn.py."""


def version_of(database: sqlite3.Connection, name: str, so: str) -> int:
    """Of its schema. Raises ConfigError for one that is no whole database: `name` says which, `so` what follows."""
    if "schema_version" not in tables_of(database):
        raise ConfigError(f"{name} has no schema yet: {so}.")
    version: int | None = database.execute("SELECT MAX(version) FROM schema_version").fetchone()[0]
    if version is None:
        raise ConfigError(f"{name} holds a part of a backup: a backup or a restore was cut off, {so}.")
    return version


def tables_of(database: sqlite3.Connection) -> list[str]:
    """Those that schema.sql makes: not the index of texts, which the dispatcher makes."""
    found = database.execute(
        "SELECT name FROM sqlite_master"
        " WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'job_search%'"
        " AND name NOT LIKE 'search_words%' ORDER BY 1"
    )
    return [name for (name,) in found if name != RESTORING]


def filled_tables(database: sqlite3.Connection) -> list[str]:
    """Those whose rows come back from a backup."""
    return [name for name in tables_of(database) if name not in DERIVED + OVER]


def insert_rows(table: str, names: Sequence[str]) -> str:
    """As insert_row, for values in this order."""
    return _insert(table, names, "?" * len(names))


def insert_row(table: str, row: Mapping[str, object]) -> str:
    """The statement, with the row's values as :names; a row that is there already is replaced."""
    return _insert(table, row, [f":{name}" for name in row])


def _insert(table: str, names: Iterable[str], values: Iterable[str]) -> str:
    columns = ", ".join(f'"{name}"' for name in names)
    return f'INSERT OR REPLACE INTO "{table}" ({columns}) VALUES ({", ".join(values)})'  # noqa: S608
