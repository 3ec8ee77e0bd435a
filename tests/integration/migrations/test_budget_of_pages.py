"""A database of schema version 19 comes forward whole: its budgets stand, and are the pages' alone from then on."""

from __future__ import annotations

import pytest

from common.job import NewJob
from common.settings import DatabaseSettings
from common.store import ClaimOutcome, init_schema, open_store
from common.store.drivers.base import Statement
from common.store.store import make_driver
from common.ways.way import Way
from tests.integration.store.jobs import link
from tests.old_database import make_old

BEFORE = 19
NOW = 1_800_000_000_000
_SPENT = f"""INSERT OR REPLACE INTO shops (platform, budget_interval_ms, budget_burst, budget_at)
    VALUES ('shopee', 60000, 1, {NOW + 60_000})"""


async def test_a_budget_of_before_stands_and_an_official_crawl_leaves_it_alone(settings: DatabaseSettings) -> None:
    await make_old(settings, BEFORE)
    driver = make_driver(settings)
    await driver.connect()
    await driver.batch([Statement(_SPENT)])
    await driver.close()
    report = await init_schema(settings)
    assert (report.before, report.after > BEFORE) == (BEFORE, True)
    store = await open_store(settings, clock_ms=lambda: NOW + 1)
    try:
        jobs: list[NewJob] = [link(1), link(2)]
        await store.jobs.add(jobs)
        for job, way in zip(jobs, (Way.OFFICIAL, Way.HTTP), strict=True):
            await store.jobs.publish([job.id], republish_after_ms=1000, via=way)
        claims = [
            (await store.jobs.claim(job.id, worker_id="w", lease_token=job.id, lease_ms=1000, way=way)).outcome
            for job, way in zip(jobs, (Way.OFFICIAL, Way.HTTP), strict=True)
        ]
        assert claims == [ClaimOutcome.CLAIMED, ClaimOutcome.OVER_BUDGET]
        (shopee,) = [shop for shop in await store.fleet.shops() if shop.platform == "shopee"]
        assert shopee.requests_per_second == pytest.approx(1 / 60)
    finally:
        await store.close()
