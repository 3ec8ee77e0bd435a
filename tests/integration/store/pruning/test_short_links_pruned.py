"""What short links led to is remembered, and pruned once it was learnt long ago."""

from __future__ import annotations

import time

import pytest

from common.settings import DatabaseSettings, Settings
from common.settings_tables.keep import KeepSettings
from common.store import Store
from common.store.operators import pruning
from common.timing.units import DAY_MS
from fleet.operations.database.pruning import prune
from tests.integration.store.jobs import Clock

AGES_DAYS = (600, 400, 300, 1)
YEAR = 365 * DAY_MS


def short(age_days: int) -> str:
    return f"https://s.shopee.tw/{age_days}"


async def remembered(store: Store) -> list[int]:
    return [age for age in AGES_DAYS if await store.feeds.short_link(short(age))]


@pytest.fixture
async def learnt(store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """One entry of each age; two are looked through at a time."""
    monkeypatch.setattr(pruning, "PAGE", 2)
    now_ms = time.time_ns() // 1_000_000
    for age_days in AGES_DAYS:
        clock.ms = now_ms - age_days * DAY_MS
        await store.feeds.remember_short_link(short(age_days), f"https://shopee.tw/product/1/{age_days}")
    clock.ms = now_ms


@pytest.mark.usefixtures("learnt")
async def test_what_was_learnt_long_ago_is_counted_then_forgotten(store: Store, clock: Clock) -> None:
    assert await store.pruning.short_links(clock.ms - YEAR, dry_run=True) == 2
    assert await remembered(store) == list(AGES_DAYS)
    assert await store.pruning.short_links(clock.ms - YEAR, dry_run=False) == 2
    assert await remembered(store) == [300, 1]
    assert await store.pruning.short_links(clock.ms - YEAR, dry_run=False) == 0


@pytest.mark.usefixtures("learnt")
async def test_db_prune_forgets_it_unless_it_is_kept_for_ever(store: Store, settings: DatabaseSettings) -> None:
    for_ever = Settings(database=settings, keep=KeepSettings(short_links_days=0))
    assert (await prune(for_ever, dry_run=False)).total == 0
    planned = await prune(Settings(database=settings), dry_run=True)
    assert (planned.short_links, planned.total) == (2, 2)
    assert await prune(Settings(database=settings), dry_run=False) == planned
    assert await remembered(store) == [300, 1]
