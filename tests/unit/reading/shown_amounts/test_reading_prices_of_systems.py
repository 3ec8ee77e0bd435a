"""Small habits of shops: the tax in brackets, a box named net around the price with tax, a table that begins with one
piece, and the currency inside an object of the scripts."""

from __future__ import annotations

import pytest

from tests.invented.plain_page import read_page

NAME = "Vorra sensor S1"
BUY = {"ja": "カートに入れる", "hu": "Kosárba", "ru": "В корзину", "es": "Agregar al carrito", "de": "In den Warenkorb"}


def read(body: str, ending: str, lang: str, head: str = "") -> str:
    """The price that is stored of a page with this between heading and button; else why none is."""
    body = f"<h1>{NAME}</h1><p>SKU: VR-1063</p><p class='stock in-stock'>1</p>{body}<button>{BUY[lang]}</button>"
    answer = read_page(body, url=f"https://www.pine-house.{ending}/p/vorra-s1", title=NAME, lang=lang, head=head)
    verdict = answer.get("verdict", {})
    if verdict.get("status") != "ok":
        return str(verdict.get("reason", answer.get("reason")))
    return f"{answer['offer']['price']} {answer['offer']['currency']}"


@pytest.mark.parametrize("said", ["660円(内税)", "660円（内税）", "660円（うち税）", "660円(税込)"])
def test_tax_in_brackets_is_in_the_price(said: str) -> None:
    assert (
        read(f"<table><tr><th>販売価格</th><td><b class='price'>{said}</b></td></tr></table>", "jp", "ja") == "660 JPY"
    )


@pytest.mark.parametrize("said", ["内税 60円", "(内税 60円)", "消費税 60円", "消費税：60円", "60円(消費税)"])
def test_the_tax_alone_is_no_price(said: str) -> None:
    assert read(f"<p>{said}</p>", "jp", "ja") in {"NO_PRICE", "UNCONFIRMED_PRICE"}
    assert read(f"<p class='price'>660円</p><p>{said}</p>", "jp", "ja") == "660 JPY"


@pytest.mark.parametrize(
    "price",
    [
        "<div class='base'><span>Bruttó:</span> <b id='price_net_brutto_A1' class='price_net_brutto_A1'>11 490</b> Ft"
        "</div><div class='other'>(9 047 Ft + ÁFA)</div>",
        "<div class='page_price_net'><span id='price_net_brutto'>11.490</span> Ft</div><div>Nettó: 9.047 Ft</div>",
        "<div class='page_price'><b class='price_gross'>11.490 Ft</b><b class='price_net'>9.047 Ft</b></div>",
    ],
)
def test_a_name_of_both_is_not_net(price: str) -> None:
    assert read(price, "hu", "hu") == "11490.00 HUF"


@pytest.mark.parametrize(
    ("rows", "price"),
    [
        ((("от 1 шт.", "0,54 руб."), ("от 20 шт.", "0,46 руб."), ("от 100 шт.", "0,41 руб.")), "0.54 BYN"),
        ((("от 5 шт.", "0,54 руб."), ("от 20 шт.", "0,46 руб."), ("от 100 шт.", "0,41 руб.")), "NO_PRICE"),
        ((("от 1 дня", "0,54 руб."), ("от 7 дней", "0,46 руб."), ("от 30 дней", "0,41 руб.")), "NO_PRICE"),
        ((("от 1 шт.", "0,54 руб."), ("от 20 шт.", "0,66 руб.")), "NO_PRICE"),
    ],
)
def test_a_table_from_one_piece_on_is_read(rows: tuple[tuple[str, str], ...], price: str) -> None:
    table = "".join(f"<tr><td>{count}</td><td>{amount}</td></tr>" for count, amount in rows)
    assert read(f"<table>{table}</table>", "by", "ru") == price


PRICE = "<p class='price'>$18.999,00</p>"


@pytest.mark.parametrize(
    ("script", "price"),
    [
        ('var LS = {cart: {}, currency: {"code":"ARS","display_short":"$"}};', "18999.00 ARS"),
        ('var S = {"currency":{"code":"CLP"}};', "18999 CLP"),
        ('var S = {"currencies":[{"code":"ARS"},{"code":"USD"}]};', "NO_CURRENCY"),
        ('var S = {"currency":{"name":"peso","code":"ARS"}};', "NO_CURRENCY"),
        ('var S = {"country":{"code":"ARG"}};', "NO_CURRENCY"),
    ],
)
def test_an_object_names_the_currency_by_its_code(script: str, price: str) -> None:
    assert read(PRICE, "com", "es", head=f"<script>{script}</script>") == price


def test_tax_in_a_bracket_is_said_of_the_amount_before() -> None:
    delivery = "<div>送料：全国一律770円（税込）、11,000円以上で送料無料。</div>"
    assert read(f"<div class='price01'>8,580円</div>{delivery}", "jp", "ja") == "8580 JPY"


def test_a_price_named_after_its_discount_is_the_price() -> None:
    old = "<del class='PrevPrice'>69,00 €</del>"
    price = f"<div>{old} <span class='Price PriceDiscount'><span class='CurrentPrice'>49,00 €</span></span></div>"
    assert read(price, "de", "de") == "49.00 EUR"


@pytest.mark.parametrize("value", ["product-list-desc", "product-list-value"])
def test_rows_of_a_list_on_the_page_of_a_product_tell_of_it(value: str) -> None:
    rows = "".join(
        f"<div class='product-list-row'><span class='product-list-title'>{label}</span>"
        f"<span class='{value}'>{said}</span></div>"
        for label, said in (("Marka", "Pinewold"), ("Stok Kodu", "PW-4513845"))
    )
    body = f"<h1>{NAME}</h1><div class='product-list-content'>{rows}</div><p class='price'>3.899,90 TL</p>"
    answer = read_page(
        body + "<button>Sepete Ekle</button>", url="https://www.pine-house.com.tr/p/1", title=NAME, lang="tr"
    )
    assert (answer["offer"]["brand"], answer["offer"]["sku"]) == ("Pinewold", "PW-4513845")
