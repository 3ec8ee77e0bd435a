"""A declared price that the page asks on terms only, while what everybody pays is printed beside it, is doubted."""

from __future__ import annotations

import pytest

from tests.invented.declared_page import stored_price

NAME = "Vorra Kettle 1200"


def stored(
    body: str, price: str = "24.00", ending: str = "co.uk", currency: str = "GBP", button: str = "Buy"
) -> str | None:
    """The price that is stored of a page that declares it, with this between heading and button."""
    return stored_price(NAME, f"{body}<button>{button}</button>", price, currency, ending)


@pytest.mark.parametrize(
    "body",
    [
        "<p class=price>£24.00</p><p>Price for card holders. Everybody else £29.00</p>",
        "<p class=price>£24.00</p><p>Welcome price for you. Later £29.00</p>",
        "<p class=price>£24.00</p><p>when bought with lenses; frame on its own £49.00</p>",
        "<p class=price>£24.00 <span>after £5 mail-in rebate</span></p><p>You pay today: £29.00</p>",
        "<p class=price>£24.00</p><p>£24 goes toward the full price of £349, due in spring.</p>",
        "<p>Fully fitted</p><p class=price>£24.00</p><p>Tyre only</p><p>£19.00</p>",
        "<p class=price>£24.00</p><p>something we cannot read, otherwise £29.00</p>",
        "<p class=price>£24.00</p><p>Minimum order 10 pieces, singly</p><p>£29.00</p>",
        "<ul><li>£24.00 <img alt='Pine Card'></li><li>£29.00</li></ul>",
    ],
)
def test_terms_beside_a_declared_price(body: str) -> None:
    assert stored(body) is None


@pytest.mark.parametrize(
    ("ending", "words"),
    [
        ("de", "bei Rückgabe Ihres alten Geräts, sonst 29,00 €"),
        ("de", "pro Stück im 5er-Pack, einzeln 29,00 €"),
        ("fr", "aide de l'État déduite, soit 29,00 € à régler"),
        ("fr", "Acompte à la commande. Solde de 116,00 € à la livraison."),
        ("it", "Prezzo di benvenuto per i nuovi clienti. Dal secondo ordine 29,00 €."),
        ("si", "Cena za imetnike kartice zvestobe. Brez kartice: 29,00 €"),
        ("es", "para socios; sin tarjeta 29,00 €"),
        ("nl", "bij inruil van uw oude, anders 29,00 €"),
        ("gr", "τιμή τεμαχίου, πωλείται σε 24άδα (576,00 €)"),
        ("fi", "vanhan koneen vaihdossa, muuten 29,00 €"),
    ],
)
def test_terms_in_other_languages(ending: str, words: str) -> None:
    assert stored(f"<p class=price>24,00 €</p><p>{words}</p>", ending=ending, currency="EUR") is None


@pytest.mark.parametrize(
    "words", ["precio por kilo. Pieza de 1,5 kg aprox.: 36,00 €", "1 Paket = 2,77 m² = 66,48 €", "66,48 € (2,77 m²)"]
)
def test_another_amount_is_the_price_times_a_measure(words: str) -> None:
    assert stored(f"<p class=price>24,00 €</p><p>{words}</p>", ending="de", currency="EUR") is None


@pytest.mark.parametrize(
    "body",
    [
        "<p class=price>£24.00</p><p>Free delivery for members on orders over £50</p>",
        "<p class=price>£24.00</p><p>Minimum order</p><p>£150.00</p>",
        "<p class=price>£24.00</p><p>Was £29.00</p><p>Join our members</p>",
        "<p class=price>£24.00</p><p>Members pay £19.00</p>",
        "<p class=price>£24.00</p><p>plus £3.95 shipping, first order free</p>",
        "<p class=price>£24.00</p><p>Ships in 2.5 days</p><p>Gift wrap £60.00</p>",
        "<p class=price>£24.00</p><p>RRP £29.00, you save £5.00</p><p>with card or on account</p>",
    ],
)
def test_other_words_and_amounts_say_nothing(body: str) -> None:
    assert stored(body) == "24.00"


def test_what_as_many_cost_as_a_field_has_chosen() -> None:
    body = "<p>£6.00 / piece</p><select><option>2</option><option {}>4</option></select><p class=price>£24.00</p>"
    assert stored(body.format("selected")) is None


@pytest.mark.parametrize(
    ("used", "new", "ending"), [("Pre-owned", "New", "co.uk"), ("Gebraucht", "Neu", "de"), ("Occasion", "Neuf", "fr")]
)
def test_what_it_costs_used_beside_what_it_costs_new(used: str, new: str, ending: str) -> None:
    body = f"<p><span>{used}</span> <b class=price>24,00 €</b></p><p><span>{new}</span> <b>29,00 €</b></p>"
    assert stored(body, "24.00", ending, "EUR") is None


def test_a_used_thing_alone_has_its_price() -> None:
    assert stored("<p>Pre-owned</p><p class=price>£24.00</p>") == "24.00"
