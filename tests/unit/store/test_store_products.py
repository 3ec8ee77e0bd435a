"""What a result leaves in products and price_observations: only a price a verdict called ok."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from common.details.kinds import Condition, Details
from common.details.written import read_details
from common.job import NewJob
from common.offer import Availability, Offer, Verdict, VerdictReason, VerdictStatus
from common.outcome.crawl_result import CrawlResult, product_key
from common.settings import DatabaseSettings
from common.store import Product, Store, init_schema, open_store
from common.timing.units import DAY_MS

URL = "https://shopee.tw/product/1/2"
JOB = NewJob(URL, URL, "shopee", "tw", "1", "2", "threads", "@me", "p1")
OK = Verdict(VerdictStatus.OK)
DROP = Verdict(VerdictStatus.DROP, VerdictReason.NO_PRICE)
DOUBT = Verdict(VerdictStatus.QUARANTINE, VerdictReason.AMBIGUOUS_PRICE)


class Shelf:
    """Crawls the same link again and again."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.crawls = 0

    async def crawl(self, offer: Offer | None, verdict: Verdict = OK) -> None:
        self.crawls += 1
        if self.crawls == 1:
            await self.store.jobs.add([JOB])
        else:
            await self.store.jobs.recrawl(limit=1)
        token = f"lease-{self.crawls}"
        await self.store.jobs.claim(JOB.id, worker_id="w", lease_token=token, lease_ms=1000)
        result = CrawlResult("{}", None, offer, verdict, URL, "shopee", "tw", URL, next_crawl_in_ms=0)
        assert await self.store.jobs.succeed(JOB.id, token, result)

    async def product(self) -> Product:
        found = await self.store.listing.product(JOB.id)
        assert found is not None
        return found

    async def prices(self) -> list[int]:
        return [seen.price_minor for seen in reversed(await self.store.listing.history("shopee:tw:2", limit=50))]


class Clock:
    ms = 1_800_000_000_000

    def __call__(self) -> int:
        return self.ms


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def shelf(tmp_path: Path, clock: Clock) -> AsyncIterator[Shelf]:
    settings = DatabaseSettings(url=f"file:{tmp_path}/x.db")
    await init_schema(settings)
    store = await open_store(settings, clock_ms=clock)
    yield Shelf(store)
    await store.close()


def offer(price_minor: int | None, availability: Availability = Availability.IN_STOCK, title: str = "T") -> Offer:
    return Offer(title=title, price_minor=price_minor, currency="TWD", availability=availability, item_id="2")


async def test_the_same_price_is_observed_once_a_day(shelf: Shelf, clock: Clock) -> None:
    await shelf.crawl(offer(100))
    clock.ms += DAY_MS - 1
    await shelf.crawl(offer(100))
    assert await shelf.prices() == [100]
    clock.ms += 1
    await shelf.crawl(offer(100))
    assert await shelf.prices() == [100, 100]


async def test_a_change_is_observed_at_once(shelf: Shelf) -> None:
    await shelf.crawl(offer(100))
    await shelf.crawl(offer(90))
    await shelf.crawl(offer(100))
    await shelf.crawl(offer(100, Availability.OUT_OF_STOCK))
    assert await shelf.prices() == [100, 90, 100, 100]


@pytest.mark.parametrize("price_minor", [None, 0, -5])
async def test_no_price_is_ever_stored_for_none(shelf: Shelf, price_minor: int | None) -> None:
    await shelf.crawl(offer(price_minor))
    assert await shelf.prices() == []
    assert (await shelf.product()).price_minor is None


@pytest.mark.parametrize("currency", [None, "", "NT$x"])
async def test_no_price_is_stored_without_its_currency(shelf: Shelf, currency: str | None) -> None:
    await shelf.crawl(Offer(price_minor=5, currency=currency, item_id="2"))
    assert await shelf.prices() == []


async def test_a_drop_updates_what_was_seen_and_keeps_the_price(shelf: Shelf) -> None:
    await shelf.crawl(offer(100))
    await shelf.crawl(offer(None, Availability.OUT_OF_STOCK, title="T, sold out"), DROP)
    product = await shelf.product()
    assert (product.price_minor, product.currency, product.availability) == (100, "TWD", "OUT_OF_STOCK")
    assert (product.title, product.verdict, product.verdict_reason) == ("T, sold out", "drop", "NO_PRICE")


async def test_a_quarantined_page_teaches_nothing_but_its_verdict(shelf: Shelf) -> None:
    await shelf.crawl(offer(100))
    await shelf.crawl(offer(1, Availability.UNKNOWN, title="odd"), DOUBT)
    product = await shelf.product()
    assert (product.price_minor, product.availability, product.title) == (100, "IN_STOCK", "T")
    assert (product.verdict, await shelf.prices()) == ("quarantine", [100])


async def test_a_result_without_an_offer_makes_no_product(shelf: Shelf) -> None:
    await shelf.crawl(None, DROP)
    assert await shelf.store.listing.products(limit=5) == []


async def test_products_are_found_by_their_words_not_by_patterns(shelf: Shelf) -> None:
    await shelf.crawl(offer(100, title="100% wool_hat"))
    listing = shelf.store.listing
    assert len((await listing.products_page(query="0% WOOL_", limit=5)).rows) == 1
    assert not (await listing.products_page(query="1_0", limit=5)).rows
    assert not (await listing.products_page(platform="taobao", limit=5)).rows


def test_identity_is_item_then_sku_then_link() -> None:
    item, sku = Offer(item_id="7", sku="S"), Offer(sku="S")
    assert product_key("shopee", "sg", "u", item) == "shopee:sg:7"
    assert product_key("taobao", "cn", "u", item) == "taobao:cn:7"
    assert product_key("other", "any", "https://www.a.example/x", item) == "other:a.example:id:7"
    assert product_key("other", "any", "https://b.example:8443/x", item) == "other:b.example:id:7"
    assert product_key("other", "any", "https://shop.a.example/x", sku) == "other:a.example:sku:S"
    assert product_key("other", "any", "https://127.0.0.1:1/x", sku) == "other:127.0.0.1:sku:S"
    assert product_key("other", "any", "https://one.myshopify.com/x", sku) == "other:one.myshopify.com:sku:S"
    assert product_key("other", "any", "https://[::1/x", sku) == "other::sku:S"
    assert product_key("other", "any", "https://a.example/", Offer(item_id="sku:S")) != product_key(
        "other", "any", "https://a.example/", sku
    )
    assert product_key("other", "any", "u", None).startswith("url:")
    assert product_key("other", "any", "u", Offer()) != product_key("other", "any", "v", Offer())


async def test_details_stay_until_a_trusted_page_states_others(shelf: Shelf) -> None:
    mug = offer(100)
    said = Details(rating_hundredths=450, category=("Kitchen", "Mugs"), condition=Condition.USED)
    images = tuple(f"https://img.example/{number}" for number in range(9))
    await shelf.crawl(replace(mug, details=said, gtin="4006381333931", images=images))
    product = await shelf.product()
    assert product.gtin == "4006381333931"
    assert read_details(product.details_json) == {
        "rating_hundredths": 450,
        "category": ["Kitchen", "Mugs"],
        "condition": "USED",
        "images": list(images[:8]),
    }
    await shelf.crawl(mug)
    assert await shelf.product() == replace(await shelf.product(), details_json=product.details_json, gtin=product.gtin)
    await shelf.crawl(replace(mug, details=Details(description="odd"), gtin="96385074"), DOUBT)
    doubted = await shelf.product()
    assert (doubted.gtin, doubted.details_json) == (product.gtin, product.details_json)
    await shelf.crawl(replace(mug, details=Details(review_count=0)))
    assert read_details((await shelf.product()).details_json) == {"review_count": 0}
    found = (await shelf.store.listing.products_page(query="4006381333931", limit=5)).rows
    assert [one.product_key for one in found] == ["shopee:tw:2"]
    for words in ("4006381333931", "shopee:tw:2 6381333931", "TW:2 33393"):
        found = (await shelf.store.listing.products_page(text=words, limit=5)).rows
        assert [one.product_key for one in found] == ["shopee:tw:2"], words
    assert not (await shelf.store.listing.products_page(text="4006381333931 nothing", limit=5)).rows


async def test_a_product_of_the_open_web_without_a_code_is_found_by_its_shop(tmp_path: Path) -> None:
    settings = DatabaseSettings(url=f"file:{tmp_path}/open.db")
    await init_schema(settings)
    store = await open_store(settings)
    url = "https://www.pine.example/p/mug"
    job = NewJob(url, url, "other", "any", "pine.example", None, "rss", "a", "p1")
    await store.jobs.add([job])
    await store.jobs.claim(job.id, worker_id="w", lease_token="t", lease_ms=1000)
    offer = Offer(title="Pine mug", availability=Availability.IN_STOCK)
    result = CrawlResult("{}", None, offer, DROP, url, "other", "any", url, next_crawl_in_ms=0)
    assert await store.jobs.succeed(job.id, "t", result)
    product = await store.listing.product(job.id)
    assert product is not None and product.product_key.startswith("url:") and product.shop_id == "pine.example"
    await store.close()
