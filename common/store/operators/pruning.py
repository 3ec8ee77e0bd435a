"""Pruning: what a database of years need not keep is deleted, some thousand rows to a batch.

While a batch deletes, nobody else writes. So a batch looks through few rows, however many one job or product has, and
others come in between (common/store/database/turns.py).
"""

from __future__ import annotations

from collections.abc import AsyncIterator

from common.store import rows
from common.store.database.database import Database
from common.store.database.turns import Turns

PAGE = 500
"""Jobs or short links that one batch looks through."""
ROWS = 5_000
"""Rows of jobs or products that one batch looks through, and the rest of the last one's."""
HOURS = 24
"""Of the counts by hour, in one batch."""
COUNT_PAGE = 5_000
"""Jobs, products or short links where it only counts: a look takes nobody's turn to write."""
_BY_ROWS = frozenset({"events", "sightings", "observations"})
"""Tables of which a job or product may have a great many rows."""
EVENTS_KEPT = 10
"""The last events of each job stay, however old they are."""


class Pruning:
    """Each method deletes (or with `dry_run` counts) what is older than `before_ms`, and may be run again at any time;
    cut off, it has done a part. Raises StoreUnavailable, StoreRejected."""

    def __init__(self, database: Database) -> None:
        self._db = database
        self._turns = Turns()

    async def events(self, before_ms: int, *, dry_run: bool) -> int:
        """Changes of jobs' status, but for the last EVENTS_KEPT of each job, and what was noted beside them of leases
        under which no crawl began; also the counts by hour of the attempts that ended then."""
        noted = await self._over("unbegun", "old_unbegun", dry_run, before=before_ms)
        noted += await self._some("old_attempts", dry_run, before=before_ms, hours=HOURS)
        rows_of = "jobs" if dry_run else "events"
        return noted + await self._over(rows_of, "old_events", dry_run, before=before_ms, keep=EVENTS_KEPT)

    async def sightings(self, before_ms: int, *, dry_run: bool) -> int:
        """Which posts named a link, but for the first of each job. A post that is read once more counts as new."""
        return await self._over("jobs" if dry_run else "sightings", "old_sightings", dry_run, before=before_ms)

    async def observations(self, before_ms: int, *, dry_run: bool) -> int:
        """Prices, thinned to the last of each product and day (UTC)."""
        rows_of = "products" if dry_run else "observations"
        return await self._over(rows_of, "old_observations", dry_run, before=before_ms)

    async def workers(self, before_ms: int, *, dry_run: bool) -> int:
        """Processes that were last heard of before."""
        return await self._one("old_workers", dry_run, before=before_ms)

    async def notices(self, before_ms: int, *, dry_run: bool) -> int:
        """What was noted before for notifications, but for what is still to be sent."""
        return await self._some("old_notices", dry_run, before=before_ms, limit=ROWS)

    async def skips(self, before_ms: int, *, dry_run: bool) -> int:
        """Posts that were not read before, an account at a time."""
        done = 0
        for row in (await self._db.one("accounts_with_skips")).rows:
            of = {"source": str(row["source"]), "account": str(row["account"])}
            done += await self._one("old_skips", dry_run, before=before_ms, **of)
        return done

    async def short_links(self, before_ms: int, *, dry_run: bool) -> int:
        """What short links led to when they were followed before. One that is posted again is followed again."""
        return await self._over("short_links", "old_short_links", dry_run, before=before_ms)

    async def forget_account(self, source: str, account: str, *, dry_run: bool) -> int:
        """Everything that says which posts of this account named which link, and that its polls failed; the jobs stay,
        without the account."""
        of = {"source": source, "account": account}
        erased = await self._over("jobs", "account_sightings", dry_run, **of)
        erased += await self._over("jobs", "account_jobs", dry_run, **of)
        erased += await self._one("account_skips", dry_run, **of)
        erased += await self._one("account_cursor", dry_run, **of)
        # Last: while the cursor was there, the dispatcher could have noted it once more.
        erased += await self._one("account_conditions", dry_run, subject=f"{source}:{account}")
        erased += await self._one("account_notices", dry_run, subject=f"{source}:{account}")
        return erased

    async def _over(self, what: str, name: str, dry_run: bool, **values: str | int) -> int:
        done = 0
        async for low, high in self._ranges(what, dry_run):
            done += await self._one(name, dry_run, low=low, high=high, **values)
        return done

    async def _some(self, name: str, dry_run: bool, **values: str | int) -> int:
        """What a statement deletes that takes a part at a time, until nothing is left. All is counted at once."""
        if dry_run:
            return await self._one(name, dry_run, before=values["before"])
        done = 0
        while changed := await self._one(name, dry_run, **values):
            done += changed
        return done

    async def _one(self, name: str, dry_run: bool, **values: str | int) -> int:
        if dry_run:
            return rows.number((await self._db.one(f"count_{name}", **values)).rows[0]["count"])
        return (await self._turns.take(lambda: self._db.one(name, **values))).changed

    async def _ranges(self, what: str, dry_run: bool) -> AsyncIterator[tuple[str, str]]:
        """(above, up to and with) over all jobs' ids, products' keys or short links' addresses."""
        limit = COUNT_PAGE if dry_run else ROWS if what in _BY_ROWS else PAGE
        low = ""
        while True:
            high = (await self._db.one(f"range_of_{what}", low=low, limit=limit)).rows[0]["high"]
            if high is None:
                return
            yield low, str(high)
            low = str(high)
