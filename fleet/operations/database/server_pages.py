"""A table of a server's database, read page by page in the order of its key, as a backup copies it.

Each row comes as one JSON array, which the server writes and this process reads three times as fast as a value at a
time. JSON says whole numbers, texts and NULL exactly. A table with anything else in it (fractions, bytes) is read on a
value at a time.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import AsyncIterator, Sequence
from typing import TYPE_CHECKING

from common.errors import StoreRejected

if TYPE_CHECKING:
    from common.store.drivers.base import Driver, Statement, Value

    Values = Sequence[Value]
    """Of one row, in the order of the table's columns."""

PAGE = 1000
"""Rows at once."""


_BYTES = "BLOB"
"""In what SQLite says where JSON cannot hold a value."""


class _NotExact(Exception):
    """A number with a fraction: JSON may have rounded it."""


def columns_of(database: sqlite3.Connection, table: str) -> tuple[list[str], list[str]]:
    """The table's columns, and those of its primary key in order."""
    columns = database.execute(f'PRAGMA table_info("{table}")').fetchall()
    key = [column[1] for column in sorted(columns, key=lambda column: column[5]) if column[5]]
    return [column[1] for column in columns], key


async def pages(
    driver: Driver, table: str, columns: Sequence[str], key: Sequence[str]
) -> AsyncIterator[Sequence[Values]]:
    """Pages shrink when an answer is too large for the server, and grow again behind the large rows. Raises
    StoreUnavailable, StoreRejected."""
    places, limit = [columns.index(name) for name in key], PAGE
    last: Values | None = None
    never_json = no_json = False
    while True:
        behind = None if last is None else [last[place] for place in places]
        ask = _statement(table, columns, key, behind, limit, as_json=not no_json)
        try:
            (found,) = await driver.batch([ask])
            page = [tuple(row.values()) for row in found.rows] if no_json else _of_json(found.rows)
        except _NotExact:
            never_json = no_json = True
            continue
        except StoreRejected as error:
            if not no_json and _BYTES in str(error):
                never_json = no_json = True
            elif limit > 1:
                limit = max(1, limit // 4)
            elif no_json:
                raise
            else:
                no_json = True  # one row that is too large within JSON, which writes its quotes twice
            continue
        if not page:
            return
        yield page
        last, no_json = page[-1], never_json
        limit = min(2 * limit, PAGE)


def _statement(
    table: str, columns: Sequence[str], key: Sequence[str], behind: Values | None, limit: int, *, as_json: bool
) -> Statement:
    from common.store.drivers.base import Statement

    named, order = (", ".join(f'"{name}"' for name in names) for names in (columns, key))
    where, values = "", {}
    if behind is not None:
        where = f"WHERE ({order}) > ({', '.join(f':{name}' for name in key)})"
        values = dict(zip(key, behind, strict=True))
    asked = f"json_array({named}) AS row" if as_json else named
    return Statement(f'SELECT {asked} FROM "{table}" {where} ORDER BY {order} LIMIT {limit}', values)  # noqa: S608


def _of_json(rows: Sequence[object]) -> list[Values]:
    """Raises _NotExact."""
    texts = ",".join(row["row"] for row in rows)  # type: ignore[index]
    return json.loads(f"[{texts}]", parse_float=_refuse)  # type: ignore[no-any-return]


def _refuse(_: str) -> float:
    raise _NotExact
