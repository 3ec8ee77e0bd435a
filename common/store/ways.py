"""WayStore: each platform's ladder, what was switched off, the walls that ways have met, and what each brought."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from common.store import rows
from common.store.database.database import Database
from common.store.values.ladders import Brought, Rung, WaitingByWay, Walls
from common.ways.way import Way


class WayStore:
    """Raises StoreUnavailable when the database cannot be reached in time, StoreRejected when it refuses."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def put_ladders(self, ladders: Mapping[str, Sequence[Way]], in_use: Collection[Way]) -> None:
        """Each platform's ways, the first to try first. What an operator switched off stays so."""
        values = [
            [platform, way.value, step, int(way in in_use)]
            for platform, ways in ladders.items()
            for step, way in enumerate(ways, start=1)
        ]
        await self._db.one("put_ladder", rows=rows.as_json(values))

    async def ladders(self) -> list[Rung]:
        """By platform, from the first way to try. Empty until a dispatcher has put them."""
        return [
            rows.build(Rung, row, way=Way(str(row["way"])), in_use=bool(row["in_use"]))
            for row in (await self._db.one("ladders")).rows
        ]

    async def switch(self, platform: str, *, off: Collection[Way], reason: str, anew: Collection[Way] = ()) -> None:
        """Switch these ways of the platform off, and all its others on. Jobs that wait for one go another way, or
        fail. What was off before keeps its reason, except where it is given `anew`."""
        names = {"off": rows.as_json(way.value for way in off), "anew": rows.as_json(way.value for way in anew)}
        await self._db.one("switch_ways", platform=platform, reason=reason, **names)

    async def walls(self, *, least: int) -> list[Walls]:
        """Where a way has met at least so many walls in a row."""
        found = await self._db.one("walls", least=least)
        return [rows.build(Walls, row, way=Way(str(row["way"]))) for row in found.rows]

    async def tried_again(self, shop: str, way: Way) -> None:
        """A job begins at this way although it has met walls in a row."""
        await self._db.one("tried_again", shop=shop, way=way.value)

    async def waiting(self) -> list[WaitingByWay]:
        """How many jobs wait for which way; those that no way was chosen for are left out."""
        found = await self._db.one("open_by_way")
        return [rows.build(WaitingByWay, row, via=Way(str(row["via"]))) for row in found.rows]

    async def brought(self, platform: str, *, since_ms: int) -> list[Brought]:
        """How crawls of the platform ended within the last `since_ms`, by way and reason."""
        found = await self._db.one("brought", platform=platform, since_ms=since_ms)
        return [
            rows.build(Brought, row, via=rows.way_or_none(row["via"]), to_status=rows.status(row["to_status"]))
            for row in found.rows
        ]
