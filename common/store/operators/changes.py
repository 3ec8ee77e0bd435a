"""ChangeStore: what changed about products, as the database's triggers wrote it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from common.store import rows
from common.store.database.database import Database
from common.store.drivers.base import Rows, Value
from common.store.operators.values import END_MS, START, ChangeCount, Cursor, Page, ProductChange

_PAGE = "product_changes_page"
_NUMBER = re.compile(r"[0-9]{1,18}")
"""Of a change, in a place that somebody may have typed: 64 bits hold it."""
FIRST_LOOKED_AT = 1_000
"""Of the changes, for a single shop that many of them may be of."""


class ChangeStore:
    """Only reads. Raises StoreUnavailable when the database cannot be reached in time, StoreRejected if it refuses."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def page(
        self,
        *,
        limit: int,
        after: Cursor = START,
        since_ms: int | None = None,
        kinds: Sequence[str] = (),
        platform: str | None = None,
        single: str | None = None,
        not_before: int | None = None,
    ) -> Page[ProductChange]:
        """The last first. `kinds`: drop, rise, back, sold_out, gone, found_again; none of them means all. `not_before`:
        none that is older than this moment."""
        values: dict[str, Value] = {
            "up_to": after.at,
            "before_id": int(after.name) if _NUMBER.fullmatch(after.name) else END_MS,
            "since_ms": since_ms,
            "not_before": not_before,
            "kinds": rows.as_json(kinds) if kinds else None,
            "platform": platform,
            "single": single,
            "limit": limit + 1,
        }
        found = await (self._db.one(_PAGE, **values) if single is None else self._of_shop(values, limit + 1))
        changes = [rows.build(ProductChange, row) for row in found.rows][:limit]
        more = len(found.rows) > limit
        return Page(changes, Cursor(changes[-1].at, str(changes[-1].id)) if more else None)

    async def _of_shop(self, values: dict[str, Value], whole: int) -> Rows:
        """Of a single shop with few changes all its products' are looked up; many soon make a page of `whole` rows."""
        found = await self._db.one(f"{_PAGE}_begun", **values, most=FIRST_LOOKED_AT)
        return found if len(found.rows) == whole else await self._db.one(f"{_PAGE}_of_shop", **values)

    async def last_prices(self, keys: Sequence[str]) -> dict[str, ProductChange]:
        """Product → the last time that its price fell or rose; those whose price never did are not there."""
        found = await self._db.one("last_price_changes", keys=rows.as_json(keys))
        changes = [rows.build(ProductChange, row) for row in found.rows]
        return {change.product_key: change for change in changes}

    async def by_day(
        self, *, since_ms: int, most: int, platform: str | None = None, single: str | None = None
    ) -> list[ChangeCount]:
        """How many of each kind on each day, the last day first; looks at the newest `most` changes only."""
        found = await self._db.one(
            "product_changes_by_day", since_ms=since_ms, most=most, platform=platform, single=single
        )
        return [rows.build(ChangeCount, row) for row in found.rows]
