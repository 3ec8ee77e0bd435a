"""Pages without a heading, whose title holds only the shop's name: a box is called the product's name, or a card of a
product is the page's own; and lists, whose boxes are called the same.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.invented.plain_page import read_page

URL = "https://www.pine-house.shop/detail/"
BUYS = "<p>24,50 €</p><p>In stock</p><button>Add to cart</button>"


def read(body: str, *, url: str = URL) -> dict[str, Any]:
    return read_page(f"<main>{body}</main>", url=url, title="Pine House", lang="en")


def stored(answer: dict[str, Any]) -> tuple[str, int] | None:
    if not answer["ok"] or answer["verdict"]["reason"] is not None:
        return None
    return answer["offer"]["title"], answer["offer"]["price_minor"]


@pytest.mark.parametrize(
    "named",
    ["product-card__title", "productCard__title", "item_name", "goods-info-title", "h1", "font-bold h1"],
)
def test_the_only_box_called_a_products_name_is_its_name(named: str) -> None:
    body = f"<div class='{named}'>Tin cup Vorra</div><p>Item no. VR-2201</p>{BUYS}"
    assert stored(read(body)) == ("Tin cup Vorra", 2450)


def test_a_box_called_a_heading_is_none_where_the_page_has_one() -> None:
    body = f"<h1>Tin cup Vorra</h1><p>Item no. VR-2201</p>{BUYS}<p class='h1'>Write to us about anything</p>"
    assert stored(read(body)) == ("Tin cup Vorra", 2450)


def test_two_boxes_called_names_tell_which_of_the_two_is_meant_as_little_as_none() -> None:
    box = "<div class='item-name'>{}</div><p>Item no. VR-2201</p>"
    assert stored(read(box.format("Tin cup Vorra") + BUYS + box.format("Oak lid Vorra") + BUYS)) is None


CARD = (
    "<div class='{0}'><div class='{0}__info'><div class='{0}__title'>Tin cup Vorra</div>"
    "<p class='{0}__code'>Item no. VR-2201</p><p class='{0}__stock'>In stock</p>"
    "<p class='{0}__cost'>24,50 €</p><button class='{0}__button'>Add to cart</button></div></div>"
)


@pytest.mark.parametrize("named", ["product-card", "productCard", "product_card", "ProductCard"])
def test_the_one_card_around_the_name_is_the_pages_own_however_it_is_written(named: str) -> None:
    assert stored(read(CARD.format(named))) == ("Tin cup Vorra", 2450)


def entry(name: str, amount: str, tag: str = "p") -> str:
    return f"<div class=entry><{tag}>{name}</{tag}><p>{amount}</p><button>Add to cart</button></div>"


def test_the_name_of_one_of_several_boxes_that_each_sell_makes_no_product() -> None:
    boxes = entry("Tin cup Vorra", "24,50 €") + entry("Oak lid Vorra", "12,00 €") + entry("Tin jug Vorra", "31,00 €")
    assert not read(boxes, url="https://www.pine-house.shop/tin-cup-vorra/")["ok"]


def test_a_main_heading_in_one_of_them_does() -> None:
    boxes = entry("Tin cup Vorra", "24,50 €", "h1") + entry("Oak lid Vorra", "12,00 €") + entry("Jug Vorra", "31,00 €")
    assert read(boxes, url="https://www.pine-house.shop/tin-cup-vorra/")["offer"]["price_minor"] == 2450


PIECES = (
    "<section><div class='product-card about'><h1>Tin cup Vorra</h1><p>Made by hand.</p></div>"
    "<div class='product-card buy'><p class='price'>24,50 €</p>{picture}<button>Add to cart</button></div></section>"
    "<div class='product-card'><h2>How it is made</h2><p>Slowly.</p></div>"
)


def test_a_page_may_be_made_of_cards() -> None:
    assert stored(read(PIECES.format(picture=""))) == ("Tin cup Vorra", 2450)


def test_a_card_with_a_picture_beside_the_products_own_is_anothers() -> None:
    assert stored(read(PIECES.format(picture="<img src='/lid.jpg' alt='Oak lid'>"))) is None
