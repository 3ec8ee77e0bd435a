"""Nothing is pruned by a clock that another one contradicts: it does not come back when that is put right."""

from __future__ import annotations

import time

import pytest

from common.errors import ConfigError
from common.settings import DatabaseSettings, Settings
from common.store import Store
from common.timing.units import DAY_MS, HOUR_MS
from fleet.operations.database.pruning import prune
from tests.integration.store.jobs import Clock

LINK = "https://s.shopee.tw/1"


@pytest.mark.parametrize("apart_ms", [400 * DAY_MS, -2 * DAY_MS])
async def test_nothing_is_deleted_where_two_clocks_are_days_apart(
    store: Store, clock: Clock, settings: DatabaseSettings, apart_ms: int
) -> None:
    now_ms = time.time_ns() // 1_000_000
    clock.ms = now_ms - 600 * DAY_MS
    await store.feeds.remember_short_link(LINK, "https://shopee.tw/product/1/1")
    for dry_run in (True, False):
        with pytest.raises(ConfigError, match=r"the database's clock is (400d|2d) (ahead of|behind) this machine's"):
            await prune(Settings(database=settings), dry_run=dry_run, clock_ms=lambda: now_ms - apart_ms)
    assert await store.feeds.short_link(LINK)
    pruned = await prune(Settings(database=settings), dry_run=False, clock_ms=lambda: now_ms - HOUR_MS)
    assert pruned.short_links == 1
