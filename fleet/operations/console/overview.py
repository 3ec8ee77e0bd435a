"""The fleet at one glance: jobs by shop and state, the last day by the hour, and who works."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from common.job import JobStatus
from common.store import ALIVE_MS
from common.timing.units import DAY_MS, HOUR_MS
from fleet.opening import opened_store

if TYPE_CHECKING:
    from common.settings import Settings
    from common.store import EndedInHour, FleetCounts, ShopRow, StatusCount


@dataclass(frozen=True, slots=True)
class Hour:
    """What ended within one hour that began at `begins_at` (UTC milliseconds)."""

    begins_at: int
    recorded: int
    failed: int
    """For now or for good."""


@dataclass(frozen=True, slots=True)
class Overview:
    counts: Sequence[StatusCount]
    hours: Sequence[Hour]
    """The last 24, the oldest first; the last one goes on."""
    fleet: FleetCounts
    shops: Sequence[ShopRow]
    now_ms: int
    """The database's clock when it was asked."""


Ended = Sequence["EndedInHour"]


async def overview(
    settings: Settings, *, told_again: Callable[[Callable[[], Awaitable[Ended]]], Awaitable[Ended]] | None = None
) -> Overview:
    """Raises what opened_store raises. `told_again` may tell once more what ended by the hour, for that takes long."""
    async with opened_store(settings) as store:

        async def by_hour() -> Ended:
            return await store.fleet.ended_by_hour(within_ms=DAY_MS)

        counts = await store.listing.counts()
        ended = await (by_hour() if told_again is None else told_again(by_hour))
        fleet = await store.fleet.counts(alive_ms=ALIVE_MS)
        shops = await store.fleet.shops()
    now_hour = fleet.now // HOUR_MS
    recorded, failed = (dict.fromkeys(range(now_hour - 23, now_hour + 1), 0) for _ in range(2))
    for one in ended:
        side = recorded if one.status is JobStatus.SUCCEEDED else failed
        if one.status is not JobStatus.NEW and one.hour in side:  # NEW: given back, or waits for a second look
            side[one.hour] += one.count
    hours = [Hour(hour * HOUR_MS, recorded[hour], failed[hour]) for hour in recorded]
    return Overview(counts, hours, fleet, shops, fleet.now)
