"""A change of a product gets a number that none had before, in a new database and in one of the version before."""

from __future__ import annotations

import pytest

from common.settings import DatabaseSettings
from common.store import init_schema
from common.store.drivers.base import Statement
from common.store.schema import LATEST
from common.store.store import make_driver
from tests.old_database import make_old

PRODUCT = """
INSERT INTO products (product_key, platform, region, url, url_norm, title, price_minor, currency, price_at,
                      availability, verdict, job_id, first_seen_at, last_seen_at)
VALUES ('other:pine.example:id:1', 'other', 'any', 'u', 'u', 'Pine board', 700, 'EUR', 40, 'IN_STOCK', 'ok', 'j', 1, 40)
"""
LOWER = "UPDATE products SET price_minor = price_minor - 100, price_at = price_at + 1"


@pytest.mark.parametrize("before", [LATEST, 27])
async def test_no_number_is_given_twice(settings: DatabaseSettings, before: int) -> None:
    if before < LATEST:
        await make_old(settings, before)
    driver = make_driver(settings)
    await driver.connect()
    if before < LATEST:
        await driver.batch([Statement(PRODUCT), Statement(LOWER), Statement(LOWER)])
    report = await init_schema(settings)
    assert report.after == LATEST and report.serves <= 27
    if before == LATEST:
        await driver.batch([Statement(PRODUCT), Statement(LOWER), Statement(LOWER)])
    await driver.batch([Statement("DELETE FROM product_changes WHERE id = 2"), Statement(LOWER)])
    (found,) = await driver.batch([Statement("SELECT id, at, kind, price_before_minor AS was FROM product_changes")])
    assert [tuple(row.values()) for row in found.rows] == [(1, 41, "drop", 700), (3, 43, "drop", 500)]
    await driver.close()
