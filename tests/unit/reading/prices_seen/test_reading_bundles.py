"""A box that sells several things together by a button of its own holds no price of the product."""

from __future__ import annotations

import pytest

from tests.invented.plain_page import read_page

NAME = "Vorra Razor R1"


def stored(body: str, ending: str = "co.uk") -> str | None:
    """The price that is stored of a page with this below its heading."""
    answer = read_page(f"<h1>{NAME}</h1>{body}", url=f"https://www.pine-house.{ending}/p/vorra-razor-r1", title=NAME)
    return answer["offer"]["price"] if answer.get("verdict", {}).get("status") == "ok" else None


@pytest.mark.parametrize(
    ("ending", "several", "buy", "amount"),
    [
        ("co.uk", "Add both to cart", "Add to cart", "£{}"),
        ("de", "Set kaufen", "In den Warenkorb", "€{}"),
        ("fr", "Ajouter les deux au panier", "Ajouter au panier", "€{}"),
        ("es", "Comprar juntos", "Añadir al carrito", "€{}"),
        ("pl", "Kup zestaw", "Do koszyka", "{} zł"),
    ],
)
@pytest.mark.parametrize("first", [True, False])
def test_the_box_before_or_behind_the_price(ending: str, several: str, buy: str, amount: str, first: bool) -> None:
    box = f"<div><h3>+ Vorra Brush</h3><p class=price>{amount.format('74.90')}</p><button>{several}</button></div>"
    own = f"<p class=price>{amount.format('59.90')}</p>"
    body = f"{box if first else own}{own if first else box}"
    assert stored(f"{body}<p><button>{buy}</button></p>", ending) == "59.90"


def test_the_only_button_of_a_set_sells_it() -> None:
    assert stored("<div><p class=price>£59.90</p><button>Buy the set</button></div><p>In stock</p>") == "59.90"
