"""Themes name the price "regular" where nothing is reduced. What stands beside it in a box with a name of its own is
another product's amount, whatever the words above the box are; so is one behind a label that nobody knows.
"""

from __future__ import annotations

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved
from tests.invented.declared_page import stored_price
from tests.invented.plain_page import read_page

SHOPS = Shops(ShopsSettings())
NAME = "Vorra blue cup"
REGULAR = "<span class='price-item price-item--regular'>£119.00</span>"
USUAL = f"<div class='price'><div class='price__regular'>{REGULAR}</div></div>"
BUY = "<form action='/cart/add' method='post'><button name='add'>Add to basket</button></form>"
AMOUNT = "<span class='price'>£59.50</span>"
CARDS = tuple(
    f"<div class='strip'><h2>{heading}</h2><div class='item'>{name}{AMOUNT}</div></div>"
    for heading, name in (
        ("Pick up where you left off", "<h3>Oak jug</h3>"),
        ("Your trail", "<a href='/p/oak-jug'><b>Oak jug</b></a>"),
        ("Seen", "<button>Add to basket</button><h3>Oak jug</h3>"),
    )
)
LABELLED = (
    "<div>Pine Rewards <span class='price'>£107.10</span></div>",
    "<p>Signed in only <b class='price'>£107.10</b></p>",
    "<div>Cash desk price <strong>£107.10</strong></div>",
    "<label><input type='checkbox'> 2-year cover <span class='price'>£11.90</span></label>",
    "<p>Used from £107.10</p>",
)


def stored(body: str) -> str | None:
    """The price that is stored of a page that declares none, with this below its heading."""
    html = f"<html lang='en-GB'><head><title>{NAME}</title></head><body><h1>{NAME}</h1>{body}</body></html>"
    answer = read_saved(html.encode(), "https://www.pine-house.co.uk/products/vorra-blue-cup", SHOPS)
    return str(answer["offer"]["price"]) if answer.get("verdict", {}).get("status") == "ok" else None


@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize("layout", [USUAL + "{}" + BUY, "{}" + USUAL + BUY, USUAL + BUY + "{}"])
def test_the_amount_of_a_card_does_not_make_the_usual_price_an_old_one(card: str, layout: str) -> None:
    body = f"<div>{layout.format(card)}</div><p>In stock</p>"
    assert stored(body) in {"119.00", None}
    assert stored_price(NAME, body, "119.00") in {"119.00", None}


def test_below_the_button_it_does_not_even_make_it_doubtful() -> None:
    assert stored_price(NAME, f"<div>{USUAL}{BUY}{CARDS[0]}</div>", "119.00") == "119.00"


@pytest.mark.parametrize("labelled", LABELLED)
def test_nor_does_one_behind_a_label_in_the_same_box(labelled: str) -> None:
    body = f"<div class='price'><div class='price__regular'>{REGULAR}</div>{labelled}</div><p>In stock</p>{BUY}"
    assert stored(body) in {"119.00", None}
    assert stored_price(NAME, body, "119.00") in {"119.00", None}


def test_nor_does_one_for_a_way_of_paying() -> None:
    usual = "<div class='price'><span class='price-item--regular'>R$ 119,00</span><p>ou R$ 107,10 à vista</p></div>"
    body = f"{usual}<p>Em estoque</p><form action='/cart/add'><button>Comprar</button></form>"
    assert stored_price(NAME, body, "119.00", "BRL", "com.br") in {"119.00", None}


@pytest.mark.parametrize("words", ["when yours comes back to us", "Sunday visitors", "Sepette"])
def test_nor_does_one_with_such_words_in_the_next_line(words: str) -> None:
    body = f"<div>{USUAL}<p class='price'>£107.10</p><p>{words}</p></div><p>In stock</p>{BUY}"
    assert stored(body) in {"119.00", None}


@pytest.mark.parametrize(
    "shown",
    [
        f"<h2>Made by hand in Kent</h2><div class='price'>{REGULAR} <span class='price-item--sale'>£95.00</span></div>",
        f"<h3>Blue glaze</h3><div>{REGULAR}</div><div><h4>Sale price</h4><span class='price'>£95.00</span></div>",
        f"<div class='price'><s>{REGULAR}</s> <span class='price-item--sale'>£95.00</span></div>",
    ],
)
def test_a_reduced_price_below_a_smaller_heading_is_the_price(shown: str) -> None:
    assert stored_price(NAME, f"<div>{shown}{BUY}</div>", "95.00") == "95.00"


@pytest.mark.parametrize(
    ("ending", "currency", "amount", "lower", "said"),
    [
        ("es", "EUR", "{} €", "119,00", "2 por 214,20 €"),
        ("pl", "PLN", "{} zł", "119,00", "2 za 214,20 zł"),
        ("fr", "EUR", "{} €", "119,00", "3 pour 214,20 €"),
        ("cz", "CZK", "{} Kč", "1190", "2 za 2 142 Kč"),
        ("ru", "RUB", "{} ₽", "1190", "2 за 2 142 ₽"),
        ("se", "SEK", "{} kr", "1190", "2 för 2 142 kr"),
    ],
)
def test_nor_does_what_several_cost_together(ending: str, currency: str, amount: str, lower: str, said: str) -> None:
    box = f"<div class='price'><span class='price-item--regular'>{amount.format(lower)}</span><p>{said}</p></div>"
    offer = read_page(
        f"<h1>{NAME}</h1>{box}{BUY}", url=f"https://www.pine-house.{ending}/products/vorra-blue-cup", title=NAME
    )["offer"]
    assert (str(offer["price"]).removesuffix(".00"), offer["currency"]) == (lower.removesuffix(",00"), currency)
