"""Words between two amounts in elements of their own: where they stand, or the amounts, say whose they are."""

from __future__ import annotations

from typing import Any

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

SHOPS = Shops(ShopsSettings())
URLS = {
    "en-GB": "https://wood.example.co.uk/taiga-12",
    "de": "https://holz.example.de/taiga-12",
    "fr": "https://bois.example.fr/taiga-12",
    "nl": "https://hout.example.nl/taiga-12",
}
BUTTONS = {"en-GB": "Add to basket", "de": "In den Warenkorb", "fr": "Ajouter au panier", "nl": "In winkelwagen"}


def answer(language: str, between: str) -> dict[str, Any]:
    body = (
        f'<html lang="{language}"><head><title>Taiga - Holt</title></head><body><h1>Taiga</h1>'
        f"<div>{between}</div><button>{BUTTONS[language]}</button></body></html>"
    )
    return read_saved(body.encode(), URLS[language], SHOPS)


def stored(language: str, between: str) -> tuple[str, str | None]:
    """(status, price); a page without any price is refused."""
    read = answer(language, between)
    return (read.get("verdict") or {"status": "refused"})["status"], (read.get("offer") or {}).get("price")


def not_stored(language: str, between: str) -> bool:
    return stored(language, between)[0] != "ok"


@pytest.mark.parametrize(
    ("language", "between"),
    [
        ("en-GB", "<div>£24.50</div><div>excl. VAT <span>£20.42</span></div>"),
        ("en-GB", "<div>£24.50 inc. VAT</div><div>excl. VAT <b>£20.42</b></div>"),
        ("en-GB", "<span>£24.50</span> <span>ex VAT</span> <span>£20.42</span>"),
        ("de", "<div>24,50 €</div><div>exkl. MwSt. <span>20,59 €</span></div>"),
        ("fr", "<div>24,50 €</div><div>Prix HT</div><div>20,42 €</div>"),
        ("de", "<div>24,50 €</div><div>exkl. MwSt. <em>(20,59 €)</em></div>"),
        ("en-GB", "<div>£20.42</div><div>ex VAT</div><div>£24.50</div>"),
    ],
)
def test_the_lower_one_is_the_amount_without_tax(language: str, between: str) -> None:
    assert stored(language, between) == ("ok", "24.50")


@pytest.mark.parametrize(
    "between",
    [
        "<div>£20.00</div><div>ex VAT</div><div>£18.00</div><div>ex VAT</div>",
        "<p>£20.00 <small>ex VAT</small></p><p><span>£18.00</span> for members</p>",
    ],
)
def test_an_amount_without_tax_is_no_price_beside_a_lower_one_of_something_else(between: str) -> None:
    assert not_stored("en-GB", between)


@pytest.mark.parametrize(
    ("language", "between"),
    [
        ("en-GB", "<div>includes</div><div>£4.08</div><div>VAT</div><div>£24.50</div>"),
        ("de", "<div>inkl.</div><div>3,91 €</div><div>MwSt.</div><div>24,50 €</div>"),
    ],
)
def test_what_is_as_low_as_a_tax_before_its_name_is_the_tax(language: str, between: str) -> None:
    assert stored(language, between) == ("ok", "24.50")


@pytest.mark.parametrize(
    ("language", "between"),
    [
        ("en-GB", "<div>£24.50</div><div>2 for</div><div>£45.00</div>"),
        ("fr", "<div>24,50 €</div><div>3 pour</div><div>60,00 €</div>"),
        ("nl", "<div>€ 24,50</div><div>2 voor</div><div>€ 45,00</div>"),
    ],
)
def test_so_many_for_a_higher_amount_lead_on_to_it(language: str, between: str) -> None:
    assert stored(language, between) == ("ok", "24.50")


@pytest.mark.parametrize(
    "between",
    [
        "<div class='now'><span>£19.99</span><span>Save 33%</span></div><div>£29.99</div>",
        "<div><b>£19.99</b> <span>Lowest price in 30 days</span></div><p>Was £29.99</p>",
        "<div>£19.99</div><div>Price ex VAT <em>(£16.66)</em></div>",
        "<div class='label'>Price inc VAT</div><div class='value'>£19.99</div>"
        "<div class='label'>Price ex VAT</div><div class='value'>£16.66</div><div class='label'>Colour</div>",
        "<p>£4.00</p><p>Delivery 48 hrs</p><p>£19.99</p>",
        "<p>£9.90</p><p>Finance 36 mths</p><p>£19.99</p>",
    ],
)
def test_badges_and_labels_between_say_nothing_against_the_price(between: str) -> None:
    assert stored("en-GB", between) == ("ok", "19.99")


@pytest.mark.parametrize(
    ("language", "between"),
    [
        ("en-GB", "<span>£4.50</span> <small>VAT</small> <span>£25.00</span>"),
        ("en-GB", "<span>£4.50</span> <small>+ VAT</small> <span>RRP £29.99</span>"),
    ],
)
def test_a_small_amount_before_the_name_of_a_tax_alone_is_not_called_the_tax(language: str, between: str) -> None:
    assert "25.00" not in stored(language, between) and "29.99" not in stored(language, between)


@pytest.mark.parametrize(
    ("between", "price"),
    [
        ("<b>19,99 €</b> <i>statt</i> <b>29,99 €</b> <i>inkl. MwSt.</i>", "19.99"),
        ("<b>29,99 €</b> <i>statt</i> <b>19,99 €</b> <i>inkl. MwSt.</i>", "19.99"),
    ],
)
def test_what_was_asked_before_is_the_higher_amount_in_turn(between: str, price: str) -> None:
    status, found = stored("de", between)
    assert status != "ok" or found == price


@pytest.mark.parametrize(
    ("language", "between"),
    [
        ("nl", "<div>€ 24,50</div><div>Kiloprijs</div><div>€ 12,25</div>"),
        ("de", "<div>24,50 €</div><div>Kilopreis</div><div>12,25 €</div>"),
    ],
)
def test_a_measure_that_may_be_said_of_either_amount_leaves_none(language: str, between: str) -> None:
    assert not_stored(language, between)
    named = between.replace("preis<", "preis:<").replace("prijs<", "prijs:<")
    assert stored(language, named) == ("ok", "24.50")


@pytest.mark.parametrize(
    "around",
    [
        "<div class='price'>20,59 € netto</div><div class='price'>24,50 €</div>",
        "<div class='price-net'>20,59 € netto</div><p>Versand 4,90 €</p><ul><li>24,50 €</li></ul>",
    ],
)
def test_a_bare_amount_that_is_the_net_one_with_its_tax_is_the_price(around: str) -> None:
    assert stored("de", around) == ("ok", "24.50")
    assert not_stored("de", around.replace("24,50", "26,90"))


@pytest.mark.parametrize(
    "around",
    [
        "<strong>24,50 €</strong> <span class='price-old'>33,89 €</span>",
        "<span class='old-price'>bisher 33,89 €</span> <strong>24,50 €</strong>",
        "<p>24,50 €</p><div class='price-old'><span>bisher</span> <strong>33,89 €</strong></div>",
    ],
)
def test_a_bare_amount_beside_one_named_old_is_the_price(around: str) -> None:
    assert stored("de", around) == ("ok", "24.50")


@pytest.mark.parametrize(
    "around",
    [
        "<strong>4,50 €</strong> <span class='price-old'>33,89 €</span>",  # too small a part of it
        "<strong>24,50 €</strong> <span class='regular-price'>33,89 €</span>",  # themes name the price itself so
        "<strong>44,50 €</strong> <span class='price-old'>33,89 €</span>",
    ],
)
def test_other_bare_amounts_beside_one_named_old_are_none(around: str) -> None:
    assert not_stored("de", around)
