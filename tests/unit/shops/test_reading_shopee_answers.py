"""Shopee's JSON answers, one behaviour per test. Every shop and item here is invented."""

from __future__ import annotations

from typing import Any

import pytest

from tests.invented.shopee import IMAGE, URL, item, offer, pdp, read


def test_the_answer_for_product_pages_is_read_whole() -> None:
    found = offer(pdp())
    assert (found["title"], found["price_minor"], found["price_min_minor"], found["price_max_minor"]) == (
        "Clay teapot",
        2500,
        2500,
        3000,
    )
    assert (found["price_kind"], found["list_price_minor"], found["brand"]) == ("from", 4000, "Potter")
    assert (found["seller"], found["shop_id"], found["seller_id"]) == ("Potter's wheel", "11", "5")
    assert [image.rpartition("/")[2] for image in found["images"]] == [IMAGE, "sg-11134207-abcde-f0"]


def test_choices_have_their_own_price_and_stock_and_names_of_their_options() -> None:
    first, second = offer(pdp())["variants"]
    assert (first["name"], first["sku"], first["price_minor"], first["stock"], first["availability"]) == (
        "Red,S",
        "71",
        2500,
        0,
        "OUT_OF_STOCK",
    )
    assert (second["name"], second["price_minor"], second["stock"], second["availability"]) == (
        "Blue,S",
        3000,
        2,
        "IN_STOCK",
    )


def test_availability_comes_from_the_choices_when_the_item_counts_nothing() -> None:
    assert offer(pdp(item_status="", status=1))["availability"] == "IN_STOCK"
    models = [{"model_id": 1, "name": "Red", "price": 2500000, "stock": 0}]
    assert offer(pdp(item_status="", models=models))["availability"] == "OUT_OF_STOCK"


def test_a_deleted_choice_is_left_out() -> None:
    models = [{"modelid": n, "name": f"C{n}", "price": 2750000, "stock": 1, "status": n % 2} for n in (1, 2)]
    assert [choice["name"] for choice in offer({"data": item(models=models)})["variants"]] == ["C1"]


def test_one_kind_of_choice_without_models_gives_names() -> None:
    tiers = [{"name": "Size", "options": ["S", "M", ""]}]
    assert [one["name"] for one in offer(item(tier_variations=tiers))["variants"]] == ["S", "M"]


@pytest.mark.parametrize("hidden", [-1, 0, None])
def test_a_price_that_is_not_said_is_the_lowest_of_the_range(hidden: int | None) -> None:
    found = offer({"data": item(price=hidden, price_max=3000000)})
    assert (found["price_minor"], found["price_max_minor"], found["price_kind"]) == (2750, 3000, "from")


def test_no_price_at_all_is_no_price() -> None:
    told = read({"data": item(price=-1, price_min=-1, price_max=-1)})
    assert (told["offer"]["price_minor"], told["verdict"]["reason"]) == (None, "NO_PRICE")
    told = read({"data": item(price=0, price_min=0, price_max=0)})
    assert told["verdict"]["reason"] == "ZERO_PRICE"


def test_a_shown_price_outside_the_stated_range_is_quarantined() -> None:
    answer = pdp(price=2500000, price_min=2500000, price_max=3000000)
    answer["data"]["product_price"]["price"] = {"single_value": 9900000}
    assert read(answer)["verdict"]["reason"] == "AMBIGUOUS_PRICE"


def test_a_struck_price_that_is_not_higher_is_none() -> None:
    assert offer(item(price_before_discount=2750000))["list_price_minor"] is None
    assert offer(item(price_before_discount=4400000))["list_price_minor"] == 4400
    assert offer(item(item_card_display_price={"strikethrough_price": 4400000}))["list_price_minor"] == 4400


@pytest.mark.parametrize(
    "wrapped",
    [
        lambda one: {"data": {"item": one}},
        lambda one: {"item": one},
        lambda one: {"items": [{"item_basic": one}, {"item_basic": item(itemid=23)}]},
        lambda one: {"items": [{"itemid": 22, "shopid": 11, "item_basic": one}]},
        lambda one: {"items": [one, item(itemid=23)]},
        lambda one: {"data": {"sections": [{"data": {"item": [item(itemid=23), one]}}]}},
        lambda one: {"data": {"item_cards": [item(itemid=23), one]}},
        lambda one: [{"response": [item(itemid=23), one]}],
        lambda one: {"http_status": 200, "body": {"error": 0, "data": one}},
    ],
)
def test_the_item_is_found_in_every_wrapper(wrapped: Any) -> None:
    assert offer(wrapped(item()))["price_minor"] == 2750


@pytest.mark.parametrize(
    ("url", "raw", "currency", "price"),
    [
        ("https://shopee.vn/product/11/22", 5000000000, "VND", "50000"),
        ("https://shopee.co.id/product/11/22", 18700000000, "IDR", "187000.00"),
        ("https://shopee.tw/product/11/22", 39900000, "TWD", "399.00"),
        ("https://shopee.com.br/product/11/22", 33467000, "BRL", "334.67"),
        ("https://shopee.co.th/product/11/22", 12900000, "THB", "129.00"),
        ("https://shopee.cl/product/11/22", 999000000, "CLP", "9990"),
        ("https://shopee.com.my/product/11/22", 1590000, "MYR", "15.90"),
    ],
)
def test_an_answer_without_currency_has_its_markets(url: str, raw: int, currency: str, price: str) -> None:
    found = offer({"data": item(currency=..., price=raw, price_min=raw, price_max=raw)}, url)
    assert (found["currency"], found["price"]) == (currency, price)


@pytest.mark.parametrize("path", ["pdp/get_pc?item_id=22&shop_id=11", "item/get?itemid=22&shopid=11"])
def test_an_answers_own_address_says_which_item_was_asked_for(path: str) -> None:
    url = "https://shopee.sg/api/v4/" + path
    assert offer({"data": item()}, url)["url"] == URL
    assert read({"data": item(itemid=30)}, url)["reason"] == "WRONG_ITEM"


def test_the_stated_currency_wins_over_the_markets() -> None:
    assert offer({"data": item(currency="PHP")})["currency"] == "PHP"


@pytest.mark.parametrize(
    ("changes", "state"),
    [
        ({"stock": 0}, "OUT_OF_STOCK"),
        ({"stock": 4, "item_status": "sold_out"}, "OUT_OF_STOCK"),
        ({"stock": None, "status": 2, "item_status": None}, "OUT_OF_STOCK"),
        ({"stock": None}, "IN_STOCK"),
        ({"stock": None, "item_status": None}, "UNKNOWN"),
    ],
)
def test_availability(changes: dict[str, Any], state: str) -> None:
    assert offer({"data": item(**changes)})["availability"] == state


@pytest.mark.parametrize(
    "changes",
    [
        {"item_status": "deleted"},
        {"item_status": "banned"},
        {"item_status": "unlist"},
        {"item_status": "seller_delete"},
        {"item_status": None, "status": 0},
        {"item_status": None, "status": 8},
        {"status": 3},
        {"unlisted": True},
    ],
)
def test_an_item_that_is_not_listed_any_more_is_removed(changes: dict[str, Any]) -> None:
    assert read({"data": item(**changes)})["reason"] == "REMOVED"


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ({"error": 90309999, "is_login": True, "redirect_to_error_page": True}, "BLOCKED"),
        ({"error": 90309004, "action_type": 2}, "BLOCKED"),
        ({"error": "90309999"}, "BLOCKED"),
        ({"http_status": 403, "body": {"action_type": 2, "error": 90309999}}, "BLOCKED"),
        ({"http_status": 403, "body": {}}, "BLOCKED"),
        ({"http_status": 403, "body": "<h1>403 Forbidden</h1>"}, "BLOCKED"),
        ({"error": 403, "error_msg": ""}, "BLOCKED"),
        ({"error": 12345678, "action_type": 2}, "BLOCKED"),
        ({"error": 4, "error_msg": None, "data": None}, "NOT_FOUND"),
        ({"error": "error_not_found"}, "NOT_FOUND"),
        ({"error": 266900002, "error_msg": "item not found"}, "NOT_FOUND"),
        ({"error": 19, "error_msg": ""}, "LOGIN_WALL"),
        ({"error": "error_auth"}, "LOGIN_WALL"),
        ({"error": 0, "is_login": False, "data": None}, "LOGIN_WALL"),
        ({"redirect_url": "https://shopee.sg/buyer/login?next=x"}, "LOGIN_WALL"),
        ({"redirect_url": "https://shopee.sg/verify/captcha?x=1"}, "CAPTCHA"),
        ({"data": {"url": "https://shopee.sg/verify/traffic?x=1"}}, "CAPTCHA"),
        ({"error": "error_server"}, "ERROR_PAGE"),
        ({"error": 77, "error_msg": "busy"}, "ERROR_PAGE"),
        ({"data": {"banners": [1]}}, "NOT_A_PRODUCT"),
        ({"items": [item(itemid=30), item(itemid=31)]}, "LISTING"),
        ({"data": {"item_cards": [item(itemid=30), item(itemid=31)]}}, "LISTING"),
        ({"data": item(itemid=30)}, "WRONG_ITEM"),
        ({"data": item(name="Clay\ufffdpot")}, "UNREADABLE"),
        ({"data": item(item_status="nrm", image="0123")}, "BLOCKED"),
    ],
)
def test_answers_that_are_no_offer(answer: Any, reason: str) -> None:
    assert read(answer)["reason"] == reason
