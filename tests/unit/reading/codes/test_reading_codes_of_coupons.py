"""A code that a buyer types for a discount is not the product's."""

from __future__ import annotations

from typing import Any

import pytest

from tests.invented.plain_page import read_page
from tests.unit.reading.no_product.test_reading_no_single_product import LONG

NAME = "Blue tin cup"


def sku(said: str) -> Any:
    body = f"<h1>{NAME}</h1><p>£12.50</p>{said}<p>In stock</p><button>Add to basket</button>{LONG}"
    return read_page(body, url="https://www.pine-house.co.uk/p/blue-tin-cup", title=f"{NAME} | Pine House")["offer"][
        "sku"
    ]


@pytest.mark.parametrize(
    "said",
    [
        "<p>10% off everything</p><p>Code: PINE10</p>",
        "<p>Get 10% off!</p><ul><li>Code</li><li>PINE10</li></ul>",
        "<p>-10 %</p><dl><dt>Code:</dt><dd>PINE10</dd></dl>",
        "<p>10% off | Code: PINE10</p>",
        "<p>Code: PINE10 (10% off)</p>",
        "<p>Code: PINE-5X with your voucher</p>",
        "<p>%10 indirim</p><p>Kod: PINE10</p>",
    ],
)
def test_what_ends_with_the_per_cent_beside_it_is_no_sku(said: str) -> None:
    assert sku(said) is None
    assert sku(f"{said}<p>SKU: CUP-7</p>") == "CUP-7"


@pytest.mark.parametrize(
    "said",
    ["<p>Code: PINE10</p>", "<p>10% off</p><p>Code: PINE12</p>", "<p>100% tin</p><p>Code: PINE10</p>"],
)
def test_any_other_still_is(said: str) -> None:
    assert str(sku(said)).startswith("PINE1")
