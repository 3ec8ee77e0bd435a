"""Amounts that are no price yet: bids, and numbers that an advert's form wanted. They are not stored."""

from __future__ import annotations

import pytest

from tests.invented.declared_page import stored_of_offers, stored_price

NAME = "Vorra Lathe 320"


def stored(body: str, price: str, currency: str = "GBP", ending: str = "co.uk") -> str | None:
    """The price that is stored of a page that declares it, with this below its heading."""
    return stored_price(NAME, body, price, currency, ending)


BUY = "<button>Add to basket</button>"


@pytest.mark.parametrize(
    ("body", "ending", "currency"),
    [
        ("<p class=price>£410.00</p><p>14 bids so far</p><button>Bid</button>", "co.uk", "GBP"),
        ("<p class=price>£410.00</p><button>Place your bid</button>", "co.uk", "GBP"),
        ("<p>Price realised</p><p class=price>£410.00</p>", "co.uk", "GBP"),
        ("<p class=price>410,00 €</p><button>Jetzt bieten</button>", "de", "EUR"),
        ("<p class=price>410,00 €</p><p>3 enchères</p><button>Enchérir</button>", "fr", "EUR"),
        ("<p>Aktualna cena</p><p class=price>410,00 zł</p><p>7 osób licytuje</p><button>Licytuj</button>", "pl", "PLN"),
        ("<p><i>Ledande bud</i> <b class=price>410 kr</b></p><p><i>Köp nu</i> <b>650 kr</b></p>", "se", "SEK"),
    ],
)
def test_a_bid_is_no_price(body: str, ending: str, currency: str) -> None:
    assert stored(body, "410", currency, ending) is None


def test_what_buys_at_once_beside_it_is() -> None:
    body = "<p>Buy it now</p><p class=price>£410.00</p><p>Current bid</p><p>£90.00</p><button>Place bid</button>"
    assert stored(body, "410.00") == "410.00"


@pytest.mark.parametrize(
    ("price", "amount", "words", "ending", "currency"),
    [
        ("1", "1 kr.", "Kom med et bud, det er en pæn maskine.", "dk", "DKK"),
        ("123456", "$123,456", "Publicado hace 2 días.", "com.mx", "MXN"),
        ("99999", "99.999,00 €", "Preis bitte telefonisch erfragen: 0732 4711", "at", "EUR"),
        ("0.01", "£0.01", "Open to offers, message me.", "co.uk", "GBP"),
        ("1111", "1 111 €", "Prix à débattre", "fr", "EUR"),
    ],
)
def test_a_number_that_only_fills_a_field(price: str, amount: str, words: str, ending: str, currency: str) -> None:
    assert stored(f"<p class=price>{amount}</p><p>{words}</p>{BUY}", price, currency, ending) is None


@pytest.mark.parametrize(("price", "words"), [("999.00", "In stock"), ("450.00", "Open to offers"), ("1.00", "Each")])
def test_the_price_itself_still_is(price: str, words: str) -> None:
    assert stored(f"<p class=price>£{price}</p><p>{words}</p>{BUY}", price) == price


@pytest.mark.parametrize(
    ("words", "ending"),
    [
        ("This ad has expired.", "co.uk"),
        ("Deze advertentie is verlopen.", "nl"),
        ("Diese Anzeige ist abgelaufen", "de"),
        ("Cette annonce est expirée", "fr"),
    ],
)
def test_an_advert_that_is_over(words: str, ending: str) -> None:
    assert stored(f"<p class=price>450,00 €</p><p>{words}</p>", "450.00", "EUR", ending) is None
    assert stored(f"<p class=price>450,00 €</p><p>{words}</p>{BUY}", "450.00", "EUR", ending) == "450.00"


@pytest.mark.parametrize(
    ("label", "ending"),
    [
        ("Last sale", "co.uk"),
        ("Preis-Trend", "de"),
        ("Prix moyen", "fr"),
        ("Dernier prix de vente", "fr"),
        ("Letzter Verkaufspreis", "de"),
        ("Replaced by the Vorra 400 at", "co.uk"),
        ("The lathe has been superseded by the Vorra 400.", "co.uk"),
    ],
)
def test_what_others_paid_and_what_replaces_it(label: str, ending: str) -> None:
    currency, amount = ("GBP", "£450.00") if ending == "co.uk" else ("EUR", "450,00 €")
    assert stored(f"<p>{label}</p><p class=price>{amount}</p><p>Out of stock</p>", "450.00", currency, ending) is None


def test_an_offer_named_a_deposit_is_not_the_lowest() -> None:
    offers = [
        {"@type": "Offer", "name": "Anzahlung 10 %", "price": "190.00", "priceCurrency": "EUR"},
        {"@type": "Offer", "name": "Gesamtbetrag", "price": "1900.00", "priceCurrency": "EUR"},
    ]
    body = "<p class=price>190,00 €</p><button>In den Warenkorb</button>"
    assert stored_of_offers(NAME, body, offers, "de") is None
