"""The official way as a worker runs it: a job's item asked for, judged, recorded; what the database then holds."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from common.errors import ConfigError, CrawlError, ErrorCode
from common.finding.expand import Expansion
from common.job import Job, NewJob
from common.offer import Availability, VerdictStatus
from common.outcome.judge import judge
from common.outcome.recrawl_pace import RecrawlPace
from common.settings import Settings
from common.settings_tables.official import OfficialSettings
from common.shops.base import ShopLink
from common.shops.registry import Shops
from common.store import ClaimOutcome, Store
from common.ways.way import Way
from fleet.run.parts import outside
from fleet.run.ways.ways import WayParts, way_of
from tests.integration.official.conftest import BOWL, LAMP, TEAPOT, Asking, account
from tests.servers.official import ShopeeDouble, TaobaoDouble
from tests.servers.shop_server import Reply
from worker.ways.asked_for import ProductLinks
from worker.ways.judged import Judging
from worker.ways.official.source import Keys, OfficialSource
from worker.ways.official.way import OfficialWay

ACCOUNTS = (account("shopee", "tw", "123456", "demo"), account("taobao", "cn", "12345678", "helloworld"))


async def no_short_links(link: ShopLink) -> Expansion:
    raise AssertionError("no short link in these tests")


def make(asking: Asking, *accounts: OfficialSettings) -> OfficialWay:
    by_label = {one.label: one for one in accounts}
    shops = Shops()

    def source(keys: Keys) -> OfficialSource:
        return asking.source(by_label[keys.label])

    pace = RecrawlPace(1000, 1000, 1000)
    return OfficialWay(
        accounts, shops=shops, links=ProductLinks(shops, no_short_links), judging=Judging(judge, pace), source=source
    )


@pytest.fixture
async def way(asking: Asking) -> AsyncIterator[OfficialWay]:
    made = make(asking, *ACCOUNTS)
    assert made.missing() is None
    await made.open()
    yield made
    await made.close()


async def claimed(store: Store, url: str) -> Job:
    link = Shops().link(url)
    assert link is not None
    new = NewJob(
        url, link.url_norm, link.platform, link.region, link.shop_id, link.item_id, "jsonl", "me", link.url_norm
    )
    await store.jobs.add([new])
    claim = await store.jobs.claim(new.id, worker_id="w", lease_token=f"t-{new.id}", lease_ms=60_000)
    assert claim.outcome is ClaimOutcome.CLAIMED
    assert claim.job is not None
    return claim.job


async def test_a_price_is_stored_with_its_kind_and_an_unknown_availability(way: OfficialWay, store: Store) -> None:
    job = await claimed(store, f"https://shopee.tw/product/310001/{LAMP}")
    result = await way.crawl(job)
    assert (result.verdict.status, result.via) == (VerdictStatus.OK, Way.OFFICIAL)
    assert await store.jobs.succeed(job.id, f"t-{job.id}", result)
    product = await store.listing.product(f"shopee:tw:{LAMP}")
    assert product is not None
    assert (product.price_minor, product.currency, product.price_kind) == (49900, "TWD", "official_min")
    assert product.availability == Availability.UNKNOWN
    (price,) = await store.listing.history(f"shopee:tw:{LAMP}", limit=5)
    assert (price.price_minor, price.price_kind, price.availability) == (49900, "official_min", Availability.UNKNOWN)


async def test_jobs_that_wait_together_share_a_call(way: OfficialWay, store: Store, taobao: TaobaoDouble) -> None:
    jobs = [
        await claimed(store, f"https://item.taobao.com/item.htm?id={600000000100 + number}") for number in range(40)
    ]
    results = await asyncio.gather(*(way.crawl(job) for job in jobs))
    assert len({result.product_key for result in results}) == 40
    assert taobao.calls == 2


async def test_an_estimate_alone_is_no_price(way: OfficialWay, store: Store, taobao: TaobaoDouble) -> None:
    job = await claimed(store, f"https://item.taobao.com/item.htm?id={TEAPOT}")
    estimated: dict[str, Any] = {
        "tbk_item_info_upgrade_get_response": {
            "results": {
                "tbk_item_detail": [
                    {
                        "input_item_iid": TEAPOT,
                        "item_basic_info": {"title": "蓝色茶壶"},
                        "price_promotion_info": {"final_promotion_price": "69.9"},
                    }
                ]
            }
        }
    }
    taobao.answer_next(Reply(body=json.dumps(estimated).encode()))
    result = await way.crawl(job)
    assert (result.verdict.status, result.verdict.reason) == (VerdictStatus.DROP, "NO_PRICE")
    assert '"official_estimate"' in result.result_json


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("https://shopee.com.mx/product/1/2", "has no official interface"),
        ("https://shopee.sg/product/1/2", "has no keys for shopee/sg"),
        ("https://shopee.tw/product/310001/4711", "does not list"),
    ],
)
async def test_what_this_way_does_not_know_goes_to_the_next(
    url: str, says: str, way: OfficialWay, store: Store
) -> None:
    with pytest.raises(CrawlError, match=says) as missed:
        await way.crawl(await claimed(store, url))
    assert missed.value.code is ErrorCode.NOT_LISTED


async def test_jobs_of_a_shop_without_keys_are_taken_too_and_go_to_the_next_way(asking: Asking, store: Store) -> None:
    way = make(asking, ACCOUNTS[0])
    await way.open()
    assert list(way.platforms) == ["shopee", "taobao"], "else they would wait for an official worker that never comes"
    with pytest.raises(CrawlError, match="no keys for taobao/cn") as missed:
        await way.crawl(await claimed(store, f"https://item.taobao.com/item.htm?id={TEAPOT}"))
    assert missed.value.code is ErrorCode.NOT_LISTED
    await way.close()


async def test_a_crawl_that_is_cancelled_lets_the_others_go_on(
    way: OfficialWay, store: Store, taobao: TaobaoDouble
) -> None:
    jobs = [await claimed(store, f"https://item.taobao.com/item.htm?id={600000000100 + number}") for number in range(3)]
    crawls = [asyncio.create_task(way.crawl(job)) for job in jobs]
    await asyncio.sleep(0)
    crawls[1].cancel()
    first, second, third = await asyncio.gather(*crawls, return_exceptions=True)
    assert isinstance(second, asyncio.CancelledError)
    assert not isinstance(first, BaseException)
    assert not isinstance(third, BaseException)
    assert "600000000101" not in taobao.asked_for


def test_what_is_missing_is_said_in_a_sentence_without_the_secret(asking: Asking) -> None:
    assert "[[official]]" in (make(asking).missing() or "")
    nowhere = make(asking, account("shopee", "mx", "1", "hush-hush"))
    assert "no official interface of that shop in that market" in (nowhere.missing() or "")
    empty = make(asking, account("shopee", "tw", "1", ""))
    assert "CRAWLFLEET_OFFICIAL_SECRET_SHOPEE_TW" in (empty.missing() or "")
    assert "hush" not in f"{nowhere.missing()}{nowhere!r}"


async def test_a_volunteers_worker_has_no_official_way(asking: Asking) -> None:
    settings = Settings()
    async with outside(settings) as net:
        parts = WayParts(settings, None, Shops(), None, None, net)  # type: ignore[arg-type]  # it fails before it asks for them
        with pytest.raises(ConfigError, match="fleet's database"):
            way_of(Way.OFFICIAL, parts)


async def test_two_shops_budgets_are_their_own(way: OfficialWay, store: Store, shopee: ShopeeDouble) -> None:
    shopee.answer_next(10030)
    with pytest.raises(CrawlError) as waits:
        await way.crawl(await claimed(store, f"https://shopee.tw/product/310001/{BOWL}"))
    assert waits.value.code is ErrorCode.WAY_PAUSED
    teapot = await way.crawl(await claimed(store, f"https://item.taobao.com/item.htm?id={TEAPOT}"))
    assert teapot.verdict.status is VerdictStatus.OK
