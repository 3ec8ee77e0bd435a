"""Markup may declare what only some pay. What is said behind such a price, in words that need not be known, tells it
from the higher one beside it that nothing is said of.
"""

from __future__ import annotations

import pytest

from tests.invented.declared_page import stored_of_offers, stored_price

NAME = "Vorra blue cup"
BUY = "<p>In stock</p><button>Add to basket</button>"
BOTH = (
    "<meta property='og:type' content='product'><meta property='product:price:amount' content='107.10'>"
    "<meta property='product:price:currency' content='GBP'>"
)


@pytest.mark.parametrize(
    "terms",
    ["when you send us your old cup, £119.00 if you keep it", "if you bring the old cup back, £119.00 if not"],
)
def test_a_sentence_that_begins_with_the_price_and_names_a_higher_one(terms: str) -> None:
    assert stored_price(NAME, f"<p class='price'>£59.00</p><p>{terms}</p>{BUY}", "59.00") is None


@pytest.mark.parametrize("said", ["each, £110.00 for a pair", "was £119.00", "Our lamp for it is £119.00"])
def test_other_sentences_leave_the_price_alone(said: str) -> None:
    assert stored_price(NAME, f"<p class='price'>£59.00</p><p>{said}</p>{BUY}", "59.00") == "59.00"


@pytest.mark.parametrize(
    ("terms", "ending", "amount"),
    [
        ("after trading in your old one", "co.uk", "£{}"),
        ("when you send us your old cup", "co.uk", "£{}"),
        ("in part-exchange", "co.uk", "£{}"),
        ("Altgerät abgeben genügt", "de", "{} €"),
        ("bei Inzahlungnahme Ihrer alten Tasse", "de", "{} €"),
        ("con permuta", "it", "{} €"),
    ],
)
def test_terms_in_the_next_line_say_that_it_was_not_reduced(terms: str, ending: str, amount: str) -> None:
    shown = f"<p class='price'>{amount.format('119.00')}</p><p class='price'>{amount.format('107.10')}</p>"
    currency = "GBP" if ending == "co.uk" else "EUR"
    assert stored_price(NAME, f"{shown}<p>{terms}</p>{BUY}", "107.10", currency, ending) is None
    assert stored_price(NAME, f"{shown}<p>Glazed by hand</p>{BUY}", "107.10", currency, ending) == "107.10"


@pytest.mark.parametrize(
    "lower",
    [
        "<span class='price'>£107.10</span><span>on the app</span>",
        "<div class='price'>£107.10 <span>with Pine Plus</span></div>",
        "<div class='price'>£107.10 <span>slightly marked</span></div>",
    ],
)
def test_words_beside_the_lower_of_two_and_none_beside_the_higher(lower: str) -> None:
    body = f"{BOTH}<div>{lower}<div class='box'><p class='amount'>£119.00</p></div>{BUY}</div>"
    assert stored_price(NAME, body, "107.10") is None


def test_words_beside_both_are_those_of_two_choices() -> None:
    lower, higher = ("<div><span class='price'>{}</span> <span>{}</span></div>".format(*one) for one in CHOICES)
    assert stored_price(NAME, f"{BOTH}{lower}{higher}{BUY}", "107.10") == "107.10"


CHOICES = (("£107.10", "Softback edition"), ("£119.00", "Hardback edition"))


@pytest.mark.parametrize("place", ["{paid}{usual}", "{usual}{paid}"])
def test_a_way_of_paying_right_before_the_price(place: str) -> None:
    usual, paid = "<p class='price'>$11.900,00</p>", "<p>Precio contado $10.710,00</p>"
    labels = BOTH.replace("107.10", "10710.00").replace("GBP", "ARS")
    body = f"{labels}{place.format(paid=paid, usual=usual)}<p>En stock</p><button>Agregar al carrito</button>"
    offer = {"@type": "Offer", "price": "10710.00", "priceCurrency": "ARS", "availability": "InStock"}
    assert stored_of_offers(NAME, body, offer, "com.ar") is None
