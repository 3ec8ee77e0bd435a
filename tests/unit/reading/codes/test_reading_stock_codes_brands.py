"""Stock, codes and brands in the ways that shops without markup say them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.invented.plain_page import read_page

PRICE = "<p class='price'>£12.50</p>"
BUY = "<button>Add to cart</button>"


def read(
    body: str, *, url: str = "https://shop.example/p/blue-cup", title: str = "Blue cup", lang: str = "en-GB"
) -> Any:
    answer = read_page(body, url=url, title=title, lang=lang)
    return answer.get("offer") or answer


def of(body: str, field: str, **about: str) -> Any:
    heading = about.pop("heading", "Blue cup")
    return read(f"<h1>{heading}</h1>{body}", **about).get(field)


@pytest.mark.parametrize(
    "stock",
    [
        "<p class='availability in-stock'><span>Delivery within ten days</span></p>",
        "<p class='stock in-stock'>12 boxes</p>",
        "<span class='availability' style='display:none'>in_stock</span>",
        "<form><button type='button' title='Add to cart'><img src='a.gif'></button></form>",
        "<form><a href='/cart/add/1'><img src='a.gif' alt='Add to cart'></a></form>",
        "<form><input type='image' src='/img/btn_add_to_cart.gif'></form>",
        "<form action='/checkout/cart/add/product/1'><input name='qty' value=1><button><i></i></button></form>",
        "<button><span>Add</span> <b>to</b> <span>cart</span></button>",
        "<div role='button'><span>Add to</span><span>cart</span></div>",
        "<p>Nur noch 18 auf Lager</p>",
        "<p>Only 3 left in stock - order soon</p>",
    ],
)
def test_it_can_be_had(stock: str) -> None:
    assert of(f"{PRICE}<p>SKU: CUP-100</p>{stock}", "availability") == "IN_STOCK"


@pytest.mark.parametrize(
    "stock",
    [
        "<p class='availability out-of-stock'><span>We are sorry</span></p>",
        "<div class='button add disabled'><span>add to cart</span></div><div><span>out of stock online</span></div>"
        "<p>not sold in stores</p>",
        "<ul><li>Item: 75020</li><li class='availability-future'>Temporarily out of stock</li><li>Ages: 9-14</li></ul>",
        "<p>Currently unavailable.</p>",
    ],
)
def test_it_cannot_be_had(stock: str) -> None:
    assert of(f"{PRICE}<p>SKU: CUP-100</p>{stock}", "availability") == "OUT_OF_STOCK"


def test_what_is_on_its_way_is_not_in_stock() -> None:
    assert of(f"{PRICE}<p>Disponibilité : En arrivage</p>", "availability", lang="fr-FR") != "IN_STOCK"


def test_a_flag_that_it_cannot_be_bought_online_says_nothing_of_stock() -> None:
    cup = "name: 'Blue cup', sku: 'CUP-100', price: 12.5, currency: 'GBP', buyable: false"
    state = f"<script>window.__STATE__ = {{product: {{{cup}}}}};</script>"
    assert of(f"{PRICE}<p>SKU: CUP-100</p><p>In stock</p>{state}", "availability") == "IN_STOCK"
    assert of(f"{PRICE}<p>SKU: CUP-100</p>{state}", "availability") == "UNKNOWN"


@pytest.mark.parametrize(
    ("code", "sku"),
    [
        ("<span class='meta sku'>HB095BLK</span>", "HB095BLK"),
        ("<div class='itemcode'>#84682</div>", "84682"),
        ("<p>Item #: 84682</p>", "84682"),
        ("<p>Item # 84682</p>", "84682"),
        ("<ul><li>Item:<em>75020</em></li></ul>", "75020"),
        ("<p>SKU: Pine Wood UM9109-3462</p>", "UM9109-3462"),
        ("<p>Model: X200</p><p>SKU: CUP-100</p>", "CUP-100"),
        ("<p>Артикул магазина</p><p>4330330160</p>", "4330330160"),
        ("<table><tr><td>Product code</td><td>CUP/15-B</td></tr></table>", "CUP/15-B"),
    ],
)
def test_codes(code: str, sku: str) -> None:
    assert of(f"{PRICE}{code}{BUY}", "sku") == sku


def test_a_code_of_the_address_that_the_page_repeats_in_a_line() -> None:
    url = "https://shop.example/products/blue-cup/492398-01/"
    assert of(f"{PRICE}{BUY}<p>quote 492398</p>", "sku", url=url) == "492398"
    assert of(f"{PRICE}{BUY}<p>#492398-01</p>", "sku", url=url) == "492398-01"
    assert of(f"{PRICE}{BUY}<p>Sold 492 times</p>", "sku", url=url) is None


@pytest.mark.parametrize(
    ("heading", "url", "body", "brand"),
    [
        ("PINEWOOD® Cup with a Lid", "https://shop.example/p/1", "", "PINEWOOD"),
        ("Pinewood Deluxe Cup", "https://www.pinewood.co.uk/deluxe-cup", "", "Pinewood"),
        ("The Blue Cup by Pinewood", "https://shop.example/p/1", "<a href='/brand/pinewood'>Pinewood</a>", "Pinewood"),
        ("Pinewood Blue Cup", "https://shop.example/p/1", "<p>More from Pinewood</p>", "Pinewood"),
        ("Pinewood Blue Cup", "https://shop.example/p/1", "<a href='/s?b=1'>See all Pinewood products</a>", "Pinewood"),
        ("Pinewood Blue Cup", "https://shop.example/p/1", "<img src='/l.png' alt='Pinewood'>", "Pinewood"),
        ("Blue Cup", "https://blue-cups.example/p/1", "", None),
        (
            "Blue Cup",
            "https://shop.example/p/1",
            "<img src='/l.png' alt='Blue Cup'><img src='/m.png' alt='blue'>",
            None,
        ),
    ],
)
def test_brands(heading: str, url: str, body: str, brand: str | None) -> None:
    assert of(f"{PRICE}<p>SKU: C-100</p>{BUY}{body}", "brand", heading=heading, title=heading, url=url) == brand


def test_without_a_heading_the_text_that_the_address_repeats_is_the_name() -> None:
    long = f"<p>{'All about pencils and how they are made. ' * 9}</p>"
    body = f"<div><b>Oak Yellow - 1 Pack of 20 Pencils</b></div>{PRICE}<p>SKU: C-100</p>{BUY}{long}"
    found = read(
        body, url="https://shop.example/oak-yellow-pack-of-20-pencils-p-11520.html", title="Buy pencils online"
    )
    assert (found.get("title"), found.get("price")) == ("Oak Yellow - 1 Pack of 20 Pencils", "12.50")
    other = read(
        body.replace(BUY, 2 * BUY), url="https://shop.example/something-else-p-11520.html", title="Buy pencils online"
    )
    assert other.get("price") is None, "two buttons: it says of neither what it sells"
