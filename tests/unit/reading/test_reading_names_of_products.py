"""The product's name where labels or the first heading say something else."""

from __future__ import annotations

from typing import Any

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

SHOPS = Shops(ShopsSettings())
SOLD = "<p>SKU: C-100</p><p class='price'>£12.50</p><form action='/cart'><button>Add to cart</button></form>"


def title(body: str, head: str = "") -> Any:
    html = f"<html lang='en-GB'><head><meta charset='utf-8'>{head}</head><body>{body}{SOLD}</body></html>"
    return (read_saved(html.encode(), "https://shop.example/p/1", SHOPS).get("offer") or {}).get("title")


def _labels(name: str, site: str) -> str:
    labels = f"<meta property='og:title' content='{name}'><meta property='og:site_name' content='{site}'>"
    return f"<title>Blue cup</title>{labels}"


@pytest.mark.parametrize(
    ("name", "site", "read"),
    [
        ("Blue cup - Pine House", "Pine House", "Blue cup"),
        ("Blue cup - large", "Pine House", "Blue cup - large"),
        ("Pine House", "Pine House", "Blue cup"),
        ("Pine House — cups since 1950", "Pine House", "Blue cup"),
        ("Blue cup with a lid", "Pine House", "Blue cup with a lid"),
    ],
)
def test_labels_that_name_the_site(name: str, site: str, read: str) -> None:
    assert title("<h1>Blue cup</h1>", _labels(name, site)) == read


def test_a_heading_that_says_product_details_only() -> None:
    head = "<title>Pine House</title>"
    assert title("<h1>Product details</h1><h2>Our products</h2><h4>Blue cup</h4>", head) == "Blue cup"
    assert title("<h4>Blue cup</h4><h1>Product details</h1>", head) == "Product details", "nothing stands below it"
    assert title("<h1>Blue cup</h1><h2>Product details</h2>", head) == "Blue cup"
