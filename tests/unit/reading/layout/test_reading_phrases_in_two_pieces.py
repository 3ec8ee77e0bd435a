"""A phrase of which a word stands in an element of its own says what it says whole."""

from __future__ import annotations

from typing import Any

import pytest

from common.reading.parsed.document import parse_text
from common.reading.visible.view import whole_view
from tests.invented.plain_page import read_page
from tests.unit.reading.no_product.test_reading_no_single_product import LONG

NAME = "Blue tin cup"


def read(said: str) -> tuple[Any, ...]:
    body = f"<h1>{NAME}</h1>{said}{LONG}"
    answer = read_page(body, url="https://www.pine-house.co.uk/p/blue-tin-cup", title=f"{NAME} | Pine House")
    offer = answer["offer"] or {}
    return answer["verdict"] and answer["verdict"]["status"], offer.get("price"), offer.get("availability")


@pytest.mark.parametrize(
    "said",
    [
        "<p>£12.50</p><p><b>In</b> stock</p>",
        "<p>£12.50</p><p>Out <span>of stock</span></p>",
        "<p>£12.50</p><p>In stock</p><div><i>Shipping</i> cost</div><div>£3.90</div>",
        "<p><b>Regular</b> price</p><p>£19.00</p><p><font>Sale</font> price</p><p>£12.50</p><p>In stock</p>",
        "<p>£12.50</p><p>In stock</p><div><b>Members</b> only</div><div>£9.50</div>",
    ],
)
def test_it_is_read_as_if_it_were_one_piece(said: str) -> None:
    whole = said
    for tag in ("b", "i", "span", "font"):
        whole = whole.replace(f"<{tag}>", "").replace(f"</{tag}>", "")
    assert read(said) == read(whole)
    assert read(said)[:2] == ("ok", "12.50")


@pytest.mark.parametrize("said", ["<b>Stock:</b> out", "<b>Colour</b> in stock", "<b>Price</b> £12.50"])
def test_a_label_and_its_value_stay_apart(said: str) -> None:
    document = parse_text(f"<html><body><h1>{NAME}</h1><p>{said}</p></body></html>", "https://pine-house.example/p/1")
    assert [line.text for line in whole_view(document).lines][1] in {"Stock:", "Colour", "Price"}
