"""Whose dollar "$" is on a page of an address that names no country: by where its shop is at home, and hardly by the
language tag "en-US", with which themes of every country come.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.invented.plain_page import read_page

ENGLISH = "Turned from the pine that fell in the storm, and sent with your name on it."
SPANISH = "Hecha a mano con la madera del bosque, para el desayuno. Envíos a todo el país, cuotas sin interés."
URL = "https://www.pine-house.example/p/mug"


def read(printed: str, *, top: str = "", foot: str = "", lang: str = "en-US", text: str = ENGLISH) -> tuple[Any, Any]:
    """The currency and the verdict's reason."""
    body = (
        f"<p>{top}</p><h1>Pine mug</h1><div class='price'>{printed}</div><p>In stock</p><button>Add to cart</button>"
        f"<p>{text}</p><footer><p>Pine House</p><p>{foot}</p></footer>"
    )
    answer = read_page(body, url=URL, title="Pine mug", lang=lang)
    return answer["offer"]["currency"], answer["verdict"]["reason"]


@pytest.mark.parametrize("lang", ["en-US", "en"])
@pytest.mark.parametrize(
    ("top", "foot", "currency"),
    [
        ("", "12 King St, Sydney NSW 2000", "AUD"),
        ("", "12 King St, Adelaide SA 5000", "AUD"),
        ("", "12 King St, Melbourne, Victoria, Australia", "AUD"),
        ("", "Call us on 1300 123 456", "AUD"),
        ("", "Tel. +61 2 9123 4567", "AUD"),
        ("Free delivery Australia wide", "", "AUD"),
        ("Free shipping within Australia on orders over $100", "", "AUD"),
        ("Free shipping on orders $80 or more within Canada", "", "CAD"),
        ("", "Pine House, Edmonton, Alberta. Local pickup.", "CAD"),
        ("", "Queen St W, Toronto, ON", "CAD"),
        ("", "12 Queen St, Auckland 1010", "NZD"),
        ("", "Pine House Ltd, Hamilton, New Zealand", "NZD"),
        ("NZ wide shipping", "", "NZD"),
        ("", "10 Anson Road, Singapore 079903", "SGD"),
        ("", "Flat 2, Kwun Tong, Kowloon, Hong Kong", "HKD"),
        ("", "Tel: +852 2345 6789", "HKD"),
    ],
)
def test_a_shop_at_home_elsewhere_means_its_own_dollar(lang: str, top: str, foot: str, currency: str) -> None:
    assert read("$24.50", top=top, foot=foot, lang=lang) == (currency, None)


@pytest.mark.parametrize(
    ("top", "foot"),
    [
        ("Free shipping to Canada", ""),
        ("Free shipping within the US", ""),
        ("We ship across Canada and the US", ""),
        ("Free US shipping. Free shipping within Canada over $150", ""),
        ("Made in Melbourne, Australia", "Portland, OR 97201"),
        ("", "Stores in Toronto, ON and Austin, TX"),
        ("Ships to Australia, Canada and New Zealand", ""),
        ("Size 1300 600 400", ""),
    ],
)
def test_a_country_that_is_only_named_beside_the_united_states_takes_no_price_away(top: str, foot: str) -> None:
    assert read("$24.50", top=top, foot=foot) == ("USD", None)


def test_two_homes_are_none() -> None:
    assert read("$24.50", foot="Sydney NSW 2000, and Auckland 1010", lang="en")[1] is not None


@pytest.mark.parametrize("foot", ["Toronto, ON", "“Lovely mug!” Anna, Toronto, Ontario", "Wellington, New Zealand"])
def test_a_town_that_is_no_address_makes_the_tags_dollar_doubtful(foot: str) -> None:
    assert read("$24.50", foot=foot)[1] in {"AMBIGUOUS_CURRENCY", "NO_CURRENCY"}
    assert read("$24.50", foot=f"{foot}</p><p>Portland, OR 97201") == ("USD", None)


@pytest.mark.parametrize("said", ["Prices include GST", "All prices incl. GST", "$24.50 + GST", "GST included"])
def test_a_tax_that_the_united_states_have_not_makes_their_dollar_doubtful(said: str) -> None:
    assert read("$24.50", foot=said)[1] in {"AMBIGUOUS_CURRENCY", "NO_CURRENCY"}


@pytest.mark.parametrize(
    ("printed", "text", "foot", "currency"),
    [
        ("$12.990", SPANISH, "Providencia, Santiago, Chile", "CLP"),
        ("$ 1.250,00", SPANISH, "CUIT: 30-12345678-9", "ARS"),
        ("$45.000", SPANISH, "Tel. +57 1 234 5678", "COP"),
        ("$1,280", "以松木手工製作。適合早餐，也適合送禮。", "台北市信義區松仁路1號", "TWD"),
        ("$128.00", "以松木手工製作。適合早餐，也適合送禮。", "香港九龍彌敦道1號", "HKD"),
    ],
)
def test_a_page_in_another_language_is_not_american_by_its_themes_tag(
    printed: str, text: str, foot: str, currency: str
) -> None:
    assert read(printed, text=f"{text}</p><p>{text}</p><p>{text}", foot=foot) == (currency, None)


@pytest.mark.parametrize(
    "text", [SPANISH, 4 * "以松木手工製作。適合早餐，也適合送禮。", "Fait main avec le bois de la forêt."]
)
def test_without_a_place_such_a_page_has_no_certain_currency(text: str) -> None:
    assert read("$12.990", text=text)[1] in {"AMBIGUOUS_CURRENCY", "NO_CURRENCY"}


@pytest.mark.parametrize("printed", ["1,450.00", "1,450/-", "1450"])
@pytest.mark.parametrize("foot", ["", "Lagos, Nigeria", "Karachi +92 300 1234567"])
def test_a_bare_number_is_in_no_dollars_by_the_tag_alone(printed: str, foot: str) -> None:
    assert read(printed, foot=foot)[1] == "AMBIGUOUS_CURRENCY"


def test_a_bare_number_is_in_dollars_where_the_page_speaks_of_them() -> None:
    assert read("24.50", top="Your cart: $0.00") == ("USD", None)
    assert read("24.50", top="All prices in US dollars") == ("USD", None)


@pytest.mark.parametrize("lang", ["en-US", "es", ""])
def test_a_tracker_that_counts_in_dollars_makes_no_peso_one(lang: str) -> None:
    pixel = "</p><script>fbq('track', 'ViewContent', {value: 12.99, currency: 'USD'})</script><p>"
    text = f"{SPANISH}</p><p>{SPANISH}</p><p>{SPANISH}{pixel}"
    assert read("$12.990", text=text, foot="Providencia, Santiago, Chile", lang=lang)[1] == "NO_CURRENCY"
    assert read("$12.99", text=text, foot="Guayaquil, Ecuador", lang=lang) == ("USD", None)


@pytest.mark.parametrize("printed", ["$12.990", "$ 1.249.990"])
def test_points_before_thousands_are_not_how_american_prices_are_written(printed: str) -> None:
    assert read(printed, foot="Portland, OR 97201")[1] == "AMBIGUOUS_CURRENCY"
    assert read(printed.replace("$", "US$"), foot="Portland, OR 97201") == ("USD", None)
    assert read(printed.replace(".", ","), foot="Portland, OR 97201") == ("USD", None)


@pytest.mark.parametrize(
    ("printed", "foot", "text"),
    [
        ("$24.50", "12 King St, Sydney NSW 2000", ENGLISH),
        ("$24.50", "12 Queen St, Auckland 1010", ENGLISH),
        ("$1,299.00", "Tel. +52 55 1234 5678", f"{SPANISH}</p><p>{SPANISH}</p><p>{SPANISH}"),
    ],
)
def test_dollars_that_a_theme_declares_are_doubted_where_the_shop_is_at_home_elsewhere(
    printed: str, foot: str, text: str
) -> None:
    amount = printed.strip("$").replace(",", "")
    offer = f'{{"@type": "Offer", "price": "{amount}", "priceCurrency": "USD", "availability": "InStock"}}'
    node = f'{{"@type": "Product", "name": "Pine mug", "offers": {offer}}}'
    declared = f'</p><script type="application/ld+json">{node}</script><p>'
    assert read(printed, foot=foot, text=f"{text}{declared}", lang="")[1] == "AMBIGUOUS_CURRENCY"
    assert read(printed, foot="Portland, OR 97201", text=f"{text}{declared}", lang="") == ("USD", None)
    assert read(f"US{printed}", foot=foot, text=f"{text}{declared}", lang="") == ("USD", None)


def test_a_declared_dollar_of_the_shops_own_country_is_not_doubted() -> None:
    offer = '{"@type": "Offer", "price": "24.50", "priceCurrency": "CAD", "availability": "InStock"}'
    node = f'{{"@type": "Product", "name": "Pine mug", "offers": {offer}}}'
    declared = f'{ENGLISH}</p><script type="application/ld+json">{node}</script><p>'
    assert read("$24.50", foot="Toronto, ON M5V 3L9", text=declared, lang="") == ("CAD", None)
