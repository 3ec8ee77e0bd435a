"""Pictures of the product on a page that states none: those that are called by its name."""

from __future__ import annotations

from typing import Any

import pytest

from tests.invented.plain_page import read_page

SHOP = "https://www.pine-house.co.uk"
BODY = "<h1>Vorra Lamp No. 3</h1>{0}<p class='price'>£34.00</p><p>SKU: VL-3</p><button>Add to cart</button>"


def pictures(images: str, head: str = "") -> tuple[str, ...]:
    answer = read_page(BODY.format(images), url=f"{SHOP}/p/vorra", title="Vorra Lamp No. 3", head=head)
    offer: dict[str, Any] = answer["offer"]
    found = tuple(offer.get("images", ()))
    assert offer["image_url"] == next(iter(found), None)
    assert ("image_url" in offer["came_from"]) == bool(found)
    return found


@pytest.mark.parametrize(
    ("images", "found"),
    [
        ("<img src='/i/v.jpg' alt='Vorra lamp no. 3'>", ["/i/v.jpg"]),
        ("<img src='v.jpg' alt='Vorra Lamp No. 3, from above'>", ["/p/v.jpg"]),
        ("<img src='/i/v.jpg' title='Vorra Lamp No. 3'>", ["/i/v.jpg"]),
        ("<img src='/wait.gif' data-src='/i/v.jpg' alt='Vorra Lamp No. 3'>", ["/i/v.jpg"]),
        ("<img src='/i/v.jpg' alt='Vorra Lamp No. 3'>" * 2, ["/i/v.jpg"]),
        ("<img src='/i/t.jpg' alt='Tarn Lamp'><img src='/i/v.jpg' alt='Vorra Lamp No. 3'>", ["/i/v.jpg"]),
        ("<img src='data:image/gif;base64,R0lGOD' alt='Vorra Lamp No. 3'>", []),
        (
            "<img src='/i/v.jpg' alt='Vorra Lamp No. 3 wall hook'><img src='/i/w.jpg' alt='Vorra Lamp No. 35b'>",
            [],
        ),
        ("<img alt='Vorra Lamp No. 3'><img src='' alt='Vorra Lamp No. 3'>", []),
        ("<img src='/logo.png' alt='Vorra'><img src='/i/x.jpg' alt=''><img src='/i/y.jpg'>", []),
        ("".join(f"<img src='/{n}.jpg' alt='Vorra Lamp No. 3'>" for n in range(12)), [f"/{n}.jpg" for n in range(8)]),
    ],
)
def test_images_that_are_called_as_the_product_are_its_pictures(images: str, found: list[str]) -> None:
    assert pictures(images) == tuple(f"{SHOP}{path}" for path in found)


def test_what_the_page_states_goes_before_what_it_shows() -> None:
    stated = f"<meta property='og:image' content='{SHOP}/i/stated.jpg'>"
    assert pictures("<img src='/i/v.jpg' alt='Vorra Lamp No. 3'>", stated) == (f"{SHOP}/i/stated.jpg",)
