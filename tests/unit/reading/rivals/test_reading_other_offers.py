"""Amounts that are no price of this product although they stand where one would: nothing is stored of them."""

from __future__ import annotations

from typing import Any

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

SHOPS = Shops(ShopsSettings())
URL = "https://shop.example/p/blue-cup-of-the-hills"
FILLER = "<p>" + 40 * "Earthenware from the hills. " + "</p>"
CODE = "<p>SKU: CUP-100</p>"
ADD = "<button>Add to cart</button>"
OFFER = """<script type='application/ld+json'>{"@context": "https://schema.org", "@type": "Product",
"name": "Blue cup of the hills", "sku": "CUP-100", "offers": {"@type": "Offer", "price": "50.00",
"priceCurrency": "GBP", "availability": "https://schema.org/InStock"}}</script>"""


def stored(body: str, lang: str = "en-GB", head: str = "") -> Any:
    """The price that would be stored; None where none would."""
    top = f"<meta charset='utf-8'><title>Blue cup of the hills</title>{head}"
    page = f"<html lang='{lang}'><head>{top}</head><body><h1>Blue cup of the hills</h1>{body}{FILLER}</body></html>"
    answer = read_saved(page.encode(), URL, SHOPS)
    return answer["offer"]["price"] if answer["verdict"]["status"] == "ok" else None


@pytest.mark.parametrize("end", [CODE + ADD, f"{CODE}<p>Sold out</p>"], ids=["sold", "sold out"])
@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en-GB", "Sold out. Try this instead: Red cup £9.00"),
        ("en-GB", "Sold out. <a href='/p/red'>Try this instead: Red cup</a> <b>£9.00</b>"),
        ("en-GB", "Try our green cup: £7.00"),
        ("en-GB", "Alternative: green cup £7.00"),
        ("en-GB", "Similar: <a href='/p/green'>green cup</a> <b>£7.00</b>"),
        ("de-DE", "Ähnlich: Rote Tasse 7,00 €"),
        ("fr-FR", "Essayez notre théière : 7,00 €"),
        ("es-ES", "Prueba nuestra tetera: 7,00 €"),
        ("it-IT", "Prova la nostra teiera: 7,00 €"),
        ("nl-NL", "Probeer onze theepot: 7,00 €"),
        ("pl-PL", "Wypróbuj nasz czajnik: 7,00 zł"),
        ("pt-PT", "Experimente o nosso bule: 7,00 €"),
        ("ru-RU", "Попробуйте наш чайник: 700 ₽"),
        ("ja-JP", "類似商品：赤いカップ 700円"),
    ],
)
def test_what_is_offered_instead_is_not_the_price(lang: str, said: str, end: str) -> None:
    assert stored(f"<p>{said}</p>{end}", lang) is None


def test_beside_what_is_offered_instead_the_own_price_is_stored() -> None:
    assert stored(f"<p>£12.00</p>{CODE}<p>Sold out</p><p>Try this instead:</p><p>Red cup</p><p>£9.00</p>") == "12.00"


@pytest.mark.parametrize(
    "amounts",
    [
        "<p>-25 % for newsletter subscribers</p><p>£75.00</p><p>£100.00</p>",
        "<p>£100.00</p><p>£75.00</p><p>-25 %</p><p>with the code SPRING</p>",
        "<p class='price'>£100.00</p><p class='price'>£75.00</p><p>-25 % for newsletter subscribers</p>",
    ],
)
def test_a_discount_that_not_everybody_gets_makes_no_price(amounts: str) -> None:
    assert stored(amounts + CODE + ADD) is None


def test_a_discount_that_everybody_gets_does() -> None:
    assert stored(f"<p>£100.00</p><p>-25 %</p><p>£75.00</p>{CODE}{ADD}") == "75.00"


@pytest.mark.parametrize("names", ["", " class='price'"])
def test_of_two_offers_with_a_button_each_none_is_the_price(names: str) -> None:
    assert stored(f"{CODE}<p{names}>Small £10.00</p>{ADD}<p{names}>Large £16.00</p>{ADD}") is None


def test_the_same_price_at_two_buttons_is_one_offer() -> None:
    assert stored(f"{CODE}<p class='price'>£10.00</p>{ADD}<p>Blue cup</p><p>£10.00</p>{ADD}") == "10.00"


@pytest.mark.parametrize(
    "body",
    [
        f"<p class='price'>£30.00</p>{ADD}<p>Also: Red cup <s>£50.00</s> £44</p>",
        f"<p>Red cup <s>£50.00</s></p><p>£30.00</p>{ADD}",
        f"<div><a href='/p/red'>Red cup</a> <s>£50.00</s> <b>£30.00</b></div>{ADD}",
    ],
)
def test_what_is_struck_out_for_another_product_does_not_reduce_the_declared_price(body: str) -> None:
    assert stored(body, head=OFFER) is None


def test_what_is_struck_out_beside_the_price_does() -> None:
    assert stored(f"<p><s>£50.00</s> <b>£30.00</b></p>{ADD}", head=OFFER) == "30.00"


@pytest.mark.parametrize("names", ["", " class='price'"])
def test_a_whole_number_beside_a_sign_and_two_digits_is_no_amount_with_cents(names: str) -> None:
    assert stored(f"<p{names}><span>5</span><span>€20</span></p>{CODE}{ADD}", "en-IE") is None
    assert stored(f"<p{names}>5<sup>€20</sup></p>{CODE}{ADD}", "en-IE") == "5.20"


def test_a_class_that_says_no_line_through_strikes_nothing_out() -> None:
    amounts = "<span class='line-through'>£40.00</span><span class='no-line-through'>£30.00</span>"
    assert stored(f"<p class='price'>{amounts}</p>{CODE}{ADD}") == "30.00"


@pytest.mark.parametrize(
    "amount",
    [
        "<p>12x</p><p>£10.00</p>",
        "<p class='price'><span>12x</span><span>£10.00</span></p>",
        "<p>Save £5.00</p>",
        "<p>Save</p><p>£5.00</p>",
        "<p>Was £40.00</p>",
        "<table><tr><td>£3.20 / 100 g</td><td>Blue</td></tr></table>",
        "<table><tr><td>per 100 g</td><td>£3.20</td></tr></table>",
        "<table><tr><td class='price'>£3.20</td><td>/ kg</td></tr></table>",
    ],
)
def test_a_part_a_saving_an_old_amount_or_one_by_measure_is_no_price(amount: str) -> None:
    assert stored(amount + CODE + ADD) is None


def test_a_tab_that_would_show_others_is_not_yet_where_they_begin() -> None:
    tabs = "<ul><li><a href='/write-a-review'>Write a review</a></li><li><a href='#others'>Other products</a></li></ul>"
    assert stored(f"{tabs}<p class='price'>£24.50</p>{CODE}{ADD}") == "24.50"
    title = "<h3><a href='#'>Other products</a></h3>"
    assert stored(f"{title}<p class='price'>£24.50</p>{CODE}{ADD}") is None
