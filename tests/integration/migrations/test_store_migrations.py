"""Databases that released versions made, brought forward: on a file and on a libsql-server."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from common.errors import StoreRejected
from common.job import job_id_for
from common.notices.values import Kind, NewRule
from common.offer import Offer, Verdict, VerdictStatus
from common.outcome.crawl_outcome import Succeeded, outcome_to_json
from common.outcome.crawl_result import CrawlResult
from common.proxies.proxy import Proxy, Scheme
from common.settings import DatabaseSettings
from common.store import ConsoleRole, JobFilter, Product, init_schema, open_store
from common.store.drivers.base import Driver, Rows, Statement, Value
from common.store.proxies.values import Seen
from common.store.schema import LATEST, MIGRATIONS, migrate
from common.store.store import make_driver
from common.trust.states import ResultState
from dispatcher.texts import TextKeeper
from tests.old_database import make_old
from tests.old_rows import Old

PINE, OAK, ELM = "https://www.pine.example/p/1", "https://oak.example:8443/p/1", "https://elm.example/p/9"
NUMBER = "1001"


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


async def test_versions_10_and_13_record_operators_and_the_shops_they_add(settings: DatabaseSettings) -> None:
    driver = make_driver(settings)
    await driver.connect()
    await driver.batch(Old(1).statements)
    await migrate(driver, settings.url, latest=9, migrations=MIGRATIONS[:8])
    await driver.close()
    await init_schema(settings)
    store = await open_store(settings)
    await store.operators.began("e", operator="ada", through="console", action="jobs cancel", target="{}", meant=None)
    assert [event.id for event in (await store.operators.page(limit=5)).rows] == ["e"]
    assert await store.listing.meant.count(JobFilter()) == 0
    assert await store.domains.add("pine.example", by="ada")
    assert not await store.domains.add("pine.example", by="bob")
    assert [(one.domain, one.added_by) for one in await store.domains.added()] == [("pine.example", "ada")]
    assert await store.domains.remove("pine.example")
    assert not await store.domains.remove("pine.example")
    await store.close()


async def test_version_15_brings_accounts_to_steer_and_changes_of_what_was_there(settings: DatabaseSettings) -> None:
    old, url = Old(2), PINE
    old.job(url, "shopee", price_minor=100)
    old.product("shopee:tw:1", url, seen_at=10, price_minor=100, currency="TWD", price_kind="regular", price_at=10)
    old.insert("feed_cursors", {"source": "rss", "account": "a", "cursor": "here"})
    await old.written(settings)
    await init_schema(settings)
    driver = make_driver(settings)
    await driver.connect()
    await driver.batch([Statement("UPDATE products SET price_minor = 80, price_at = 20, last_seen_at = 20")])
    await driver.close()
    store = await open_store(settings)
    (change,) = (await store.changes.page(limit=5)).rows
    assert (change.kind, change.price_before_minor, change.price_minor, change.at) == ("drop", 100, 80, 20)
    await store.feeds.pause("rss", "a", "a test")
    (state,) = await store.feeds.states()
    assert (await store.feeds.cursor("rss", "a"), state.paused_reason) == ("here", "a test")
    await store.feeds.resume("rss", "a")
    (asked,) = await store.feeds.wishes()
    assert asked.paused_at is None and asked.poll_asked_at is not None
    await store.close()


async def test_version_17_keeps_what_was_recorded_as_the_first_generation(settings: DatabaseSettings) -> None:
    driver = make_driver(settings)
    await driver.connect()
    await driver.batch(Old(1).statements)
    await migrate(driver, settings.url, latest=16, migrations=MIGRATIONS[:15])
    old = Old(2)
    old.statements.clear()
    old.job(PINE, "other", item_id="1", title="Pine board")
    priced: dict[str, Value] = {"title": "Pine board", "price_minor": 700, "currency": "EUR", "price_at": 40}
    old.product("other:pine.example:id:1", PINE, seen_at=40, **priced)
    old.price("other:pine.example:id:1", PINE, 700, 40)
    await driver.batch(old.statements)
    await driver.close()
    report = await init_schema(settings)
    assert (report.before, report.after) == (16, LATEST)
    store = await open_store(settings)
    (price,) = await store.listing.history("other:pine.example:id:1", limit=5)
    assert (price.price_minor, price.generation, price.first_seen_at) == (700, 1, None)
    product = await store.listing.product("other:pine.example:id:1")
    assert product is not None
    assert (product.price_minor, product.generation, product.anew_at, product.flickers) == (700, 1, None, 0)
    assert await store.listing.pending(limit=5) == []
    await store.close()


async def test_a_database_before_proxies_keeps_them_from_then_on(settings: DatabaseSettings) -> None:
    driver = make_driver(settings)
    await driver.connect()
    await driver.batch(Old(1).statements)
    await migrate(driver, settings.url, latest=21, migrations=MIGRATIONS[:20])
    await driver.close()
    await init_schema(settings)
    store = await open_store(settings)
    proxy = Proxy("one", Scheme.HTTP, "proxy.example", 3128, domains=("shopee.tw",))
    assert await store.proxies.add(proxy, by="ada")
    await store.proxies.seen([Seen("one", 0, 5, 5, None, "refused")])
    await store.proxies.tie("job", {"shopee.tw": "one"}, for_ms=60_000)
    (found,) = await store.proxies.shown()
    assert (found.proxy, found.state, found.failures) == (proxy, "failing", 5)
    assert await store.proxies.ties("job", refused_ms=60_000) == {"shopee.tw": "one"}
    await store.close()


async def test_version_25_tells_of_what_changes_from_then_on(settings: DatabaseSettings) -> None:
    await make_old(settings, 24)
    old = Old(2)
    old.statements.clear()
    old.job(PINE, "other", item_id="1", title="Pine board")
    priced: dict[str, Value] = {"title": "Pine board", "price_minor": 700, "currency": "EUR", "price_at": 40}
    old.product("other:pine.example:id:1", PINE, seen_at=40, **priced)
    driver = make_driver(settings)
    await driver.connect()
    lower = "UPDATE products SET price_minor = price_minor - 100, price_at = price_at + 1"
    await driver.batch([*old.statements, Statement(lower)])
    report = await init_schema(settings)
    assert (report.before, report.after) == (24, LATEST)
    store = await open_store(settings)
    assert await store.notices.add_target("phone", "json://127.0.0.1:9/")
    await store.notices.add_rule(NewRule(Kind.PRICE_DROP, "phone", by_percent=1), asked="a", by="ada")
    (rule,) = await store.notices.rules()
    await driver.batch([Statement(lower)])
    changes, up_to = await store.notices.changes(rule.read_to, limit=10)
    assert [(one.price_before_minor, one.price_minor) for one in changes] == [(600, 500)]
    assert up_to == changes[0].id
    await driver.close()
    await store.close()


async def test_version_27_begins_the_index_of_words_anew(settings: DatabaseSettings) -> None:
    await make_old(settings, 26)
    old = Old(2)
    old.statements.clear()
    for number, url in enumerate((ELM, PINE, OAK)):
        old.job(url, "other", item_id="1", title="Board")
        old.product(f"other:shop{number}.example:id:1", url, seen_at=40, title="Board", gtin="4006381333931")
    driver = make_driver(settings)
    await driver.connect()
    was = (
        "CREATE VIRTUAL TABLE job_search USING fts5(grams, content='', detail='none', columnsize=0, tokenize='ascii')",
        "INSERT INTO job_texts (n, job_id, text) SELECT 4 - rowid, id, url_norm FROM crawl_jobs",
        "INSERT INTO text_index (one, up_to, id) VALUES (1, 1, '')",
    )
    await driver.batch([*old.statements, *map(Statement, was)])
    report = await init_schema(settings)
    assert (report.before, report.after) == (26, LATEST) and report.serves <= 26
    for table in ("job_texts", "text_index"):
        (left,) = await driver.batch([Statement(f"SELECT * FROM {table}")])
        assert not left.rows, "older programs look at every job meanwhile"
    store = await open_store(settings)
    assert await store.texts.narrowing("board") is None, "a migration of a large database waits for no index"
    for _ in range(2):
        for url in (ELM, PINE, OAK):
            assert await store.listing.meant.count(JobFilter(text=f"board {url}")) == 1
        assert len((await store.listing.products_page(query="6381333931", limit=9)).rows) == 3
        await TextKeeper(store.texts).look()
    found = await store.texts.narrowing("board")
    assert found is not None and found.about == 3
    (left,) = await driver.batch([Statement("SELECT 1 FROM sqlite_master WHERE name LIKE 'job_search%'")])
    assert not left.rows
    await driver.close()
    await store.close()


async def test_version_30_settles_what_waited_before_as_it_would_have_been(settings: DatabaseSettings) -> None:
    await make_old(settings, 29)
    old = Old(2)
    old.statements.clear()
    job_id = old.job(PINE, "other", item_id="1", title="Pine board", price_minor=700, currency="EUR")
    offer = Offer("Pine board", 9000, "EUR", item_id="1")
    told = CrawlResult("{}", None, offer, Verdict(VerdictStatus.OK), PINE, "other", "any", PINE, None)
    row: dict[str, Value] = {"lease_token": "t", "job_id": job_id, "person": "ann", "machine": "m", "shop": "other/x"}
    row |= {"reader_version": "1", "state": "waiting", "repeats": 0, "reported_at": 45}
    outcome = Succeeded(job_id, "t", told)
    old.insert("volunteer_results", row | {"outcome_json": outcome_to_json(outcome).decode()})
    driver = make_driver(settings)
    await driver.connect()
    await driver.batch(old.statements)
    await driver.close()
    report = await init_schema(settings)
    assert (report.before, report.after) == (29, LATEST)
    store = await open_store(settings)
    assert await store.trust.settle(limit=5, reader_version="1") == {ResultState.REFUSED: 1}
    await store.close()


async def test_api_tokens_come_beside_people_and_sessions_of_before(settings: DatabaseSettings) -> None:
    await make_old(settings, 22)
    driver = make_driver(settings)
    await driver.connect()
    person = "INSERT INTO console_people (name, role, password, created_at) VALUES ('ada', 'operator', 'p', 1)"
    await driver.batch(
        [Statement(person), Statement("INSERT INTO console_sessions VALUES ('h', 'ada', 9000000000000000)")]
    )
    await driver.close()
    report = await init_schema(settings)
    assert (report.before, report.after) == (22, LATEST)
    store = await open_store(settings)
    assert await store.console.signed_in("h") == ("ada", ConsoleRole.OPERATOR)
    assert await store.tokens.add("grafana", role=ConsoleRole.VIEWER, token_hash="t", expires_in_ms=None)
    assert await store.tokens.holder("t") == ("grafana", ConsoleRole.VIEWER)
    assert await store.tokens.holder("h") is None
    await store.close()
