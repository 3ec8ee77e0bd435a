"""Taobao's and Tmall's mtop answers, one behaviour per test. Every shop and item here is invented."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.invented.taobao import ID, answer, detail, money, offer, older, read


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


def test_what_it_cost_before_is_never_the_price_wherever_it_stands() -> None:
    found = offer(answer(detail(price=money("99", "原价"), sub=money("59.9", "优惠前"))))
    assert (found["price_minor"], found["list_price_minor"]) == (5990, 9900)
    found = offer(answer(detail(price=money("99", "原价"), extra=money("59.9", "售价"))))
    assert (found["price_minor"], found["list_price_minor"]) == (5990, 9900)


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
