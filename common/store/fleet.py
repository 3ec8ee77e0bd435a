"""FleetStore: which processes are alive, each shop's policy (pause, budget), and which dispatcher leads."""

from __future__ import annotations

from common.store import rows
from common.store.database import Database
from common.store.values import ShopRow, WorkerRow


class FleetStore:
    """Raises StoreUnavailable when the database cannot be reached in time, StoreRejected when it refuses."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def worker_seen(
        self, worker_id: str, *, role: str, version: str, state: str, running: int, done: int, failed: int
    ) -> None:
        """Report that a process is alive. Writes a row each time, so callers send it at most every 30 s."""
        await self._db.one(
            "worker_seen",
            worker_id=worker_id,
            role=role,
            version=version,
            state=state,
            running=running,
            done=done,
            failed=failed,
        )

    async def workers(self) -> list[WorkerRow]:
        """Every process that ever reported, the latest first."""
        return [rows.build(WorkerRow, row) for row in (await self._db.one("workers")).rows]

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
        """End a pause. Pages and windows of before no longer count for the shop's health."""
        await self._db.one("pause_shop", platform=platform, reason=None)

    async def set_budget(self, platform: str, requests_per_second: float | None, burst: int) -> None:
        """Allow so many claims a second in the whole fleet, `burst` of them at once; None removes the budget.

        Raises ValueError for a budget that would let nothing pass.
        """
        if burst < 1 or (requests_per_second is not None and requests_per_second <= 0):
            raise ValueError(f"a budget of {requests_per_second} requests/s with a burst of {burst} lets nothing pass")
        interval_ms = None if requests_per_second is None else 1000 / requests_per_second
        await self._db.one("set_budget", platform=platform, interval_ms=interval_ms, burst=burst)

    async def lead(self, role: str, holder: str, *, ttl_ms: int) -> bool:
        """Take or keep the lead of a role for `ttl_ms`; 0 gives it up. True when `holder` has it."""
        return bool((await self._db.one("lead", role=role, holder=holder, ttl_ms=ttl_ms)).rows)


def _per_second(interval_ms: object) -> float | None:
    return 1000 / interval_ms if isinstance(interval_ms, int | float) else None
