"""A price in euro and in the money that the euro replaced, side by side as Bulgaria and Croatia ask of every shop: one
price, not two rivals.
"""

from __future__ import annotations

import json
from decimal import Decimal

import pytest

from common.reading.text.fixed_rates import is_same_money
from tests.invented.plain_page import read_page

EURO, LEV = ("44.90", "EUR"), ("87.82", "BGN")


@pytest.mark.parametrize(
    ("one", "code", "other", "other_code", "same"),
    [
        ("44.90", "EUR", "87.82", "BGN", True),
        ("87.82", "BGN", "44.90", "EUR", True),
        ("87.80", "BGN", "44.89", "EUR", True),  # the lev was first, and the euro was rounded
        ("44.90", "EUR", "338.30", "HRK", True),
        ("44.90", "EUR", "338.299050", "HRK", True),
        ("0.51", "EUR", "1.00", "BGN", True),
        ("44.90", "EUR", "88.00", "BGN", False),
        ("44.90", "EUR", "44.90", "EUR", False),
        ("87.82", "BGN", "87.82", "BGN", False),
        ("44.90", "USD", "87.82", "BGN", False),
        ("44.90", None, "87.82", "BGN", False),
        ("44.90", "EUR", "87.82", None, False),
        (None, "EUR", "87.82", "BGN", False),
    ],
)
def test_the_same_money(one: str | None, code: str | None, other: str, other_code: str | None, *, same: bool) -> None:
    assert is_same_money(Decimal(one) if one else None, code, Decimal(other), other_code) is same


def read(price: str, declared: tuple[str, str] | None, *, croatian: bool = False, meta: str = "") -> str:
    script = ""
    if declared is not None:
        offer = {"price": declared[0], "priceCurrency": declared[1], "availability": "https://schema.org/InStock"}
        node = {"@type": "Product", "name": "Bor 1063", "offers": offer}
        script = f"<script type='application/ld+json'>{json.dumps(node)}</script>"
    buys = "Dodaj u košaricu" if croatian else "Добави в количката"
    place = "hr" if croatian else "bg"
    answer = read_page(
        f"<main><h1>Bor 1063</h1>{price}<button>{buys}</button></main>",
        url=f"https://www.bor.{place}/p/bor-1063",
        title="Bor 1063 | Bor",
        lang=place,
        head=f"{meta}{script}",
    )
    verdict = answer.get("verdict") or {}
    offer = answer.get("offer") or {}
    return f"{verdict.get('reason') or verdict.get('status')} {offer.get('price')} {offer.get('currency')}"


BOTH = [
    "<p class=price>44.90€ / 87.82лв.</p>",
    "<p>44,90 € / 87,82 лв.</p>",
    "<p class=price>44,90 € (87,82 лв.)</p>",
    "<p class=price>44,90 EUR / 87,82 BGN</p>",
    "<p class=price>44,90 € ≈ 87,82 лв.</p>",
    "<p class=price>€44.90 | 87.82 лв</p>",
    "<p class=price>44.90 € - 87.82 лв.</p>",
    "<div class=price><p>44,90 €</p><p>87,82 лв.</p></div>",
    "<p>44,90 €</p><p>87,82 лв.</p>",
    "<p>Цена:</p><p>44,90 €</p><p>87,82 лв.</p>",
    "<p>Цена в евро: 44,90 €</p><p>Цена в лева: 87,82 лв.</p>",
    "<span class=price>44,90 €</span> / <span class=price>87,82 лв.</span>",
    "<s>49.90€ / 97.60лв.</s><b>44.90€ / 87.82лв.</b>",
    "<s>49.90€</s> <s>97.60лв.</s><b>44.90€</b> <b>87.82лв.</b>",
    "<span class=price-new>44.90€ / 87.82лв.</span><span class=price-old>49.90€ / 97.60лв.</span>",
    "<p class=price><del><span>49,90 €</span> (97,60 лв.)</del> <ins><span>44,90 €</span> (87,82 лв.)</ins></p>",
    "<p class=price>44.90€ / 87.82лв.</p><p>Без данък: 37.42€ / 73.19лв.</p>",
    "<p class=price>44.90€ / 87.82лв.</p><p>Курс: 1 € = 1.95583 лв.</p>",
]


@pytest.mark.parametrize("price", BOTH)
def test_both_of_a_price_in_euro_and_lev_are_one(price: str) -> None:
    shown = f"{price}<p>В наличност</p>"
    assert read(shown, None) == "ok 44.90 EUR"
    assert read(shown, EURO) == "ok 44.90 EUR"
    assert read(shown, LEV) == "ok 87.82 BGN"


@pytest.mark.parametrize(
    "price",
    [
        "<p class=price>87,82 лв. / 44,90 €</p>",
        "<p>Цена: 87,82 лв. = 44,90 €</p>",
        "<div class=price><p>87,82 лв.</p><p>44,90 €</p></div>",
        "<p class=price>87,82 лв. (44,90 €)</p>",
    ],
)
def test_with_the_lev_first_too(price: str) -> None:
    shown = f"{price}<p>В наличност</p>"
    assert read(shown, None) == "ok 87.82 BGN"
    assert read(shown, EURO) == "ok 44.90 EUR"
    assert read(shown, LEV) == "ok 87.82 BGN"


@pytest.mark.parametrize("price", ["<p>44,90 € (338,30 kn)</p>", "<p class=price>44,90 €</p><p>338,30 kn</p>"])
@pytest.mark.parametrize("declared", [None, ("44.90", "EUR"), ("338.30", "HRK")])
def test_euro_and_kuna(price: str, declared: tuple[str, str] | None) -> None:
    shown = f"{price}<p>Na zalihi</p><p>Fiksni tečaj konverzije: 1 € = 7,53450 kn</p>"
    assert read(shown, declared, croatian=True) == " ".join(("ok", *(declared or ("44.90", "EUR"))))


def test_labels_in_the_other_money() -> None:
    labels = (
        "<meta property='og:type' content='product'><meta property='product:price:amount' content='87.82'>"
        "<meta property='product:price:currency' content='BGN'>"
    )
    shown = "<p class=price>44,90 €</p><p>87,82 лв.</p><p>В наличност</p>"
    assert read(shown, None, meta=labels) == "ok 87.82 BGN"
    assert read(shown, EURO, meta=labels) == "ok 44.90 EUR"


def test_other_money_stays_a_rival_or_a_doubt() -> None:
    stock = "<p>В наличност</p>"
    assert read(f"<p>64,90 €</p><p>99,00 лв.</p>{stock}", LEV).startswith("UNCONFIRMED_PRICE")
    assert read(f"<p class=price>44,90 € / 87,82 лв.</p>{stock}", ("44.90", "BGN")).startswith("AMBIGUOUS_CURRENCY")
