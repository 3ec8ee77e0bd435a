"""How long a delivery takes, said right before the price, does not make that price one of delivery."""

from __future__ import annotations

import pytest

from tests.invented.plain_page import read_page
from tests.unit.reading.terms.test_reading_terms import stored


@pytest.mark.parametrize(
    ("language", "label", "price", "number"),
    [
        ("pl", "Wysyłka w: 48 godzin", "49,90 zł", "49.90"),
        ("pl", "Dostawa: 2 tygodnie", "49,90 zł", "49.90"),
        ("en", "Shipping in 2 weeks", "£49.90", "49.90"),
        ("de", "Lieferung: 2 Wochen", "49,90 €", "49.90"),
        ("fr", "Livraison : 2 semaines", "49,90 €", "49.90"),
        ("es", "Envío en 2 semanas", "49,90 €", "49.90"),
        ("ru", "Доставка: 2 недели", "990 ₽", "990.00"),
        ("sv", "Leverans: 48 timmar", "499 kr", "499.00"),
        ("sv", "Frakt: 2 veckor", "499 kr", "499.00"),
    ],
)
def test_a_price_behind_the_time_of_delivery(language: str, label: str, price: str, number: str) -> None:
    assert stored(f"<p>{label}</p><div class=price><em>{price}</em></div>", language) == number


@pytest.mark.parametrize(("language", "label", "price"), [("pl", "Wysyłka", "9,90 zł"), ("de", "Versand", "4,90 €")])
def test_the_price_of_delivery_is_still_none(language: str, label: str, price: str) -> None:
    assert stored(f"<p>{label}</p><div class=price><em>{price}</em></div>", language) is None


@pytest.mark.parametrize(
    ("said", "state"),
    [
        ("", "IN_STOCK"),
        ("<p>Out of stock</p>", "OUT_OF_STOCK"),
        ("<p>Pre-order</p><p>Out of stock</p>", "UNKNOWN"),
    ],
)
def test_a_time_of_delivery_decides_nothing_between_phrases_that_disagree(said: str, state: str) -> None:
    body = f"<h1>Blue cup</h1><p>£49.90</p><p>Delivery time</p><p>3 days</p>{said}<button>Add to wish list</button>"
    answer = read_page(body, url="https://shop.example/p/blue-cup", title="Blue cup", lang="en-GB")
    assert answer["offer"]["availability"] == state
