"""Changes of one shop's products: a page of them is the same wherever in the list of all changes they lie."""

from __future__ import annotations

import pytest

from common.settings import DatabaseSettings
from common.store import Store
from common.store.drivers.base import Statement
from common.store.operators import changes
from common.store.operators.values import START, Cursor
from common.store.store import make_driver

PRODUCT = """
INSERT INTO products (product_key, platform, region, shop_id, url, url_norm, availability, verdict, job_id,
                      first_seen_at, last_seen_at)
VALUES (:key, :platform, :region, :shop, 'u', 'u', 'IN_STOCK', 'ok', :key, 1, 1)
"""
CHANGE = "INSERT INTO product_changes (product_key, at, kind) VALUES (:key, :at, :kind)"
PINE, OAK, MUG = "other:pine.example:id:1", "other:oak.example:id:1", "shopee:tw:1"


@pytest.fixture
async def filled(store: Store, settings: DatabaseSettings) -> Store:
    driver = make_driver(settings)
    await driver.connect()
    products = [(PINE, "other", "any", None), (OAK, "other", "any", "oak.example"), (MUG, "shopee", "tw", "77")]
    for key, platform, region, shop in products:
        await driver.batch([Statement(PRODUCT, {"key": key, "platform": platform, "region": region, "shop": shop})])
    for at in range(12):
        key = (OAK, MUG, OAK, PINE)[at % 4]
        await driver.batch([Statement(CHANGE, {"key": key, "at": 100 + at // 2, "kind": "drop" if at % 3 else "gone"})])
    await driver.close()
    return store


async def paged(store: Store, single: str, *, limit: int, kinds: tuple[str, ...] = ()) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    place: Cursor | None = START
    platform = "shopee" if single == "77" else "other"
    while place is not None:
        page = await store.changes.page(limit=limit, after=place, platform=platform, single=single, kinds=kinds)
        assert len(page.rows) == limit or page.next is None
        found += [(one.at, one.id) for one in page.rows]
        place = page.next
    return found


@pytest.mark.parametrize("looked_at", [1, 4, 1000])
async def test_pages_are_the_same_however_few_changes_are_looked_at_first(
    filled: Store, monkeypatch: pytest.MonkeyPatch, looked_at: int
) -> None:
    monkeypatch.setattr(changes, "FIRST_LOOKED_AT", looked_at)
    assert await paged(filled, "pine.example", limit=2) == [(105, 12), (103, 8), (101, 4)]
    assert await paged(filled, "oak.example", limit=2) == [(105, 11), (104, 9), (103, 7), (102, 5), (101, 3), (100, 1)]
    assert await paged(filled, "77", limit=1, kinds=("gone",)) == [(104, 10)]
    assert await paged(filled, "elm.example", limit=5) == []
