"""Words of another amount that stand beside a price and name none: links to ways of delivery, whom the shop sells to,
what a gift beside the product is worth.
"""

from __future__ import annotations

import pytest

from tests.invented.plain_page import read_page

NAME = "Pinewood night lamp"


def read(lines: str, ending: str, lang: str) -> str:
    """The price that is stored of a page with these between heading and button; else why none is."""
    body = f"<h1>{NAME}</h1><div class='stock'>{STOCK[lang]}</div>{lines}<button>{BUTTON[lang]}</button>"
    answer = read_page(body, url=f"https://www.pine-house.{ending}/p/night-lamp", title=NAME, lang=lang)
    is_stored = answer.get("verdict", {}).get("status") == "ok"
    return str(answer["offer"]["price"] if is_stored else answer.get("verdict", {}).get("reason"))


STOCK = {
    "en": "In stock", "sk": "Skladom", "de": "Auf Lager", "ru": "В наличии", "sv": "I lager", "pl": "Dostępny",
    "fr": "En stock", "da": "På lager",
}  # fmt: skip
BUTTON = {
    "en": "Add to cart", "sk": "Vložiť do košíka", "de": "In den Warenkorb", "ru": "В корзину",
    "sv": "Lägg i varukorg", "pl": "Dodaj do koszyka", "fr": "Ajouter au panier", "da": "Læg i kurv",
}  # fmt: skip


@pytest.mark.parametrize(
    ("words", "amount", "ending", "lang"),
    [
        ("Delivery options", "£24.50", "co.uk", "en"),
        ("Možnosti doručenia", "24,50 €", "sk", "sk"),
        ("Versandoptionen", "24,50 €", "de", "de"),
        ("Modes de livraison", "24,50 €", "fr", "fr"),
        ("Sposoby dostawy", "24,50 zł", "pl", "pl"),
    ],
)
def test_a_link_that_opens_ways_of_delivery_is_no_label(words: str, amount: str, ending: str, lang: str) -> None:
    link = f"<span class='ways'><a href=''>{words}</a></span>"
    assert read(f"{link}<span class='price'>{amount}</span>", ending, lang) == "24.50"


@pytest.mark.parametrize("heading", ["<h3>Delivery options</h3>", "<p>Delivery options:</p>", "<p>Shipping</p>"])
def test_a_heading_over_ways_of_delivery_names_what_delivery_costs(heading: str) -> None:
    assert read(f"{heading}<p>£4.95</p>", "co.uk", "en") != "4.95"


@pytest.mark.parametrize(
    ("words", "amount", "ending", "lang"),
    [
        ("Wholesale and retail", "£24.50", "co.uk", "en"),
        ("Оптом и в розницу", "24,50 руб.", "ru", "ru"),
        ("Groß- und Einzelhandel", "24,50 €", "de", "de"),
    ],
)
def test_whom_a_shop_sells_to_is_no_label(words: str, amount: str, ending: str, lang: str) -> None:
    assert read(f"<ul><li>{words}</li></ul><p class='price'>{amount}</p>", ending, lang) == "24.50"


def test_a_wholesale_label_still_names_another_price() -> None:
    assert read("<p>Wholesale</p><p class='price'>£24.50</p>", "co.uk", "en") != "24.50"


@pytest.mark.parametrize(
    ("worth", "amount", "ending", "lang"),
    [
        ("värde 399 kr", "2 290 kr", "se", "sv"),
        ("værdi 399 kr.", "2.290 kr.", "dk", "da"),
        ("Wert 399 €", "2.290 €", "de", "de"),
    ],
)
def test_what_a_gift_is_worth_is_no_rival(worth: str, amount: str, ending: str, lang: str) -> None:
    gifts = f"<ul><li><span>Filmduk 72</span><span>{worth}</span></li></ul>"
    assert read(f"<div><span>{amount}</span></div>{gifts}", ending, lang) in {"2290", "2290.00"}


@pytest.mark.parametrize(
    ("words", "amount", "ending", "lang"),
    [
        ("Shipping Weight: 5.00 lbs", "£24.50", "co.uk", "en"),
        ("Shipping weight: 5.00 pounds", "£24.50", "co.uk", "en"),
        ("Versandgewicht: 2,40 kg", "24,50 €", "de", "de"),
        ("Fraktvikt: 800 g", "249 kr", "se", "sv"),
    ],
)
def test_what_the_parcel_weighs_is_no_price_of_shipping(words: str, amount: str, ending: str, lang: str) -> None:
    stored = read(f"<div><b>{amount}</b><br>{words}<br></div>", ending, lang)
    assert stored in {"24.50", "249.00"}


@pytest.mark.parametrize(
    "words",
    [
        "Shipping",
        "Shipping by weight",
        "Shipping: by weight",
        "for members",
        "Members' price: see below",
        "Shipping up to 5 kg",
        "Delivery: from 5 kg on",
        "a month: 12 months",
    ],
)
def test_words_that_run_on_from_an_amount_still_say_what_it_is(words: str) -> None:
    assert read(f"<div><b>£4.95</b> {words}<br></div>", "co.uk", "en") != "4.95"


@pytest.mark.parametrize("label", ["Shipping weight: 5 kg", "Delivery: 2 kg", "Shipping weight 0-5 kg"])
def test_before_an_amount_a_weight_says_what_shipping_costs(label: str) -> None:
    assert read(f"<div>{label} <b>£4.95</b><br></div>", "co.uk", "en") != "4.95"


@pytest.mark.parametrize("ways", ["דואר רשום: 15 ₪, שליח עד הבית: 35 ₪", "דואר שליחים: 29 ₪", "שליח לבית: 35 ₪"])
def test_post_and_couriers_are_named_in_hebrew(ways: str) -> None:
    body = f"<h1>{NAME}</h1>{{}}<p>{ways}</p><button>הוסף לסל</button><p>במלאי</p>"
    url, stored = "https://www.pine-house.co.il/p/night-lamp", []
    for price in ("<p class='price'>19.00 ₪</p>", ""):
        answer = read_page(body.format(price), url=url, title=NAME, lang="he")
        is_stored = answer.get("verdict", {}).get("status") == "ok"
        stored.append(answer["offer"]["price"] if is_stored else None)
    assert stored == ["19.00", None]
