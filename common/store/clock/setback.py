"""The database's clock may stand ahead for a while (a machine that boots with a wrong time, say) and be put right.

All that waits for a time waits by that clock. What was written meanwhile would wait for as long as the clock was ahead:
jobs, leases, a shop's budget, and the lead itself, so that nobody would work at all. ClockWatch notices and moves it.

Or the clock was right and stands behind now (a machine without a battery boots in the past). What waits is moved then,
too, so that work goes on; what was recorded keeps its dates, and what was crawled is not crawled again. Which of both
it is only what was recorded can tell: a clock that was ahead has left a gap behind now, or all within a short time.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from common.store.database.database import Database
from common.store.drivers.base import Rows
from common.store.drivers.group_commit import Part
from common.store.statements import SQL
from common.timing.units import DAY_MS

log = logging.getLogger("crawlfleet.store.clock")

TOLERATED_MS = 60_000
"""A clock that is set back by less is nothing: everything waits that much longer."""
RENEW_MS = 120_000
"""A live worker renews well within this."""
WRITTEN_EVERY_MS = 10_000
"""The clock may have gone back by so much more than is known; everything waits that much longer."""

AHEAD_AT_MOST_MS = 2 * DAY_MS
"""What was recorded in the last two days before a clock went back may be of one that stood ahead. It is behind now
where more was recorded than that, and nothing is missing in between."""

_MOVED = tuple(name for name in SQL if name.startswith("clock_back_"))
"""In the order of their file: the last one ends it."""
_DATES = {"clock_back_recrawls", "clock_back_prices", "clock_back_products", "clock_back_changes"}
"""Those that say when something was; the others move what waits."""
_TIMES = {"tolerated_ms": TOLERATED_MS, "renew_ms": RENEW_MS}


STANDS_BEHIND = (
    ". By what was recorded since then it was right before and is behind now: nothing is dated anew. Put it right "
    "(timedatectl); what is recorded until then keeps a wrong date"
)


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
        behind = await self._stands_behind()
        await self._db.run(*(self._bound(name, ahead) for name in _MOVED if not (behind and name in _DATES)))
        log.warning(
            "the database's clock went back by %.0f s: what it made wait for a time that is still far away waits that "
            "much shorter%s",
            ahead / 1000,
            STANDS_BEHIND if behind else "",
        )
        return await self._db.run(*parts)

    async def _stands_behind(self) -> bool:
        """Whether the clock was right before it went back, as far as can be told."""
        found = (await self._db.one("clock_recorded")).rows
        spread_ms, gap_ms = (found[0]["spread_ms"], found[0]["gap_ms"]) if found else (None, None)
        if not isinstance(spread_ms, int) or not isinstance(gap_ms, int) or spread_ms <= AHEAD_AT_MOST_MS:
            return False
        return not (found[0]["any_before"] and gap_ms >= spread_ms)

    def _bound(self, name: str, back_ms: int) -> Part:
        """With the times that it names."""
        times = {"back_ms": back_ms, **_TIMES}
        return self._db.bind(name, **{time: ms for time, ms in times.items() if f":{time}" in SQL[name]})
