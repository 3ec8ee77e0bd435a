"""A price is never in the currency of the page's place where the page prints another word beside it; and what a tracker
is loaded as is no place.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from common.reading.text.places.currency_hint import currency_hint, named_country
from fleet.operations.read_saved import read_saved
from tests.invented.plain_page import SHOPS

NAME = "Vorra Kettle 1200"
PIXEL = "<script src='https://connect.facebook.net/en_US/fbevents.js'></script>"


def read(printed: str, ending: str = "com", lang: str = "en", script: str = "") -> tuple[Any, Any]:
    body = f"<h1>{NAME}</h1><p class=price>{printed}</p><p>SKU: VK-1200</p><button>Add to cart</button><p>In stock</p>"
    html = f"<html lang={lang}><meta charset=utf-8><title>{NAME}</title>{script}<body>{body}</body></html>"
    answer = read_saved(html.encode(), f"https://www.pine-house.{ending}/p/vorra-kettle-1200", SHOPS)
    offer = answer.get("offer") or {}
    return offer.get("price") if answer.get("verdict", {}).get("status") == "ok" else None, offer.get("currency")


@pytest.mark.parametrize("lang", ["sq", "hy", "ka", "km"])
@pytest.mark.parametrize("word", ["Lekë", "kvorrs", "Zł.B", "ƒlo"])
def test_a_tracker_in_english_of_the_united_states_makes_no_dollars(lang: str, word: str) -> None:
    assert read(f"18.500 {word}", lang=lang, script=PIXEL)[1] != "USD"


@pytest.mark.parametrize(
    ("printed", "ending"),
    [
        ("18.50 kvorrs", "de"),
        ("250.00 pounds", "com.au"),
        ("E 250.00", "us"),
        ("K 25.00", "us"),
        ("M250.00", "fr"),
        ("250,00 jenů", "cz"),
        ("1.250,00 dinara", "de"),
    ],
)
def test_a_word_beside_a_bare_number_that_nobody_knows_is_no_currency_of_the_place(printed: str, ending: str) -> None:
    assert read(printed, ending) == (None, None)


@pytest.mark.parametrize(
    ("printed", "ending", "lang", "price", "currency"),
    [
        ("18.500 Lekë", "al", "sq", "18500.00", "ALL"),
        ("18.500 lek", "al", "sq", "18500.00", "ALL"),
        ("45,00 KM", "ba", "bs", "45.00", "BAM"),
        ("1.250,00 dinara", "rs", "sr", "1250.00", "RSD"),
        ("1.250,00 денари", "mk", "mk", "1250.00", "MKD"),
        ("45.50 manat", "az", "az", "45.50", "AZN"),
        ("12 500 тенге", "kz", "ru", "12500.00", "KZT"),
        ("1 500 сом", "kg", "ru", "1500.00", "KGS"),
        ("GH₵ 125.00", "com.gh", "en", "125.00", "GHS"),
        ("Rf 250.00", "mv", "en", "250.00", "MVR"),
        ("4,500 Ks", "com.mm", "my", "4500.00", "MMK"),
        ("RD$ 1,250.00", "com.do", "es", "1250.00", "DOP"),
        ("L 1,250.00 HNL", "hn", "es", "1250.00", "HNL"),
        ("₲ 125.000", "com.py", "es", "125000", "PYG"),
        ("250,00 MT", "co.mz", "pt", "250.00", "MZN"),
        ("25 000 Ar", "mg", "fr", "25000.00", "MGA"),
        ("ab 24,50", "de", "de", "24.50", "EUR"),
        ("24,50 TTC", "fr", "fr", "24.50", "EUR"),
    ],
)
def test_a_word_that_is_the_place_s_own(printed: str, ending: str, lang: str, price: str, currency: str) -> None:
    assert read(printed, ending, lang, PIXEL) == (price, currency)


def test_a_locale_counts_in_the_page_s_own_language_only() -> None:
    links = "<link hreflang='en-US' href='/us'> <link hreflang='de' href='/'>"
    assert named_country(links) == named_country(links, "en-GB") == "USD"
    assert named_country(links, "de") is None
    assert named_country(PIXEL) is named_country(PIXEL, "en") is None


def test_places_of_africa_asia_and_the_islands() -> None:
    endings = "al com.gh co.zm com.do co.bw pf".split()
    hints = [currency_hint(f"https://www.pine-house.{ending}/", None) for ending in endings]
    assert hints == ["ALL", "GHS", "ZMW", "DOP", "BWP", "XPF"]


@pytest.mark.parametrize(
    ("printed", "offer", "ending", "reason"),
    [
        ("<div>18.500 kvorrs</div>", {"price": "18500"}, "us", "NO_CURRENCY"),
        ("<p class=price>18.500 kvorrs</p>", {"price": "18500"}, "us", "NO_CURRENCY"),
        ("<p class=price>18.500 kvorrs</p>", {"price": "18500", "priceCurrency": "USD"}, "us", "AMBIGUOUS_CURRENCY"),
        ("<p class=price>18.500 lek</p>", {"price": "18500", "priceCurrency": "USD"}, "com", "AMBIGUOUS_CURRENCY"),
        ("<p class=price>18.500 Lekë</p>", {"price": "18500", "priceCurrency": "EUR"}, "de", "AMBIGUOUS_CURRENCY"),
        ("<p class=price>12 500 dram</p>", {"price": "12500", "priceCurrency": "RUB"}, "com", "AMBIGUOUS_CURRENCY"),
        ("<p class=price>18.500 lek</p>", {"price": "18500", "priceCurrency": "ALL"}, "com", None),
        ("<p class=price>24,50 TTC</p>", {"price": "24.50", "priceCurrency": "EUR"}, "fr", None),
        ("<p class=price>24,50</p>", {"price": "24.50", "priceCurrency": "EUR"}, "fr", None),
    ],
)
def test_a_declared_price_beside_a_word_that_is_not_its_currency(
    printed: str, offer: dict[str, str], ending: str, reason: str | None
) -> None:
    node = json.dumps({"@type": "Product", "name": NAME, "offers": {**offer, "availability": "InStock"}})
    script = f"<script type='application/ld+json'>{node}</script>"
    body = f"<h1>{NAME}</h1>{printed}<p>SKU: VK-1200</p><button>Add to cart</button>"
    html = f"<html lang=en-US><meta charset=utf-8><title>{NAME}</title>{script}<body>{body}</body></html>"
    answer = read_saved(html.encode(), f"https://www.pine-house.{ending}/p/vorra-kettle-1200", SHOPS)
    assert answer["verdict"]["reason"] == reason
