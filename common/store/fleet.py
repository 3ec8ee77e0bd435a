"""FleetStore: workers, shops' policy, leadership. Skeleton."""

from __future__ import annotations

from common.store.values import ShopRow, WorkerRow


class FleetStore:
    async def worker_seen(
        self, worker_id: str, *, role: str, version: str, state: str, running: int, done: int, failed: int
    ) -> None:
        raise NotImplementedError

    async def workers(self) -> list[WorkerRow]:
        raise NotImplementedError

    async def shops(self) -> list[ShopRow]:
        raise NotImplementedError

    async def pause_shop(self, platform: str, reason: str) -> None:
        raise NotImplementedError

    async def resume_shop(self, platform: str) -> None:
        raise NotImplementedError

    async def set_budget(self, platform: str, requests_per_second: float | None, burst: int) -> None:
        raise NotImplementedError

    async def lead(self, role: str, holder: str, *, ttl_ms: int) -> bool:
        raise NotImplementedError
