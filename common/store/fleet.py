"""FleetStore: which processes are alive, each shop's policy (pause, budget, terms' review), and which dispatcher
leads."""

from __future__ import annotations

from collections.abc import Collection

from common.store import rows
from common.store.clock.setback import ClockWatch
from common.store.database.database import Database
from common.store.schema import LATEST
from common.store.values.fleet import EndedInHour, FleetCounts, Leader, ShopRow
from common.store.values.workers import STOPPED, WorkerRow
from common.ways.way import Way


class FleetStore:
    """Raises StoreUnavailable when the database cannot be reached in time, StoreRejected when it refuses."""

    def __init__(self, database: Database) -> None:
        self._db = database
        self._clock = ClockWatch(database)

    async def worker_seen(
        self,
        worker_id: str,
        *,
        role: str,
        version: str,
        state: str,
        running: int,
        done: int,
        failed: int,
        ways: Collection[Way] = (),
        platforms: Collection[str] = (),
    ) -> None:
        """Report that a process is alive, and the ways it offers for which shops. Writes a row each time, so callers
        send it at most every 30 s."""
        await self._db.one(
            "worker_seen",
            worker_id=worker_id,
            role=role,
            version=version,
            state=state,
            running=running,
            done=done,
            failed=failed,
            ways=",".join(ways) or None,
            schema_version=LATEST,
            platforms=",".join(platforms) or None,
        )

    async def workers(self) -> list[WorkerRow]:
        """Every process that ever reported, the latest first."""
        return [rows.build(WorkerRow, row) for row in (await self._db.one("workers")).rows]

    async def counts(self, *, alive_ms: int) -> FleetCounts:
        """What is due, what is polled, and who was seen within `alive_ms`. Reads no job that is not due."""
        now, alive, feeds, due = await self._db.run(
            self._db.bind("now"),
            self._db.bind("alive", alive_ms=alive_ms, stopped=STOPPED),
            self._db.bind("feed_outcomes"),
            self._db.bind("recrawls_due"),
        )
        seen = {str(row["role"]): rows.number(row["count"]) for row in alive.rows}
        return FleetCounts(
            now=rows.number(now.rows[0]["now_ms"]),
            machines=seen.pop("machines"),
            persons=seen.pop("persons"),
            processes=seen,
            feeds={(str(row["source"]), str(row["outcome"])): rows.number(row["count"]) for row in feeds.rows},
            recrawls_due={str(row["platform"]): rows.number(row["count"]) for row in due.rows},
        )

    async def ended_by_hour(self, *, within_ms: int) -> list[EndedInHour]:
        """Crawls that ended within `within_ms`, by hour and by how their job stood then; the oldest hour first."""
        found = await self._db.one("ended_by_hour", within_ms=within_ms)
        return [rows.build(EndedInHour, row, status=rows.status(row["to_status"])) for row in found.rows]

    async def shops(self) -> list[ShopRow]:
        """Every shop's policy, with figures counted from its jobs."""
        return [
            rows.build(
                ShopRow,
                row,
                paused=bool(row["paused"]),
                requests_per_second=_per_second(row["budget_interval_ms"]),
                burst=row["budget_burst"],
            )
            for row in (await self._db.one("shops")).rows
        ]

    async def pause_shop(self, platform: str, reason: str) -> None:
        """Publish and claim nothing of the shop until it is resumed. Crawls under way go on.

        `platform` is a platform, or <platform>/<shop id> for a single shop of one.
        """
        await self._db.one("pause_shop", platform=platform, reason=reason)

    async def resume_shop(self, platform: str) -> None:
        """End a pause, and have what was published before it published again at once. Pages and windows of before no
        longer count for the shop's health."""
        whole, _, single = platform.partition("/")
        await self._db.run(
            self._db.bind("publish_again_resumed", shop=platform, platform=whole, single=single),
            self._db.bind("pause_shop", platform=platform, reason=None),
        )

    async def set_budget(self, platform: str, requests_per_second: float | None, burst: int) -> None:
        """Allow so many claims a second in the whole fleet, `burst` of them at once; None removes the budget.

        Raises ValueError for a budget that would let nothing pass.
        """
        if burst < 1 or (requests_per_second is not None and requests_per_second <= 0):
            raise ValueError(f"a budget of {requests_per_second} requests/s with a burst of {burst} lets nothing pass")
        interval_ms = None if requests_per_second is None else 1000 / requests_per_second
        await self._db.one("set_budget", platform=platform, interval_ms=interval_ms, burst=burst)

    async def review(self, platform: str, *, by: str, note: str) -> None:
        """Somebody has read the shop's terms now, and says this of them."""
        await self._db.one("review", platform=platform, by=by, note=note)

    async def lead(
        self, role: str, holder: str, *, ttl_ms: int, minds_clock: bool = False, schema_version: int | None = None
    ) -> bool:
        """Take or keep the lead of a role for `ttl_ms`; 0 gives it up. True when `holder` has it, whose program was
        written for `schema_version`.

        `minds_clock`: where the database's clock went back, nothing waits for a time that it showed before, and no lead
        does. For the dispatcher, whoever of them leads: what only looks moves nothing."""
        asking = [self._db.bind("lead", role=role, holder=holder, ttl_ms=ttl_ms)]
        if schema_version is not None:
            asking.append(self._db.bind("lead_told", role=role, holder=holder, schema_version=schema_version))
        asking.append(self._db.bind("leads", role=role, holder=holder))
        answers = await (self._clock.beside(*asking) if minds_clock else self._db.run(*asking))
        return bool(answers[-1].rows)

    async def recorded_ahead_ms(self) -> int:
        """How far what was recorded last lies ahead of the database's clock, which was ahead or is behind; or 0."""
        ahead = (await self._db.one("clock_passed")).rows[0]["ahead_ms"]
        return max(0, ahead) if isinstance(ahead, int) else 0

    async def leader(self, role: str) -> Leader | None:
        """Who leads it, or led it last; None: nobody ever did."""
        found = await self._db.one("leader", role=role)
        return rows.build(Leader, found.rows[0]) if found.rows else None


def _per_second(interval_ms: object) -> float | None:
    return 1000 / interval_ms if isinstance(interval_ms, int | float) else None
