"""The database's clock may stand ahead for a while (a machine that boots with a wrong time, say) and be put right.

All that waits for a time waits by that clock. What was written meanwhile would wait for as long as the clock was ahead:
jobs, leases, a shop's budget, and the lead itself, so that nobody would work at all. ClockWatch notices and moves it.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from common.store.database.database import Database
from common.store.drivers.base import Rows
from common.store.drivers.group_commit import Part
from common.store.statements import SQL

log = logging.getLogger("crawlfleet.store.clock")

TOLERATED_MS = 60_000
"""A clock that is set back by less is nothing: everything waits that much longer."""
RENEW_MS = 120_000
"""A live worker renews well within this."""
WRITTEN_EVERY_MS = 10_000
"""The clock may have gone back by so much more than is known; everything waits that much longer."""

_MOVED = tuple(name for name in SQL if name.startswith("clock_back_"))
"""In the order of their file: the last one ends it."""
_TIMES = {"tolerated_ms": TOLERATED_MS, "renew_ms": RENEW_MS}


class ClockWatch:
    """For a dispatcher that leads, or would like to."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def beside(self, *parts: Part) -> Sequence[Rows]:
        """Run these statements, and in their batch look at the clock. Where the clock went back, first all that waits
        is moved, and the statements are run once more."""
        seeing = self._db.bind("clock_seen", written_every_ms=WRITTEN_EVERY_MS)
        _, seen, *answers = await self._db.run(seeing, self._db.bind("clock_ahead"), *parts)
        ahead = seen.rows[0]["ahead_ms"]
        if not isinstance(ahead, int) or ahead <= TOLERATED_MS:
            return answers
        await self._move_back(ahead)
        log.warning(
            "the database's clock went back by %.0f s: what it made wait for a time that is still far away waits that "
            "much shorter",
            ahead / 1000,
        )
        return await self._db.run(*parts)

    async def _move_back(self, back_ms: int) -> None:
        await self._db.run(*(self._bound(name, back_ms) for name in _MOVED))

    def _bound(self, name: str, back_ms: int) -> Part:
        """With the times that it names."""
        times = {"back_ms": back_ms, **_TIMES}
        return self._db.bind(name, **{time: ms for time, ms in times.items() if f":{time}" in SQL[name]})
