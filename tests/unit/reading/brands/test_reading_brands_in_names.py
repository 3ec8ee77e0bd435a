"""Brands and codes inside the product's name, and amounts beside the price that are, or are not, rivals of it."""

from __future__ import annotations

from typing import Any

import pytest

from common.reading.text.places.currency_hint import currency_hint
from common.reading.text.places.dollar_place import named_place
from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved
from tests.invented.plain_page import read_page

SHOPS = Shops(ShopsSettings())
FILLER = "<p>" + 40 * "Earthenware from the hills. " + "</p>"
BUY = "<button>Add to cart</button>"
PRICE = "<b class='price'>12,50 €</b>"


def read(name: str, body: str, url: str = "https://shop.example/p/1") -> dict[str, Any]:
    return read_page(f"<div><h1>{name}</h1>{body}</div>{FILLER}", url=url, title=name, lang="de-DE")


@pytest.mark.parametrize(
    ("name", "more", "url", "brand"),
    [
        ("Smartphone Samsung A12 blau", "", "https://shop.example/p/1", "Samsung"),
        ("Speicher DDR4 3200 SAMSUNG blau", "", "https://shop.example/p/1", "SAMSUNG"),
        ("Pumpe 2 HP blau", "", "https://shop.example/p/1", None),
        ("Hülle für Samsung A12", "", "https://shop.example/p/1", None),
        ("Samsung oder Nokia Ladegerät", "", "https://shop.example/p/1", None),
        ("Blue cup", "", "https://www.wedgwood.example/p/1", None),
        ("Pinewood blue cup", "<p>by</p><a href='/x'>Pinewood</a>", "https://shop.example/p/1", "Pinewood"),
        ("Piñewood blue cup", "<p>by</p><a href='/x'>Piñewood</a>", "https://shop.example/p/1", "Piñewood"),
        ("Blue cup", "<p>by</p><a href='/x'>Ann Author</a>", "https://shop.example/p/1", None),
        (
            "Blue cup Pinewood large",
            "<select name='manufacturers_id'><option value=''>Choose</option><option value='1'>Pinewood</option>"
            "<option value='2'>Oakley Hill</option></select>",
            "https://shop.example/p/1",
            "Pinewood",
        ),
        (
            "Blue cup",
            "<a href='/pinewood'><img alt='Pinewood' src='p.png'></a>",
            "https://shop.example/p/1",
            "Pinewood",
        ),
        ("Blue cup", "<a href='/cups'><img alt='Pinewood'></a>", "https://shop.example/p/1", None),
        ("Klappstuhl Terje", "<p>IKEA family</p>", "https://www.ikea.example/p/1", None),
    ],
)
def test_the_brand_in_a_name(name: str, more: str, url: str, brand: str | None) -> None:
    assert read(name, more + PRICE + "<p>Art.-Nr.: CUP-100</p>" + BUY, url)["offer"]["brand"] == brand


def test_the_own_site_of_a_known_brand() -> None:
    head = "<html lang='de-DE'><head><meta charset='utf-8'><title>Klappstuhl - IKEA</title></head>"
    html = f"{head}<body><h1>Klappstuhl</h1>{PRICE}{BUY}{FILLER}"
    assert read_saved(html.encode(), "https://www.ikea.example/p/1", SHOPS)["offer"]["brand"] == "IKEA"


@pytest.mark.parametrize(
    ("name", "body", "code"),
    [
        ("Blue cup (16561)", "", "16561"),
        ("Blue cup (90210)", "", None),
        ("Blue cup", "<p>Model # DC-771 Internet #204 Store SKU #1000014677</p>", "1000014677"),
        ("Blue cup", "<span class='productReference'>LM-3307</span>", "LM-3307"),
        ("Blue cup", "<p>SKU date 12.11.2026</p>", None),
    ],
)
def test_codes_without_a_label_of_their_own(name: str, body: str, code: str | None) -> None:
    found = read(name, f"{body}{PRICE}<p>Auf Lager</p>{BUY}", "https://shop.example/cups/blue-16561/")["offer"]
    assert found["sku"] == code


@pytest.mark.parametrize(
    ("prices", "price", "reason"),
    [
        ("<p>15% Rabatt</p><p>38,15 €</p><p>44,88 €</p>", "38.15", None),  # what was asked before
        ("<p class='price'>38,15 €</p><p>44,95 €</p>", "38.15", "UNCONFIRMED_PRICE"),
        (
            "<p>44,95 €</p><p>Lieferung</p><p>a</p><p>b</p><p>c</p><p>d</p><p class='price'>38,15 €</p>",
            "38.15",
            "UNCONFIRMED_PRICE",
        ),
        ("<p>ab 34,00 €</p><p class='price'>38,15 €</p>", "38.15", "UNCONFIRMED_PRICE"),
        ("<p class='price'>38,15 €</p><p>£42.00</p>", "38.15", None),  # the same again in another currency
        ("<p class='price'>38,15 €</p><p>-</p><p class='price'>44,95 €</p>", "38.15", None),  # a range
        ("<p class='price'>0,00 €</p><p class='price'>38,15 €</p>", "38.15", "UNCONFIRMED_PRICE"),
        ("<p class='price'>38,15 €</p><p>(MwSt. 6,09 €)</p>", "38.15", None),  # the tax in it
        ("<span class='price'><span class='price'>38</span><i>,15</i> €</span>", "38.15", None),
        ("<p>38,15 € zzgl. Versand</p>", "38.15", None),
        ("<p>Lieferung 2-3 Tage</p><p class='price'>38,15 €</p>", "38.15", None),
        ("<p>Versand 4,90 €</p><p>Preis auf Anfrage</p><p class='price'>38,15 €</p>", None, "NO_PRICE"),
    ],
)
def test_which_amounts_are_rivals_of_the_price(prices: str, price: str | None, reason: str | None) -> None:
    answer = read("Blue cup of the hills", f"<p>Art.-Nr.: CUP-100</p>{prices}<p>Auf Lager</p>{BUY}")
    assert (answer["offer"]["price"], answer["verdict"]["reason"]) == (price, reason)


@pytest.mark.parametrize(
    ("link", "state"),
    [
        ("<a class='addToCart' href='#'></a>", "IN_STOCK"),
        ("<a href='javascript:Add2ShopCart()'><img src='b.gif'></a>", "IN_STOCK"),
        ("<a class='cart' href='/cart'></a>", "UNKNOWN"),
    ],
)
def test_a_link_without_a_word_that_puts_into_the_cart(link: str, state: str) -> None:
    assert read("Blue cup", f"<p>Art.-Nr.: CUP-100</p>{PRICE}{link}")["offer"]["availability"] == state


@pytest.mark.parametrize(
    ("texts", "code"),
    [
        (["12 Mill Rd, Ashland, OR 97520", "We ship to Canada"], "USD"),
        (["Ships from the USA"], "USD"),
        (["Ships from the USA and Canada"], None),
        (["12 Mill Rd, Ashland, OR 97520", "Toronto ON M5V 2T6"], None),
        (["Visit us in Toronto ON M5V 2T6"], "CAD"),
        (["Visit us in Toronto ON M5V 2T6", "Ships from the USA"], None),
        (["Call the shop: (541) 555-0142", "We ship to Canada"], "USD"),
        (["Call the shop: 778-555-0142"], "CAD"),
        (["Call the shop: 778-555-0142 or 541-555-0142"], None),
        (["Call the shop: 1-800-555-0142"], "USD"),
        (["Call the shop: 1 800 555 0142"], "USD"),
        (["Call the shop: 1-800-555-0142", "Made in Canada"], None),
        (["Call the shop: 809-555-0142 or 541-555-0142"], None),
        (["Llame a la tienda: (664) 255-0142"], None),
        (["Llame a la tienda: (541) 555-0142"], None),
        (["The lamp's code is 541-555-014255"], None),
        (["Call the shop: +1 (541) 555-0142"], "USD"),
        (["Call the shop: +57 (601) 555-0142"], None),
        (["Call the shop: +52 1 (541) 555-0142"], None),
        (["Call the shop: (998) 555-0142"], None),
        (["Enter your ZIP code", "Our shop in Canada"], "USD"),
        (["Orders shipping outside the U.S. cost more", "Canada"], "USD"),
        (["ZIP or postal code", "ZIP code"], None),
        (["All orders but to Alaska and Hawaii"], "USD"),
        (["Perth WA 6000", "USA too"], None),
        (["Order 97520"], None),
    ],
)
def test_whose_dollar_a_page_means(texts: list[str], code: str | None) -> None:
    assert named_place(texts) == code


def test_places_that_end_in_their_country_alone() -> None:
    assert [currency_hint(f"https://shop.{end}/", None) for end in ("ar", "com.sa", "bg")] == ["ARS", "SAR", "EUR"]


@pytest.mark.parametrize(
    ("name", "url", "brand"),
    [
        ("松葉工業 チゼル 9mm", "https://shop.example/?pid=118", "松葉工業"),
        ("Kresno & Sons oak table", "https://shop.example/p/118", "Kresno & Sons"),
        ("KRESNO旅行套裝3日份", "https://shop.kresno.example/p/118", "KRESNO"),
        ("KRESNO旅行套裝3日份", "https://shop.example/p/118", None),
    ],
)
def test_names_of_firms_and_names_before_another_script(name: str, url: str, brand: str | None) -> None:
    page = f"<title>{name}</title><h1>{name}</h1><p class='price'>2,728円</p><button>カートに入れる</button>"
    answer = read_saved(f"<html lang='ja'><meta charset='utf-8'>{page}</html>".encode(), url, SHOPS)
    assert answer["offer"]["brand"] == brand


@pytest.mark.parametrize(
    ("name", "said", "brand"),
    [
        ("Jersey Waldtiere Vellkari", "Ein Stoff vom Stoffhersteller Vellkari aus Bamberg.", "Vellkari"),
        ("Kit Vellkari Orrus 12", "Têmpera, fabricada pela Vellkari Orrus em São Paulo.", "Vellkari Orrus"),
        ("VELLKARI stool", "A stool of the brand “Vellkari”, with four legs.", "Vellkari"),
        ("Lampa Vellkari 240", "Lampa firmy Vellkari to klasyka.", "Vellkari"),
        ("Стол Vellkari 240", "Стол от компании Vellkari прослужит долго.", "Vellkari"),
        ("Stool 240", "A stool by the maker Vellkari.", None),
        ("Toner für Vellkari 240", "Druckt wie das Original der Marke Vellkari.", None),
        ("Toner Vellkari 240", "Geeignet für Drucker der Marke Vellkari.", None),
        ("Oak stool 240", "We ask the maker Oak or another. Of solid oak.", None),
    ],
)
def test_a_name_that_a_sentence_says_behind_words_for_a_maker(name: str, said: str, brand: str | None) -> None:
    assert read(name, f"{PRICE}{BUY}<p>{said}</p>")["offer"]["brand"] == brand


@pytest.mark.parametrize(
    ("title", "brand"),
    [
        ("Topf rund 24 cm – Pinewood – Küchenhaus", "Pinewood"),
        ("Topf rund 24 cm – Küchenhaus Pinewood", None),
        ("Topf rund 24 cm – Eichgrund – Küchenhaus", None),
    ],
)
def test_a_sentence_names_the_maker_that_the_title_holds_between_two_marks(title: str, brand: str | None) -> None:
    body = (
        f"<main><h1>Topf rund 24 cm</h1>{PRICE}{BUY}<p>Ein Topf der Marke Pinewood, für jeden Herd.</p></main>{FILLER}"
    )
    assert read_page(body, url="https://shop.example/p/1", title=title, lang="de-DE")["offer"]["brand"] == brand
