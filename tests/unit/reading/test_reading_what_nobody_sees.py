"""Marks that show nothing, words inside pictures, amounts said twice for whoever hears the page, and parameters that
tell who came: none of them changes what a page says.
"""

from __future__ import annotations

from typing import Any

import pytest

from common.reading.address import is_front, is_list
from common.reading.parsed.document import parse_text
from common.reading.parsed.text_within import text_within
from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

SHOPS = Shops(ShopsSettings())
URL = "https://www.pine-house.co.uk/p/blue-tin-cup"
ISOLATE, POP_ISOLATE, EMBED, POP = "\u2066", "\u2069", "\u202a", "\u202c"
NO_BREAK, BYTE_ORDER, ZERO_WIDTH, ARABIC = "\u2060", "\ufeff", "\u200b", "\u061c"


def read(body: str, *, title: str = "<title>Blue tin cup | Pine House</title>") -> dict[str, Any]:
    rest = f"<button>Add to basket</button><p>SKU: CUP-100</p><p>In stock</p><p>{'It holds tea well. ' * 20}</p>"
    page = f"<html lang='en-GB'><head><meta charset='utf-8'>{title}</head><body>{body}{rest}</body></html>"
    return read_saved(page.encode(), URL, SHOPS)


def stored(answer: dict[str, Any]) -> str | None:
    """The price that would be stored."""
    is_ok = answer["ok"] and answer["verdict"]["status"] == "ok"
    return answer["offer"]["price"] if is_ok else None


@pytest.mark.parametrize(
    "price",
    [
        f"<p class=price>{ISOLATE}£1,299.00{POP_ISOLATE}</p>",
        f"<p class=price>£{ISOLATE}1,299{POP_ISOLATE}.{ISOLATE}00{POP_ISOLATE}</p>",
        f"<p>{EMBED}£1,299.00{POP}</p>",
        f"<p>{ARABIC}£1,299{ARABIC}.00</p>",
        f"<p class=price>£1{NO_BREAK},299{NO_BREAK}.00</p>",
        f"<p class=price>{BYTE_ORDER}£1,299<sup>{BYTE_ORDER}00</sup></p>",
        f"<p><span>{BYTE_ORDER}£</span><span>{ZERO_WIDTH}1,299</span><span>{ZERO_WIDTH}.00</span></p>",
        f"<p class=price>£1,299<span>{ZERO_WIDTH}</span><sup>00</sup></p>",
        f"<p>Our price:</p><p>{ZERO_WIDTH}</p><p>£1,299.00</p>",
        f"<p class=price><span>Usual price £{ISOLATE}1,500.00{POP_ISOLATE}</span>£1,299.00</p>",
    ],
)
def test_marks_that_show_nothing_are_no_part_of_an_amount(price: str) -> None:
    assert stored(read(f"<h1>Blue tin cup</h1>{price}")) == "1299.00"


def test_a_name_has_no_marks_of_direction() -> None:
    assert read(f"<h1>Blue {ISOLATE}tin{POP_ISOLATE} cup</h1><p>£12.50</p>")["offer"]["title"] == "Blue tin cup"


@pytest.mark.parametrize("title", ["", "<title></title>"])
@pytest.mark.parametrize("said", ["Cart", "Search", "Log in"])
def test_the_title_of_a_drawn_picture_is_not_the_pages(said: str, title: str) -> None:
    icon = f"<a href='/cart'><svg role=img><g><title>{said}</title></g><path d='M0 0'/></svg><span>0</span></a>"
    answer = read(f"{icon}<h1>Blue tin cup</h1><p class=price>£12.50</p>", title=title)
    assert (stored(answer), answer["offer"]["title"]) == ("12.50", "Blue tin cup")


def test_a_later_title_outside_pictures_is_the_pages() -> None:
    page = "<html><body><svg><title>Cart</title></svg><title>Blue tin cup</title></body></html>"
    assert parse_text(page, URL).title == "Blue tin cup"


def test_the_title_of_a_picture_is_no_text_of_what_holds_it() -> None:
    page = parse_text("<html><body><a><svg><title>Icon</title></svg>Add to <b>basket</b></a></body></html>", URL)
    assert text_within(page.root.find("body/a")).strip() == "Add to basket"


def test_a_button_with_a_picture_says_what_stands_beside_it() -> None:
    icon = "<svg><title>Icon</title><path d='M0 0'/></svg>"
    body = f"<h1>Blue tin cup</h1><p class=price>£12.50</p><button disabled>{icon}Sold out</button>"
    html = f"<html lang='en-GB'><head><title>Blue tin cup</title></head><body>{body}</body></html>"
    answer = read_saved(html.encode(), URL, SHOPS)
    assert answer["offer"]["availability"] == "OUT_OF_STOCK"


@pytest.mark.parametrize(
    "price",
    [
        "<span class=sr-only>£12.50</span><span aria-hidden=true>£12.50</span>",
        "<span aria-hidden=true>£12.50</span><span class=sr-only>£12.50</span>",
        "<span class=offscreen>£12.50</span><span aria-hidden=true><span>£</span><span>12</span><sup>50</sup></span>",
        "<span class=sr-only>Price: £12.50</span> <span aria-hidden=true>£12.50</span>",
        "£<span class=sr-only>12.50</span><span aria-hidden=true>12.50</span>",
    ],
)
def test_an_amount_that_is_also_said_aloud_is_one_amount(price: str) -> None:
    assert stored(read(f"<h1>Blue tin cup</h1><p class=price>{price}</p>")) == "12.50"


def test_the_same_digits_that_are_not_said_aloud_are_cents() -> None:
    price = "£<span class=whole>12</span><span class=cents>12</span>"
    assert stored(read(f"<h1>Blue tin cup</h1><p class=price>{price}</p>")) == "12.12"


@pytest.mark.parametrize(
    ("url", "front"),
    [
        ("https://pine-house.co.uk/?utm_source=feed&gclid=Ab1", True),
        ("https://pine-house.co.uk/en/?srsltid=Ab1#top", True),
        ("https://pine-house.co.uk/?utm_source=feed&p=214", False),
        ("https://pine-house.co.uk/?blue-tin-cup", False),
        ("https://pine-house.co.uk/?", True),
    ],
)
def test_who_came_makes_no_other_page_of_the_front(url: str, front: bool) -> None:
    assert is_front(url) is front


@pytest.mark.parametrize(
    ("asked", "is_all"), [("", True), ("?utm_source=feed", True), ("?id=214", False), ("?gclid=A1&id=214", False)]
)
def test_who_came_makes_no_other_page_of_all_products(asked: str, is_all: bool) -> None:
    assert is_list(f"https://pine-house.co.uk/products{asked}") is is_all


@pytest.mark.parametrize("name", ["src", "data-src", "data-lazy-src", "data-original"])
@pytest.mark.parametrize(
    "button",
    ["<button><img src=/blank.gif {}='/add-to-basket.png'></button>", "<a href=/b><img {}='/addtocart.gif'></a>"],
)
def test_a_button_is_known_by_its_picture_before_that_is_loaded(button: str, name: str) -> None:
    drawn = button.replace("src=/blank.gif ", "") if name == "src" else button
    body = f"<h1>Blue tin cup</h1><p class=price>£12.50</p>{drawn.format(name)}<p>SKU: CUP-100</p>"
    html = f"<html lang='en-GB'><head><title>Blue tin cup</title></head><body>{body}</body></html>"
    assert read_saved(html.encode(), URL, SHOPS)["offer"]["availability"] == "IN_STOCK"
