"""Marks of footnotes behind a price, signs of letters where the decimal mark would stand, and words behind amounts."""

from __future__ import annotations

from typing import Any

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

SHOPS = Shops(ShopsSettings())

BY_COUNTRY = {
    "de": ("Eichenbank Taiga", "In den Warenkorb", "https://holz.example.de/bank-12", ""),
    "de-CH": ("Eichenbank Taiga", "In den Warenkorb", "https://holz.example.ch/bank-12", ""),
    "en-GB": ("Taiga oak bench", "Add to basket", "https://wood.example.co.uk/bench-12", ""),
    "en-US": (
        "Taiga oak bench",
        "Add to cart",
        "https://www.wood.example.com/bench-12",
        "12 Main St, New York, NY 10001",
    ),
    "pl": ("Ławka dębowa Tajga", "Do koszyka", "https://las.example.pl/lawka-12", ""),
    "da": ("Egebænk Taiga", "Læg i kurv", "https://trae.example.dk/baenk-12", ""),
    "ro": ("Bancă de stejar Taiga", "Adaugă în coș", "https://lemn.example.ro/banca-12", ""),
}


def answer(language: str, drawn: str) -> dict[str, Any]:
    name, button, url, foot = BY_COUNTRY[language]
    head = f'<html lang="{language}"><head><title>{name}</title></head>'
    body = f"{head}<body><h1>{name}</h1>{drawn}<button>{button}</button><p>{foot}</p></body></html>"
    return read_saved(body.encode(), url, SHOPS)


def stored(language: str, drawn: str) -> tuple[str, str]:
    """(status, price)"""
    read = answer(language, drawn)
    return read["verdict"]["status"], read["offer"]["price"]


@pytest.mark.parametrize("box", ["<div>{}</div>", "<div class='price'>{}</div>"])
@pytest.mark.parametrize(
    ("language", "drawn", "price"),
    [
        ("de", "1.249,90 €<sup>1</sup>", "1249.90"),
        ("de", "1.249,90 €<sup>1)</sup>", "1249.90"),
        ("de", "1.249,90 € <sup>12</sup>", "1249.90"),
        ("de", "1.249,90 €*<sup>1, 2</sup>", "1249.90"),
        ("de", "1.249,- €<sup>12</sup>", "1249.00"),
        ("de", "1.249<sup>90</sup> €<sup>(1)</sup>", "1249.90"),
        ("en-GB", "£1,249.90<sup>1</sup>", "1249.90"),
        ("en-GB", "<span>£1,249</span><sup><a href='#note-1'>1</a></sup>", "1249.00"),
    ],
)
def test_a_raised_mark_behind_an_amount_is_none_of_its_digits(language: str, drawn: str, price: str, box: str) -> None:
    assert stored(language, box.format(drawn)) == ("ok", price)


def test_the_price_before_has_its_mark_too() -> None:
    drawn = "<p><del>1.490,00 €<sup>1</sup></del> <b>1.249,90 €</b><sup>2</sup></p>"
    assert stored("de", drawn) == ("ok", "1249.90")


@pytest.mark.parametrize("drawn", ["€ 12<sup>9</sup><sup>5</sup>", "€ 1<sup>2</sup> 99,00", "€ 12<sup>9</sup>"])
def test_raised_digits_of_a_number_are_no_footnotes(drawn: str) -> None:
    assert stored("de", f"<div class='price'>{drawn}</div>")[0] == "quarantine"


@pytest.mark.parametrize(
    ("drawn", "price"),
    [("1.249 €<sup>90</sup>", "1249.90"), ("1.249<sup>90</sup> €", "1249.90"), ("1.249,90 €<sup>1</sup>5", None)],
)
def test_what_may_be_cents_is_no_footnote(drawn: str, price: str | None) -> None:
    status, read = stored("de", f"<div class='price'>{drawn}</div>")
    assert (status, read) == ("ok", price) if price else status == "quarantine"


@pytest.mark.parametrize(
    ("language", "drawn"),
    [("pl", "24zł50"), ("da", "24kr.50"), ("ro", "24lei50"), ("pl", "24 zł<sup>50</sup>")],
)
def test_cents_stand_right_behind_a_sign_of_letters(language: str, drawn: str) -> None:
    assert stored(language, f"<div class='price'>{drawn}</div>") == ("ok", "24.50")


@pytest.mark.parametrize(("language", "drawn"), [("pl", "24 zł 50"), ("da", "24 kr. 50"), ("ro", "24 lei 50")])
def test_two_digits_behind_a_sign_and_a_blank_may_be_cents_or_a_count(language: str, drawn: str) -> None:
    assert stored(language, f"<div class='price'>{drawn}</div>")[0] == "quarantine"


@pytest.mark.parametrize(
    ("language", "drawn", "price"), [("pl", "249 zł 20%", "249.00"), ("de", "119 € 20%", "119.00")]
)
def test_what_comes_off_in_per_cent_is_no_cents(language: str, drawn: str, price: str) -> None:
    assert stored(language, f"<div class='price'>{drawn}</div>")[1] == price


def test_a_thousands_mark_may_stand_in_an_element_of_its_own() -> None:
    assert stored("de-CH", "<div class='price'>CHF 1<i>'</i>249.90</div>") == ("ok", "1249.90")


@pytest.mark.parametrize("drawn", ["24,50 € / 1 pcs", "24,50 €/1 Stück"])
def test_a_price_for_one_piece_is_the_price(drawn: str) -> None:
    assert stored("de", f"<div class='price'>{drawn}</div>") == ("ok", "24.50")


@pytest.mark.parametrize("words", ["plus tax", "(excl. tax)"])
def test_where_taxes_are_paid_on_top_a_price_without_them_is_the_price(words: str) -> None:
    assert stored("en-US", f"<div class='price'>$24.50 {words}</div>") == ("ok", "24.50")
    assert stored("en-GB", f"<div class='price'>£24.50 {words}</div>")[0] == "quarantine"
    vat = f"<div class='price'>$24.50 {words.replace('tax', 'VAT')}</div>"
    assert stored("en-US", vat)[0] == "quarantine"
    both = "<div class='price'>$24.50 excl. tax</div><div>$26.95 incl. tax</div>"
    assert stored("en-US", both)[1] == "26.95"
