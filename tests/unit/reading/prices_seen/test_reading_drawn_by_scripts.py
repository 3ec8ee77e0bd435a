"""Prices that shop systems' scripts draw, labels without a currency's sign, and what only looks like a product or its
stock.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.invented.plain_page import read_page

TEXT = "<p>Made by hand in small numbers, of oak from the hills behind the house, and oiled twice.</p>" * 6


def read(body: str, url: str, *, title: str = "Blue enamel cup", head: str = "") -> dict[str, Any]:
    return read_page(body, url=url, title=title, head=head)


def price(answer: dict[str, Any]) -> str | None:
    offer = answer.get("offer") or {}
    return offer.get("price")


META = (
    "<script>var meta = {'product':{'id':68721995,'vendor':'Pinewood','type':'Cup','variants':["
    "{'id':1,'price':3800,'name':'Blue enamel cup - Small','public_title':'Small','sku':'C1'},"
    "{'id':2,'price':3800,'name':'Blue enamel cup - Large','public_title':'Large','sku':'C2'}]}};</script>"
).replace("'", '"')
CUP = "<h1>Blue enamel cup</h1><button>Add to cart</button>"


def test_variants_of_shopify_name_the_product_between_them() -> None:
    far = f"{TEXT}<footer><p>Free shipping over $100</p></footer>"
    answer = read(f"{META}{CUP}{far}", "https://cups.example.com.au/products/blue-enamel-cup")
    assert price(answer) == "38.00"


def test_their_price_is_left_out_where_the_page_prints_another_at_its_heading() -> None:
    body = f"{META}<h1>Blue enamel cup</h1><p>Bowl $14.00 apart</p><button>Add to cart</button>"
    assert price(read(body, "https://cups.example.com.au/products/blue-enamel-cup")) != "38.00"


IDOSELL = """<script>window.product_data = [{
  id: 2832, currency: "zł", base_price: {value: "79.00", price_formatted: "79,00 zł"},
  sizes: [{name: "S", price: {price: {gross: {value: 79.00}}}}],
}];</script>"""


@pytest.mark.parametrize(("number", "wanted"), [("2832", "79.00"), ("2833", None), ("12832", None)])
def test_idosells_price_is_that_of_the_number_in_the_address(number: str, wanted: str | None) -> None:
    url = f"https://kubki.example.pl/product-pol-{number}-Blue-enamel-cup.html"
    body = f"{IDOSELL}<h1>Blue enamel cup</h1><button>Dodaj do koszyka</button>{TEXT}"
    assert price(read(body, url)) == wanted


@pytest.mark.parametrize(
    ("variants", "code"),
    [('[{"sku": "SQ4471902"}]', "SQ4471902"), ('[{"sku": "SQ1"}, {"sku": "SQ2"}]', None), ("[]", None)],
)
def test_squarespaces_code_where_there_is_one_variant(variants: str, code: str | None) -> None:
    context = (
        f'<script>Static.SQUARESPACE_CONTEXT = {{"pageTitle": "Blue", "product": {{"variants": {variants}}}}};</script>'
    )
    body = f"{context}<h1>Blue enamel cup</h1><p>£24.50</p><button>Add to cart</button>{TEXT}"
    assert read(body, "https://cups.example.co.uk/shop/blue-enamel-cup")["offer"]["sku"] == code


def test_shoplines_product_is_named_by_language() -> None:
    node = '{"title_translations": {"zh-hant": "蜜香紅茶 75g 罐裝"}, "sku": "BT-075-03", "price": {"label": "NT$480"}}'
    body = f"<script>app.value('product', JSON.parse('{node}'));</script><h1>蜜香紅茶 75g 罐裝</h1><p>NT$480</p>"
    answer = read(f"{body}<button>加入購物車</button>{TEXT}", "https://tea.example.tw/p/9", title="蜜香紅茶 75g 罐裝")
    assert answer["offer"]["sku"] == "BT-075-03"


def test_an_amount_behind_its_label_needs_no_sign_where_money_has_no_cents() -> None:
    body = "<h1>珍珠麝香葡萄禮盒</h1><p>售價:3299</p><p>庫存:20</p><button>加入購物車</button>"
    answer = read(body, "http://grapes.example.tw/product_detail.jsp?productId=7", title="珍珠麝香葡萄禮盒")
    assert price(answer) == "3299.00"
    body = "<h1>Blue enamel cup</h1><p>Price: 3299</p><p>In stock</p><button>Add to cart</button>"
    assert price(read(body, "http://cups.example.co.uk/cup.html")) is None


def test_a_link_drawn_as_a_button_sells_and_so_does_a_field_that_says_cart() -> None:
    body = (
        "<header><h1><a href='/'><img src='logo.png' alt='島商店'></a></h1></header>"
        "<h2>天然真鯛の煮つけ</h2><form name='form1'><input type='hidden' name='mode' value='cart'>"
        "<ul><li>価格　<span class='price'>¥\n 1,700</span>（税別）</li></ul>"
        "<a href='javascript:void(document.form1.submit())'><img src='b.gif' alt='買い物かごに入れる'></a></form>"
    )
    head = "<meta property='og:type' content='article'>"
    answer = read(
        body, "http://shima.example.jp/products/detail.php?product_id=19", title="Product | 島商店", head=head
    )
    assert price(answer) == "1700"


@pytest.mark.parametrize(
    "words",
    [
        "Sign up to get notified when this product is back in stock",
        "Wir schreiben Ihnen, sobald der Artikel wieder lieferbar ist",
    ],
)
def test_back_in_stock_some_day_is_not_in_stock(words: str) -> None:
    body = f"<h1>Blue enamel cup</h1><b class='price'>£12.50</b><p>SKU: C1</p><a href='#'>{words}</a>"
    answer = read(body, "https://cups.example.co.uk/cup.html")
    assert answer["offer"]["availability"] != "IN_STOCK"


def test_a_description_that_is_missing_says_nothing_of_the_stock() -> None:
    body = "<h1>Blue enamel cup</h1><b class='price'>50 Kč</b><button>Do košíku</button><p>Popis není dostupný</p>"
    assert read(body, "https://hrnky.example.cz/hrnek/")["offer"]["availability"] == "IN_STOCK"


@pytest.mark.parametrize("path", ["producten", "all-products/", "produkte"])
def test_the_address_of_all_products_is_a_lists(path: str) -> None:
    row = "<p>Blue enamel cup</p><p>€ 21,99</p><p>Op voorraad</p><button>+ Mand</button>"
    answer = read(f"<h2>Producten</h2>{row}{row}", f"http://mand.example.nl/{path}", title="Webshop - Producten")
    assert answer.get("reason") == "LISTING"


def test_the_only_price_above_the_heading_may_be_called_regular() -> None:
    body = (
        "<div><span class='regular-price'>$92.00</span><button>Buy</button></div>"
        f"<div><h1>Blue enamel cup</h1>{TEXT}</div><p>Dayton, OH 45402</p>"
    )
    assert price(read(body, "http://www.cups.example.com/blue-enamel-cup-3.html")) == "92.00"
