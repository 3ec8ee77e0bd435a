"""HealthStore: how many of each shop's pages could be read, in windows, and the pause of a shop that went bad."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from common.store import rows
from common.store.database.database import Database
from common.store.drivers.base import Row, Value
from common.store.values.health import PageRead, ShopHealth, ShopWindow, Unread

KEEP = 20
"""So many windows of each shop are kept."""
WINDOWS_AT_ONCE = 5_000
"""A row has some 400 bytes in an answer of libsql-server, which holds 10 MB."""


class HealthStore:
    """Used by the dispatcher. A crawl writes nothing here: its end is read from its event, and counted once."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def unread(self, *, limit: int) -> Unread | None:
        """Attempts of all shops that ended since the last record(), oldest first; None when there are none.

        At most `limit`, more only when all of one millisecond are. Those of this millisecond come with the next call.
        """
        found = await self._db.one("unread_pages", limit=limit)
        return _unread(found.rows, full=len(found.rows) >= limit) if found.rows else None

    async def standing(self, shops: Sequence[str] | None = None) -> dict[str, ShopHealth]:
        """The windows of these shops, oldest first; None: of every shop that has some."""
        if shops is None:
            found = await self._all_windows()
        else:
            found = (await self._db.one("windows_of", shops=rows.as_json(shops))).rows
        return {shop: _health(shop, list(own)) for shop, own in groupby(found, key=lambda row: str(row["shop"]))}

    async def shops(self) -> list[str]:
        """The names of all that standing() knows."""
        return [str(row["shop"]) for row in (await self._db.one("shops_with_windows")).rows]

    async def _all_windows(self) -> Sequence[Row]:
        found: list[Row] = []
        shop, number = "", 0
        while True:
            page = (await self._db.one("all_windows", shop=shop, number=number, limit=WINDOWS_AT_ONCE)).rows
            found += page
            if len(page) < WINDOWS_AT_ONCE:
                return found
            shop, number = str(page[-1]["shop"]), rows.number(page[-1]["number"])

    async def record(
        self, unread: Unread, windows: Sequence[ShopWindow], switch_off: Mapping[ShopHealth, str]
    ) -> list[str]:
        """Store new and grown windows, pause the shops in `switch_off` with their reasons, and move on; one batch.

        Changes nothing when another dispatcher recorded these pages meanwhile. Returns the shops that this call paused.
        """
        seen: dict[str, Value] = {"read_to": unread.read_to}
        values = rows.as_json(
            [
                one.shop,
                one.number,
                one.begins_at,
                one.ends_at,
                one.pages,
                one.failed,
                one.zero_prices,
                one.yielded,
            ]
            for one in windows
        )
        pausing = [
            self._db.bind("switch_off", shop=one.shop, reason=reason, judged_from=one.judged_from, **seen)
            for one, reason in switch_off.items()
        ]
        answers = await self._db.run(
            *pausing,
            self._db.bind("put_windows", rows=values, **seen),
            self._db.bind("forget_windows", rows=values, keep=KEEP),
            self._db.bind("pages_read", read_up_to=unread.read_up_to, **seen),
        )
        return [str(row["platform"]) for answer in answers[: len(pausing)] for row in answer.rows]


def _unread(found: Sequence[Row], *, full: bool) -> Unread:
    last = rows.number(found[-1]["at"])
    if full and rows.number(found[0]["at"]) < last:
        # The limit may have cut through attempts of one millisecond: leave all of them to the next call.
        found = [row for row in found if rows.number(row["at"]) < last]
        last = rows.number(found[-1]["at"])
    pages = tuple(
        PageRead(
            shop=str(row["shop"]),
            ended_at=rows.number(row["at"]),
            failed=bool(row["failed"]),
            zero_price=bool(row["zero_price"]),
            yielded=bool(row["yielded"]),
            person=rows.text_or_none(row["person"]),
        )
        for row in found
        if row["counted"] and row["shop"] is not None
    )
    return Unread(rows.number(found[0]["read_to"]), last, pages, more=full)


def _health(shop: str, own: Sequence[Row]) -> ShopHealth:
    windows = tuple(rows.build(ShopWindow, row) for row in own if row["number"] is not None)
    return ShopHealth(shop, rows.number(own[0]["judged_from"]), windows)
