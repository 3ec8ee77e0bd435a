"""Answers and pages cut short or damaged anywhere: fields may be missing, what is stated is never wrong."""

from __future__ import annotations

import dataclasses
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from common.offer import Availability, Failure, FailureReason, Offer
from common.page import Page
from common.settings import ShopsSettings
from common.shops.registry import Shops

SHOPS = Shops(ShopsSettings())
SHOPEE = "https://shopee.tw/product/11/22"
TAOBAO = "https://item.taobao.com/item.htm?id=812345678901"
CUTS, FLIPS = 80, 60

MODELS = [
    {"modelid": 70 + n, "name": f"色{n}", "price": (1000 + n) * 100_000, "stock": n, "status": 1} for n in range(6)
]
ITEM = {
    "itemid": 22, "shopid": 11, "name": "陶壺 大", "price": 100_000_000, "price_min": 100_000_000,
    "price_max": 100_500_000, "price_before_discount": 200_100_000, "stock": 115, "item_status": "normal", "status": 1,
    "image": "0123456789abcdef" * 2, "models": MODELS, "currency": "TWD",
}  # fmt: skip
OTHER = ITEM | {"itemid": 23}
NODE = {
    "@type": "Product", "name": "陶壺 大", "productID": "22", "url": "https://shopee.tw/x-i.11.22",
    "offers": {"@type": "Offer", "price": 1000.5, "priceCurrency": "TWD", "availability": "http://schema.org/InStock"},
}  # fmt: skip
LD_SCRIPT = f'<script type="application/ld+json">{json.dumps(NODE)}</script>'
SHOPEE_PAGE = (
    '<html><head><meta charset="utf-8"><title>陶壺 大 | 蝦皮購物</title>'
    '<link rel="canonical" href="https://shopee.tw/x-i.11.22"></head><body><h1>陶壺 大</h1><section><div>$1,000.5</div>'
    "<div>$2,001</div><div>-50%</div></section><div>還剩 115 件</div>"
    f"{LD_SCRIPT}</body></html>"
)
CACHED = {"DOMAIN_PDP": {"data": {"PDP_BFF_DATA": {"cachedMap": {"11/22": {"item": ITEM}}}}}}
SHOPEE_STATE = SHOPEE_PAGE.replace(
    "<section>", f'<script type="text/mfe-initial-data">{json.dumps({"initialState": CACHED})}</script><section>'
)
NODE_FIRST = SHOPEE_STATE.replace(LD_SCRIPT, "").replace("<h1>", LD_SCRIPT + "<h1>")
DETAIL = {
    "item": {"itemId": "812345678901", "title": "竹编茶席 手工", "images": ["//img.example/a.jpg"]},
    "seller": {"shopId": "31", "shopName": "竹里馆", "sellerId": "41"},
    "skuBase": {
        "props": [{"pid": "1", "values": [{"vid": "11", "name": "原色"}, {"vid": "12", "name": "黑"}]}],
        "skus": [{"skuId": "501", "propPath": "1:11"}, {"skuId": "502", "propPath": "1:12"}],
    },
    "skuCore": {
        "sku2info": {
            "0": {
                "price": {"priceText": "388-588", "priceMoney": "38800"},
                "subPrice": {"priceText": "341起", "priceTitle": "券后", "priceMoney": "34100"},
                "quantity": "125",
            },
            "501": {"price": {"priceText": "388", "priceMoney": "38800"}, "quantity": "25"},
            "502": {"price": {"priceText": "588", "priceMoney": "58800"}, "quantity": "100"},
        }
    },
}  # fmt: skip
ANSWER = json.dumps({"data": DETAIL, "ret": ["SUCCESS::调用成功"]}, ensure_ascii=False)
RENDERED = '<h1>竹编茶席 手工</h1><div class="price">券后 ¥341 起</div><div>优惠前 ¥388</div><button>立即购买</button>'
STATE = json.dumps({"loaderData": {"home": {"data": {"res": DETAIL}}}}, ensure_ascii=False)
ICE_PAGE = (
    f"<html><head><title>竹编茶席 手工</title></head><body>{RENDERED}"
    f"<script>var b = {STATE};window.__ICE_APP_CONTEXT__=b;</script></body></html>"
)
CLASSIC = """<html><head><meta charset="gbk"><title>竹编茶席-淘宝网</title></head><body><script>var g_config = {
itemId : '812345678901', shopId : '31', sellerNick : 'zhuli',
idata : {item : {auctionImages : ["//img.example/a.jpg"]}}};
Hub.config = {sku : {skuMap : {";1:11;":{"price":"149.00","stock":"13","skuId":"501"}}}};</script>
<h3 class="tb-main-title" data-title="竹编茶席">竹编茶席</h3>
<strong id="J_StrPrice"><em class="tb-rmb-num">149.00 - 159.00</em></strong>
<strong id="J_PromoPrice"><em class="tb-rmb-num">119.00 - 129.00</em></strong><span id="J_SpanStock">213</span>
</body></html>"""
WORLD = (
    '<html><head><title>竹编茶席 手工</title></head><body><h1>竹编茶席 手工</h1><div class="price">¥1388.50</div>'
    "<button>加入购物车</button></body></html>"
)

PAGES: dict[str, tuple[str, bytes]] = {
    "shopee item": (SHOPEE, json.dumps({"error": None, "data": ITEM}, ensure_ascii=False).encode()),
    "shopee list": (SHOPEE, json.dumps({"items": [{"item_basic": one} for one in (ITEM, OTHER)]}).encode()),
    "shopee page": (SHOPEE, SHOPEE_PAGE.encode()),
    "shopee state": (SHOPEE, SHOPEE_STATE.replace(LD_SCRIPT, "").encode()),
    "shopee state, then node": (SHOPEE, SHOPEE_STATE.encode()),
    "shopee node, then state": (SHOPEE, NODE_FIRST.encode()),
    "mtop": (TAOBAO, ANSWER.encode()),
    "mtop with callback": (TAOBAO, f"mtopjsonp1({ANSWER})".encode()),
    "state": (TAOBAO, ICE_PAGE.encode()),
    "classic": (TAOBAO, CLASSIC.encode("gbk")),
    "world": (TAOBAO, WORLD.encode()),
}  # fmt: skip
ANSWERS = ("shopee item", "shopee list", "mtop", "mtop with callback")
"""Those that are JSON: a part of one is none."""
NOT_SAID: tuple[Any, ...] = (None, (), Availability.UNKNOWN, "regular")


def read(url: str, body: bytes) -> Offer | Failure:
    shop = SHOPS.for_platform("shopee" if "shopee" in url else "taobao")
    return shop.read(Page(url, body), SHOPS.link(url))


def cuts(name: str, body: bytes) -> Iterator[int]:
    chance = random.Random(name)  # the same cases on every machine
    yield from sorted({chance.randrange(1, len(body)) for _ in range(CUTS)} | set(range(len(body) - 12, len(body))))


def wrong_fields(cut: Offer, whole: Offer) -> dict[str, Any]:
    """What the offer of a cut page says otherwise than that of the whole page."""
    said = dataclasses.asdict(cut)
    expected = dataclasses.asdict(whole)
    return {
        name: value
        for name, value in said.items()
        if name != "came_from" and value not in NOT_SAID and value != expected[name]
    }


@pytest.mark.parametrize("name", PAGES)
def test_a_whole_page_gives_an_offer(name: str) -> None:
    found = read(*PAGES[name])
    assert isinstance(found, Offer), found
    assert found.price_minor
    assert found.availability is Availability.IN_STOCK


@pytest.mark.parametrize("name", PAGES)
def test_a_cut_page_says_nothing_wrong(name: str) -> None:
    url, body = PAGES[name]
    whole = read(url, body)
    assert isinstance(whole, Offer)
    read_of_parts = {at: read(url, body[:at]) for at in cuts(name, body)}
    offers = {at: found for at, found in read_of_parts.items() if isinstance(found, Offer)}
    assert offers or name in ANSWERS
    for at, found in offers.items():
        assert not wrong_fields(found, whole), (at, body[max(0, at - 60) : at])


@pytest.mark.parametrize("name", ANSWERS)
def test_a_cut_answer_is_unreadable(name: str) -> None:
    url, body = PAGES[name]
    end = len(body) - (1 if name == "mtop with callback" else 0)  # the callback's bracket holds nothing
    for at in cuts(name, body):
        found = read(url, body[:at])
        assert at >= end or (isinstance(found, Failure) and found.reason is FailureReason.UNREADABLE), (at, found)


@pytest.mark.parametrize("name", PAGES)
def test_damaged_bytes_neither_raise_nor_make_money_of_nothing(name: str) -> None:
    url, body = PAGES[name]
    chance = random.Random(name)  # the same cases on every machine
    for _ in range(FLIPS):
        damaged = bytearray(body)
        for _ in range(chance.choice((1, 1, 2, 8, 40))):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        found = read(url, bytes(damaged))
        if isinstance(found, Offer):
            assert found.title
            assert "\ufffd" not in found.title
            assert found.price_minor is None or found.price_minor >= 0
