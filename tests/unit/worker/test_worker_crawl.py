"""Which addresses a crawl tries, and what it makes of what they show."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from common.errors import CrawlError, ErrorCode
from common.finding.expand import Expansion
from common.job import Job, JobStatus
from common.offer import Availability, Failure, FailureReason, Offer, Verdict, VerdictStatus
from common.outcome.recrawl_pace import RecrawlPace
from common.page import Page
from common.settings import ShopsSettings
from common.shops.base import Shop as RealShop
from common.shops.base import ShopLink
from common.shops.registry import Shops
from worker.ways.asked_for import ProductLinks
from worker.ways.http import HttpWay
from worker.ways.judged import Judging

PRODUCT = "https://shopee.tw/product/1/2"
OFFER = Offer(title="Mug", price_minor=42000, currency="TWD", availability=Availability.IN_STOCK, item_id="2")


class Shop:
    """Two addresses, and a page whose body names what reading it gives."""

    platform = "shopee"
    free_form = False

    def link(self, url: str, parts: object) -> None:
        return None

    def owns(self, host: str) -> bool:
        return True

    fetchable = owns

    def fetch_urls(self, link: ShopLink) -> Sequence[str]:
        return ["https://shopee.tw/a", "https://shopee.tw/b"]

    def read(self, page: Page, link: ShopLink | None) -> Offer | Failure:
        return OFFER if page.body == b"offer" else Failure(FailureReason(page.body.decode()), "as told")


class OneShop(Shops):
    def for_platform(self, platform: str) -> Shop:  # type: ignore[override]  # with no more of a shop than a crawl asks
        return Shop()


class Web:
    def __init__(self, answers: dict[str, bytes | CrawlError]) -> None:
        self._answers = answers
        self.asked: list[str] = []

    async def fetch(self, url: str, *, allow_host: Callable[[str], bool]) -> Page:
        self.asked.append(url[-1])
        answer = self._answers[url[-1]]
        if isinstance(answer, CrawlError):
            raise answer
        return Page(url=url, body=answer)


def job(url: str = PRODUCT) -> Job:
    none: dict[str, Any] = dict.fromkeys(Job.__dataclass_fields__)
    return Job(
        **none
        | {"id": "j", "url": url, "url_norm": url, "platform": "shopee", "region": "tw", "status": JobStatus.RUNNING}
    )


def nowhere(link: ShopLink) -> Expansion:
    return Expansion(None, ErrorCode.CONTENT_NOT_FOUND, "gone")


def crawler(web: Web, expand: Callable[[ShopLink], Expansion] = nowhere) -> HttpWay:
    async def expanding(link: ShopLink) -> Expansion:
        return expand(link)

    async def reading(shop: RealShop, page: Page, link: ShopLink) -> Offer | Failure:
        return shop.read(page, link)

    return HttpWay(
        shops=(shops := OneShop(ShopsSettings())),
        links=ProductLinks(shops, expanding),
        fetcher=web,
        read=reading,
        judging=Judging(
            lambda offer: Verdict(VerdictStatus.OK), RecrawlPace(first_ms=60_000, least_ms=60_000, most_ms=240_000)
        ),
    )


async def test_the_first_address_that_reads_wins() -> None:
    web = Web({"a": b"offer"})
    result = await crawler(web).crawl(job())
    assert web.asked == ["a"]
    assert result.offer == OFFER
    assert result.next_crawl_in_ms == 60_000
    assert json.loads(result.result_json)["offer"]["price_minor"] == 42000


async def test_the_next_crawl_comes_sooner_after_a_change_and_later_without_one() -> None:
    first = await crawler(Web({"a": b"offer"})).crawl(job())
    seen = dataclasses.replace(job(), content_hash=first.content_hash, crawl_interval_ms=160_000)
    assert (await crawler(Web({"a": b"offer"})).crawl(seen)).next_crawl_in_ms == 240_000
    changed = dataclasses.replace(seen, content_hash="another")
    assert (await crawler(Web({"a": b"offer"})).crawl(changed)).next_crawl_in_ms == 80_000


@pytest.mark.parametrize("first", [b"EMPTY_SHELL", b"LOGIN_WALL", CrawlError(ErrorCode.ACCESS_DENIED, "403")])
async def test_a_wall_at_one_address_leads_to_the_next(first: bytes | CrawlError) -> None:
    web = Web({"a": first, "b": b"offer"})
    assert (await crawler(web).crawl(job())).offer == OFFER
    assert web.asked == ["a", "b"]


async def test_walls_everywhere_end_with_the_first_ones_code_and_tell_of_all() -> None:
    with pytest.raises(CrawlError) as caught:
        await crawler(Web({"a": b"LOGIN_WALL", "b": b"EMPTY_SHELL"})).crawl(job())
    assert caught.value.code is ErrorCode.AUTH_FAILED
    assert "LOGIN_WALL" in caught.value.detail
    assert "EMPTY_SHELL" in caught.value.detail


async def test_a_page_that_is_gone_is_not_asked_for_elsewhere() -> None:
    web = Web({"a": b"REMOVED"})
    with pytest.raises(CrawlError) as caught:
        await crawler(web).crawl(job())
    assert caught.value.code is ErrorCode.CONTENT_REMOVED
    assert web.asked == ["a"]


async def test_a_short_link_is_expanded_first() -> None:
    target = ShopLink(PRODUCT, PRODUCT, "shopee", "tw", "1", "2")
    result = await crawler(Web({"a": b"offer"}), lambda link: Expansion(target)).crawl(
        job("https://s.shopee.tw/4VacwWMMCr")
    )
    assert result.url_norm == PRODUCT


async def test_a_short_link_to_nowhere_is_not_found() -> None:
    with pytest.raises(CrawlError) as caught:
        await crawler(Web({})).crawl(job("https://s.shopee.tw/4VacwWMMCr"))
    assert caught.value.code is ErrorCode.CONTENT_NOT_FOUND


async def test_a_link_of_no_known_shop_is_left_to_a_worker_that_knows_it() -> None:
    with pytest.raises(CrawlError) as caught:
        await crawler(Web({})).crawl(job("https://example.com/x"))
    assert caught.value.code is ErrorCode.SHOP_UNKNOWN


async def test_a_short_link_that_cannot_be_expanded_now_is_tried_again() -> None:
    def busy(link: ShopLink) -> Expansion:
        return Expansion(None, ErrorCode.RATE_LIMITED, "answered 429")

    with pytest.raises(CrawlError) as caught:
        await crawler(Web({}), busy).crawl(job("https://s.shopee.tw/4VacwWMMCr"))
    assert caught.value.code.retry
