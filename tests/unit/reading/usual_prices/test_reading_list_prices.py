"""The list price that a page prints beside the price, for buyers to compare."""

from __future__ import annotations

from typing import Any

import pytest

from tests.invented.plain_page import read_page

BODY = "<h1>Vorra lamp</h1>{0}<p>SKU: VL-3</p><p>In stock</p><button>Add to cart</button>"


def read(prices: str, head: str = "") -> dict[str, Any]:
    url = "https://www.pine-house.co.uk/p/vorra-lamp"
    answer = read_page(BODY.format(prices), url=url, title="Vorra lamp", head=head)
    return dict(answer["offer"])


@pytest.mark.parametrize(
    "prices",
    [
        "<p><del>£40.00</del> <b>£34.00</b></p>",
        "<p>Was £40.00</p><p>Now £34.00</p>",
        "<p>RRP: £40.00</p><p class='price'>£34.00</p>",
        "<span class='old-price'>£40.00</span><span class='price'>£34.00</span>",
        "<p class='price'>£34.00</p><p>You save £6.00</p><p><s>£40.00</s></p>",
    ],
)
def test_an_old_amount_beside_the_price_is_the_list_price(prices: str) -> None:
    offer = read(prices)
    assert (offer["price"], offer["list_price_minor"]) == ("34.00", 40_00)
    assert offer["came_from"]["list_price_minor"] == "visible"


@pytest.mark.parametrize(
    "prices",
    [
        "<p class='price'>£34.00</p>",
        "<p><del>£30.00</del> <b>£34.00</b></p>",
        "<p><del>£400.00</del> <b>£34.00</b></p>",
        "<p><del>£45.00</del> <del>£40.00</del> <b>£34.00</b></p>",
        "<p class='price'>£34.00</p><p>Lowest price in the last 30 days: £36.00</p>",
        "<p class='price'>£34.00</p>" + "<p>A lamp of oak.</p>" * 9 + "<div><del>£40.00</del> Tarn lamp</div>",
    ],
    ids=["none", "lower", "ten times as much", "two", "lowest of thirty days", "far away"],
)
def test_other_amounts_are_none(prices: str) -> None:
    offer = read(prices)
    assert (offer["price"], offer["list_price_minor"]) == ("34.00", None)
    assert "list_price_minor" not in offer["came_from"]


def test_one_that_is_stated_goes_first() -> None:
    stated = (
        "<script>dataLayer.push({'name': 'Vorra lamp', 'sku': 'VL-3', 'price': '34.00', 'oldPrice': '42.00', 'a': 1});"
        "</script>"
    )
    offer = read(f"<p><del>£40.00</del> <b>£34.00</b></p>{stated}")
    assert (offer["list_price_minor"], offer["came_from"]["list_price_minor"]) == (42_00, "embedded-state")
