"""Amounts that are not the price, prices in several pieces, signs of other countries: never a wrong price stored."""

from __future__ import annotations

import json
from typing import Any

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

SHOPS = Shops(ShopsSettings())
LOW, NOW = "<p class='price'>14,99 €</p>", "<p class='price'>19,99 €</p>"
EN = "<button>Add to cart</button><p>SKU: CUP-100</p>"


def read(body: str, *, url: str = "https://shop.example/p/blue-cup", lang: str = "de-DE", head: str = "") -> Any:
    top = f"<meta charset='utf-8'><title>Blue cup</title>{head}"
    html = f"<html lang='{lang}'><head>{top}</head><body>{body}</body></html>"
    return read_saved(html.encode(), url, SHOPS)


def ld(price: float, currency: str) -> str:
    """A product as JSON-LD states it."""
    offers = {"price": price, "priceCurrency": currency, "availability": "InStock"}
    node = {"@type": "Product", "name": "Blue cup", "offers": offers}
    return f"<script type='application/ld+json'>{json.dumps(node)}</script>"


def stored(answer: Any) -> str | None:
    """The price that would be stored, with its currency."""
    if not answer["ok"] or answer["verdict"]["status"] != "ok" or answer["offer"]["price"] is None:
        return None
    return f"{answer['offer']['price']} {answer['offer']['currency']}"


@pytest.mark.parametrize(
    ("lang", "body"),
    [
        ("de-DE", "<p class='price'>19,99 €</p><p>Niedrigster Preis der letzten 30 Tage: 14,99 €</p>"),
        ("de-DE", f"<p>Niedrigster Preis der letzten 30 Tage:</p>{LOW}{NOW}"),
        ("pl-PL", f"<p>Najniższa cena z 30 dni przed obniżką:</p>{LOW}{NOW}"),
        ("fr-FR", f"<p class='price'><span>Prix le plus bas des 30 derniers jours :</span> <b>14,99 €</b></p>{NOW}"),
        ("it-IT", "<p>Prezzo più basso degli ultimi 30 giorni: 14,99 €</p><p class='price'>19,99 €</p>"),
        ("cs-CZ", "<p>19,99 €</p><p>Nejnižší cena za posledních 30 dnů:</p><p>14,99 €</p>"),
    ],
)  # fmt: skip
def test_the_lowest_price_of_thirty_days_is_not_the_price(lang: str, body: str) -> None:
    assert stored(read(f"<h1>Blue cup</h1>{body}{EN}", lang=lang)) in {"19.99 EUR", None}


def test_a_price_of_thirty_days_beside_one_that_is_named_is_left_out() -> None:
    body = "<div class='price'>19,99 €</div><div class='price-info'>30-Tage-Bestpreis: 14,99 €</div>"
    assert stored(read(f"<h1>Blue cup</h1>{body}{EN}")) == "19.99 EUR"


@pytest.mark.parametrize(
    "price",
    [
        "<div class='price'>from £3.<small>95</small></div>",
        "<div class='product-price'>from £3.</div><div class='pence'>95</div>",
        "<div><span class='price'>£3.</span><span class='pence'>95</span></div>",
    ],
)
def test_a_price_that_ends_in_a_mark_goes_on_in_the_next_element(price: str) -> None:
    assert stored(read(f"<h1>Blue cup</h1>{price}{EN}", lang="en-GB")) in {"3.95 GBP", None}


def test_cents_drawn_small_behind_their_mark() -> None:
    body = "<div class='price'>1.849,<sup>99</sup> €</div>"
    assert stored(read(f"<h1>Blue cup</h1>{body}{EN}")) == "1849.99 EUR"
    assert stored(read(f"<h1>Blue cup</h1><p>1.849,<sup>99</sup> €</p>{EN}")) == "1849.99 EUR"


def test_an_instalment_in_the_markup_is_not_stored_beside_another_printed_price() -> None:
    body = (
        "<div itemscope itemtype='https://schema.org/Product'><h1 itemprop='name'>Blue cup</h1>"
        "<div itemprop='offers' itemscope itemtype='https://schema.org/Offer'>"
        "<p>Pay <b itemprop='price' content='20.83'>£20.83</b> per month</p>"
        "<meta itemprop='priceCurrency' content='GBP'>"
        f"</div></div><p class='price'>£499.99</p>{EN}"
    )
    assert stored(read(body, lang="en-GB")) in {"499.99 GBP", None}


@pytest.mark.parametrize("price", ["LE 34", "L.E 34", "34 L.E.", "LE 34.00", "EGP 34"])
def test_a_sign_of_egypt_is_no_euro_whatever_a_tracker_says(price: str) -> None:
    body = f"<h1>Blue cup</h1><div class='price'>{price}</div><script>track({{currency: 'EUR'}})</script>{EN}"
    assert stored(read(body, url="https://shop.example/p/blue-cup", lang="en")) == "34.00 EGP"


def test_an_unknown_sign_is_no_currency_of_the_scripts() -> None:
    body = f"<h1>Blue cup</h1><div class='price'>Qb 34</div><script>track({{currency: 'EUR'}})</script>{EN}"
    assert stored(read(body, lang="en")) is None


def test_a_count_of_pieces_behind_a_sign_is_no_price() -> None:
    body = f"<h1>Blue cup</h1><div>Price:</div><strong>$</strong><span>72 in stock</span>{EN}"
    answer = read(body, lang="en-US")
    assert not answer["ok"] or answer["offer"]["price"] is None


def test_a_code_that_no_country_uses_is_no_currency() -> None:
    body = f"<h1>Blue cup</h1><p class='price'>253 грн</p>{EN}{ld(253, 'UAN')}"
    assert stored(read(body, lang="ru")) == "253.00 UAH"


def test_a_price_net_of_tax_and_one_with_it_stand_on_lines_of_their_own() -> None:
    body = (
        "<table><tr><td>Cena s DPH:</td><td>1 210 Kč</td></tr><tr><td>Cena bez DPH:</td><td>1 000 Kč</td></tr></table>"
        "<p>Kód produktu: CUP-100</p><p>Skladem</p><button>Koupit</button>"
    )
    assert stored(read(f"<h1>Blue cup</h1>{body}", lang="cs-CZ")) == "1210.00 CZK"


def test_a_price_per_piece_is_the_price() -> None:
    assert stored(read(f"<h1>Blue cup</h1><p class='price'>£3.50/unit</p>{EN}", lang="en-GB")) == "3.50 GBP"


def test_a_price_by_weight_is_not_the_price() -> None:
    body = f"<h1>Blue cup</h1><p>£3.50</p><p class='price'>£14.00/kg</p>{EN}"
    assert stored(read(body, lang="en-GB")) in {"3.50 GBP", None}


@pytest.mark.parametrize(
    "place",
    [
        "<footer>Cup House, 1 High Street, Springfield, USA</footer>",
        "<footer>Ships anywhere in the United States</footer>",
        "<footer>Orders shipping outside the U.S. are subject to customs fees.</footer>",
    ],
)
def test_a_dollar_is_that_of_the_united_states_where_they_alone_are_named(place: str) -> None:
    assert stored(read(f"<h1>Blue cup</h1><p class='price'>$12.50</p>{EN}{place}", lang="en")) == "12.50 USD"


@pytest.mark.parametrize(
    "place", ["We ship to Canada and the United States", "Visit our branch in Canada", "Chile pepper"]
)
def test_a_dollar_of_a_page_that_names_others_or_none_is_of_none(place: str) -> None:
    body = f"<h1>Blue cup</h1><p class='price'>$12.50</p>{EN}<footer>{place}</footer>"
    assert stored(read(body, lang="en")) is None


def test_a_declared_decimal_beside_a_larger_printed_price_is_not_stored() -> None:
    head = (
        "<meta property='og:type' content='product'><meta property='product:price:amount' content='3.25'>"
        "<meta property='product:price:currency' content='EUR'>"
    )
    printed = f"<h1>Blue cup</h1><p class='price'>33,43 €</p>{EN}"
    assert stored(read(printed, head=head)) in {"33.43 EUR", None}
    assert stored(read(f"{printed}{ld(3.25, 'EUR')}")) in {"33.43 EUR", None}


@pytest.mark.parametrize(
    "beside",
    [
        "<p>You save: £5.00</p>",
        "<p>You save:</p><p>£5.00</p>",
        "<p>Buy both for £20.00</p>",
        "<p>Free delivery on orders over £50.00</p>",
        "<p>2 year protection plan £4.99</p>",
        "<p>Or £2.08 a month</p>",
        "<p>RRP £17.50</p>",
    ],
)
def test_amounts_beside_the_price_that_are_none_do_not_keep_it_from_being_stored(beside: str) -> None:
    body = f"<h1>Blue cup</h1><p class='price'>£12.50</p>{beside}{EN}"
    answer = read(body, lang="en-GB")
    assert stored(answer) == "12.50 GBP"
    assert answer["offer"]["price_strength"] == 3


def test_what_levels_of_members_pay_is_not_stored() -> None:
    rows = "".join(f"<li><b>{name} Price:</b> <p class='price'>US ${price}</p></li>" for name, price in
                   (("Bronze", "3.95"), ("Silver", "3.83"), ("Gold", "3.71")))  # fmt: skip
    body = f"<h1>Blue cup</h1><div><b>Price/Package:</b><s class='price'>US $4.07</s></div><ul>{rows}</ul>{EN}"
    head = "<meta itemprop='price' content='4.07'><meta itemprop='priceCurrency' content='USD'>"
    assert stored(read(body, lang="en-US", head=head)) in {"4.07 USD", None}


def test_a_price_in_the_carousel_of_a_page_that_has_none() -> None:
    cards = "".join(
        f"<div class='unit'><a href='/p/{n}'>Cup {n}</a><span class='a-price'>$1{n}.99</span></div>" for n in range(4)
    )
    body = f"<h1>Blue cup</h1><p>Currently unavailable</p><p>SKU: CUP-100</p><h2>Sponsored</h2><div>{cards}</div>"
    answer = read(body, lang="en-US")
    assert stored(answer) is None
    assert not answer["ok"] or answer["offer"]["price"] is None
