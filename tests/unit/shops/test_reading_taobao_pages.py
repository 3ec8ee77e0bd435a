"""Taobao's and Tmall's pages and walls, one behaviour per test. Every shop and item here is invented."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.invented.taobao import ID, URL, answer, detail, offer, read


def state(**more: Any) -> str:
    return json.dumps({"loaderData": {"home": {"data": {"res": detail(), **more}}}}, ensure_ascii=False)


STATES = {
    "named": f"window.__ICE_APP_CONTEXT__={state()};",
    "by a variable": f"var a=window.__ICE_APP_CONTEXT__||{{}};var b = {state()};for(var k in a){{}}"
    "window.__ICE_APP_CONTEXT__=b;",
    "assigned": f"window.__ICE_APP_CONTEXT__ = Object.assign(window.__ICE_APP_CONTEXT__ || {{}}, {state()});",
    "spread": f"window['__ICE_APP_CONTEXT__'] = {{...window.__ICE_APP_CONTEXT__, ...{state()}}}",
    "bare keys": f"window.__ICE_APP_CONTEXT__ = {{appData: null, {state()[1:-1].replace(chr(34), '', 2)}}}",
    "parsed": f"window.__ICE_APP_CONTEXT__ = JSON.parse({json.dumps(state())});",
    "parsed, single quotes": "window.__ICE_APP_CONTEXT__ = JSON.parse('" + state().replace("\\", "\\\\") + "');",
    "another route": f"window.__ICE_APP_CONTEXT__={state().replace('home', 'pages/item')};",
}


@pytest.mark.parametrize("name", STATES)
def test_the_pages_state_however_it_is_assigned(name: str) -> None:
    found = offer(f"<html><script>!(function(){{{STATES[name]}}})()</script><body><h1>x</h1></body></html>")
    assert (found["title"], found["price_minor"], found["came_from"]["title"]) == ("竹编茶席", 5990, "ice-app-context")


def test_the_mobile_pages_two_objects() -> None:
    more = {"skuCore": older_core()}
    base = {name: value for name, value in detail().items() if name not in {"skuCore", "componentsVO"}}
    script = f"var _DATA_Detail = {json.dumps(base)};\nvar _DATA_Mdskip = {json.dumps(more)}"
    found = offer(f"<html><script>{script}</script></html>", "https://detail.m.tmall.com/item.htm?id=" + ID)
    assert (found["price_minor"], found["stock"], found["title"]) == (5990, 8, "竹编茶席")


def older_core() -> dict[str, Any]:
    return dict(detail()["skuCore"])


def test_another_item_is_the_wrong_one() -> None:
    assert read(answer(detail()), URL[:-1] + "2")["reason"] == "WRONG_ITEM"


CLASSIC = """<html><head>{meta}<title>竹编茶席-淘宝网</title></head><body><script>var g_config = {{itemId : '{id}',
shopId : '31', sellerId : '41', sellerNick : 'zhuli', idata : {{item : {{auctionImages : ["//img.example/a.jpg"]}}}}}};
Hub = {{}}; Hub.config = {{sku : {{valItemInfo : {{ skuMap : {{";1:11;":{{"price":"59.90","stock":"3","skuId":"501"}},
";1:12;":{{"price":"79.90","stock":"0","skuId":"502"}}}} }} }} }};</script>
<h3 class="tb-main-title" data-title="竹编茶席">竹编茶席</h3><strong id="J_StrPrice">
<em class="tb-rmb-num">59.90 - 79.90</em></strong>
<li data-value="1:11"><a><span>原色</span></a></li><li data-value="1:12"><a><span>黑</span></a></li>
<span id="J_SpanStock">3</span></body></html>"""


@pytest.mark.parametrize("meta", ["", "<meta charset=gbk>", "<meta charset=utf-8>"])
@pytest.mark.parametrize("charset", ["gbk", "gb18030", "utf-8"])
def test_classic_pages_in_any_charset_declared_rightly_or_not(charset: str, meta: str) -> None:
    found = offer(CLASSIC.format(meta=meta, id=ID).encode(charset))
    assert (found["title"], found["price_min_minor"], found["price_max_minor"]) == ("竹编茶席", 5990, 7990)
    assert (found["seller"], found["seller_id"], found["stock"]) == ("zhuli", "41", 3)
    assert [(one["name"], one["price_minor"], one["stock"]) for one in found["variants"]] == [
        ("原色", 5990, 3),
        ("黑", 7990, 0),
    ]


def test_a_tmall_classic_page() -> None:
    setup = {
        "itemDO": {"itemId": ID, "title": "茶席 &quot;竹&quot;", "brand": "A&amp;B", "sellerNickName": "%E7%AB%B9"},
        "detail": {"defaultItemPrice": "298.00"},
        "valItemInfo": {"skuMap": {";1:11;": {"price": "298.00", "stock": 4, "skuId": "501"}}},
        "propertyPics": {"default": ["//img.example/t.jpg"]},
    }
    page = f"<html><script>TShop.Setup({json.dumps(setup)});</script><em id=J_EmStock>库存4件</em></html>"
    found = offer(page.encode("gbk"), "https://detail.tmall.com/item.htm?id=" + ID)
    assert (found["title"], found["brand"], found["seller"], found["price"]) == ('茶席 "竹"', "A&B", "竹", "298.00")
    assert (found["stock"], found["image_url"]) == (4, "https://img.example/t.jpg")


def test_one_damaged_byte_costs_one_character_not_the_page() -> None:
    body = answer(detail() | {"note": "很好"}).encode()
    damaged = body.replace("很".encode(), "很".encode()[:2] + b"A")
    assert offer(damaged)["title"] == "竹编茶席"
    title = body.replace("竹编".encode(), b"\xe7" + "编".encode())
    assert read(title)["reason"] == "UNREADABLE"


LD = {
    "@type": "Product",
    "name": "竹编茶席",
    "offers": {"price": "59.90", "priceCurrency": "CNY", "availability": "InStock"},
}
WORLD = (
    f'<html><head><script type="application/ld+json">{json.dumps(LD)}</script></head>'
    "<body><h1>竹编茶席</h1>%s</body></html>"
)


def test_the_page_for_readers_abroad() -> None:
    url = f"https://world.taobao.com/item/{ID}.htm"
    found = offer(WORLD % "", url)
    assert (found["price_minor"], found["item_id"], found["url"]) == (5990, ID, URL)
    head = '<link rel="canonical" href="https://world.taobao.com/item/899999999999.htm">'
    assert read((WORLD % "").replace("<head>", "<head>" + head), url)["reason"] == "WRONG_ITEM"


def test_a_shown_price_that_may_need_a_coupon_is_not_taken() -> None:
    shown = '<html><body><h1>竹编茶席</h1><div class="price">¥{}</div>{}<button>加入购物车</button></body></html>'
    assert offer(shown.format("59.90", ""), URL)["price_minor"] == 5990
    assert read(shown.format("49.90", "<div>券后</div><div>优惠前 ¥59.90</div>"))["reason"] == "EMPTY_SHELL"


NAV = "亲，请登录 免费注册 手机逛淘宝 我的淘宝 购物车 收藏夹 商品分类 卖家中心 联系客服"
LINKS = "".join(f'<a href="//item.taobao.com/item.htm?id=8123456789{n}">x</a>' for n in range(10, 16))


@pytest.mark.parametrize(
    ("page", "reason"),
    [
        ("<title>淘宝网 - 登录</title><form id='login-form'></form>", "LOGIN_WALL"),
        ("<title>亲，请登录</title><input name=p type=password>", "LOGIN_WALL"),
        ("<body>亲，请登录</body>", "LOGIN_WALL"),
        ("<script>location.href='https://login.taobao.com/member/login.jhtml?x=1'</script>", "LOGIN_WALL"),
        (f"<body><p>{NAV}</p><script>1</script></body>", "EMPTY_SHELL"),
        ("<script>window._config_ = {'action': 'captcha'}</script><div id=nocaptcha></div>", "CAPTCHA"),
        ("<script>location.replace('//item.taobao.com/_____tmd_____/punish?x5secdata=1')</script>", "CAPTCHA"),
        ("<title>验证码拦截</title><p>请拖动下方滑块完成验证</p>", "CAPTCHA"),
        ("<title>x</title><p>很抱歉，访问被拒绝</p>", "BLOCKED"),
        (f"<p>{NAV}</p><p>很抱歉，您查看的宝贝不存在，可能已下架或者被转移。</p>", "REMOVED"),
        ("<p>很抱歉，您查看的商品找不到了！</p>", "REMOVED"),
        ("<p>此商品已下架</p>", "REMOVED"),
        ("<script>var words={gone:'此商品已下架'}</script><div id=root></div>", "EMPTY_SHELL"),
        (f"<script>var url = 'https://item.taobao.com/item.htm?id={ID}&price=5';</script>", "SHARE_REDIRECT"),
        (f'<script>var url = "https:\\/\\/item.taobao.com\\/item.htm?id={ID}";</script>', "SHARE_REDIRECT"),
        (f"<meta http-equiv=refresh content='0;url=https://detail.tmall.com/item.htm?id={ID}'>", "SHARE_REDIRECT"),
        ("<script>var url = 'https://cdn.example/app.js';</script>", "EMPTY_SHELL"),
        ("<title>出错啦</title><p>服务器开小差了</p>", "ERROR_PAGE"),
        ("<title>商品详情</title><script>window.__ICE_APP_CONTEXT__={}</script>", "EMPTY_SHELL"),
    ],
)
def test_pages_that_are_no_product(page: str, reason: str) -> None:
    assert read(f"<html>{page}</html>")["reason"] == reason


def test_a_list_of_items_at_an_address_that_is_none() -> None:
    page = f"<html><title>茶席</title><body>{LINKS}</body></html>"
    assert read(page, "https://s.taobao.com/search?q=x")["reason"] == "LISTING"
    assert read(page)["reason"] == "EMPTY_SHELL"


def test_where_the_visitor_was_led_says_why() -> None:
    assert read("<html><p>x</p></html>", "https://login.taobao.com/member/login.jhtml")["reason"] == "LOGIN_WALL"
    assert read("<html><p>x</p></html>", "https://item.taobao.com/_____tmd_____/punish?x=1")["reason"] == "CAPTCHA"
