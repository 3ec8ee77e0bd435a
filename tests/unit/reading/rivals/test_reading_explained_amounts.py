"""Amounts beside the price that something on the page explains: they are no reason to doubt it."""

from __future__ import annotations

from typing import Any

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

SHOPS = Shops(ShopsSettings())
URL = "https://shop.example/p/blue-cup-of-the-hills"
FILLER = "<p>" + 40 * "Earthenware from the hills. " + "</p>"
BUY = "<p>Art.-Nr.: CUP-100</p><button>In den Warenkorb</button>"


def read(body: str, lang: str = "de-DE", url: str = URL, head: str = "") -> dict[str, Any]:
    top = f"<meta charset='utf-8'><title>Blue cup of the hills</title>{head}"
    page = f"<html lang='{lang}'><head>{top}</head><body><h1>Blue cup of the hills</h1>{body}{FILLER}</body></html>"
    return read_saved(page.encode(), url, SHOPS)


def stored(answer: dict[str, Any]) -> tuple[Any, ...]:
    offer = answer["offer"]
    return answer["verdict"]["status"], offer["price"], offer["currency"]


@pytest.mark.parametrize(
    ("lang", "body", "price", "currency"),
    [
        (
            "hr-HR",
            "<p class='price'>18,00 € <span>(135,62 kn)</span></p><p>Tečaj: 1 € = 7,53450 kn</p>",
            "18.00",
            "EUR",
        ),
        ("bg-BG", "<p class='price'>4,99 € <span>/ 9,76 лв.</span></p>", "4.99", "EUR"),
        ("bg-BG", "<p class='price'>9,76 лв. <span>/ 4,99 €</span></p>", "9.76", "BGN"),
        ("de-DE", "<p class='price'>149,00 €</p><p>Zahlen Sie in 4 Teilen, je 37,25 €</p>", "149.00", "EUR"),
        ("ar-SA", "<p class='price'>149.00 ر.س</p><p>على 4 دفعات بقيمة 40.00 ر.س</p>", "149.00", "SAR"),
        ("lt-LT", "<p class='price'>129,00 €</p><p>Nuo 11,93 € / mėn.</p>", "129.00", "EUR"),
        ("lt-LT", "<p class='price'>129,00 €</p><p>Su lojalumo kortele: 122,55 €</p>", "129.00", "EUR"),
        ("en-GB", "<p>DB-6 Regular price: £54.95<br><b>Sale price: <i>£44.95</i></b></p>", "44.95", "GBP"),
        (
            "nl-NL",
            "<template x-if='false'><span class='price'>€ 0,00</span></template><span class='price'>€ 32,67</span>",
            "32.67",
            "EUR",
        ),
        (
            "de-DE",
            "<p class='price'><del><span><bdi><i>€</i>18,50</bdi></span></del>"
            "<ins><span><bdi><i>€</i>15,70</bdi></span></ins></p>",
            "15.70",
            "EUR",
        ),
        ("it-IT", "<table><tr><td>Ns. prezzo:</td><td><b>Euro 46,50</b></td></tr></table>", "46.50", "EUR"),
    ],
)
def test_an_amount_that_the_page_explains_is_no_rival(lang: str, body: str, price: str, currency: str) -> None:
    assert stored(read(f"{body}{BUY}", lang)) == ("ok", price, currency)


@pytest.mark.parametrize(
    ("lang", "rates"),
    [
        ("es-ES", "Envío a península con mensajero 12 €, Baleares 18 €."),
        ("de-DE", "Versand nach Deutschland 6 €, Österreich 14 €, Schweiz 22 €"),
        ("it-IT", "Spedizione Italia 8 €; isole: 15 €"),
    ],
)
def test_what_else_an_enumeration_of_rates_names_is_no_rival(lang: str, rates: str) -> None:
    assert stored(read(f"<span>145 €</span><p>{rates}</p>{BUY}", lang)) == ("ok", "145.00", "EUR")


def test_an_amount_that_is_called_the_price_is_none_of_the_rates_before_it() -> None:
    answer = read(f"<p>Versand 6 €, Gesamtpreis 151 €</p>{BUY}")
    assert {one["price_minor"]: one["beside"] for one in answer["offer"]["candidates"]}[15_100] == ()


@pytest.mark.parametrize(
    ("lang", "heading"),
    [
        ("it-IT", "Ultimi visti"),
        ("de-DE", "Zuletzt angesehene Artikel"),
        ("fr-FR", "Produits déjà vus"),
        ("pl-PL", "Ostatnio oglądane"),
        ("ru-RU", "Вы недавно смотрели"),
        ("ar-SA", "منتجات مشابهة"),
        ("he-IL", "מוצרים דומים"),
    ],
)
def test_what_was_seen_before_or_is_alike_is_no_rival(lang: str, heading: str) -> None:
    below = f"<h3>{heading}</h3><div>Red cup</div><div>€99,00</div><div>Green cup</div><div>€248,00</div>"
    assert stored(read(f"<p>In stock</p><span>145 €</span>{below}", lang)) == ("ok", "145.00", "EUR")


def test_of_several_payments_only_what_adds_up_to_the_price_is_explained() -> None:
    answer = read(f"<p class='price'>149,00 €</p><p>Im Viererpack 4 je 36,00 €</p>{BUY}")
    assert answer["verdict"]["reason"] == "UNCONFIRMED_PRICE"


def test_a_code_before_a_sign_drawn_apart_is_no_piece_of_an_amount() -> None:
    price = "<p class='price'><span>¥</span><span>3,850</span></p>"
    body = f"<p>商品番号</p><p>gd1187</p>{price}<button>カートに入れる</button>"
    assert stored(read(body, "ja-JP")) == ("ok", "3850", "JPY")


def test_a_ranking_below_a_sold_out_product_and_a_service_in_its_text_are_no_rivals() -> None:
    text = "<p>重さ約140g。研ぎ直しサービス 1,100円。</p>"
    others = "<b>売れ筋ランキング</b><p>まな板</p><p>5,480円</p><p>砥石</p><p>3,980円</p>"
    body = f"<p>商品番号</p><p>hc-165</p><p class='price'>7,980円</p><p>売り切れました</p>{text}{others}"
    assert stored(read(body, "ja-JP")) == ("ok", "7980", "JPY")


@pytest.mark.parametrize("norm", ["Euro 6", "Euro 2024", "Euro 4.50"])
def test_the_name_of_a_norm_is_no_amount(norm: str) -> None:
    assert stored(read(f"<p class='price'>18,00 €</p><p>{norm}</p>{BUY}", "it-IT")) == ("ok", "18.00", "EUR")


@pytest.mark.parametrize(
    ("body", "sku"),
    [
        ("<p class='product-single__sku'>COUV-BOR-Q</p>", "COUV-BOR-Q"),
        ("<p class='product-single__sku'>Nouveau</p>", None),
        ("<p>Рулон 10 м, цена за рулон. Артикул СР-55-15.</p>", "СР-55-15"),
    ],
)
def test_a_code_without_digits_in_an_element_named_one_and_one_inside_a_text(body: str, sku: str | None) -> None:
    assert read(f"<p class='price'>18,00 €</p>{body}<button>In den Warenkorb</button>")["offer"]["sku"] == sku


LABELS = (
    "<meta property='og:type' content='product'><meta property='product:price:amount' content='18.00'>"
    "<meta property='product:price:currency' content='EUR'><meta property='product:availability' content='instock'>"
)


@pytest.mark.parametrize(
    ("body", "state"),
    [
        ("<p>Ausverkauft</p><button disabled>Ausverkauft</button>", "OUT_OF_STOCK"),
        ("<p>Ausverkauft</p><button>In den Warenkorb</button>", "IN_STOCK"),
    ],
)
def test_labels_alone_give_way_to_sold_out_where_nothing_sells(body: str, state: str) -> None:
    assert read(f"<p class='price'>18,00 €</p>{body}", head=LABELS)["offer"]["availability"] == state


@pytest.mark.parametrize(
    ("lang", "net"),
    [
        ("tr-TR", "Vergiler Hariç: 10,00 €"),
        ("es-ES", "Base imponible: 10,00 €"),
        ("it-IT", "Imponibile: 10,00 €"),
        ("ru-RU", "Без налога: 10,00 €"),
        ("vi-VN", "Chưa bao gồm thuế: 10,00 €"),
        ("id-ID", "Tanpa Pajak: 10,00 €"),
        ("lt-LT", "Be PVM: 10,00 €"),
    ],
)
def test_the_amount_without_tax_below_the_price_is_no_rival(lang: str, net: str) -> None:
    body = f"<p>12,10 €</p><p>{net}</p><p>SKU: CUP-100</p><button>Add to cart</button>"
    assert stored(read(body, lang)) == ("ok", "12.10", "EUR")


def test_what_comes_on_top_behind_a_plus_sign_of_its_own_is_no_rival() -> None:
    option = "<label>{}<span>+</span><span>{}</span></label>"
    body = f"<p>28,00 €</p>{option.format('Entspiegelt', '10,60 €')}{option.format('Blaufilter', '14,84 €')}{BUY}"
    assert stored(read(body)) == ("ok", "28.00", "EUR")


def test_a_discount_for_one_way_to_pay_makes_no_price() -> None:
    body = (
        "<b class='price'>$ 99.000</b><b>$ 79.200</b><p>con Transferencia o depósito (20% OFF)</p>"
        "<p>SKU: CUP-100</p><button>Añadir al carrito</button>"
    )
    assert stored(read(body, "es-AR", URL.replace("example", "com.ar"))) == ("ok", "99000.00", "ARS")
