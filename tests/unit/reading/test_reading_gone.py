"""What is gone by the page's own heading or button, whatever its markup says; and numbers that count nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.invented.plain_page import read_page

URL = "https://www.hollow-oak.co.uk/p/oakley-x5.html"
BUY = "<button>Add to basket</button>"


def read(body: str, name: str = "Oakley kettle", declared: bool = True) -> dict[str, Any]:
    offer = {"price": "45.00", "priceCurrency": "GBP", "availability": "https://schema.org/InStock"}
    node = json.dumps({"@type": "Product", "name": name, "offers": offer}) if declared else "{}"
    return read_page(
        f"<h1>{name}</h1><p class=price>£45.00</p>{body}",
        url=URL,
        title=name,
        head=f"<script type='application/ld+json'>{node}</script>",
    )


def state(answer: dict[str, Any]) -> tuple[str, str | None]:
    return str(answer["offer"]["availability"]), answer["verdict"]["reason"]


@pytest.mark.parametrize(
    "name",
    [
        "SOLD: Oakley kettle",
        "[SOLD] Oakley kettle",
        "Reserved – Oakley kettle",
        "VERKAUFT: Kessel Oakley",
        "Vendu ! Bouilloire Oakley",
        "SPRZEDANE - Czajnik Oakley",
        "ПРОДАНО: Чайник Oakley",
        "【売約済】Oakley ケトル",
        "[판매완료] Oakley 전기포트",
    ],
)
@pytest.mark.parametrize("declared", [True, False])
def test_what_is_sold_by_its_heading_is_out_of_stock(name: str, declared: bool) -> None:
    assert state(read("<p>SKU: OX-5</p>", name, declared))[0] == "OUT_OF_STOCK"


@pytest.mark.parametrize("name", ["SOLD: Oakley kettle", "[sold] Oakley kettle", "ПРОДАНО: Чайник", "【売約済】Oakley"])
def test_such_a_heading_over_a_button_that_buys_is_a_contradiction(name: str) -> None:
    assert state(read(BUY, name))[1] == "AMBIGUOUS_AVAILABILITY"


@pytest.mark.parametrize(
    "name", ["Sold: a memoir", "Reserved for you: teapot", "Verkauft! Ein Roman", "SOLD: A MEMOIR", "Unsold - a play"]
)
def test_a_name_over_a_button_that_buys_is_a_name(name: str) -> None:
    assert state(read(BUY, name)) == ("IN_STOCK", None)


@pytest.mark.parametrize("words", ["Reserved", "Sale agreed", "Reserviert", "Réservé", "売約済み"])
def test_what_is_reserved_is_out_of_stock(words: str) -> None:
    assert state(read(f"<p>{words}</p>", declared=False))[0] == "OUT_OF_STOCK"


@pytest.mark.parametrize(
    "button",
    [
        "<button disabled>Sold out</button>",
        "<button aria-disabled=true><span>Ausverkauft</span></button>",
        "<input type=submit disabled value='Épuisé'>",
        "<button disabled>売り切れ</button>",
    ],
)
def test_a_dead_button_that_says_none_is_left_contradicts_the_markup(button: str) -> None:
    assert state(read(button)) == ("IN_STOCK", "AMBIGUOUS_AVAILABILITY")
    assert state(read(f"{BUY}{button}")) == ("IN_STOCK", None)
    assert state(read(f"<select name=size><option>S<option>M</select>{button}")) == ("IN_STOCK", None)


@pytest.mark.parametrize("button", ["<button disabled>Add to basket</button>", "<button>Sold out</button>"])
def test_any_other_button_does_not(button: str) -> None:
    assert state(read(button)) == ("IN_STOCK", None)


SAID = "<p>Temporarily out of stock</p>"
OFF = "<button disabled>Add to basket</button>"
OUT = "<button>Sold out</button>"


@pytest.mark.parametrize("button", [OFF, OUT, "<form><button type=submit disabled>Buy now</button></form>"])
def test_a_page_that_says_so_and_lets_nobody_buy_contradicts_the_markup(button: str) -> None:
    assert state(read(f"{SAID}{button}")) == ("IN_STOCK", "AMBIGUOUS_AVAILABILITY")


@pytest.mark.parametrize(
    "body",
    [
        f"{SAID}{BUY}",
        OFF,
        f"{SAID}<a class=button target=_blank href='https://other-shop.example/x5'>Out of stock</a>",
        f"{SAID}<select><option>Red</option><option>Blue</option></select>{OFF}",
        f"<p>In stock</p>{OFF}",
    ],
)
def test_less_than_that_does_not(body: str) -> None:
    assert state(read(body))[1] is None


@pytest.mark.parametrize(
    "row",
    [
        "<p>Stock no. AL-221</p>",
        "<p>N.º de stock: 22</p>",
        "<p>N° de stock : 221</p>",
        "<table><tr><td>Stock No:</td><td>221</td></tr></table>",
        "<table><tr><td>Stock no.:</td><td>0</td></tr></table>",
    ],
)
def test_a_stock_number_counts_nothing(row: str) -> None:
    assert state(read(row, declared=False))[0] == "UNKNOWN"


def test_no_behind_stock_still_answers() -> None:
    assert state(read("<p>In stock: No</p>", declared=False))[0] == "OUT_OF_STOCK"
    assert state(read("<p>Stock: 3</p>", declared=False))[0] == "IN_STOCK"


@pytest.mark.parametrize(
    "line",
    [
        "<p>Lieferzeit: derzeit nicht lieferbar</p>",
        "<p><b>Lieferzeit:</b> ausverkauft</p>",
        "<table><tr><td>Delivery time</td><td>Currently unavailable</td></tr></table>",
        "<dl><dt>Lieferzeit</dt><dd>nicht mehr lieferbar</dd></dl>",
    ],
)
def test_a_label_of_the_delivery_says_that_there_is_none(line: str) -> None:
    assert state(read(f"{line}{BUY}", declared=False)) == ("OUT_OF_STOCK", None)


@pytest.mark.parametrize("line", ["Lieferzeit: 2-3 Tage", "Lieferzeit: sofort lieferbar", "Lieferzeit: auf Anfrage"])
def test_or_that_there_is_one(line: str) -> None:
    assert state(read(f"<p>{line}</p>{BUY}", declared=False))[0] != "OUT_OF_STOCK"
