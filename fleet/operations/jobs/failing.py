"""Errors over days: which code at which shop, how often on each day."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from common.timing.units import DAY_MS
from fleet.opening import opened_store
from fleet.operations.selecting import error_code_typed
from fleet.operations.shops.names import shop_or_market

if TYPE_CHECKING:
    from common.settings import Settings

MOST_LOOKED_AT = 20_000
"""Attempts that ended, the newest: a fleet of a million jobs ends more in a week than a page may look at."""


@dataclass(frozen=True, slots=True)
class Failing:
    """One error at one shop. `by_day` has a number for each day asked for, the oldest first."""

    shop: str
    error_code: str
    by_day: Sequence[int]

    @property
    def count(self) -> int:
        return sum(self.by_day)


@dataclass(frozen=True, slots=True)
class FailuresShown:
    """The most frequent first."""

    failing: Sequence[Failing]
    days: Sequence[int]
    """When each day (UTC) began, the oldest first; the last one goes on."""
    since: int | None
    """Only attempts that ended since then were looked at; None: all of these days."""


async def failures_by_day(
    settings: Settings, *, days: int, shop: str | None = None, error_code: str | None = None
) -> FailuresShown:
    """Attempts of the last `days` days that did not work, of the newest MOST_LOOKED_AT that ended.

    Raises WrongUsage for a shop or an error code that does not exist, and what opened_store raises.
    """
    platform, single = shop_or_market(shop) if shop else (None, None)
    code = error_code_typed(error_code)
    async with opened_store(settings) as store:
        now_ms = await store.jobs.now_ms()
        last = now_ms // DAY_MS
        first = last - days + 1
        counted = await store.failures.by_day(
            within_ms=now_ms - first * DAY_MS,
            most=MOST_LOOKED_AT,
            platform=platform,
            single=single,
            error_code=code,
        )
    found: dict[tuple[str, str], list[int]] = {}
    for one in counted.failures:
        if first <= one.day <= last:
            found.setdefault((one.shop, one.error_code), [0] * days)[one.day - first] += one.count
    failing = [Failing(*names, by_day) for names, by_day in found.items()]
    return FailuresShown(
        sorted(failing, key=lambda one: (-one.count, one.shop, one.error_code)),
        [day * DAY_MS for day in range(first, last + 1)],
        counted.oldest if counted.looked_at >= MOST_LOOKED_AT else None,
    )
