"""What a page may name: never another shop's product, never another item, never a link that lies elsewhere."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import pytest

from common.offer import Availability, Failure, FailureReason, Offer
from common.outcome.crawl_result import product_key
from common.page import Page
from common.settings import ShopSettings, ShopsSettings
from common.shops.base import ShopLink
from common.shops.belonging import belonging
from common.shops.registry import Shops

SHOPS = Shops(ShopsSettings(other=ShopSettings(domains=("pine.example", "oak.example"))))
CUP = "https://shopee.tw/product/31/9000001"
POT = "https://item.taobao.com/item.htm?id=720000000004"
BOARD = "https://www.pine.example/p/1"


def link(url: str) -> ShopLink:
    found = SHOPS.link(url)
    assert found is not None
    return found


def told(asked: str, came_from: str, **offer: Any) -> Offer | Failure:
    return belonging(SHOPS.for_platform(link(asked).platform), link(asked), came_from, Offer(title="x", **offer))


@pytest.mark.parametrize(
    ("asked", "came_from", "offer"),
    [
        (BOARD, "https://oak.example/p/1", {"item_id": "1001"}),
        (BOARD, "https://pine.example.oak.example/p/1", {}),
        (BOARD, "http://[", {}),
        (CUP, CUP, {"item_id": "9000002"}),
        (CUP, "https://shopee.tw/x-i.31.9000002", {"item_id": "9000001"}),
        (CUP, "https://shopee.sg/product/31/9000001", {"item_id": "9000001"}),
        (POT, POT, {"item_id": "720000000005"}),
        (POT, "https://detail.tmall.com/item.htm?id=720000000005", {}),
    ],
)
def test_another_shops_or_another_items_page_is_refused(asked: str, came_from: str, offer: dict[str, str]) -> None:
    outcome = told(asked, came_from, **offer)
    assert isinstance(outcome, Failure)
    assert outcome.reason is FailureReason.WRONG_ITEM


@pytest.mark.parametrize(
    ("asked", "came_from", "item_id"),
    [
        (BOARD, "https://m.pine.example:8443/p/other-slug?x=1", None),
        (CUP, "https://shopee.tw/api/v4/item/get?itemid=9000001&shopid=31", "9000001"),
        (CUP, "https://shopee.tw/x-i.99.9000001", "9000001"),
        (POT, "https://world.taobao.com/item/720000000004.htm", "720000000004"),
    ],
)
def test_the_same_page_under_another_address_is_taken(asked: str, came_from: str, item_id: str | None) -> None:
    outcome = told(asked, came_from)
    assert isinstance(outcome, Offer)
    assert outcome.item_id == item_id, "the item is the link's, also where the page names none"


def test_a_pages_canonical_link_is_kept_only_on_its_own_site() -> None:
    body = """<html><head><link rel="canonical" href="{}"><title>Board</title>
    <script type="application/ld+json">{}</script></head><body><h1>Board</h1></body></html>"""
    node = {"@type": "Product", "name": "Board", "productID": "1001", "url": "https://oak.example/p/1",
            "offers": {"price": "5", "priceCurrency": "EUR"}}  # fmt: skip
    own = "https://www.pine.example/p/one"
    for canonical, kept in ((own, own), ("https://oak.example/p/1", BOARD)):
        page = Page(BOARD, body.format(canonical, json.dumps(node)).encode())
        read = SHOPS.for_platform("other").read(page, link(BOARD))
        assert isinstance(read, Offer)
        outcome = belonging(SHOPS.for_platform("other"), link(BOARD), page.url, read)
        assert isinstance(outcome, Offer)
        assert outcome.url == kept
        assert product_key("other", "any", link(BOARD).url_norm, outcome) == "other:pine.example:id:1001"


def test_a_price_in_another_markets_currency_is_in_doubt() -> None:
    item = {
        "itemid": 9000001,
        "shopid": 31,
        "name": "Cup",
        "price": 19_900_000,
        "currency": "SGD",
        "stock": 3,
        "status": 1,
    }
    page = Page(CUP, json.dumps({"data": {"item": item}}).encode())
    shop = SHOPS.for_platform("shopee")
    doubtful, plain = (
        shop.read(dataclasses.replace(page, body=page.body.replace(b"SGD", code)), link(CUP))
        for code in (b"SGD", b"TWD")
    )
    assert isinstance(doubtful, Offer)
    assert isinstance(plain, Offer)
    assert (doubtful.conflicts, plain.conflicts) == (("currency",), ())
    assert plain.availability is Availability.IN_STOCK


def test_a_shopee_page_that_names_another_market_as_its_own_is_refused() -> None:
    body = '<html><head><link rel="canonical" href="https://shopee.sg/x-i.31.9000001"></head><body><h1>Cup</h1></body></html>'
    outcome = SHOPS.for_platform("shopee").read(Page(CUP, body.encode()), link(CUP))
    assert isinstance(outcome, Failure)
    assert outcome.reason is FailureReason.WRONG_ITEM
