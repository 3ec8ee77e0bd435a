"""How a page of a list is looked for, jobs and products alike: each statement has variants of its name.

`_gathered` looks at those that have the pieces of the words in the index, `_begun` at the first of the list, `_scanned`
at all whose indexed text has the words; the statement itself looks at every row. All give the same page.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress

from common.errors import StoreRejected
from common.store.database.database import Database
from common.store.drivers.base import Rows, Value
from common.store.texts.index import Narrowing


async def page_found(
    database: Database,
    name: str,
    values: dict[str, Value],
    narrowing: Narrowing | None,
    *,
    first_looked_at: int | None,
    whole: int,
    otherwise: Callable[[], Awaitable[Rows]],
) -> Rows:
    """Of few that may have the words all are looked at. Of what many have, a page of `whole` rows is found where the
    list begins, among so many; None: not looked for there. Raises StoreUnavailable."""
    if narrowing is not None and narrowing.few:
        with suppress(StoreRejected):  # the index is broken, which doctor tells
            return await database.one(f"{name}_gathered", **values, **narrowing.gathered)
    if first_looked_at is not None:
        found = await database.one(f"{name}_begun", **values, most=first_looked_at)
        if found.rows and found.rows[0].get("found", len(found.rows)) == whole:
            return found
    return await otherwise()


async def all_looked_at(
    database: Database, name: str, values: dict[str, Value], narrowing: Narrowing | None, *, scanned: bool = True
) -> Rows:
    """By the small texts of the index, where there is one and `scanned` says that it pays."""
    if narrowing is not None and scanned:
        with suppress(StoreRejected):
            return await database.one(f"{name}_scanned", **values, **narrowing.scanned)
    return await database.one(name, **values)
