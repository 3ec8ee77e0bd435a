"""A declared price that the page itself makes a part of another: a telephone with a contract, a first payment, a
month's hire. It is doubted, whatever states it.
"""

from __future__ import annotations

import json

import pytest

from tests.unit.reading.terms.test_reading_terms import stored


def declared(price: float, currency: str, kind: str) -> str:
    if kind == "labels":
        amount = f"<meta property='product:price:amount' content='{price}'>"
        return f"{amount}<meta property='product:price:currency' content='{currency}'>"
    offer = {"price": price, "priceCurrency": currency, "availability": "https://schema.org/InStock"}
    node = {"@type": "Product", "name": "Oakley 1200", "offers": offer}
    return f"<script type='application/ld+json'>{json.dumps(node)}</script>"


@pytest.mark.parametrize(
    ("language", "price", "currency", "body"),
    [
        ("de", 1.00, "EUR", "<div class=price>1,00 €</div><p>zzgl. 29,99 € mtl.</p><p>ohne Vertrag: 499,00 €</p>"),
        ("de", 29.90, "EUR", "<div class=price>29,90 €</div><p>im Tarif</p><p>Kaufpreis 899,00 €</p>"),
        ("de", 1.00, "EUR", "<p>mit Vertrag 1,00 €, ohne Vertrag 499,00 €</p>"),
        ("en", 9.99, "GBP", "<p class=price>£9.99</p><p>SIM free</p><p>£499.00</p>"),
        ("fr", 1.00, "EUR", "<p class=price>1,00 €</p><p>Mobile seul 499,00 €</p>"),
        ("pl", 1.00, "PLN", "<p class=price>1,00 zł</p><p>Bez abonamentu 1 999,00 zł</p>"),
        ("ja", 1, "JPY", "<p class=price>1円</p><p>端末のみ 49,800円</p>"),
    ],
)
@pytest.mark.parametrize("kind", ["markup", "labels"])
def test_a_part_of_what_buys_it_outright_is_not_stored(
    language: str, price: float, currency: str, body: str, kind: str
) -> None:
    assert stored(body, language, declared(price, currency, kind)) is None


@pytest.mark.parametrize(
    ("price", "body", "answer"),
    [
        (499.00, "<p>With contract £9.99</p><p>SIM free £499.00</p>", "499.00"),
        (399.00, "<p class=price>£399.00</p><p>SIM free</p>", "399.00"),
        (24.50, "<p class=price>£24.50</p><p>Matching cup £9.00</p>", "24.50"),
        (24.50, "<p class=price>£24.50</p><p>no contract</p>", "24.50"),
    ],
)
def test_the_price_itself_still_is(price: float, body: str, answer: str) -> None:
    assert stored(body, "en", declared(price, "GBP", "markup")) == answer


@pytest.mark.parametrize("body", ["<p>£29.90</p><p>£899.00</p>", "<p>From £29.90 now</p><p>Price: £899.00</p>"])
def test_a_declared_price_far_below_a_plain_one_beside_it_is_doubted(body: str) -> None:
    assert stored(body, "en", declared(29.90, "GBP", "markup")) is None
