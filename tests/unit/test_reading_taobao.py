"""Taobao's and Tmall's answers and pages, one behaviour per test. Every shop and item here is invented."""

from __future__ import annotations

import json
from typing import Any

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from worker.read_saved import read_saved

SHOPS = Shops(ShopsSettings())
URL = "https://item.taobao.com/item.htm?id=812345678901"
ID = "812345678901"


def money(text: str, title: str | None = None, **more: Any) -> dict[str, Any]:
    return {"priceText": text} | ({"priceTitle": title} if title else {}) | more


def detail(
    price: Any = None, sub: Any = None, shown: Any = None, extra: Any = None, quantity: Any = "8", text: str = "有货"
) -> dict[str, Any]:
    whole = {"quantity": quantity, "quantityText": text, "price": price or money("59.9"), "subPrice": sub}
    return {
        "item": {"itemId": ID, "title": "竹编茶席", "images": ["//img.example/a.jpg", "https://img.example/b.jpg"]},
        "seller": {"shopId": "31", "shopName": "竹里馆", "sellerId": "41", "sellerNick": "zhuli"},
        "skuBase": {
            "props": [
                {"pid": "1", "name": "颜色", "values": [{"vid": "11", "name": "原色"}, {"vid": "12", "name": "黑"}]},
                {"pid": "2", "name": "尺寸", "values": [{"vid": "21", "name": "大"}]},
            ],
            "skus": [{"skuId": "501", "propPath": "1:11;2:21"}, {"skuId": "502", "propPath": "1:12;2:21"}],
        },
        "skuCore": {
            "sku2info": {
                "0": {name: value for name, value in whole.items() if value is not None},
                "501": {"price": money("59.9"), "quantity": "8"},
                "502": {"price": money("79.9"), "quantity": "0", "quantityText": "无货"},
            }
        },
        "componentsVO": {
            "priceVO": {name: value for name, value in (("price", shown), ("extraPrice", extra)) if value is not None},
            "extensionInfoVO": {
                "infos": [
                    {
                        "type": "BASE_PROPS",
                        "items": [{"title": "品牌", "text": ["竹里"]}, {"title": "型号", "text": ["Z-1"]}],
                    }
                ]
            },
        },
    }


def answer(data: Any, ret: Any = ("SUCCESS::调用成功",)) -> str:
    return json.dumps({"api": "mtop.taobao.pcdetail.data.get", "data": data, "ret": ret}, ensure_ascii=False)


def read(body: str | bytes, url: str = URL) -> dict[str, Any]:
    return read_saved(body if isinstance(body, bytes) else body.encode(), url, SHOPS)


def offer(body: str | bytes, url: str = URL) -> dict[str, Any]:
    told = read(body, url)
    assert told["ok"], told
    return dict(told["offer"])


def test_every_field_of_the_detail_object() -> None:
    found = offer(answer(detail()))
    assert (found["title"], found["price"], found["currency"], found["price_kind"]) == (
        "竹编茶席",
        "59.90",
        "CNY",
        "regular",
    )
    assert (found["price_min_minor"], found["price_max_minor"]) == (5990, 7990)
    assert (found["seller"], found["seller_id"], found["shop_id"]) == ("竹里馆", "41", "31")
    assert (found["brand"], found["mpn"], found["stock"], found["availability"]) == ("竹里", "Z-1", 8, "IN_STOCK")
    assert found["images"] == ("https://img.example/a.jpg", "https://img.example/b.jpg")


def test_choices_have_names_price_and_stock_of_their_own() -> None:
    first, second = offer(answer(detail()))["variants"]
    assert (first["name"], first["sku"], first["price_minor"], first["stock"]) == ("原色 / 大", "501", 5990, 8)
    assert (second["name"], second["price_minor"], second["availability"]) == ("黑 / 大", 7990, "OUT_OF_STOCK")


def test_more_choices_than_a_page_shows_are_all_kept() -> None:
    data = detail()
    data["skuBase"]["skus"] = [{"skuId": str(n), "propPath": "1:11"} for n in range(1000, 1800)]
    assert len(offer(answer(data))["variants"]) == 800


@pytest.mark.parametrize(
    ("text", "price", "high"),
    [
        ("1299起", 129900, 129900),
        ("￥59.9-79.9", 5990, 7990),
        ("¥1,299.00", 129900, 129900),
        ("59.9", 5990, 5990),
        ("售价: 59.9元", 5990, 5990),
        ("1.2万", None, None),
        ("5?9", None, None),
        ("约60", None, None),
        ("待定", None, None),
    ],
)
def test_price_texts(text: str, price: int | None, high: int | None) -> None:
    data = detail(price=money(text))
    del data["skuBase"]
    found = offer(answer(data))
    assert (found["price_minor"], found["price_max_minor"]) == (price, high)


AFTER = money("49.9", "券后", priceMoney="4990")
BEFORE = money("59.9", "优惠前", priceMoney="5990")


@pytest.mark.parametrize(
    "data",
    [
        detail(price=money("59.9"), sub=AFTER),
        detail(price=BEFORE, sub=AFTER, shown=BEFORE, extra=AFTER),
        detail(price=AFTER, sub=BEFORE),
        detail(price=money("59.9"), extra=money("49.9", "平台加补后")),
        detail(price=money("59.9"), sub=money("49.9")),
    ],
)
def test_the_price_is_the_one_before_coupons_and_says_so(data: dict[str, Any]) -> None:
    found = offer(answer(data))
    assert (found["price_minor"], found["price_kind"], found["coupon_price_minor"]) == (5990, "before_coupon", 4990)


def test_a_price_that_only_stands_after_coupons_says_so() -> None:
    data = detail(price=AFTER)
    del data["skuBase"]
    found = offer(answer(data))
    assert (found["price_minor"], found["price_kind"]) == (4990, "after_coupon")


def test_two_prices_that_both_need_something_say_so() -> None:
    data = detail(price=money("59.9", "会员价"), extra=AFTER)
    del data["skuBase"]
    found = offer(answer(data))
    assert (found["price_minor"], found["price_kind"], found["coupon_price_minor"]) == (5990, "after_coupon", 4990)


def test_a_shops_promotion_is_anybodys_price() -> None:
    found = offer(answer(detail(price=money("59.9", "店铺活动"), extra=money("99", "划线价"))))
    assert (found["price_minor"], found["price_kind"], found["list_price_minor"]) == (5990, "promotion", 9900)


def test_hidden_prices_and_deposits_are_no_prices() -> None:
    for price in (money("59.9", hiddenPrice="true"), money("10", "定金")):
        data = detail(price=price)
        del data["skuBase"]
        assert offer(answer(data))["price_minor"] is None


def test_two_prices_that_no_choice_has_are_quarantined() -> None:
    assert read(answer(detail(shown=money("12.5"))))["verdict"]["reason"] == "AMBIGUOUS_PRICE"
    assert read(answer(detail(price=money("59.9", priceMoney="9900"))))["verdict"]["reason"] == "AMBIGUOUS_PRICE"
    assert read(answer(detail(shown=money("79.9"))))["verdict"]["status"] == "ok"


@pytest.mark.parametrize(
    ("quantity", "text", "stock", "state"),
    [
        ("0", "无货", 0, "OUT_OF_STOCK"),
        ("200+", "有货", 200, "IN_STOCK"),
        (200, "", 200, "IN_STOCK"),
        (None, "200+", None, "IN_STOCK"),
        (None, "即将售罄", None, "IN_STOCK"),
        (None, "库存紧张", None, "IN_STOCK"),
        (None, "有货", None, "IN_STOCK"),
        (None, "缺货", None, "OUT_OF_STOCK"),
        (None, "", None, "IN_STOCK"),  # a choice is in stock
    ],
)
def test_stock(quantity: Any, text: str, stock: int | None, state: str) -> None:
    found = offer(answer(detail(quantity=quantity, text=text)))
    assert (found["stock"], found["availability"]) == (stock, state)


def test_a_count_against_its_words_is_quarantined() -> None:
    assert read(answer(detail(quantity="8", text="无货")))["verdict"]["reason"] == "AMBIGUOUS_AVAILABILITY"


def older() -> dict[str, Any]:
    """The answer of older endpoints: what changes stands as text inside apiStack."""
    data = detail()
    changing = {
        "skuCore": data.pop("skuCore"),
        "price": {
            "price": money("59.9-79.9"),
            "extraPrices": [money("99", "价格", lineThrough="true")],
        },
    }
    del data["componentsVO"]
    data["props"] = {"groupProps": [{"基本信息": [{"品牌": "竹里"}]}]}
    data["apiStack"] = [{"name": "esi", "value": json.dumps(changing)}]
    data["mockData"] = json.dumps({"price": {"price": money("1")}})
    return data


def test_the_older_answer_with_its_stack() -> None:
    found = offer(answer(older()))
    assert (found["price_minor"], found["list_price_minor"], found["stock"], found["brand"]) == (5990, 9900, 8, "竹里")


@pytest.mark.parametrize(
    "wrapped",
    [
        "mtopjsonp1({})",
        " mtopjsonp12({});",
        "/**/ typeof cb === 'function' && cb({});",
        "window.cb.x({})",
        "jQuery_1_2({} )\n",
        "\ufeff{}",
    ],
)
def test_callbacks_around_an_answer(wrapped: str) -> None:
    assert offer(wrapped.replace("{}", answer(detail())))["item_id"] == ID


def test_data_as_text_inside_the_answer() -> None:
    assert offer(answer(json.dumps(detail())))["item_id"] == ID


@pytest.mark.parametrize(
    ("ret", "reason"),
    [
        ("FAIL_SYS_TOKEN_EMPTY::令牌为空", "TOKEN_NEEDED"),
        ("FAIL_SYS_TOKEN_EXOIRED::令牌过期", "TOKEN_NEEDED"),
        ("FAIL_SYS_ILLEGAL_ACCESS::非法请求", "TOKEN_NEEDED"),
        ("FAIL_SYS_SESSION_EXPIRED::Session过期", "LOGIN_WALL"),
        ("ERR_SID_INVALID::会话失效", "LOGIN_WALL"),
        ("FAIL_BIZ_NEED_LOGIN::请先登录", "LOGIN_WALL"),
        ("FAIL_SYS_USER_VALIDATE::哎哟喂,被挤爆啦", "CAPTCHA"),
        ("RGV587_ERROR::SM::哎哟喂,被挤爆啦,请稍后重试", "CAPTCHA"),
        ("FAIL_SYS_TRAFFIC_LIMIT::被挤爆了", "BLOCKED"),
        ("FAIL_SYS_FLOWLIMIT::流控", "BLOCKED"),
        ("FAIL_SYS_BLACKLIST::黑名单", "BLOCKED"),
        ("FAIL_BIZ_ITEM_NOT_FOUND::宝贝不存在", "NOT_FOUND"),
        ("FAIL_BIZ_X::商品不存在", "NOT_FOUND"),
        ("FAIL_BIZ_X::商品已下架", "REMOVED"),
        ("FAIL_SYS_API_NOT_FOUNDED::请求API不存在", "ERROR_PAGE"),
        ("FAIL_SYS_SERVICE_TIMEOUT::服务超时", "ERROR_PAGE"),
    ],
)
def test_return_codes(ret: str, reason: str) -> None:
    assert read(answer({}, [ret]))["reason"] == reason
    assert read(answer({}, ret))["reason"] == reason


def test_an_answer_that_leads_to_a_wall() -> None:
    punish = {"url": "https://h5api.m.taobao.com/h5/x/_____tmd_____/punish?x5secdata=q"}
    assert read(answer(punish))["reason"] == "CAPTCHA"
    assert read(answer({"url": "https://login.m.taobao.com/login.htm"}))["reason"] == "LOGIN_WALL"
    assert read(answer({}))["reason"] == "EMPTY_SHELL"
    assert read(answer({"itemsArray": [{"item_id": "1"}, {"item_id": "2"}]}))["reason"] == "LISTING"


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
