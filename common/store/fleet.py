"""FleetStore: who is alive, what shops allow, and who leads."""

from __future__ import annotations

from common.store import rows
from common.store.database import Database
from common.store.values import ShopRow, WorkerRow


class FleetStore:
    def __init__(self, database: Database) -> None:
        self._db = database

    async def worker_seen(
        self, worker_id: str, *, role: str, version: str, state: str, running: int, done: int, failed: int
    ) -> None:
        """A sign of life. One row written each time: callers send it at most every 30 s."""
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
        """Everybody ever seen, the latest first."""
        return [rows.build(WorkerRow, row) for row in (await self._db.one("workers")).rows]

    async def shops(self) -> list[ShopRow]:
        """Policy and health of every shop."""
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
        """Nothing of the shop is published or claimed until it is resumed. Running crawls end as they would."""
        await self._db.one("pause_shop", platform=platform, reason=reason)

    async def resume_shop(self, platform: str) -> None:
        await self._db.one("pause_shop", platform=platform, reason=None)

    async def set_budget(self, platform: str, requests_per_second: float | None, burst: int) -> None:
        """Claims per second for the whole fleet, `burst` at once. None lifts it. Raises ValueError on nonsense."""
        if burst < 1 or (requests_per_second is not None and requests_per_second <= 0):
            raise ValueError(f"a budget of {requests_per_second} requests/s with a burst of {burst} lets nothing pass")
        interval_ms = None if requests_per_second is None else 1000 / requests_per_second
        await self._db.one("set_budget", platform=platform, interval_ms=interval_ms, burst=burst)

    async def lead(self, role: str, holder: str, *, ttl_ms: int) -> bool:
        """Take or keep the lead of a role for `ttl_ms`. True when `holder` has it."""
        return bool((await self._db.one("lead", role=role, holder=holder, ttl_ms=ttl_ms)).rows)


def _per_second(interval_ms: object) -> float | None:
    return 1000 / interval_ms if isinstance(interval_ms, int | float) else None
