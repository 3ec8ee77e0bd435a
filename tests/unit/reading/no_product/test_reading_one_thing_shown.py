"""Pages on which nothing says that they are a product's: a name and one price right below it are kept, and doubted."""

from __future__ import annotations

from typing import Any

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

SHOPS = Shops(ShopsSettings())
NAME = "<h1>Blue cup of the hills</h1>"
PRICE = "<p>£12.50</p>"
PICTURE = "<img src='/cup.jpg'>"
TEXT = "<p>" + 40 * "Earthenware from the hills. " + "</p>"
CARDS = "".join(
    f"<div class='card'><a href='/p/{name}'>{name}</a><b>£{price}.00</b></div>"
    for name, price in (("dish", 3), ("bowl", 5), ("plate", 7), ("jug", 9), ("spoon", 4))
)


def read(body: str, *, path: str = "/4711", title: str = "Hills Pottery") -> dict[str, Any]:
    top = f"<meta charset='utf-8'><title>{title}</title>"
    html = f"<html lang='en-GB'><head>{top}</head><body>{body}</body></html>"
    return read_saved(html.encode(), f"https://shop.example{path}", SHOPS)


def doubted(answer: dict[str, Any]) -> bool:
    kept = answer.get("offer") is not None and answer["offer"]["price"] == "12.50"
    return kept and answer["verdict"] == {"status": "quarantine", "reason": "UNCONFIRMED_PRICE"}


@pytest.mark.parametrize(
    ("body", "path", "title"),
    [
        (f"{NAME}{PRICE}{TEXT}", "/4711", "Pottery: the blue cup of our hills, and more"),
        (f"{NAME}{PRICE}{TEXT}", "/things/blue-cup-of-hills.html", "Hills Pottery"),
        (f"<h1>Cup of the blue hills, made in 1950, signed</h1>{PRICE}{TEXT}", "/things/cup-of-hills", "Hills Pottery"),
        (f"{NAME}{PRICE}{TEXT}", "/product/4711", "Hills Pottery"),
        (f"{NAME}{PRICE}{TEXT}", "/ficha-producto.html?id=4711", "Hills Pottery"),
        (f"{NAME}{PRICE}{TEXT}", "/urundetay.html?id=4711", "Hills Pottery"),
        (f"<div><div>{PICTURE}</div><div>{NAME}{PRICE}</div></div>{TEXT}", "/4711", "Hills Pottery"),
        (f"<form><input name='user'><input type='password'></form>{NAME}{PRICE}{TEXT}", "/product/4711", "Hills"),
    ],
)
def test_a_name_and_one_price_are_kept_and_doubted(body: str, path: str, title: str) -> None:
    assert doubted(read(body, path=path, title=title))


@pytest.mark.parametrize(
    ("body", "path"),
    [
        (f"{NAME}{PRICE}{TEXT}", "/4711"),
        (f"{NAME}{25 * '<p>Clay.</p>'}{PRICE}{TEXT}", "/product/4711"),
        (f"{NAME}<p>A cup for £12.50 is no more than a cup.</p>{TEXT}", "/product/4711"),
        (f"{NAME}{PRICE}<form><input name='user'><input type='password'></form>{TEXT}", "/product/4711"),
        (f"<h1>Cup</h1>{PRICE}{TEXT}", "/product/4711"),
        (
            f"<h1>Studio hours</h1>{PRICE}<p>Kiln</p><p>£20</p><p>Glaze</p><p>£30</p><p>Rent</p><p>£40</p>",
            "/product/47",
        ),
        (f"<div>{NAME}{PRICE}</div><a href='/oven'>{PICTURE}</a>{TEXT}", "/4711"),
        (f"<div><a href='/oven'>{PICTURE}</a><div>{NAME}{PRICE}</div></div>{TEXT}", "/4711"),
    ],
)
def test_what_agrees_with_nothing_or_shows_more_is_still_refused(body: str, path: str) -> None:
    assert read(body, path=path)["reason"] == "NOT_A_PRODUCT"


def test_what_is_called_something_else_stays_that() -> None:
    body = f"{NAME}{PRICE}{TEXT}"
    assert read(body, path="/category/product-cups", title="Blue cup")["reason"] == "LISTING"
    assert read(body, path="/blog/blue-cup-of-the-hills")["reason"] == "ARTICLE"
    assert read(body, path="/")["reason"] == "HOME"


def test_cards_of_others_at_the_address_of_one_product() -> None:
    body = f"{NAME}{PRICE}{TEXT}{CARDS}"
    named = "Blue cup of the hills | Hills Pottery"
    assert doubted(read(body, path="/product/4711", title=named))
    assert doubted(read(body, path="/4711", title=named)), "an h1 that the title repeats, and a price right below it"
    smaller = body.replace("h1>", "h2>")
    assert read(smaller, path="/4711", title=named)["reason"] == "LISTING"
    assert read(body, path="/product/4711")["reason"] == "LISTING"
    sorted_ = f"{NAME}<p>Sort by: price</p>{PRICE}{TEXT}{CARDS}"
    assert read(sorted_, path="/product/4711", title=named)["reason"] == "LISTING"


@pytest.mark.parametrize(
    ("names", "is_own"),
    [
        ("product-shop has-related", True),
        ("col-main with-reviews no-carousel", True),
        ("related", False),
        ("has-related related", False),
    ],
)
def test_a_box_that_only_has_other_products_beside_it_is_the_products_own(names: str, is_own: bool) -> None:
    body = f"{NAME}<div class='{names}'><p>Out of stock</p>{PRICE}</div>"
    answer = read(f"{body}{TEXT}", path="/product/4711", title="Blue cup of the hills")
    assert ((answer.get("offer") or {}).get("price") == "12.50") is is_own


def test_of_two_amounts_in_a_row_the_lower_one_is_doubted() -> None:
    named, button = "Blue cup of the hills | Hills Pottery", "<p>In stock</p><button>Add to cart</button>"
    assert doubted(read(f"{NAME}<p>£15.00</p>{PRICE}{button}{TEXT}", title=named))
    far = read(f"{NAME}<p>£40.00</p>{PRICE}{button}{TEXT}", title=named)
    assert far["offer"]["price"] is None
    apart = read(f"{NAME}<p>£15.00</p><p>Clay</p>{PRICE}{button}{TEXT}", title=named)
    assert apart["offer"]["price"] is None


def test_the_only_amount_in_an_element_that_is_named_another_one() -> None:
    named, path = "<p class='shipping-cost'>£12.50</p>", "/things/blue-cup-of-hills.html"
    assert doubted(read(f"{NAME}{named}{TEXT}", path=path))
    assert not doubted(read(f"{NAME}{named}<p class='shipping-cost'>£3.00</p>{TEXT}", path=path))


NAMED = "<div>Blue cup of the hills</div>"
CODE = "<p>Item no. HC-115</p>"


@pytest.mark.parametrize(
    ("body", "path"),
    [
        (f"<div>{PICTURE}{NAMED}{CODE}{PRICE}</div>{TEXT}", "/4711"),
        (f"<div>{PICTURE}{NAMED}{PRICE}<p>In stock</p></div>{TEXT}", "/4711"),
        (f"{NAMED}{PRICE}{TEXT}", "/product/4711"),
        (f"<p>Blue cup</p><p>Nearly new one</p>{PRICE}{TEXT}", "/things/blue-cup.html"),
    ],
)
def test_a_page_that_names_nothing_is_seen_from_its_one_amount(body: str, path: str) -> None:
    assert doubted(read(body, path=path))


def test_the_name_is_what_a_picture_repeats_or_the_nearest_that_is_no_label() -> None:
    described = "<img src='/cup.jpg' alt='Blue cup of the hills'>"
    body = f"<div>{described}{NAMED}<p>Thrown by hand</p>{CODE}{PRICE}</div>"
    assert read(body)["offer"]["title"] == "Blue cup of the hills"
    assert read(f"{NAMED}<p>Subject: hills, cups</p>{PRICE}", path="/product/47")["offer"]["title"] == NAMED[5:-6]


@pytest.mark.parametrize(
    ("body", "path"),
    [
        pytest.param(f"<div>{PICTURE}{NAMED}{PRICE}</div>{TEXT}", "/4711", id="a picture alone"),
        pytest.param(f"{NAMED}{CODE}{PRICE}{TEXT}", "/4711", id="no picture"),
        pytest.param(f"{NAMED}{PRICE}<p>Lid of the cup</p><p>£5.00</p>", "/product/4711", id="two amounts"),
        pytest.param(f"{NAMED}<p>Some cost £12.50 at fairs and elsewhere.</p>", "/product/4711", id="in a sentence"),
        pytest.param(f"<a href='/oven'>Oven of clay</a>{PRICE}{TEXT}", "/product/4711", id="a link elsewhere"),
        pytest.param(f"{NAMED}{13 * '<p>Clay.</p>'}{PRICE}{TEXT}", "/product/4711", id="far above"),
        pytest.param(f"{NAMED}{PRICE}<form><input type='password'></form>", "/product/4711", id="a login below"),
    ],
)
def test_a_page_that_names_nothing_and_tells_nothing_more_is_refused(body: str, path: str) -> None:
    assert read(body, path=path).get("offer") is None
