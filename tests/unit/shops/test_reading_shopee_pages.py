"""Shopee's rendered pages, walls and lists, one behaviour per test. Every shop and item here is invented."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.invented.shopee import URL, item, offer, pdp, read

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


@pytest.mark.parametrize(
    ("market", "text", "price", "high"),
    [
        ("co.id", "Beli Teko dengan harga Rp35.000. Gratis ongkir min. belanja Rp30.000", "35000.00", None),
        ("co.id", "Harga: Rp35.000 - Rp40.000 di Shopee", "35000.00", 4000000),
        ("vn", "Mua Teko giá chỉ 35.000₫ tại Shopee", "35000", None),
        ("com.br", "Compre Bule por preço de R$27,50 na Shopee", "27.50", None),
        ("tw", "陶壺 售價$420 蝦皮購物", "420.00", None),
        ("co.id", "Beli Teko seharga Rp35.000 di Shopee", "35000.00", None),
        ("co.id", "Teko, hanya Rp35.000. Ongkir mulai dari toko", "35000.00", None),
        ("vn", "Mua Teko chỉ với 35.000₫", "35000", None),
        ("co.th", "กาน้ำชา ราคาพิเศษ ฿350", "350.00", None),
        ("ph", "Buy Teapot at only ₱350", "350.00", None),
        ("co.id", "Gratis ongkir min. belanja Rp30.000", None, None),
        ("co.id", "Harga $35.000", None, None),
    ],
)
def test_a_price_in_the_description_of_the_head(market: str, text: str, price: str | None, high: int | None) -> None:
    url = f"https://shopee.{market}/Teko-i.11.22"
    head = (
        f"<link rel='canonical' href='{url}'><meta property='og:title' content='Teko | Shopee'>"
        f"<meta name='description' content='{text}'>"
    )
    answer = read(html(head=head, title="Teko | Shopee"), url)
    if price is None:
        assert answer["reason"] == "EMPTY_SHELL"
        return
    assert (answer["offer"]["price"], answer["offer"]["item_id"]) == (price, "22")
    assert answer["offer"]["price_kind"] == ("from" if high else "regular")
    assert high is None or answer["offer"]["price_max_minor"] == high


def test_the_title_names_the_product_where_no_label_does() -> None:
    url = "https://shopee.co.id/Teko-i.11.22"
    head = f"<link rel='canonical' href='{url}'><meta name='description' content='Beli Teko dengan harga Rp35.000'>"
    found = read(html(head=head, title="Teko | Shopee Indonesia"), url)["offer"]
    assert (found["title"], found["price"]) == ("Teko", "35000.00")


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
    """By the title alone: the form is drawn by scripts."""
    assert read(html(head="", title=title, body="<div id=main></div>"))["reason"] == "LOGIN_WALL"


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
