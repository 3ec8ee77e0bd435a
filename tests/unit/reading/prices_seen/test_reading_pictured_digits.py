"""A price of which each digit is a picture is the number that its pictures say."""

from __future__ import annotations

from typing import Any

import pytest

from tests.invented.plain_page import read_page

NAME = "Pine House forged knife Vorra"


def read(price: str) -> Any:
    several = "<p>Six or more: £89.00 each</p>"
    body = f"<h1>{NAME}</h1><p>SKU: V-12</p>{price}{several}<p>In stock</p><button>Add to cart</button>"
    answer = read_page(body, url="https://www.pine-house.co.uk/p/forged-knife-vorra", title=NAME)
    return answer["offer"]["price"] if answer["verdict"]["status"] == "ok" else None


def pictures(number: str, between: str = "") -> str:
    return between.join(f"<img src='/n/{sign}.gif' alt='{sign}'>" for sign in number)


@pytest.mark.parametrize(
    ("price", "read_as"),
    [
        (f"<div class='price'>£{pictures('990')}</div>", "990.00"),
        (f"<div class='price'>{pictures('99.50', ' ')} <span>GBP</span></div>", "99.50"),
        (f"<div class='price'><b>Price:</b> £{pictures('1,290')}</div>", "1290.00"),
    ],
)
def test_the_pictures_are_read_as_the_number(price: str, read_as: str) -> None:
    assert read(price) == read_as


@pytest.mark.parametrize("pages", [pictures("12", " | "), "<img src='/star.gif' alt='5'>", pictures("9" * 13)])
def test_other_pictures_of_digits_are_no_number(pages: str) -> None:
    assert read(f"<div class='pages'>£{pages}</div><div class='price'>£95.00</div>") == "95.00"
