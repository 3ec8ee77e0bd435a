"""A declared currency is held against what the page prints at the price, says of its prices and where its shop is."""

from __future__ import annotations

from typing import Any

import pytest

from fleet.operations.read_saved import read_saved
from tests.invented.plain_page import SHOPS, read_page
from tests.unit.reading.no_product.test_reading_no_single_product import LONG, ld

NAME = "Pine House lamp Vorra"


def read(ending: str, declared: str, printed: str, more: str = "", price: str = "1299.00") -> tuple[Any, Any]:
    offer = {"@type": "Offer", "price": price, "priceCurrency": declared, "availability": "https://schema.org/InStock"}
    node = {"@type": "Product", "name": NAME, "sku": "V-12", "offers": offer}
    body = f"<h1>{NAME}</h1><div class='price'>{printed}</div>{more}<button>Add to cart</button>{LONG}{ld(node)}"
    answer = read_page(body, url=f"https://www.pine-house.{ending}/p/lamp-vorra", title=NAME)
    return answer["offer"]["currency"], answer["verdict"]["reason"]


@pytest.mark.parametrize(
    ("ending", "declared", "printed", "currency"),
    [
        ("com.mx", "USD", "$1,299.00 MXN", "MXN"),
        ("ca", "USD", "$1,299.00 CAD", "CAD"),
        ("ca", "USD", "<span>$1,299.00</span> <span>CAD</span>", "CAD"),
        ("sg", "USD", "S$1,299.00", "SGD"),
        ("com", "USD", "NZ$1,299.00", "NZD"),
        ("com", "DKK", "1.299,00 kr. SEK", "SEK"),
    ],
)
def test_the_code_or_sign_at_the_price_goes_over_the_declared_currency(
    ending: str, declared: str, printed: str, currency: str
) -> None:
    assert read(ending, declared, printed) == (currency, None)


@pytest.mark.parametrize(
    ("ending", "declared", "printed"),
    [
        ("no", "SEK", "1 299,00 kr"),
        ("dk", "NOK", "1.299,00 kr."),
        ("com.au", "USD", "$1,299.00"),
        ("co.nz", "AUD", "$1,299.00"),
        ("pk", "INR", "Rs. 1,299.00"),
        ("md", "RON", "1.299,00 lei"),
        ("cn", "JPY", "¥1299.00"),
    ],
)
def test_a_sign_that_is_another_currency_s_in_the_country_of_the_address_is_doubted(
    ending: str, declared: str, printed: str
) -> None:
    assert read(ending, declared, printed) == (declared, "AMBIGUOUS_CURRENCY")


@pytest.mark.parametrize(
    ("declared", "said"),
    [
        ("USD", "All prices in AUD incl. GST."),
        ("USD", "Prices are shown in Canadian dollars"),
        ("USD", "Tous nos prix sont indiqués en dollars canadiens."),
        ("EUR", "Alle Preise in Schweizer Franken inkl. MwSt."),
        ("EUR", "Prix en CHF, TVA incluse"),
        ("SEK", "Alle priser er oppgitt i norske kroner"),
        ("USD", "Precios en pesos mexicanos"),
        ("USD", "表示価格は日本円です"),
    ],
)
def test_another_currency_that_the_page_says_its_prices_are_in_is_doubted(declared: str, said: str) -> None:
    assert read("com", declared, "1299.00", f"<p>{said}</p>")[1] == "AMBIGUOUS_CURRENCY"


@pytest.mark.parametrize(
    ("ending", "declared", "printed", "more"),
    [
        ("de", "USD", "US$1,299.00", ""),
        ("de", "USD", "1,299.00 USD", ""),
        ("ca", "USD", "$1,299.00 USD", ""),
        ("com.au", "USD", "$1,299.00", "<p>All prices in USD.</p>"),
        ("no", "NOK", "1 299,00 kr", ""),
        ("com", "USD", "$1,299.00", "<p>We ship to Canada and take no prices in advance.</p>"),
        ("ch", "EUR", "€ 1'299.00", "<p>Alle Preise in EUR</p>"),
        ("com", "USD", "$1,299.00", "<p>Prices in AUD</p><p>Prices in CAD</p>"),
        ("com", "USD", "$1,299.00", "<p>The lowest prices in Europe.</p>"),
    ],
)
def test_what_agrees_with_the_declared_currency_or_says_nothing_of_it_is_no_doubt(
    ending: str, declared: str, printed: str, more: str
) -> None:
    assert read(ending, declared, printed, more) == (declared, None)


def test_cents_are_doubted_in_a_currency_that_has_none() -> None:
    assert read("com", "JPY", "¥1299.00") == ("JPY", "AMBIGUOUS_CURRENCY")
    assert read("jp", "JPY", "¥1,299.00") == ("JPY", None)


@pytest.mark.parametrize(
    ("lang", "path", "more", "currency"),
    [
        ("en", "/p/cup", "", "USD"),
        ("en", "/us/p/cup", "", "USD"),
        ("es", "/p/cup", "", None),
        ("en", "/ca/p/cup", "", None),
        ("en", "/p/cup", "<p>We ship to Canada and Australia.</p>", None),
        ("en", "/p/cup", "<p>Call 1-800-555-0142.</p><p>Thrown and fired in British Columbia.</p>", None),
        ("en", "/p/cup", "<p>Free shipping in the US</p><p>Visit our pottery in Tasmania.</p>", None),
        ("en", "/p/cup", "<script src='/en_US.js'></script><script src='/en_CA.js'></script>", None),
    ],
)
def test_a_dollar_that_nothing_places_is_kept_as_the_most_likely_one_and_doubted(
    lang: str, path: str, more: str, currency: str | None
) -> None:
    shown = f"<h1>Blue cup of clay</h1><b class='price'>$12.50</b>{more}<button>Add to cart</button>"
    html = f"<html lang='{lang}'><title>Blue cup of clay</title>{shown}<p>Made by hand with the finest clay.</p></html>"
    answer = read_saved(html.encode(), f"https://cups.example{path}", SHOPS)
    assert answer["offer"]["currency"] == currency
    if path != "/us/p/cup":
        reason = "AMBIGUOUS_CURRENCY" if currency else "NO_CURRENCY"
        assert answer["verdict"]["reason"] == reason


@pytest.mark.parametrize(
    ("language", "printed", "money"),
    [
        ("sv", "130:-", ("130.00", "SEK")),
        ("sv-SE", "130 kr", ("130.00", "SEK")),
        ("no", "Pris: 349,00 kr", ("349.00", "NOK")),
        ("nb", "kr 349,00", ("349.00", "NOK")),
        ("da", "349,00 kr.", ("349.00", "DKK")),
        ("is", "4.900 kr.", ("4900", "ISK")),
        ("sv", "12,50 €", ("12.50", "EUR")),
        ("en", "349,00 kr", (None, None)),
    ],
)
def test_a_crown_is_that_of_the_language_where_the_address_names_no_country(
    language: str, printed: str, money: tuple[str | None, str | None]
) -> None:
    body = f"<h1>{NAME}</h1><p class='price'>{printed}</p><button>Add to cart</button><p>In stock</p>"
    answer = read_page(body, url="https://www.pine-house.com/p/lamp-vorra", title=NAME, lang=language)
    kept = answer["offer"] if answer["verdict"]["status"] == "ok" else {}
    assert (kept.get("price"), kept.get("currency")) == money


def shown(ending: str, printed: str, more: str = "") -> tuple[Any, Any]:
    """Of a page that declares nothing."""
    body = f"<h1>{NAME}</h1><div class='price'>{printed}</div><p>In stock</p>{more}<button>Add to cart</button>{LONG}"
    answer = read_page(body, url=f"https://www.pine-house.{ending}/p/lamp-vorra", title=NAME)
    return answer["offer"]["currency"], answer["verdict"]["reason"]


@pytest.mark.parametrize(
    ("ending", "printed", "more"),
    [
        ("com.au", "$1,299.00", "<p>All prices in US dollars.</p>"),
        ("ca", "$1,299.00", "<p>Prices are shown in USD</p>"),
        ("cn", "¥1299", "<p>表示価格は日本円です</p>"),
        ("com.au", "$1,299.00", "<select name='currency'><option>AUD</option><option selected>USD</option></select>"),
        ("cl", "$24.50", ""),
        ("jp", "¥24.50", ""),
    ],
)
def test_a_shown_price_is_doubted_where_the_page_says_or_shows_that_its_sign_is_another_ones(
    ending: str, printed: str, more: str
) -> None:
    assert shown(ending, printed, more)[1] == "AMBIGUOUS_CURRENCY"


@pytest.mark.parametrize(
    ("ending", "printed", "more", "currency"),
    [
        ("com.au", "$1,299.00", "", "AUD"),
        ("com.au", "A$1,299.00", "<p>All prices in US dollars unless marked A$.</p>", "AUD"),
        ("com.au", "$1,299.00", "<p>All prices in Australian dollars.</p>", "AUD"),
        ("com.au", "$1,299.00", "<select name='currency'><option selected>AUD<option>USD</select>", "AUD"),
        ("com.au", "$1,299.00", "<select name='currency'><option selected>EUR<option>AUD</select>", "AUD"),
        ("cl", "$24.500", "", "CLP"),
        ("jp", "¥2,450.00", "", "JPY"),
    ],
)
def test_a_shown_price_is_in_the_money_of_its_place_where_nothing_speaks_against_it(
    ending: str, printed: str, more: str, currency: str
) -> None:
    assert shown(ending, printed, more) == (currency, None)
