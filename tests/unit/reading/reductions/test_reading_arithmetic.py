"""Prices that amounts and per cents tell by themselves, where no word stands beside them."""

from __future__ import annotations

from typing import Any

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

SHOPS = Shops(ShopsSettings())
HEAD = "<title>Blue tin cup with a lid - Pine House</title>"
BUTTON = "<form action='/cart'><button>Add to cart</button></form>"


def read(body: str, head: str = HEAD, url: str = "https://shop.co.uk/p/blue-tin-cup") -> Any:
    html = f"<html lang='en-GB'><head><meta charset='utf-8'>{head}</head><body>{body}</body></html>"
    return read_saved(html.encode(), url, SHOPS)


def stored(answer: Any) -> str | None:
    return answer["offer"]["price"] if answer.get("verdict", {}).get("status") == "ok" else None


@pytest.mark.parametrize(
    "shown",
    [
        pytest.param(
            "<p>22% OFF</p><td>Part number:</td><td>Regular price:</td><td>Our price:</td><td>You save:</td>"
            "<td>T-60</td><td><s>£299.99</s></td><td><b>£235.00</b></td><td><b>£65.00</b></td>",
            id="labels in one column, amounts in the next",
        ),
        pytest.param(
            "<div>Was</div><div>£282.33</div><div>You save (17%)</div><div>- £47.33</div><div>Your price</div>"
            "<div>£235.00</div>",
            id="what is saved has its per cent in brackets",
        ),
        pytest.param(
            "<div class='x1'>£235</div><div class='x2'>£ 276</div><span>15% off</span><p>Mint</p><p>Lime</p><p>Plum</p>"
            "<span>£ 4</span>",
            id="the per cent behind both, names that say nothing",
        ),
    ],
)
def test_what_amounts_say_of_each_other(shown: str) -> None:
    answer = read(f"<h1>Blue tin cup with a lid</h1>{shown}{BUTTON}")
    assert stored(answer) in {"235.00", "235"}, answer


def test_half_off_tells_nothing() -> None:
    shown = "<p>50% OFF</p><s>£200.00</s><b>£100.00</b><b>£100.00</b><b>£12.00</b>"
    answer = read(f"<h1>Blue tin cup with a lid</h1>{shown}{BUTTON}")
    assert stored(answer) is None


def test_a_sold_out_offer_is_no_price() -> None:
    offers = ",".join(
        f'{{"@type": "Offer", "price": "{price}", "priceCurrency": "GBP", "availability": "https://schema.org/{state}"}}'
        for price, state in (("8.49", "InStock"), ("8.49", "InStock"), ("4.19", "OutOfStock"))
    )
    ld = f'{{"@context": "https://schema.org", "@type": "Product", "name": "Blue tin cup", "offers": [{offers}]}}'
    answer = read(
        f"<h1>Blue tin cup</h1><p class='price'>£8.49</p>{BUTTON}", f"<script type='application/ld+json'>{ld}</script>"
    )
    assert stored(answer) == "8.49"
    all_gone = ld.replace("InStock", "OutOfStock")
    gone = read("<h1>Blue tin cup</h1>", f"<script type='application/ld+json'>{all_gone}</script>")
    assert gone["offer"]["price"] == "4.19", "where all are sold out the lowest stands, as before"


def test_a_heading_drawn_twice_opens_what_stands_around_the_second() -> None:
    again = "<div class='product-grid__container'><h1>Blue tin cup</h1><p class='price'>£24.50</p>" + BUTTON + "</div>"
    answer = read(f"<div class='phone'><h1>Blue tin cup</h1></div>{again}", "<title>Blue tin cup</title>")
    assert stored(answer) == "24.50"


def test_a_button_that_prestashop_hides_sells_nothing() -> None:
    hidden = f"<div class='unvisible'>{BUTTON}</div>"
    shown = "<p>SKU: T-60</p><p class='price'>£24.50</p><p>Out of stock</p>"
    answer = read(f"<h1>Blue tin cup</h1>{shown}{hidden}", "<title>Blue tin cup</title>")
    assert answer["offer"]["availability"] == "OUT_OF_STOCK"


@pytest.mark.parametrize(
    ("text", "currency"),
    [
        ("<p>蓝色锡杯，带盖。</p><p>正品保障</p><p>支持退货</p>", "CNY"),
        ("<p>青い錫のカップ。ふた付き。</p><p>正品</p><p>返品</p>", "JPY"),
        ("<p>A tin cup 杯</p>", None),
    ],
)
def test_whose_yen_by_the_script_of_the_page(text: str, currency: str | None) -> None:
    body = f"<h1>Blue tin cup</h1><p>SKU: T-60</p><span class='price'>￥2560</span>{text}{BUTTON}"
    html = f"<html><head><title>Blue tin cup</title></head><body>{body}</body></html>"
    answer = read_saved(html.encode(), "https://shop.example/p/1", SHOPS)
    assert answer["offer"]["currency"] == currency


@pytest.mark.parametrize("note", ["Product not found!", "Sorry, this product could not be found."])
def test_a_line_that_says_that_there_is_no_such_product(note: str) -> None:
    page = f"<table><tr><td class='boxText'>{note}</td></tr></table><p>What's new: Green cup</p><p>£9.00</p>"
    assert read(page, "<title>Pine House</title>")["reason"] == "NOT_FOUND"


@pytest.mark.parametrize(
    "shown",
    [
        "<p>Save £20</p><p>£119.99</p><p>£139.99</p>",
        "<p>£139.99</p><p>£119.99</p><p>You save £20.00</p>",
        "<p>£119.99</p><p>£139.99</p><p>£20 off</p>",
        "<p>£139.99</p><p>£119.99</p><p>You save:</p><p>£20.00</p>",
        "<p>£139.99</p><p>£119.99</p><p>You save:</p><p>£20.00</p><p>6</p><p>x</p><p>£20.00</p>",
    ],
)
def test_what_is_saved_tells_which_of_two_is_the_price(shown: str) -> None:
    assert stored(read(f"<h1>Blue tin cup with a lid</h1>{shown}{BUTTON}")) == "119.99"


@pytest.mark.parametrize(
    "shown",
    [
        "<p>Save £30</p><p>£119.99</p><p>£139.99</p>",
        "<p>Save £20 with code LID</p><p>£119.99</p><p>£139.99</p>",
        "<p>£20 off when you buy two</p><p>£119.99</p><p>£139.99</p>",
        "<p>Members save £20</p><p>£119.99</p><p>£139.99</p>",
        "<p>Save £20 on your first order</p><p>£119.99</p><p>£139.99</p>",
        "<p>Save £20</p><p>£119.99</p><p>£139.99</p><p>£99.99</p>",
        "<p>Save £20</p><p>£119.99</p><p>Large</p><p>£139.99</p>",
        "<p>Save £20</p><p>£20.00</p><p>£40.00</p>",
    ],
)
def test_a_saving_that_is_not_the_difference_of_two_neighbours_tells_nothing(shown: str) -> None:
    assert stored(read(f"<h1>Blue tin cup with a lid</h1>{shown}{BUTTON}")) is None
