"""The processes that report that they are alive."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from common.timing.units import DAY_MS
from fleet.opening import opened_store

if TYPE_CHECKING:
    from common.settings import Settings
    from common.store import WorkerRow

FORGOTTEN_MS = DAY_MS


@dataclass(frozen=True, slots=True)
class WorkersListed:
    """The last heard of first."""

    workers: Sequence[WorkerRow]
    now_ms: int
    """The database's clock when it was asked."""

    def alive(self, worker: WorkerRow) -> bool:
        return worker.alive(self.now_ms)


async def list_workers(settings: Settings, *, every: bool = False) -> WorkersListed:
    """Those heard of in the last day, or every one that ever reported. Raises as opened_store does."""
    async with opened_store(settings) as store:
        workers = await store.fleet.workers()
        now_ms = await store.jobs.now_ms()
    return WorkersListed([one for one in workers if every or now_ms - one.last_seen_at <= FORGOTTEN_MS], now_ms)
