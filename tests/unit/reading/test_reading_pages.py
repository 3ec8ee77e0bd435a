"""Pages of the three kinds of shop, from the text of a page to the answer of `crawlfleet read`."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import MAX_BODY_BYTES, read_saved

SHOPS = Shops(ShopsSettings())
PRODUCT: dict[str, Any] = {
    "@context": "https://schema.org",
    "@type": "Product",
    "name": "Blue cup",
    "sku": "CUP-1",
    "brand": {"@type": "Brand", "name": "Pinewood"},
    "offers": {
        "@type": "Offer",
        "price": "12.50",
        "priceCurrency": "EUR",
        "availability": "https://schema.org/InStock",
    },
}


def page(*nodes: Any, body: str = "<h1>Blue cup</h1>", head: str = "") -> bytes:
    scripts = "".join(
        f'<script type="application/ld+json">{node if isinstance(node, str) else json.dumps(node)}</script>'
        for node in nodes
    )
    return f"<html><head><title>Blue cup</title>{head}{scripts}</head><body>{body}</body></html>".encode()


def read(body: bytes, url: str = "https://shop.example/blue-cup") -> dict[str, Any]:
    return read_saved(body, url, SHOPS)


def offer(body: bytes, url: str = "https://shop.example/blue-cup") -> dict[str, Any]:
    answer = read(body, url)
    assert answer["ok"], answer
    return dict(answer["offer"])


def test_json_ld() -> None:
    answer = read(gzip.compress(page(PRODUCT)))
    found = answer["offer"]
    assert (found["title"], found["price_minor"], found["price"], found["currency"]) == (
        "Blue cup",
        1250,
        "12.50",
        "EUR",
    )
    assert (found["availability"], found["brand"], found["sku"]) == ("IN_STOCK", "Pinewood", "CUP-1")
    assert found["came_from"]["price_minor"] == "json-ld"
    assert answer["verdict"] == {"status": "ok", "reason": None}


@pytest.mark.parametrize(
    "broken",
    [
        json.dumps(PRODUCT).replace('"sku"', '/* the sku */ "sku"'),
        json.dumps(PRODUCT)[:-1] + ",}",
        "<!--" + json.dumps(PRODUCT) + "-->",
        json.dumps(PRODUCT).replace("Blue cup", "Blue\tcup").replace("\\t", "\t").replace("Blue\tcup", "Blue cup"),
        json.dumps({"@graph": [{"@type": "WebSite"}, PRODUCT]}),
        json.dumps(PRODUCT).replace('"Product"', '"http://schema.org/Product"') + ";",
        json.dumps(PRODUCT).replace("lowPrice", "lowprice"),
    ],
)
def test_broken_json_ld_is_repaired(broken: str) -> None:
    assert offer(page(broken))["price_minor"] == 1250


def test_product_group_gives_the_range() -> None:
    group = {
        "@type": "ProductGroup",
        "name": "Blue cup",
        "hasVariant": [
            {"@type": "Product", "offers": {**PRODUCT["offers"], "price": price}} for price in ("9.00", "11.00")
        ],
    }
    found = offer(page(group))
    assert (found["price_minor"], found["price_max_minor"], found["price_kind"]) == (900, 1100, "from")


def test_microdata() -> None:
    body = (
        '<div itemscope itemtype="http://schema.org/Product"><h1 itemprop="name">Blue cup</h1>'
        '<span itemprop="brand" itemscope itemtype="http://schema.org/Brand"><b itemprop="name">Pinewood</b></span>'
        '<div itemprop="offers" itemscope itemtype="http://schema.org/Offer">'
        '<meta itemprop="priceCurrency" content="EUR">'
        '<span itemprop="price">12,50</span><link itemprop="availability" href="http://schema.org/OutOfStock"></div></div>'
    )
    found = offer(page(body=body))
    assert (found["price_minor"], found["brand"], found["availability"]) == (1250, "Pinewood", "OUT_OF_STOCK")


def test_two_contradicting_prices_are_quarantined() -> None:
    head = '<meta property="og:type" content="product"><meta property="product:price:amount" content="99.00">'
    head += '<meta property="product:price:currency" content="EUR">'
    answer = read(page(PRODUCT, head=head))
    assert answer["verdict"] == {"status": "quarantine", "reason": "AMBIGUOUS_PRICE"}


def test_a_listing_is_no_product() -> None:
    others = [{**PRODUCT, "name": f"Thing {n}"} for n in range(5)]
    assert read(page(*others, body="<h1>All cups</h1>"))["reason"] == "LISTING"


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"", "UNREADABLE"),
        (b"\x1f\x8bnonsense", "UNREADABLE"),
        (b"<html><title>Page not found</title><body>gone</body></html>", "NOT_FOUND"),
        (b"<html><title>Just a moment...</title><body></body></html>", "CAPTCHA"),
        (b"<html><title>x</title><body>This domain is for sale</body></html>", "PARKED_DOMAIN"),
        (b"<html><head></head><body><div id=root></div><script>1</script></body></html>", "EMPTY_SHELL"),
        (b"<html><body><h1>Our team</h1><p>" + b"We like cups. " * 60 + b"</p></body></html>", "NOT_A_PRODUCT"),
    ],
)
def test_what_is_no_product_says_what_it_is(body: bytes, reason: str) -> None:
    assert read(body)["reason"] == reason


def test_a_gzip_bomb_is_refused_at_the_limit() -> None:
    assert read(gzip.compress(b"a" * (MAX_BODY_BYTES + 1)))["reason"] == "UNREADABLE"


def test_visible_price_near_the_heading() -> None:
    body = (
        '<div class="related"><span class="price">5,00 €</span></div><h1>Blue cup</h1>'
        '<span class="old-price">20,00 €</span>'
        '<span class="price">12,50 €</span><button>In den Warenkorb</button>'
    )
    found = offer(page(body=body), "https://shop.example.de/cup")
    assert (found["price_minor"], found["currency"], found["availability"]) == (1250, "EUR", "IN_STOCK")
    assert found["came_from"]["price_minor"] == "visible"


SHOPEE_ITEM = {
    "itemid": 22, "shopid": 11, "name": "Cup", "price": 1250000, "price_min": 1250000, "price_max": 1500000, "stock": 3,
    "currency": "SGD", "item_status": "normal", "status": 1, "image": "a" * 32,
}  # fmt: skip
SHOPEE_URL = "https://shopee.sg/product/11/22"


@pytest.mark.parametrize(
    "answer",
    [
        {"error": 0, "data": SHOPEE_ITEM},
        {"item": SHOPEE_ITEM, "error": None},
        {"data": {"item": SHOPEE_ITEM, "shop_detailed": {"name": "Cups"}}},
        {"items": [{"item_basic": SHOPEE_ITEM}, {"item_basic": {**SHOPEE_ITEM, "itemid": 23}}]},
        SHOPEE_ITEM,
    ],
)
def test_shopee_item_json(answer: Any) -> None:
    found = offer(json.dumps(answer).encode(), SHOPEE_URL)
    assert (found["price_minor"], found["price_max_minor"], found["currency"], found["stock"]) == (1250, 1500, "SGD", 3)
    assert (found["item_id"], found["shop_id"], found["availability"]) == ("22", "11", "IN_STOCK")


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ({"error": 90309999, "is_login": False, "action_type": 2}, "BLOCKED"),
        ({"error": 4, "error_msg": "item not found", "data": None}, "NOT_FOUND"),
        ({"error": None, "data": None}, "NOT_FOUND"),
        ({"error": 0, "data": {**SHOPEE_ITEM, "itemid": 99}}, "WRONG_ITEM"),
        ({"error": 0, "data": {**SHOPEE_ITEM, "item_status": "banned"}}, "REMOVED"),
        ({"items": [{"item_basic": {**SHOPEE_ITEM, "itemid": n}} for n in (90, 91)]}, "LISTING"),
        ({"error": 0, "data": {**SHOPEE_ITEM, "item_status": "n", "price": 78415177}}, "BLOCKED"),
    ],
)
def test_shopee_answers_that_are_no_offer(answer: Any, reason: str) -> None:
    assert read(json.dumps(answer).encode(), SHOPEE_URL)["reason"] == reason


def test_shopee_price_outside_its_range_is_quarantined() -> None:
    answer = read(json.dumps({"data": {**SHOPEE_ITEM, "price": 9900000}}).encode(), SHOPEE_URL)
    assert answer["verdict"]["reason"] == "AMBIGUOUS_PRICE"


def test_shopee_pages() -> None:
    node = {**PRODUCT, "productID": "22"}
    canonical = '<link rel="canonical" href="https://shopee.sg/Blue-cup-i.11.22">'
    assert offer(page(node, head=canonical), SHOPEE_URL)["shop_id"] == "11"
    assert read(page(node, head=canonical), "https://shopee.sg/product/11/77")["reason"] == "WRONG_ITEM"
    login = '<link rel="canonical" href="https://shopee.sg/buyer/login">'
    assert read(page(head=login), SHOPEE_URL)["reason"] == "LOGIN_WALL"
    listed = [{**node, "productID": str(n), "url": f"https://shopee.sg/x-i.11.{n}"} for n in range(30, 40)]
    assert read(page(*listed), "https://shopee.sg/search?keyword=cup")["reason"] == "LISTING"
    assert read(page(body="<div id=main></div>"), SHOPEE_URL)["reason"] == "EMPTY_SHELL"


def detail(item_id: str = "562", quantity: str = "5") -> dict[str, Any]:
    return {
        "item": {"itemId": item_id, "title": "杯子", "images": ["//img.example/1.jpg"]},
        "seller": {"shopName": "小店", "shopId": "7"},
        "skuCore": {
            "sku2info": {
                "0": {
                    "price": {"priceMoney": "38800", "priceText": "388"},
                    "subPrice": {"priceMoney": "34100", "priceTitle": "券后"},
                    "quantity": quantity,
                }
            }
        },
        "componentsVO": {"priceVO": {"price": {"priceMoney": "38800", "priceText": "388"}}},
    }


TAOBAO_URL = "https://item.taobao.com/item.htm?id=562"


def taobao_bodies() -> list[bytes]:
    answer = json.dumps({"ret": ["SUCCESS::调用成功"], "data": detail()})
    state = json.dumps({"loaderData": {"home": {"data": {"res": detail()}}}}, ensure_ascii=False)
    html = f"<html><script>var b = {state};window.__ICE_APP_CONTEXT__=b;</script></html>"
    return [answer.encode(), f"mtopjsonp1({answer});".encode(), html.encode()]


@pytest.mark.parametrize("body", taobao_bodies())
def test_taobao_details(body: bytes) -> None:
    found = offer(body, TAOBAO_URL)
    assert (found["price_minor"], found["currency"], found["price_kind"]) == (38800, "CNY", "before_coupon")
    assert (found["title"], found["seller"], found["stock"], found["item_id"]) == ("杯子", "小店", 5, "562")


def test_taobao_sold_out_and_wrong_item() -> None:
    sold_out = json.dumps({"ret": ["SUCCESS::ok"], "data": detail(quantity="0")}).encode()
    assert offer(sold_out, TAOBAO_URL)["availability"] == "OUT_OF_STOCK"
    other = json.dumps({"ret": ["SUCCESS::ok"], "data": detail(item_id="999")}).encode()
    assert read(other, TAOBAO_URL)["reason"] == "WRONG_ITEM"


CLASSIC = """<html><head><meta charset="gbk"></head><body><script>var g_config = {itemId : '562', shopId : '7',
sellerNick : 'potter', idata : {item : {auctionImages : ["//img.example/1.jpg"]}}};</script>
<h3 class="tb-main-title" data-title="陶瓷杯">陶瓷杯</h3>
<strong id="J_StrPrice"><em class="tb-rmb">￥</em><em class="tb-rmb-num">149.00 - 159.00</em></strong>
<span id="J_SpanStock">2</span><ul class="attributes-list"><li>品牌:&nbsp;陶</li></ul></body></html>"""


def test_taobao_classic_page_in_gbk() -> None:
    found = offer(CLASSIC.encode("gbk"), TAOBAO_URL)
    assert (found["title"], found["brand"], found["seller"], found["stock"]) == ("陶瓷杯", "陶", "potter", 2)
    assert (found["price_minor"], found["price_max_minor"]) == (14900, 15900)


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ('{"ret":["FAIL_SYS_TOKEN_EMPTY::令牌为空"],"data":{}}', "TOKEN_NEEDED"),
        ('{"ret":["FAIL_SYS_SESSION_EXPIRED::"],"data":{}}', "LOGIN_WALL"),
        ('{"ret":["RGV587_ERROR::SM"],"data":{}}', "CAPTCHA"),
        ('{"ret":["SUCCESS::ok"],"data":{}}', "EMPTY_SHELL"),
        ("<html><script>var url = 'https://item.taobao.com/item.htm?id=5';</script></html>", "SHARE_REDIRECT"),
        ("<html><title>淘宝网 - 登录</title><input id='fm-login-id' name='TPL_username'></html>", "LOGIN_WALL"),
        ("<html><title>商品详情页</title><script>1</script></html>", "EMPTY_SHELL"),
        ("<html><body>很抱歉，您查看的宝贝不存在</body></html>", "REMOVED"),
    ],
)
def test_taobao_refusals(body: str, reason: str) -> None:
    assert read(body.encode(), TAOBAO_URL)["reason"] == reason
