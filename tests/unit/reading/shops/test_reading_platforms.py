"""Pages in the manner of well-known shop platforms, without structured data or with too little of it."""

from __future__ import annotations

from typing import Any

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved
from tests.invented.plain_page import read_page

SHOPS = Shops(ShopsSettings())
FILLER = "<p>" + 40 * "Earthenware from the hills. " + "</p>"
BUY = "<button>Add to cart</button>"


def read(
    body: str,
    *,
    title: str = "Blue cup",
    url: str = "https://shop.example/p/blue-cup",
    lang: str = "de-DE",
    head: str = "",
) -> dict[str, Any]:
    return read_page(f"{body}{FILLER}", url=url, title=title, lang=lang, head=head)


def offer(body: str, **about: str) -> dict[str, Any]:
    answer = read(body, **about)
    assert answer["ok"], answer
    return dict(answer["offer"])


def test_opencart_price_without_a_name_beside_amounts_with_words() -> None:
    found = offer(
        "<h1><a href='/'>The shop</a></h1><h1>Blue cup</h1><ul><li>Brand: <a>Pinewood</a></li>"
        "<li>Product Code: CUP-100</li><li>Availability: In Stock</li></ul>"
        "<ul><li><span style='text-decoration: line-through;'>$145.20</span></li>"
        f"<li><h2>$121.00</h2></li><li>Ex Tax: $110.00</li><li>10 or more $107.80</li></ul>{BUY}",
        url="https://shop.com.au/blue-cup",
    )
    assert (found["price"], found["currency"], found["sku"]) == ("121.00", "AUD", "CUP-100")


def test_prices_inside_alpine_templates_are_on_the_page() -> None:
    body = (
        "<h1>Blue cup</h1><div class='price-box'><template x-if='!data'><div>"
        "<span class='old-price line-through'>€ 229,00</span><span class='final-price'>€ 189,00</span>"
        "</div></template></div>"
        f"<template><span class='price'>€ 1,00</span></template>{BUY}"
    )
    assert offer(body)["price"] == "189.00"


@pytest.mark.parametrize(
    "prices",
    [
        "<span class='price-including-tax'>£179.99</span><span class='price-excluding-tax'>£149.99</span>",
        "<p class='price'>£149.99</p><p>Excl. VAT</p><p>£179.99</p><p>incl. VAT</p>",
        "<span class='price'>£<b>149.99</b></span> (<i>£</i><b>179.99</b> inc tax)",
    ],
)
@pytest.mark.parametrize(
    "head", ["", "<meta property='product:price:amount' content='149.99'><meta property='og:type' content='product'>"]
)
def test_the_price_with_tax_is_taken_where_both_are_stated(prices: str, head: str) -> None:
    assert offer(f"<h1>Blue cup</h1>{prices}{BUY}", head=head, lang="en-GB")["price"] == "179.99"


def test_a_declared_net_price_gives_way_to_the_shown_one() -> None:
    body = (
        "<div itemscope itemtype='https://schema.org/Product'><h1 itemprop='name'>Blue cup</h1>"
        "<div itemprop='offers' itemscope itemtype='https://schema.org/Offer'><meta itemprop='price' content='100'>"
        "<meta itemprop='priceCurrency' content='EUR'><b class='price'>119,00 €</b><small>100,00 € netto</small>"
        "</div></div>"
    )
    found = offer(body + BUY)
    assert (found["price"], found["came_from"]["price_minor"]) == ("119.00", "visible")
    # Without a word on tax the two contradict each other, and the declared one stays.
    assert offer(body.replace(" netto", "") + BUY)["price"] == "100.00"


@pytest.mark.parametrize(
    ("stock", "button", "state"),
    [
        ("", "Pre-Order Now", "BACKORDER"),
        ("<p class='stock'>Verfügbar bei Nachlieferung</p>", "In den Warenkorb", "BACKORDER"),
        ("<p>Nicht auf Lager und muss erst nachbestellt werden.</p>", "In den Warenkorb", "BACKORDER"),
        ("<p class='stock'>Knapper Lagerbestand</p>", "", "IN_STOCK"),
        ("", "<span class='d-none d-sm-inline-block'>In den Warenkorb</span>", "IN_STOCK"),
        ("", "<span class='hidden md:inline'>In den Warenkorb</span>", "IN_STOCK"),
        ("<p class='stock --hide'>Ausverkauft</p>", "In den Warenkorb", "IN_STOCK"),
        ("<p>Reviews</p>", "<span class='d-none'>In den Warenkorb</span>", "UNKNOWN"),
    ],
)
def test_what_shops_say_about_stock(stock: str, button: str, state: str) -> None:
    pressed = f"<div class='box'>{button}</div>" if button.startswith("<") else f"<button>{button}</button>"
    body = f"<h1>Blue cup</h1><p>Art.Nr.: CUP-100</p><b class='price'>12,50 €</b>{stock}{pressed if button else ''}"
    assert offer(body)["availability"] == state


def test_ordering_in_advance_refines_a_declared_stock() -> None:
    label = "<meta property='og:type' content='product'><meta property='og:availability' content='instock'>"
    body = "<h1>Blue cup</h1><b class='price'>12,50 €</b>"
    assert offer(f"{body}<button>Jetzt vorbestellen</button>", head=label)["availability"] == "BACKORDER"
    gone = label.replace("instock", "oos")
    assert offer(f"{body}<button>Vorbestellen</button>", head=gone)["availability"] == "OUT_OF_STOCK"


@pytest.mark.parametrize(
    ("brand", "read_as"),
    [
        (
            "<div class='product-manufacturer'><a href='/m/1'><img alt='Pinewood logo' src='x.png'></a></div>",
            "Pinewood",
        ),
        (
            "<li><b>Hersteller:</b> <a href='/m'><img alt='Pinewood' src='x.png'></a></li><p>Cold and slow.</p>",
            "Pinewood",
        ),
        ("<nav class='breadcrumb'><a href='/Brands/Pinewood/c/1'>Pinewood</a></nav>", "Pinewood"),
        ("<ul><li>Manufactured by: Pinewood</li></ul>", "Pinewood"),
        ("<div class='navbar-brand'><a href='/'><img alt='The shop' src='x.png'></a></div>", None),
        ("<i class='brand'><img alt='Oak' src='1.png'></i><i class='brand'><img alt='Elm' src='2.png'></i>", None),
        ("<b class='manufacturer-part-number'>PW-15-CNC</b>", None),
        ("<p><b>Hersteller:</b></p><p><b>Kod produktu:</b> X-1</p>", None),
        ("<p class='manufacturer'>Hersteller</p>", None),
        ("<a class='header__brand' href='/'>The shop</a><a class='item__brand' href='/b'>Pinewood</a>", "Pinewood"),
    ],
)
def test_the_brand_as_a_logo_a_link_or_a_label(brand: str, read_as: str | None) -> None:
    assert offer(f"<h1>Blue cup</h1>{brand}<b class='price'>12,50 €</b>{BUY}")["brand"] == read_as


@pytest.mark.parametrize(
    ("code", "read_as"),
    [
        ("<li>SKU: LWB</li>", "LWB"),
        ("<li>Model: SD-204</li>", "SD-204"),
        ("<li>Model: SD-204</li><li>SKU: 77-1</li>", "77-1"),
        ("<li>Модель: VT-5S</li><li>Артикул: 100487</li>", "100487"),
        ("<div>ID 3881018</div>", "3881018"),
        ("<li>SKU: N/A</li>", None),
        ("<li>Code: SUMMER</li>", None),
        ("<span>Kód:</span> <b>KJ-0641</b>", "KJ-0641"),
        ("<dt>Артикул</dt><dd>ТС-5У-612</dd>", "ТС-5У-612"),
        ("<div>Item #</div><div>SL-COMB-BR</div>", "SL-COMB-BR"),
        ("<div class='product-list-row'><i>Stok Kodu</i><i>KK-850</i></div>", "KK-850"),
    ],
)
def test_codes_without_digits_and_weak_labels(code: str, read_as: str | None) -> None:
    assert offer(f"<h1>Blue cup</h1>{code}<b class='price'>12,50 €</b>{BUY}")["sku"] == read_as


def test_a_navigation_left_open_does_not_swallow_the_page() -> None:
    body = f"<nav><div class='menu'><a>Cups</a></nav><h1>Blue cup</h1><b class='price'>12,50 €</b>{BUY}"
    assert offer(body)["price"] == "12.50"


def test_the_sign_of_several_currencies_is_read_by_the_pages_one_locale() -> None:
    body = f"<h1>Blue cup</h1><b class='price'>$12.50</b>{BUY}"
    scripts = "<script src='/static/{}/v1/main.js'></script>"
    assert offer(body + scripts.format("en_US"), lang="en")["currency"] == "USD"
    assert offer(body + scripts.format("en_US") + scripts.format("en_CA"), lang="en")["currency"] is None
    unsure = read(body, lang="en")
    assert (unsure["offer"]["price"], unsure["verdict"]["reason"]) == ("12.50", "AMBIGUOUS_CURRENCY")


@pytest.mark.parametrize("share", ["–20 %", "%20 İndirim", "Save 20%"])
def test_the_lower_of_two_prices_when_the_page_says_the_discount_between_them(share: str) -> None:
    prices = f"<b class='price-a'>1 490,00 €</b><i>{share}</i><b class='price-b'>1 192,00 €</b>"
    assert offer(f"<h1>Blue cup</h1>{prices}{BUY}")["price"] == "1192.00"
    other = prices.replace("20", "35")
    assert offer(f"<h1>Blue cup</h1>{other}{BUY}")["price"] == "1490.00"


def test_a_price_on_request_is_none_but_the_page_is_a_product() -> None:
    answer = read("<h1>Oak table</h1><p>Ref.: OM-014</p><p>Preço sob consulta</p>", title="Oak table")
    assert (answer["offer"]["price"], answer["offer"]["sku"]) == (None, "OM-014")
    assert answer["verdict"]["status"] == "drop"
    assert not read("<h1>Oak table</h1><p>Preço sob consulta</p>", title="Oak table")["ok"]


def test_angulars_escaped_state() -> None:
    state = '{"p":{"name":"Blue cup","sku":"CUP-100","price":{"value":12.5},"currency":"EUR","inStock":true}}'
    escaped = state.replace('"', "&q;")
    found = offer(f"<h1>Blue cup</h1><script type='application/json' id='app-state'>{escaped}</script>")
    assert (found["price"], found["sku"]) == ("12.50", "CUP-100")


@pytest.mark.parametrize(
    ("title", "body", "path", "reason"),
    [
        ("Pagina niet gevonden", "<h1>Oeps</h1>", "x", "NOT_FOUND"),
        ("The shop", "<h1>Seite nicht gefunden</h1>", "x", "NOT_FOUND"),
        ("Error 404 | The shop", "", "x", "NOT_FOUND"),
        ("Peugeot 404 scale model", "<h1>Peugeot 404 scale model</h1>", "x", "NOT_A_PRODUCT"),
        ("Entrar na conta", "<h1>Entrar na conta</h1><input type='password'>", "x", "LOGIN_WALL"),
        ("Lamp", "<h1>Lamp</h1><p>Dieses Produkt ist leider nicht mehr verfügbar.</p>", "x", "REMOVED"),
        ("Suche: cup", "<h1>3 cups</h1>", "search?search=cup", "SEARCH"),
        ("Oak", "<h1>Oak</h1><div itemscope itemtype='http://schema.org/ItemList'></div>", "oak", "LISTING"),
        ("The shop", f"<h1>Deal of the day: cup</h1><b class='price'>12,50 €</b>{BUY}", "", "HOME"),
    ],
)
def test_pages_that_are_no_products(title: str, body: str, path: str, reason: str) -> None:
    assert read(body, title=title, url=f"https://shop.example/{path}")["reason"] == reason


@pytest.mark.parametrize(
    ("prices", "price"),
    [
        ("<dt>시중가격</dt><dd><strike>79,000원</strike></dd><dt>판매가격</dt><dd><i>64,000</i>원</dd>", "64000"),
        ("<dt>판매가</dt><dd>58,000원</dd><dt>할인판매가</dt><dd>52,200원</dd>", "52200"),
        ("<i>メーカー希望小売価格</i> <i class='price'>11,000円</i><b class='price2'>8,800円</b>", "8800"),
        ("<i class='origin-price'>24,900원</i><b class='total-price'>17,900원</b>", "17900"),
        ("<p>IKEA Family price</p><i class='price'>75,00 €</i><i class='price'>89,00 €</i>", "89.00"),
        ("<p class='price-loan'>24 Raten à 37,33 €</p><i class='price'>749,99 €</i>", "749.99"),
        ("<i class='retail-price'>749,99 €</i><p class='loan'>24 Raten à 37,33 €</p>", "749.99"),
        ("<a href='/other'><i class='price'>9,49 €</i></a><i class='price'>21,75 €</i>", "21.75"),
        ("<a href='/other'><i class='price'>9,49 €</i></a>", "9.49"),
        ("<table class='price'><tr><td>1-49 Stück</td><td><b class='price'>16,80</b> €</td></tr></table>", "16.80"),
        ("<i>税抜</i> <b class='price'>3,600円</b><i>税込</i> <b>3,960</b>円", "3960"),
    ],
)
def test_which_of_several_amounts_is_the_price(prices: str, price: str) -> None:
    lang = "ko" if "원" in prices else "ja" if "円" in prices else "de-DE"
    assert offer(f"<h1>Blue cup</h1>{prices}{BUY}", lang=lang)["price"] == price


@pytest.mark.parametrize(
    ("stock", "state"),
    [
        ("<ul><li>S</li><li class='soldout'>M 補貨中</li></ul><button>加入購物車</button>", "IN_STOCK"),
        ("<ul><li>XS <button>Notify me</button></li><li>M</li></ul><button>Add to bag</button>", "IN_STOCK"),
        ("<a>Rot</a><a>Grün (nicht lieferbar)</a><a class='btn'>In den Warenkorb</a>", "IN_STOCK"),
        ("<ul><li class='soldout'>售完補貨中</li><li>A gift</li></ul>", "OUT_OF_STOCK"),
        ("<button disabled>Add to bag</button><button>Notify me when back in stock</button>", "OUT_OF_STOCK"),
        ("<button>カートに入れる</button><p>再入荷は未定です。過去作は在庫なしの場合があります。</p>", "IN_STOCK"),
        ("<p>10% off up to 1,250 on orders</p><button>Buy now</button>", "IN_STOCK"),
        ("<p>Stok: Sisa 3</p><button>+ Keranjang</button>", "IN_STOCK"),
        ("<a class='displaynone'>품절</a><a class='btn'>구매하기</a>", "IN_STOCK"),
    ],
)
def test_none_left_of_one_choice_says_nothing_of_the_product(stock: str, state: str) -> None:
    body = f"<a href='/cart'>장바구니</a><h1>Blue cup</h1><p>SKU: CUP-100</p><b class='price'>12,50 €</b>{stock}"
    assert offer(body)["availability"] == state


@pytest.mark.parametrize(
    ("url", "lang", "currency"),
    [
        ("https://tw.shop.com/p/1", "zh-Hant-TW", "TWD"),
        ("https://www.shop.com/us/en/p/1", "en", "USD"),
        ("https://www.shop.com/en-ca/p/1", "en", "CAD"),
        ("https://www.shop.com/ca/fr/p/1", "fr", "CAD"),
        ("https://www.shop.com/p/1", "en-NZ", "NZD"),
        ("https://www.shop.com/ca/p/1", "en", None),
        ("https://www.shop.com/p/1", "es", None),
    ],
)
def test_the_country_of_an_address_or_a_language(url: str, lang: str, currency: str | None) -> None:
    assert offer(f"<h1>Blue cup</h1><b class='price'>$12.50</b>{BUY}", url=url, lang=lang)["currency"] == currency


def test_a_shell_whose_state_holds_the_product_is_read() -> None:
    state = (
        '{"goods": {"name": "Blue cup", "salePrice": "12.50", "currency": "EUR", "sku": "CUP-100", "inStock": true}}'
    )
    html = f"<title>Blue cup</title><div id='app'></div><script>window.__INITIAL_STATE__={state}</script>"
    answer = read_saved(html.encode(), "https://shop.example/p/x", SHOPS)
    assert (answer["offer"]["price"], answer["offer"]["sku"]) == ("12.50", "CUP-100")
    empty = read_saved(html.replace("salePrice", "x").encode(), "https://shop.example/p/x", SHOPS)
    assert empty["reason"] == "EMPTY_SHELL"


@pytest.mark.parametrize("title", ["Warenkorb", "一般購物車 (1)", "Your cart – The shop", "장바구니"])
def test_a_cart_is_no_product(title: str) -> None:
    body = f"<h1>{title}</h1><b class='price'>12,50 €</b><button>Buy now</button><p>SKU: CUP-100</p>"
    assert read(body, title=title)["reason"] == "NOT_A_PRODUCT"


def test_marks_that_show_nothing_do_not_hide_a_label() -> None:
    assert (
        offer(f"<h1>Blue cup</h1><li>ASIN \u200f : \u200e B08ZQWV7K3</li><b class='price'>1 €</b>{BUY}")["sku"]
        == "B08ZQWV7K3"
    )


def test_a_bare_number_in_markup_or_state_is_in_the_currency_of_the_pages_place() -> None:
    node = '{"@context": "https://schema.org", "@type": "Product", "name": "Blue cup", "offers": {"price": "12.50"}}'
    script = f"<script type='application/ld+json'>{node}</script>"
    found = offer(f"<h1>Blue cup</h1>{BUY}{script}")
    assert (found["currency"], found["came_from"]["currency"]) == ("EUR", "place")
    assert offer(f"<h1>Blue cup</h1>{BUY}{script}", lang="en")["currency"] is None
    assert offer(f"<h1>Blue cup</h1><b class='price'>$12.50</b>{BUY}{script}")["currency"] is None


def declared(price: str) -> str:
    node = (
        '{"@context": "https://schema.org", "@type": "Product", "name": "Blue cup", '
        f'"offers": {{"price": "{price}", "priceCurrency": "EUR"}}}}'
    )
    return f"<script type='application/ld+json'>{node}</script>"


@pytest.mark.parametrize(
    ("prices", "price"),
    [
        ("<del>159,00 €</del><b class='price'>129,00 €</b>", "129.00"),
        ("<i>UVP 159,00 €</i><b class='price'>129,00 €</b>", "129.00"),
        ("<i class='price-old'>159,00 €</i><b class='price'>129,00 €</b>", "129.00"),
        ("<i>For two: 159,00 €</i><b class='price'>129,00 €</b>", "159.00"),
        ("<del>159,00 €</del><b class='price'>12,90 €</b>", "159.00"),
    ],
)
def test_a_declared_price_that_the_page_strikes_out_gives_way(prices: str, price: str) -> None:
    found = offer(f"<h1>Blue cup</h1>{prices}{BUY}{declared('159.00')}")
    assert found["price"] == price


@pytest.mark.parametrize(
    ("prices", "price", "currency"),
    [
        ("<b class='fw-bold'>64,50 €</b><p>Shipping</p><b>5,00 €</b>", "64.50", "EUR"),
        ("<b class='price font-bold'>64,50 €</b><b class='price'>70,00 €</b>", "64.50", "EUR"),
        ("<b class='now'>18 495,-</b><i class='was'>Før 24 660,-</i>", "18495.00", "NOK"),
        ("<h2>119,00 Lei – 379,00 Lei</h2><p>Preț fără TVA: 109,17 Lei</p>", "119.00", "RON"),
        ("<p class='big'>2 799,<sup>00</sup> zł</p><p>Raty 10 x 0%:</p><b>279,90 zł</b>", "2799.00", "PLN"),
        ("<i>ปกติ 15,900 บาท</i><b class='p'>12,900 บาท</b>", "12900.00", "THB"),
        ("<b>12,50 €</b><button>Kaufen</button><i class='price'>3,00 €</i>", "12.50", "EUR"),
    ],
)
def test_amounts_as_countries_write_them(prices: str, price: str, currency: str) -> None:
    lang = {"NOK": "nb-NO", "RON": "ro-RO", "PLN": "pl-PL", "THB": "th"}.get(currency, "de-DE")
    found = offer(f"<h1>Blue cup</h1><p>SKU: CUP-100</p>{prices}{BUY}", lang=lang)
    assert (found["price"], found["currency"]) == (price, currency)


def test_none_left_far_behind_the_button_is_of_others() -> None:
    others = "".join(f"<h4>Cup {n}</h4>" for n in range(12)) + "<p>Ausverkauft</p>"
    assert offer(f"<h1>Blue cup</h1><b class='price'>12,50 €</b>{BUY}{others}")["availability"] == "IN_STOCK"


def test_a_reviewed_product_and_a_tables_columns_are_not_the_pages_own() -> None:
    node = '{"@type": "Review", "itemReviewed": {"@type": "Product", "name": "Kettle", "offers": {"price": "149"}}}'
    page = f"<h1>Kettle in the long run</h1><p>We boiled it.</p><script type='application/ld+json'>{node}</script>"
    assert read(page, title="Kettle in the long run")["reason"] == "NOT_A_PRODUCT"
    table = "<table><tr><th>Výrobce</th><th>Cena s DPH</th></tr></table>"
    assert offer(f"<h1>Blue cup</h1><b class='price'>12,50 €</b>{BUY}{table}")["brand"] is None


def test_the_only_declared_product_may_be_another_pages() -> None:
    bits = declared("24.95").replace('"Blue cup"', '"Drill bits"').replace('"price"', '"url": "/p/bits", "price"')
    found = offer(f"<h1>Blue cup</h1><b class='price'>129,00 €</b>{BUY}{bits}")
    assert (found["title"], found["price"]) == ("Blue cup", "129.00")
    assert read(f"<h1>Our cups</h1>{bits}", title="Our cups")["reason"] == "LISTING"
