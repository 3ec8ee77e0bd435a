"""What doubts a price, and what refuses a page, must leave honest pages alone that look a little like its traps."""

from __future__ import annotations

import pytest

from fleet.operations.read_saved import read_saved
from tests.invented.declared_page import stored_price
from tests.invented.plain_page import SHOPS

NAME = "Vorra Kettle 1200"
BUTTON = "<p>SKU: VK-1200</p><p>In stock</p><button>Add to basket</button>"


def declared(body: str, price: str = "24.00") -> str | None:
    return stored_price(NAME, body, price, "GBP", "co.uk")


def undeclared(body: str, *, name: str = NAME, path: str = "/p/vorra-kettle-1200", host: str = "pine.de") -> str | None:
    page = (
        f"<html lang=en><meta charset=utf-8><title>{name} | Pine</title><body><main><h1>{name}</h1>{body}</main></body>"
    )
    answer = read_saved(f"{page}</html>".encode(), f"https://www.{host}{path}", SHOPS)
    if (answer.get("verdict") or {}).get("status") != "ok":
        return None
    return f"{answer['offer']['price']} {answer['offer']['currency']}"


@pytest.mark.parametrize(
    "beside",
    [
        "<p>Only £30.00 left for free shipping</p>",
        "<p>The lamp that goes with it is £89.00 and we sell it, too.</p>",
        "<p>Until last week it was £39.00 in our other shop in town.</p>",
        "<ul><li><a href=/hard>Hardcover <b>£35.00</b></a></li><li>Paperback <b>£24.00</b></li>"
        "<li><a href=/cd>Audio disc <b>£40.50</b></a></li></ul>",
    ],
)
def test_a_higher_amount_of_something_else_speaks_against_no_declared_price(beside: str) -> None:
    assert declared(f"<p class=price>£24.00</p>{beside}{BUTTON}") == "24.00"


def test_an_accessory_with_a_button_of_its_own() -> None:
    wax = "<div><p>Care wax</p><span class=price>£2.50</span><button>Add to basket</button></div>"
    assert declared(f"<p class=price>£24.00</p>{BUTTON}{wax}") == "24.00"


def test_the_box_of_the_product_may_begin_with_a_link() -> None:
    box = "<div><a href=/brand/woodco>WoodCo</a><p class=price>£120.00</p><button>Add to basket</button></div>"
    wax = "<div><p>Care wax</p><span class=price>£12.00</span><button>Add to basket</button></div>"
    assert declared(f"{box}<p>In stock</p>{wax}", "120.00") == "120.00"
    assert undeclared(f"{box}<p>In stock</p>{wax}", host="pine.co.uk") in {None, "120.00 GBP"}


@pytest.mark.parametrize(
    "lowest",
    [
        "<small>– lowest price in the last 30 days <span>€29.00</span></small>",
        "<div>(lowest price in the last 30 days</div><div>€29.00)</div>",
        "<p>(lowest price in the last 30 days)</p>",
    ],
)
def test_the_lowest_of_thirty_days_behind_the_price(lowest: str) -> None:
    assert undeclared(f"<p class=price>€35.00</p>{lowest}{BUTTON}") in {None, "35.00 EUR"}


@pytest.mark.parametrize("sizes", ["S/36", "B/32", "S/36 M/38 L/40", "75 B/80 C"])
def test_sizes_are_no_money(sizes: str) -> None:
    assert undeclared(f"<p>{sizes} 25,00 €</p>{BUTTON}") in {None, "25.00 EUR"}


@pytest.mark.parametrize("behind", ["VB", "p.p."])
def test_short_words_of_adverts_are_no_currency(behind: str) -> None:
    sold = "<p>SKU: VK-1200</p><p>Auf Lager</p><button>In den Warenkorb</button>"
    assert undeclared(f"<div class=product-price>120,00 {behind}</div>{sold}") == "120.00 EUR"


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("2 Items for Kitchen Set", "/p/2031"),
        ("Your Search for Meaning", "/your-search-for-meaning"),
        ("Results for Runners: Training Log", "/product/training-log"),
    ],
)
def test_products_are_named_like_searches(name: str, path: str) -> None:
    assert undeclared(f"<p class=price>€25.00</p>{BUTTON}", name=name, path=path) == "25.00 EUR"
