"""Shopee's answers and pages, one behaviour per test. Every shop and item here is invented."""

from __future__ import annotations

import json
from typing import Any

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from worker.read_saved import read_saved

SHOPS = Shops(ShopsSettings())
URL = "https://shopee.sg/product/11/22"
IMAGE = "0123456789abcdef" * 2


def item(**changes: Any) -> dict[str, Any]:
    fields = {
        "itemid": 22, "shopid": 11, "name": "Clay teapot", "price": 2750000, "price_min": 2750000,
        "price_max": 2750000, "stock": 4, "currency": "SGD", "item_status": "normal", "status": 1, "image": IMAGE,
    }  # fmt: skip
    return {name: value for name, value in (fields | changes).items() if value is not ...}


def read(answer: Any, url: str = URL) -> dict[str, Any]:
    body = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
    return read_saved(body, url, SHOPS)


def offer(answer: Any, url: str = URL) -> dict[str, Any]:
    told = read(answer, url)
    assert told["ok"], told
    return dict(told["offer"])


def pdp(**changes: Any) -> dict[str, Any]:
    """An answer of pdp/get_pc as its endpoint shapes it."""
    model = {"item_id": 22, "promotion_id": 7, "price_stocks": [{"promotion_id": 7, "price": 3000000, "stock": 2}]}
    data: dict[str, Any] = {
        "item": {
            "item_id": 22, "shop_id": 11, "title": "Clay teapot", "item_status": "normal", "status": 1,
            "currency": "SGD", "brand": "Potter",
            "tier_variations": [{"name": "Colour", "options": ["Red", "Blue"]}, {"name": "Size", "options": ["S"]}],
            "models": [
                {"model_id": 71, "name": "Red,S", "price": 2500000, "price_before_discount": 4000000, "stock": 0},
                {**model, "model_id": 72, "name": "", "extinfo": {"tier_index": [1, 0]}},
            ],
        },
        "product_price": {
            "price": {"single_value": -1, "range_min": 2500000, "range_max": 3000000},
            "price_before_discount": {"single_value": -1, "range_min": 4000000, "range_max": 5000000},
        },
        "product_images": {"images": [IMAGE, "sg-11134207-abcde-f0"]},
        "shop_detailed": {"name": "Potter's wheel", "shopid": 11, "userid": 5},
    }  # fmt: skip
    data["item"] |= changes
    return {"error": None, "data": data}


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


NODE = {
    "@context": "http://schema.org", "@type": "Product", "name": "Clay teapot", "productID": "22",
    "url": "https://shopee.sg/Clay-teapot-i.11.22", "brand": "", "image": "https://down-sg.img.example/file/1",
    "offers": {"@type": "Offer", "price": "27.50", "priceCurrency": "SGD", "availability": "http://schema.org/InStock",
               "seller": {"@type": "Organization", "name": "potter.sg"}},
}  # fmt: skip
CANONICAL = '<link rel="canonical" href="https://shopee.sg/Clay-teapot-i.11.22">'


def html(*nodes: Any, head: str = CANONICAL, body: str = "", title: str = "Clay teapot | Shopee Singapore") -> bytes:
    scripts = "".join(f'<script type="application/ld+json">{json.dumps(node)}</script>' for node in nodes)
    return f"<html><head><title>{title}</title>{head}{scripts}</head><body>{body}</body></html>".encode()


@pytest.mark.parametrize("nodes", [(NODE,), ([{"@type": "WebSite"}, NODE],), ({"@graph": [NODE]},)])
def test_a_rendered_page_is_read_from_its_product_node(nodes: tuple[Any, ...]) -> None:
    found = offer(html(*nodes))
    assert (found["price"], found["item_id"], found["shop_id"], found["seller"]) == ("27.50", "22", "11", "potter.sg")
    assert (found["availability"], found["brand"]) == ("IN_STOCK", None)


def test_a_price_range_in_the_node() -> None:
    offers = {"@type": "AggregateOffer", "lowPrice": "20.00", "highPrice": "30.00", "priceCurrency": "SGD"}
    found = offer(html({**NODE, "offers": offers}, body="<div>9 pieces available</div>"))
    assert (found["price_minor"], found["price_max_minor"], found["price_kind"]) == (2000, 3000, "from")
    assert (found["stock"], found["availability"]) == (9, "IN_STOCK")


@pytest.mark.parametrize(
    ("text", "stock"),
    [
        ("還剩 12 件", 12),
        ("tersisa 7 buah", 7),
        ("มีสินค้าทั้งหมด 5 ชิ้น", 5),
        ("8 sản phẩm có sẵn", 8),
        ("3 peças disponíveis", 3),
    ],
)
def test_pieces_left_in_the_markets_languages(text: str, stock: int) -> None:
    assert offer(html(NODE, body=f"<div>{text}</div>"))["stock"] == stock


def test_the_struck_price_needs_the_per_cents_to_agree() -> None:
    section = "<section><div>$27.50</div><div>$55.00</div><div>-{}%</div></section>"
    assert offer(html(NODE, body=section.format(50)))["list_price_minor"] == 5500
    assert offer(html(NODE, body=section.format(20)))["list_price_minor"] is None


def test_names_of_one_kind_of_choice_are_read() -> None:
    buttons = "".join(
        f'<button class="x selection-box-unselected" aria-label="{name}" aria-disabled="{gone}"></button>'
        for name, gone in (("Red", "false"), ("Blue", "true"))
    )
    row = f"<section><h2>Colour</h2>{buttons}</section>"
    found = offer(html(NODE, body=f"<section>{row}</section>"))["variants"]
    assert [(one["name"], one["availability"]) for one in found] == [("Red", "UNKNOWN"), ("Blue", "OUT_OF_STOCK")]
    assert "variants" not in offer(html(NODE, body=row + row))


def test_labels_with_a_price_do_where_no_node_is() -> None:
    head = CANONICAL + (
        '<meta property="og:title" content="Clay teapot | Shopee Singapore"><meta property="og:url" '
        'content="https://shopee.sg/Clay-teapot-i.11.22"><meta property="product:price:amount" content="27.50">'
        '<meta property="product:price:currency" content="SGD">'
    )
    found = offer(html(head=head, body="<p>2 pieces available</p>"))
    assert (found["title"], found["price"], found["item_id"]) == ("Clay teapot", "27.50", "22")
    bare = CANONICAL + '<meta property="og:title" content="Clay teapot | Shopee Singapore">'
    assert read(html(head=bare))["reason"] == "EMPTY_SHELL"


def state(data: Any, **more: Any) -> str:
    inner = {"DOMAIN_PDP": {"data": {"PDP_BFF_DATA": {"cachedMap": {"11/22": data}}}}} if data else {}
    told = json.dumps({"initialState": inner | more})
    return f'<script type="text/mfe-initial-data" data-module="eA==">{told}</script>'


def test_the_state_for_the_pages_own_scripts_is_read_whole() -> None:
    found = offer(html(body=state(pdp()["data"]), head=""))
    assert (found["price_minor"], found["price_max_minor"], found["seller"]) == (2500, 3000, "Potter's wheel")
    assert len(found["variants"]) == len(found["images"]) == 2
    assert offer(html(body=state(None, item={"items": {"22": item()}}), head=""))["price_minor"] == 2750


def withheld() -> dict[str, Any]:
    """What a stranger gets: names and pictures, no numbers."""
    data = dict(pdp()["data"])
    data["product_price"] = None
    data["item"]["models"] = [{"model_id": 71, "name": "Red,S", "price": None, "stock": None}]
    return data


def test_a_price_withheld_from_strangers_is_taken_from_the_node() -> None:
    found = offer(html(NODE, body=state(withheld())))
    assert (found["price_minor"], found["brand"], len(found["images"])) == (2750, "Potter", 2)
    assert [one["name"] for one in found["variants"]] == ["Red,S"]


def test_a_page_without_any_price_is_a_shell() -> None:
    assert read(html(body=state(withheld())))["reason"] == "EMPTY_SHELL"
    sold_out = withheld()
    sold_out["item"]["item_status"] = "sold_out"
    assert offer(html(body=state(sold_out)))["availability"] == "OUT_OF_STOCK"


def test_node_and_state_that_contradict_each_other_are_quarantined() -> None:
    dearer = NODE | {"offers": {"@type": "Offer", "price": "99.00", "priceCurrency": "SGD", "availability": "InStock"}}
    assert read(html(dearer, body=state(pdp()["data"])))["verdict"]["reason"] == "AMBIGUOUS_PRICE"


def test_the_state_of_another_item_is_left_alone() -> None:
    assert read(html(body=state(pdp()["data"]), head=""), "https://shopee.sg/product/11/33")["reason"] == "EMPTY_SHELL"
    removed = pdp(item_status="deleted")["data"]
    assert read(html(NODE, body=state(removed)))["reason"] == "REMOVED"


def test_what_the_pages_scripts_asked_in_vain() -> None:
    told = {"setPdpBffData": {"isLoading": False, "isError": True, "error": {"error": 266900002}}}
    assert read(html(body=state(None, asyncs=told), head="", title="Shopee"))["reason"] == "NOT_FOUND"
    told["setPdpBffData"]["error"] = {"error": 90309999}
    assert read(html(body=state(None, asyncs=told), head="", title="Shopee"))["reason"] == "BLOCKED"


def listed(*numbers: int) -> list[dict[str, Any]]:
    return [
        {**NODE, "name": f"Pot {n}", "productID": str(n), "url": f"https://shopee.sg/Pot-i.11.{n}"} for n in numbers
    ]


ITEM_LIST = {
    "@type": "ItemList",
    "itemListElement": [{"@type": "ListItem", "url": f"https://shopee.sg/Pot-i.11.{n}"} for n in (40, 41, 42)],
}


def test_a_list_is_a_list_at_any_address() -> None:
    search = "https://shopee.sg/search?keyword=pot"
    category = '<link rel="canonical" href="https://shopee.sg/Pots-cat.1100">'
    for url in (search, URL, "https://shopee.sg/pottershop"):
        assert read(html(*listed(40, 41, 42), head="", title="Pots"), url)["reason"] == "LISTING"
        assert read(html(*listed(40), ITEM_LIST, head="", title="Pots"), url)["reason"] == "LISTING"
        assert read(html(*listed(40), head=category, title="Pots"), url)["reason"] == "LISTING"
    at_item = "https://shopee.sg/product/11/40"
    assert read(html(*listed(40), ITEM_LIST, head="", title="Pots"), at_item)["reason"] == "LISTING"
    assert read(html(*listed(40, 41), head=category, title="Pots"), at_item)["reason"] == "LISTING"


def test_one_other_product_is_the_wrong_item() -> None:
    assert read(html(*listed(40), head="", title="Pot"))["reason"] == "WRONG_ITEM"
    assert read(html(*listed(40), head='<link rel="canonical" href="https://shopee.sg/Pot-i.11.40">'))["reason"] == (
        "WRONG_ITEM"
    )


def test_a_page_that_names_itself_another_items_is_the_wrong_one() -> None:
    other = '<link rel="canonical" href="https://shopee.sg/Pot-i.11.40">'
    assert read(html(NODE, head=other))["reason"] == "WRONG_ITEM"
    assert read(html(head=other, body="<div id=main></div>"))["reason"] == "WRONG_ITEM"


@pytest.mark.parametrize(
    "title",
    [
        "Login now to start shopping! | Shopee Singapore",
        "Đăng nhập tài khoản - Mua sắm Online | Shopee Việt Nam",
        "登入 | 蝦皮購物",
        "เข้าสู่ระบบ | Shopee Thailand",
        "Log Masuk | Shopee Malaysia",
        "Masuk Sekarang | Shopee Indonesia",
        "Entrar | Shopee Brasil",
        "Iniciar sesión | Shopee México",
        "Zaloguj się | Shopee Polska",
    ],
)
def test_login_walls_in_every_language(title: str) -> None:
    assert read(html(head="", title=title, body="<input type=password>"))["reason"] == "LOGIN_WALL"


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("buyer/login?next=x", "LOGIN_WALL"),
        ("verify/traffic?x=1", "CAPTCHA"),
        ("verify/captcha", "CAPTCHA"),
        ("verify/traffic/error?home_url=x", "BLOCKED"),
    ],
)
def test_where_the_visitor_was_led_says_why(path: str, reason: str) -> None:
    assert read(html(head="", title="Shopee"), f"https://shopee.sg/{path}")["reason"] == reason
    own = f'<meta property="og:url" content="https://shopee.sg/{path}">'
    assert read(html(head=own, title="Shopee"))["reason"] == reason


def test_a_login_form_is_a_wall_whatever_the_title() -> None:
    assert read(html(head="", title="Shopee", body="<input name=loginKey>"))["reason"] == "LOGIN_WALL"


def test_a_login_address_inside_a_query_is_no_wall() -> None:
    assert offer(html(NODE), "https://shopee.sg/product/11/22?from=/buyer/login")["item_id"] == "22"


@pytest.mark.parametrize(
    ("title", "body", "reason"),
    [
        ("Shopee", "<p>The product doesn't exist</p>", "NOT_FOUND"),
        ("Shopee", "<p>商品不存在</p>" + "".join(f"<a href='/x-i.11.{n}'></a>" for n in range(100, 109)), "NOT_FOUND"),
        ("Oops", "<p>Page Unavailable</p><p>Sorry, we are having some problems</p>", "ERROR_PAGE"),
        ("Verify", "<p>Slide to complete the puzzle</p>", "CAPTCHA"),
        ("403 Forbidden", "<h1>403 Forbidden</h1>", "BLOCKED"),
        ("Shopee Brasil | Ofertas", "<p>Página indisponível</p>", "EMPTY_SHELL"),
        ("Shopee Singapore | Shop Online", "<div id=main></div>", "EMPTY_SHELL"),
        ("", "<script>var words = ['Product not found']</script>", "EMPTY_SHELL"),
    ],
)
def test_pages_that_are_no_product(title: str, body: str, reason: str) -> None:
    assert read(html(head="", title=title, body=body))["reason"] == reason
