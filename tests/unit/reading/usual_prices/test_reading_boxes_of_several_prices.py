"""Boxes that hold what is usually asked, the net amount and the price; and such a box before the product's name."""

from __future__ import annotations

from typing import Any

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

SHOPS = Shops(ShopsSettings())


def answer(language: str, url: str, name: str, around: str) -> dict[str, Any]:
    body = f'<html lang="{language}"><head><title>{name} - Tavi</title></head><body>{around}</body></html>'
    return read_saved(body.encode(), url, SHOPS)


def stored(read: dict[str, Any]) -> tuple[str, str | None]:
    """(status, price)"""
    return read["verdict"]["status"], (read["offer"] or {}).get("price")


BEFORE = (
    "<div class='{box}'><strong><span class='old_price'><small>Bisher</small> 54,99 EUR</span><br>{now}</strong></div>"
)
BUTTON = "<p>Lieferzeit: 2 Tage</p><p>Art.Nr.: TV-12</p><button>In den Warenkorb</button>"


@pytest.mark.parametrize("now", ["Jetzt nur 46,50 EUR", "46,50 EUR"])
def test_a_box_named_a_price_before_the_heading_holds_the_price(now: str) -> None:
    around = f"<form>{BEFORE.format(box='productprice', now=now)}<h1>Bahnhof Tavi</h1>{BUTTON}</form>"
    assert stored(answer("de", "https://bahn.example.de/p998", "Bahnhof Tavi", around)) == ("ok", "46.50")


@pytest.mark.parametrize(
    "before",
    [
        "<div><a href='/p/other'>Toaster Nord</a></div><div class='price'>10,00 €</div>",
        "<div><a href='/p/other'><img src='n.jpg' alt=''></a></div><div class='price'>10,00 €</div>",
        "<p>Angebot des Tages: Toaster</p><div class='price'>10,00 €</div>",
        "<div class='special-price'><a href='/p/other'>Toaster Nord</a> <b>10,00 €</b></div>",
    ],
)
@pytest.mark.parametrize("own", ["<div class='price'>ab 20,00 €</div>", "<div class='price'>20,00 €</div>"])
def test_a_box_before_the_heading_may_be_of_another_product(before: str, own: str) -> None:
    around = f"{before}<h1>Kessel Tavi</h1>{own}{BUTTON}"
    assert stored(answer("de", "https://kessel.example.de/p998", "Kessel Tavi", around))[1] == "20.00"


def test_a_box_before_the_heading_counts_only_where_one_can_buy() -> None:
    around = f"{BEFORE.format(box='productprice', now='46,50 EUR')}<h1>Bahnhof Tavi</h1><p>Ein Bahnhof aus Holz.</p>"
    assert answer("de", "https://bahn.example.de/p998", "Bahnhof Tavi", around)["ok"] is False


def test_the_gross_amount_of_a_box_is_the_price_not_the_recommended_one() -> None:
    around = """<h1>Tavi horgászbot</h1><div class='prices'>
    <div class='price-base'><span class='price__label'>Ajánlott fogyasztói ár: </span>
    <b class='price_base'>41 990</b> Ft</div>
    <div class='price--net'><b class='price_net'>29 126</b> Ft + ÁFA</div>
    <div class='price--gross'>Bruttó: <b class='price_brutto'>36 990</b> Ft</div></div><button>Kosárba</button>"""
    read = answer("hu", "https://bot.example.hu/tavi-12", "Tavi horgászbot", around)
    assert stored(read) == ("ok", "36990.00")


def test_an_amount_in_brackets_is_the_usual_price_if_its_element_says_so() -> None:
    around = """<h1>Tavi yxa</h1><div><span class="PrisREA">699<span> kr</span></span>
    <span class="PrisORD">(849 kr)</span></div><p>I lager</p><button>Köp</button>"""
    assert stored(answer("sv", "https://yxa.example.se/tavi-12", "Tavi yxa", around)) == ("ok", "699.00")
