"""HealthStore: how many of each shop's pages could be read, in windows, and the pause of a shop that went bad."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from common.store import rows
from common.store.database import Database
from common.store.drivers.base import Row, Value
from common.store.values import PageRead, ShopHealth, ShopWindow, Unread

KEEP = 20
"""So many windows of each shop are kept."""


class HealthStore:
    """Used by the dispatcher. A crawl writes nothing here: its end is read from its job, and counted once."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def unread(self, platforms: Sequence[str], *, limit: int) -> list[Unread]:
        """Crawls that ended since the last record(), at most `limit` a platform; those with none are left out.

        A crawl that ended in the very millisecond where the last reading stopped may be missed.
        """
        asked = [self._db.bind("unread_pages", platform=platform, limit=limit) for platform in platforms]
        answers = await self._db.run(*asked) if asked else []
        return [
            _unread(platform, found.rows, full=len(found.rows) >= limit)
            for platform, found in zip(platforms, answers, strict=True)
            if found.rows
        ]

    async def standing(self, shops: Sequence[str] | None = None) -> dict[str, ShopHealth]:
        """The windows of these shops, oldest first; None: of every shop that has some."""
        if shops is None:
            found = (await self._db.one("all_windows")).rows
        else:
            found = (await self._db.one("windows_of", shops=rows.as_json(shops))).rows
        return {shop: _health(shop, list(own)) for shop, own in groupby(found, key=lambda row: str(row["shop"]))}

    async def record(
        self, unread: Unread, windows: Sequence[ShopWindow], switch_off: Mapping[ShopHealth, str]
    ) -> list[str]:
        """Store new and grown windows, pause the shops in `switch_off` with their reasons, and move on; one batch.

        Changes nothing when another dispatcher recorded these pages meanwhile. Returns the shops that this call paused.
        """
        seen: dict[str, Value] = {"platform": unread.platform, "read_to": unread.read_to}
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


def _unread(platform: str, found: Sequence[Row], *, full: bool) -> Unread:
    last = rows.number(found[-1]["finished_at"])
    if full and rows.number(found[0]["finished_at"]) < last:
        # The limit may have cut through crawls of one millisecond: leave all of them to the next call.
        found = [row for row in found if rows.number(row["finished_at"]) < last]
        last = rows.number(found[-1]["finished_at"])
    pages = tuple(
        PageRead(
            shop=str(row["shop"]),
            finished_at=rows.number(row["finished_at"]),
            failed=bool(row["failed"]),
            zero_price=bool(row["zero_price"]),
            yielded=bool(row["yielded"]),
        )
        for row in found
        if row["counted"] and row["shop"] is not None
    )
    return Unread(platform, rows.number(found[0]["read_to"]), last, pages, more=full)


def _health(shop: str, own: Sequence[Row]) -> ShopHealth:
    windows = tuple(rows.build(ShopWindow, row) for row in own if row["number"] is not None)
    return ShopHealth(shop, rows.number(own[0]["judged_from"]), windows)
