"""Bare whole numbers in a page's state, which may count hundredths: 6450 for 64.50."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.invented.plain_page import read_page

NAME = "Lambswool throw"
HEADING = f"<h1>{NAME}</h1>"
BUYS = "<button>Add to basket</button>"


def kept(product: dict[str, Any], body: str = HEADING, more: str = "", host: str = "shop.example.ie") -> dict[str, Any]:
    state = {"product": {"name": NAME, "inStock": True} | product}
    script = f"<script>window.__STATE__={json.dumps(state)};{more}</script>"
    return read_page(body + script, url=f"https://{host}/p/throw", title=f"{NAME} | Example")


@pytest.mark.parametrize("price", [6450, "6450", {"amount": 6450, "currency": "EUR"}])
def test_alone_it_waits(price: Any) -> None:
    answer = kept({"price": price, "currency": "EUR"})
    assert (answer["offer"]["price"], answer["verdict"]["reason"]) == ("6450.00", "UNCONFIRMED_PRICE")


@pytest.mark.parametrize(
    "price",
    [64, 64.5, "64.00", "€6450", "6,450.00", {"centAmount": 6450, "currencyCode": "EUR", "fractionDigits": 2}],
    ids=[
        "too low for hundredths",
        "with a mark",
        "text with a mark",
        "with a sign",
        "in thousands",
        "says what it counts",
    ],
)
def test_what_can_be_only_one_thing_is_stored(price: Any) -> None:
    assert kept({"price": price, "currency": "EUR"})["verdict"]["status"] == "ok"


def test_so_it_is_in_a_currency_whose_prices_have_none() -> None:
    answer = kept({"price": 6450, "currency": "JPY"}, host="shop.example.jp")
    assert (answer["offer"]["price"], answer["verdict"]["status"]) == ("6450", "ok")


@pytest.mark.parametrize(("written", "price"), [("6 450 kr", "6450.00"), ("64,50 kr", "64.50")])
def test_a_text_for_people_beside_it_says_what_it_counts(written: str, price: str) -> None:
    stated = {"amount": 6450, "currency": "SEK", "formatted": written}
    answer = kept({"price": stated}, host="shop.example.se")
    assert (answer["offer"]["price"], answer["verdict"]["status"]) == (price, "ok")


def test_where_the_title_names_it_too_it_is_stored() -> None:
    state = json.dumps({"product": {"name": NAME, "inStock": True, "price": 6450, "currency": "EUR"}})
    body = f"{HEADING}<script>window.__STATE__={state};</script>"
    answer = read_page(body, url="https://shop.example.ie/p/throw", title=f"{NAME} €6450 | Example")
    assert (answer["offer"]["price"], answer["verdict"]["status"]) == ("6450.00", "ok")


@pytest.mark.parametrize("drawn", ["<p>€64.50</p>", "<p>64,50 €</p>"])
def test_the_page_prints_the_price_in_units(drawn: str) -> None:
    offer = kept({"price": 6450, "oldPrice": 8000, "currency": "EUR"}, f"{HEADING}{drawn}{BUYS}")["offer"]
    assert (offer["price"], "state" in offer["price_grounds"]) == ("64.50", False)


@pytest.mark.parametrize(
    "body",
    [
        f"<a href='/cart'>Basket €64.50</a>{HEADING}{BUYS}",
        f"{HEADING}<ul><li>Parcel €64.50</li></ul>{BUYS}",
        f"{HEADING}{BUYS}<div class='related'><a href='/p/rug'>Wool rug</a> €64.50</div>",
    ],
    ids=["basket", "delivery", "another product"],
)
def test_an_amount_elsewhere_that_is_a_hundredth_by_chance_makes_no_price_of_it(body: str) -> None:
    answer = kept({"price": 6450, "currency": "EUR"}, body)
    assert answer["verdict"]["status"] != "ok"


def test_a_printed_whole_number_is_what_it_is() -> None:
    offer = kept({"price": 6450, "currency": "EUR"}, f"{HEADING}<p>€6,450</p>{BUYS}")["offer"]
    assert (offer["price"], offer["price_grounds"]["state"]) == ("6450.00", 1)


@pytest.mark.parametrize(
    "event",
    [
        f"gtag('event','view_item',{{currency:'EUR',items:[{{item_id:'T-1',item_name:'{NAME}',price:64.5}}]}});",
        f"dataLayer.push({{event:'view_item',ecommerce:{{items:[{{item_id:'T-1',item_name:'{NAME}',price:64.5}}]}}}});",
    ],
)
def test_another_object_of_the_product_says_what_it_counts(event: str) -> None:
    answer = kept({"price": 6450, "currency": "EUR"}, more=event)
    assert (answer["offer"]["price"], answer["verdict"]["status"]) == ("64.50", "ok")


def test_what_is_told_to_analytics_counts_units() -> None:
    event = f"gtag('event','view_item',{{currency:'EUR',items:[{{item_id:'T-1',item_name:'{NAME}',price:6450}}]}});"
    body = f"{HEADING}{BUYS}<script>{event}</script>"
    answer = read_page(body, url="https://shop.example.ie/p/throw", title=f"{NAME} | Example")
    assert (answer["offer"]["price"], answer["verdict"]["status"]) == ("6450.00", "ok")
