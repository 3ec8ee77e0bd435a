"""A bare number in an element named a price, with words beside it; and prices of others behind one that is not read."""

from __future__ import annotations

from typing import Any

import pytest

from tests.invented.plain_page import read_page
from tests.unit.reading.no_product.test_reading_no_single_product import LONG

NAME = "Cherry spoon"
OTHER = "<div><a href='/p/oil'>Spoon oil, 2 oz</a><div class='product-price'><span>9.00</span></div></div>"


def read(beside: str, behind: str = "") -> tuple[Any, ...]:
    price = f"<div class='product-price'><span class='native'>38.00</span>{beside}</div>"
    body = f"<h1>{NAME}</h1>{price}<p>In stock</p><button>Add to basket</button>{behind}{LONG}"
    answer = read_page(body, url="https://www.pine-house.co.uk/p/cherry-spoon", title=f"{NAME} | Pine House")
    offer = answer["offer"] or {}
    return answer["verdict"] and answer["verdict"]["status"], offer.get("price"), offer.get("currency")


@pytest.mark.parametrize("beside", ["", "<p>Pay later with Vorra Pay</p>", "<p>Free returns within the month</p>"])
@pytest.mark.parametrize("behind", ["", OTHER])
def test_words_that_are_no_currency_leave_it_the_price(beside: str, behind: str) -> None:
    assert read(beside, behind) == ("ok", "38.00", "GBP")


@pytest.mark.parametrize("beside", ["<small>kvorrs</small>", "<span>€</span><p>with the tax in it</p>"])
def test_a_currency_or_what_may_be_one_counts(beside: str) -> None:
    status, _, currency = read(beside)
    assert (status, currency) != ("ok", "GBP")


@pytest.mark.parametrize("beside", ["<p>Earn 12 points</p>", "<small>4 reviews of it by others</small>"])
def test_where_it_is_not_read_nothing_behind_the_button_is_the_price(beside: str) -> None:
    assert read(beside, OTHER)[:2] == ("drop", None)
