"""Kinds met on pages of shops that no rule was made for: what was taken for a price, a name or a code and is none."""

from __future__ import annotations

from typing import Any

import pytest

from tests.invented.plain_page import read_page

CUP = "<h1>Blue tin cup</h1>"
CART = "<form action='/cart/add'><input type='submit' class='add-to-cart' value='Add to cart'></form>"


def read(body: str, *, path: str = "blue-tin-cup", title: str = "Blue tin cup", lang: str = "en") -> Any:
    return read_page(body, url=f"https://shop.example/{path}", title=title, lang=lang)


@pytest.mark.parametrize("code", ["with the code TV20: ", "code TV20 ", "paper A4 "])
def test_the_end_of_a_code_is_no_price_before_a_sign(code: str) -> None:
    offer = read(f"{CUP}<div class='price-bar'>{code}<span>€1999,99</span></div>{CART}", lang="de")["offer"]
    assert offer["price"] in {"1999.99", None}


@pytest.mark.parametrize(("label", "currency"), [("Sale: CAD$169.95", "CAD"), ("Our price: AU$169.95", "AUD")])
def test_a_dollar_with_letters_behind_a_label(label: str, currency: str) -> None:
    offer = read(f"{CUP}<p><s>CAD$189.95</s></p><font color='red'>{label}</font><p>In stock</p>")["offer"]
    assert (offer["price"], offer["currency"]) == ("169.95", currency)


def test_the_number_of_an_order_is_no_products_name() -> None:
    shown = "<b>Order number:</b><p>071-4816388-0694813</p><p>Total: £50.00</p>"
    assert read(shown, title="Shop - 071-4816388-0694813")["reason"] == "NOT_A_PRODUCT"


@pytest.mark.parametrize(("lang", "text"), [("ru", "Уточнить цену"), ("uk", "Дізнатися ціну")])
def test_a_button_that_asks_for_the_price(lang: str, text: str) -> None:
    offer = read(f"{CUP}<p>Бренд: Orac</p><p>{text}</p><p>0 грн.</p>", lang=lang)["offer"]
    assert (offer["price"], offer["price_kind"], offer["brand"]) == (None, None, "Orac")


def test_a_name_that_is_a_third_of_the_title_up_to_the_shops_name() -> None:
    title = "Pinewood Blue tin cup for six | The house of cups and plates and pans, since 1950"
    assert read(f"{CUP}{CART}", title=title, path="pinewood-cup-six")["offer"]["title"] == "Blue tin cup"


def test_what_is_marked_up_as_an_entry_of_a_list_labels_another_product() -> None:
    entry = (
        "<article itemprop='itemListElement' itemscope itemtype='http://schema.org/Product'>"
        "<link itemprop='url' href='/green-pan'><meta itemprop='name' content='Green pan'>"
        "<meta itemprop='sku' content='PAN-9'><meta itemprop='gtin13' content='4006381333931'></article>"
    )
    offer = read(f"{CUP}<p class='price'>£12.50</p>{CART}{entry}")["offer"]
    assert (offer["price"], offer["sku"], offer["gtin"]) == ("12.50", None, None)


@pytest.mark.parametrize("path", ["default.asp", "Default.aspx", "home.html"])
def test_the_front_page_by_its_files_name(path: str) -> None:
    others = "<b>Green pan</b><p>Our price:</p><p>$149.99</p><b>Red pan</b><p>Our price:</p><p>$99.99</p>"
    answer = read(f"<a>Pine depot</a><h5>News</h5>{others}", path=path, title="Pine depot - the finest pans")
    assert answer["reason"] == "HOME"


BESIDE = [
    *("£24.50 2 year warranty", "£24.50 4.5 stars", "£24.50 Usually ships in 2-3 days", "£24.50 12 reviews"),
    *("£24.50 500 g", "£24.50 30 day returns"),
]


@pytest.mark.parametrize("line", BESIDE)
def test_a_number_behind_the_amount_is_one_of_its_own(line: str) -> None:
    answer = read(f"{CUP}<p>{line}</p><p>In stock</p>{CART}", lang="en-GB")
    assert (answer["offer"]["price"], answer["verdict"]["status"]) == ("24.50", "ok")


@pytest.mark.parametrize("line", ["Pack of 5 £24.50", "Qty 1 £24.50", "5 £24.50"])
def test_a_number_before_the_sign_is_no_price(line: str) -> None:
    assert read(f"{CUP}<p>{line}</p><p>In stock</p>{CART}", lang="en-GB")["offer"]["price"] == "24.50"


def test_cents_behind_the_euros_sign() -> None:
    assert read(f"{CUP}<p>24 €50</p><p>En stock</p>{CART}", lang="fr")["offer"]["price"] == "24.50"


def test_a_code_before_the_price_does_not_say_from() -> None:
    answer = read(f"{CUP}<p>SKU: AB-12</p><p>£24.50</p><p>In stock</p>{CART}", lang="en-GB")
    assert (answer["offer"]["price"], answer["verdict"]["status"]) == ("24.50", "ok")


@pytest.mark.parametrize("said", ["Compare", "List", "Value", "Original", "Retail", "Delivery", "Klarna"])
@pytest.mark.parametrize("control", ["<a href='/x'>{}</a>", "<button type='button'>{}</button>"])
def test_a_link_or_button_before_the_price_is_no_label_of_it(said: str, control: str) -> None:
    answer = read(f"{CUP}<p>A cup.</p>{control.format(said)}<p>£24.50</p><p>In stock</p>{CART}", lang="en-GB")
    assert (answer["offer"]["price"], answer["verdict"]["status"]) == ("24.50", "ok")


@pytest.mark.parametrize("said", ["Compare", "List", "Value", "Original", "Retail"])
@pytest.mark.parametrize("control", ["<a href='/x'>{}</a>", "<button type='button'>{}</button>"])
def test_a_link_or_button_behind_the_price_is_no_label_of_it(said: str, control: str) -> None:
    answer = read(f"{CUP}<p>A cup.</p><p>£24.50</p>{control.format(said)}<p>In stock</p>{CART}", lang="en-GB")
    assert (answer["offer"]["price"], answer["verdict"]["status"]) == ("24.50", "ok")


@pytest.mark.parametrize("said", ["<a href='/x'>RRP</a>", "<a href='/x'>Member price</a>", "<p>Was</p>"])
def test_a_link_that_names_another_price_is_its_label(said: str) -> None:
    answer = read(f"{CUP}<p>A cup.</p>{said}<p>£24.50</p><p>In stock</p>{CART}", lang="en-GB")
    assert (answer.get("verdict") or {}).get("status") != "ok"


@pytest.mark.parametrize(
    ("said", "address", "stored"),
    [("Versandkosten", "/info/versand", True), ("Versandkosten", "/shipping", True), ("Versandkosten", "/x", False)],
)
def test_a_link_to_the_terms_of_delivery_says_nothing_of_the_price_before_it(
    said: str, address: str, stored: bool
) -> None:
    answer = read(f"{CUP}<p>24,50 €</p><a href='{address}'>{said}</a><p>Auf Lager</p>{CART}", lang="de")
    assert ((answer.get("verdict") or {}).get("status") == "ok") is stored


def brand(body: str, **of: str) -> Any:
    return read(f"{body}<p>£24.50</p><p>In stock</p>{CART}", **of)["offer"]["brand"]


TRAIL = "<ul class='breadcrumb'><li><a href='/m/cups'>Cups</a></li><li>VORRA BLUE TIN</li></ul>"


def test_a_kind_of_goods_above_the_name_is_no_brand() -> None:
    shown = "<div><div>Cups</div><h1>Blue tin thing</h1></div>"
    assert brand(shown, title="Vorra Blue tin thing, cups for six | The house") is None
    assert brand(shown.replace("Cups", "Vorra"), title="Vorra Blue tin thing, cups for six | The house") == "Vorra"


def test_a_section_above_the_name_is_no_brand() -> None:
    shown = "<a href='/cups'>Cups</a><h1>Cups</h1><h2>Vorra blue tin thing</h2>"
    assert brand(shown, title="Pine House | Cups | Vorra blue tin thing") is None
    assert brand("<h2>Vorra</h2><h1>Blue tin thing</h1>", title="Vorra Blue tin thing") == "Vorra"


def test_what_title_and_trail_say_before_the_name_is_its_brand() -> None:
    assert brand(f"{TRAIL}<h1>BLUE TIN</h1>", title="VORRA Blue tin cups for men | The house") == "VORRA"
    assert brand(f"{TRAIL}<h1>BLUE TIN</h1>", title="Green Blue tin cups for men | The house") is None


def test_a_link_in_pieces_that_leads_to_more_of_the_brand() -> None:
    shown = "<h1>VORRA BLUE TIN CUP</h1><a href='/c4?filter=248'>View all <strong>VORRA</strong> Products</a>"
    assert brand(shown, title="Vorra blue tin cup") == "VORRA"


def test_the_label_of_makers_in_the_plural() -> None:
    shown = f"{CUP}<span>Производители</span><a href='/vorra'>Vorra decor</a><p>Наличие: в наличии</p>"
    assert brand(shown, lang="ru") == "Vorra decor"


def test_the_shops_own_number() -> None:
    offer = read(f"{CUP}<td>Shop.example #: 10053</td><p>£24.50</p><p>In stock</p>{CART}")["offer"]
    assert offer["sku"] == "10053"
    assert read(f"{CUP}<td>Pine.example #: 10053</td><p>£24.50</p><p>In stock</p>{CART}")["offer"]["sku"] is None
