"""A service that is not to be had says nothing of the goods: no warranty, no pickup, no cash on delivery."""

from __future__ import annotations

import pytest

from common.offer import Availability
from common.reading.text.availability import of_phrase
from tests.invented.plain_page import read_page

SERVICES = [
    "Warranty not available",
    "Warranty: not available",
    "Cash on delivery is not available",
    "In-store pickup unavailable",
    "Pickup is currently unavailable",
    "Click & Collect not available",
    "Free delivery not available",
    "EMI not available",
    "Garantía no disponible",
    "Recogida en tienda no disponible",
    "Retrait en magasin indisponible",
    "Abholung nicht verfügbar",
    "Garanzia non disponibile",
    "Garantia não disponível",
    "Odbiór osobisty niedostępny",
    "Самовывоз недоступен",
]


@pytest.mark.parametrize("said", SERVICES)
def test_nothing_is_said_of_the_goods(said: str) -> None:
    assert of_phrase(said) is Availability.UNKNOWN


@pytest.mark.parametrize("said", SERVICES)
def test_what_else_stands_there_counts(said: str) -> None:
    assert of_phrase(f"{said}. Out of stock") is Availability.OUT_OF_STOCK
    assert of_phrase(f"In stock, {said.lower()}") is Availability.IN_STOCK


@pytest.mark.parametrize(
    "said",
    ["Not available", "Product not available", "Delivery not available", "This watch with warranty is not available"],
)
def test_what_is_said_of_the_goods_stands(said: str) -> None:
    assert of_phrase(said) is Availability.OUT_OF_STOCK


@pytest.mark.parametrize("said", ["Warranty not available", "Pickup not available", "Cash on delivery unavailable"])
def test_a_page_with_a_button_that_buys_is_in_stock(said: str) -> None:
    body = (
        f"<h1>Pine mug</h1><div class='price'>£24.50</div><button>Add to cart</button><div><div>{said}</div></div>"
        "<p>Turned from the pine that fell in the storm, and sent with your name on it.</p>"
    )
    answer = read_page(body, url="https://www.pine-house.example/p/mug", title="Pine mug")
    assert (answer["offer"]["availability"], answer["verdict"]["status"]) == ("IN_STOCK", "ok")
