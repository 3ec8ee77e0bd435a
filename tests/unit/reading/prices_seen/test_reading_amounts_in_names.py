"""Amounts in a product's name, and letters in it that addresses are written without."""

from __future__ import annotations

from typing import Any

import pytest

from common.reading.parsed.letters import folded
from common.reading.visible.headings.heading import without_amount
from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

SHOPS = Shops(ShopsSettings())
BUY = "<button>In den Warenkorb</button>"


def read(body: str, title: str, url: str = "https://shop.example/p/1", lang: str = "de") -> dict[str, Any]:
    html = f"<html lang={lang}><meta charset=utf-8><title>{title}</title><body>{body}</body></html>"
    return read_saved(html.encode(), url, SHOPS)


def test_an_amount_amid_the_words_of_a_name_is_no_price() -> None:
    name = "Einkaufschip für 1 € Wagen"
    assert read(f"<h1>{name}</h1>{BUY}", name)["verdict"]["status"] != "ok"


@pytest.mark.parametrize(
    "said", ["Blue cup 12,50 €", "Blue cup – 12,50 €", "Blue cup 12,50 € inkl. MwSt.", "Blue cup (12,50 €)"]
)
def test_an_amount_at_the_end_of_a_name_is_its_price(said: str) -> None:
    answer = read(f"<h1>{said}</h1>{BUY}", "Blue cup")
    assert (answer["offer"]["price"], answer["verdict"]["status"]) == ("12.50", "ok")


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("Blue cup 12,50 €", "Blue cup 12,50 €"),
        ("Blue cup, 12,50 €", "Blue cup"),
        ("Blue cup 500 - 12,50 €", "Blue cup 500"),
        ("Blue cup: 12.50 EUR", "Blue cup"),
        ("Voucher 10-50 €", "Voucher 10-50 €"),
    ],
)
def test_a_name_is_never_cut_inside_a_number(said: str, name: str) -> None:
    assert without_amount(said) == name


def test_crossed_letters_are_plain_in_addresses_and_capitals() -> None:
    assert folded("Żółta łyżka ISPARTA ıspanak Bøf đồ") == "zolta lyzka isparta ispanak bof do"
    body = "<p>Opis</p><div>Żółta łyżka stołowa wełna</div><p>12,50 zł</p><button>Dodaj do koszyka</button>"
    answer = read(body, "Pine House", "https://pine-house.pl/p/zolta-lyzka-stolowa-welna", "pl")
    assert answer["offer"]["title"] == "Żółta łyżka stołowa wełna"


@pytest.mark.parametrize(
    ("printed", "price", "currency", "url"),
    [
        ("<p class=price>NT＄1,200</p>", "1200.00", "TWD", "https://shop.tw/p/1"),
        ("<p>￡12.50</p>", "12.50", "GBP", "https://shop.co.uk/p/1"),
        ("<p style='display:  none'>£9.99</p><p>£12.50</p>", "12.50", "GBP", "https://shop.co.uk/p/1"),
    ],
)
def test_wide_signs_of_money_and_what_a_style_hides(printed: str, price: str, currency: str, url: str) -> None:
    answer = read(f"<h1>Blue cup</h1>{printed}<button>Add to cart</button>", "Blue cup", url, "en")
    offer = answer["offer"]
    assert (offer["price"], offer["currency"], answer["verdict"]["status"]) == (price, currency, "ok")
