"""Brands that only two places of the page together name: the product's name, and a label, link, step or picture."""

from __future__ import annotations

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

SHOPS = Shops(ShopsSettings())
BUY = "<p class='price'>£12.50</p><p>SKU: CUP-100</p><button>Add to cart</button>"


def brand(body: str) -> str | None:
    top = "<meta charset='utf-8'><title>Orvane blue cup of the hills | Shop</title>"
    html = f"<html lang='en-GB'><head>{top}</head><body>{body}</body></html>"
    answer = read_saved(html.encode(), "https://shop.example/product/4711", SHOPS)
    said: str | None = answer["offer"]["brand"]
    return said


NAME = "<h1>Orvane blue cup of the hills</h1>"
ROW = "<div class='product-card-layout__details'><div>{}</div><div>{}</div></div>"


@pytest.mark.parametrize(
    ("body", "named"),
    [
        (f"{NAME}{BUY}{ROW.format('Brand', 'Orvane')}", "Orvane"),
        (f"{NAME}{BUY}{ROW.format('Manufacturer', 'Orvane')}", "Orvane"),
        (f"{NAME}{BUY}{ROW.format('Brand', 'Pinewood')}", None),
        (f"<h1><a href='/orvane-x-b41'>Orvane</a> <span>blue cup of the hills</span></h1>{BUY}", "Orvane"),
        (f"<h1><a href='/product/4711'>Orvane</a> <span>blue cup of the hills</span></h1>{BUY}", None),
        (f"<h1><span>Orvane blue</span> <a href='/cups'>cup</a> of the hills</h1>{BUY}", None),
        (f"<h1><a href='/cup'>Orvane blue cup of the hills</a></h1>{BUY}", None),
    ],
)
def test_a_label_or_link_that_the_name_agrees_with(body: str, named: str | None) -> None:
    assert brand(body) == named


@pytest.mark.parametrize(
    ("steps", "named"),
    [
        (("Home", "Cups", "Cups Orvane"), "Orvane"),
        (("Home", "Cups", "Cups Pinewood"), None),
        (("Home", "Cups", "Cups of clay"), None),
        (("Home", "Cups", "Orvane"), None),
    ],
)
def test_a_step_of_the_breadcrumb_that_is_the_one_before_with_the_brand(steps: tuple[str, ...], named: str) -> None:
    trail = "".join(f"<li><a href='/c/{at}'>{step}</a></li>" for at, step in enumerate(steps))
    assert brand(f"<ul class='breadcrumbs'>{trail}</ul>{NAME}{BUY}") == named


@pytest.mark.parametrize(
    ("picture", "named"),
    [
        ("<img title='ORVANE' alt='' src='/media/4711.png'>", "Orvane"),
        ("<img alt='Cup on a table, large' src='/media/4711.png'>", None),
    ],
)
def test_the_line_above_the_name_that_a_picture_is_called(picture: str, named: str | None) -> None:
    top = "<h2><span>Orvane</span></h2><h1>Blue cup of the hills</h1>"
    html = (
        "<html lang='en-GB'><head><meta charset='utf-8'><title>Blue cup of the hills</title></head>"
        f"<body><div><div>{picture}</div><div>{top}{BUY}</div></div></body></html>"
    )
    answer = read_saved(html.encode(), "https://shop.example/product/4711", SHOPS)
    assert answer["offer"]["brand"] == named
