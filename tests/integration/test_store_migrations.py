"""Databases that released versions made, brought forward: on a file and on a libsql-server."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from common.errors import StoreRejected
from common.job import job_id_for
from common.settings import DatabaseSettings
from common.store import Product, init_schema, open_store
from common.store.drivers.base import Driver, Rows, Statement, Value
from common.store.drivers.text import split_script
from common.store.schema import LATEST, migrate
from common.store.store import make_driver
from tests.places import FIXTURES

DAY_MS = 86_400_000
PINE, OAK, ELM = "https://www.pine.example/p/1", "https://oak.example:8443/p/1", "https://elm.example/p/9"
NUMBER = "1001"


@pytest.fixture(params=["embedded", pytest.param("hrana", marks=pytest.mark.libsql_server)])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> DatabaseSettings:
    if request.param == "embedded":
        return DatabaseSettings(url=f"file:{tmp_path}/old.db")
    return DatabaseSettings(url=request.getfixturevalue("libsql_url"))


class Old:
    """A database as version 1 or 2 made it, and the rows that it wrote."""

    def __init__(self, version: int) -> None:
        self.version = version
        self.statements = split_script((FIXTURES / f"schema_version_{version}.sql").read_text("utf-8"))
        self.statements.append(Statement("INSERT INTO schema_version VALUES (:v, 0)", {"v": version}))

    def job(self, url: str, platform: str, **offer: Value) -> str:
        """A job that succeeded with this offer."""
        job_id = job_id_for(url)
        told = json.dumps({"offer": offer, "verdict": {"status": "ok"}, "fetched_url": url})
        row: dict[str, Value] = {"id": job_id, "url": url, "url_norm": url, "platform": platform, "region": "any"}
        row |= {"source": "rss", "source_account": "a", "source_post_id": "p", "created_at": 1, "updated_at": 1}
        row |= {"status": "SUCCEEDED", "finished_at": 50, "result_json": told, "content_hash": f"hash of {url}"}
        self.insert("crawl_jobs", row)
        return job_id

    def product(self, key: str, url: str, *, seen_at: int, **more: Value) -> None:
        row: dict[str, Value] = {
            "product_key": key,
            "platform": key.split(":", maxsplit=1)[0],
            "region": "any",
            "url": url,
        }
        row |= {"url_norm": url, "availability": "IN_STOCK", "verdict": "ok", "job_id": job_id_for(url)}
        row |= {"first_seen_at": 1, "last_seen_at": seen_at}
        self.insert("products", row | more)

    def price(self, key: str, url: str, minor: int, at: int) -> None:
        row: dict[str, Value] = {"product_key": key, "job_id": job_id_for(url), "lease_token": f"{url} {at}"}
        row |= {"price_minor": minor, "currency": "EUR", "availability": "IN_STOCK", "observed_at": at}
        self.insert("price_observations", row)

    def insert(self, table: str, row: dict[str, Value]) -> None:
        names = ", ".join(row)
        marks = ", ".join(f":{name}" for name in row)
        self.statements.append(Statement(f"INSERT INTO {table} ({names}) VALUES ({marks})", row))

    async def written(self, settings: DatabaseSettings) -> None:
        driver = make_driver(settings)
        await driver.connect()
        await driver.batch(self.statements)
        await driver.close()


def two_shops(version: int) -> Old:
    """oak.example's page used pine.example's number: one product, one history."""
    old = Old(version)
    old.job(PINE, "other", item_id=NUMBER, title="Pine board", brand="Pine & Sons", availability="IN_STOCK")
    old.job(OAK, "other", item_id=NUMBER, title="Oak board", availability="OUT_OF_STOCK")
    key = f"other:any:{NUMBER}"
    priced: dict[str, Value] = {"price_minor": 700, "currency": "EUR", "price_at": 40}
    old.product(key, OAK, seen_at=40, title="Oak board", brand="Pine & Sons", **priced)
    for url, minor, at in ((PINE, 1900, 10), (OAK, 800, 20), (PINE, 2000, 30), (OAK, 700, 40)):
        old.price(key, url, minor, at)
    return old


async def products(settings: DatabaseSettings) -> dict[str, tuple[Product, list[int]]]:
    """Key → the product and its prices, oldest first."""
    store = await open_store(settings)
    found = {
        one.product_key: (
            one,
            [seen.price_minor for seen in reversed(await store.listing.history(one.product_key, limit=50))],
        )
        for one in await store.listing.products(limit=50)
    }
    await store.close()
    return found


@pytest.mark.parametrize("version", [1, 2])
async def test_a_history_that_two_shops_wrote_is_split_by_the_shop_of_each_job(
    settings: DatabaseSettings, version: int
) -> None:
    await two_shops(version).written(settings)
    report = await init_schema(settings)
    assert (report.before, report.after) == (version, LATEST)
    found = await products(settings)
    assert sorted(found) == [f"other:oak.example:id:{NUMBER}", f"other:pine.example:id:{NUMBER}"]
    pine, pine_prices = found[f"other:pine.example:id:{NUMBER}"]
    oak, oak_prices = found[f"other:oak.example:id:{NUMBER}"]
    assert (pine_prices, oak_prices) == ([1900, 2000], [800, 700])
    assert (pine.title, pine.brand, pine.price_minor) == ("Pine board", "Pine & Sons", 2000)
    assert (oak.title, oak.brand, oak.price_minor) == ("Oak board", None, 700)
    assert (pine.availability, oak.availability) == ("IN_STOCK", "OUT_OF_STOCK")
    assert (pine.url_norm, pine.job_id, pine.content_hash) == (PINE, job_id_for(PINE), f"hash of {PINE}")
    assert (pine.first_seen_at, pine.price_at, pine.verdict) == (10, 30, "ok")
    before = await products(settings)
    assert (await init_schema(settings)).before == LATEST
    assert await products(settings) == before, "run again, it changes nothing"


@pytest.mark.parametrize("version", [1, 2])
async def test_what_one_shop_wrote_moves_whole_and_the_rest_stays(settings: DatabaseSettings, version: int) -> None:
    old = Old(version)
    shopee = "https://shopee.tw/product/1/2"
    old.job(ELM, "other", item_id="9", title="Elm")
    old.job(shopee, "shopee", item_id="2", title="Cup")
    priced: dict[str, Value] = {"price_minor": 5, "currency": "EUR", "price_kind": "regular", "price_at": 9}
    old.product("other:any:9", ELM, seen_at=9, title="Elm", **priced)
    old.product("shopee:tw:2", shopee, seen_at=8, title="Cup")
    old.product("url:00ff", "https://elm.example/p/3", seen_at=7, title="Nameless")
    old.price("other:any:9", ELM, 5, 9)
    old.price("shopee:tw:2", shopee, 6, 8)
    # A SKU with a colon in it; and one SKU on two hosts of one shop, seen last on the second.
    old.product("other:sku:elm.example:A:1", ELM, seen_at=6, title="Colon")
    for host, at in (("www.ash.example", 11), ("m.ash.example", 12)):
        old.job(f"https://{host}/x", "other", sku="S", title=host)
        old.product(f"other:sku:{host}:S", f"https://{host}/x", seen_at=at, title=host, sku="S")
        old.price(f"other:sku:{host}:S", f"https://{host}/x", at, at)
    await old.written(settings)
    await init_schema(settings)
    found = await products(settings)
    assert sorted(found) == [
        "other:ash.example:sku:S",
        "other:elm.example:id:9",
        "other:elm.example:sku:A:1",
        "shopee:tw:2",
        "url:00ff",
    ]
    elm, prices = found["other:elm.example:id:9"]
    assert (elm.title, elm.price_minor, elm.price_kind, elm.price_at, prices) == ("Elm", 5, "regular", 9, [5])
    ash, prices = found["other:ash.example:sku:S"]
    assert (ash.title, ash.url_norm, prices) == ("m.ash.example", "https://m.ash.example/x", [11, 12])
    assert found["shopee:tw:2"][1] == [6]


class Meanwhile:
    """A driver: after its first reading of hosts somebody accepts and records one more link."""

    def __init__(self, driver: Driver, more: Sequence[Statement]) -> None:
        self.driver = driver
        self.more = list(more)

    async def connect(self) -> None:
        await self.driver.connect()

    async def close(self) -> None:
        await self.driver.close()

    async def batch(self, statements: Sequence[Statement]) -> Sequence[Rows]:
        answer = await self.driver.batch(statements)
        if self.more and "AS netloc" in statements[0].sql:
            late, self.more = self.more, []
            await self.driver.batch(late)
        return answer


async def test_a_link_that_came_meanwhile_fails_the_whole_move_and_the_next_run_goes_on(
    settings: DatabaseSettings,
) -> None:
    old = two_shops(2)
    await old.written(settings)
    late = Old(2)
    late.statements.clear()
    late.job(ELM, "other", item_id="9", title="Elm")
    late.product("other:any:9", ELM, seen_at=9, title="Elm")
    driver = Meanwhile(make_driver(settings), late.statements)
    await driver.connect()
    with pytest.raises(StoreRejected, match="NOT NULL"):
        await migrate(driver, "x")
    (version, left) = await driver.batch(
        [
            Statement("SELECT MAX(version) AS v FROM schema_version"),
            Statement("SELECT product_key FROM products ORDER BY 1"),
        ]
    )
    assert version.rows[0]["v"] == 2
    assert [row["product_key"] for row in left.rows] == [f"other:any:{NUMBER}", "other:any:9"]
    assert (await migrate(driver, "x")).after == LATEST
    await driver.close()
    assert "other:elm.example:id:9" in await products(settings)
