"""Other products that a page offers in place of its own, which asks no price: their prices are not its."""

from __future__ import annotations

from typing import Any

import pytest

from tests.invented.plain_page import read_page, stored_of


def read(below: str, lang: str = "en", path: str = "p/em-320") -> dict[str, Any]:
    body = f"<header><a href='/'>Haven</a></header><main><h1>Torvik EM-320</h1>{below}</main>"
    return read_page(body, url=f"https://www.haven.example/{path}", title="Torvik EM-320 | Haven", lang=lang)


def entry(name: str, path: str, price: str, button: str = "") -> str:
    return f"<li><a href='/p/{path}'>{name}</a><strong>{price}</strong>{button}</li>"


@pytest.mark.parametrize(
    ("lang", "heading", "button"),
    [
        ("en", "See instead", "Add to cart"),
        ("en", "In stock alternatives", "Add to cart"),
        ("da", "Se i stedet", "Læg i kurv"),
        ("sv", "Se i stället", "Lägg i varukorgen"),
        ("de", "Unsere Alternativen", "In den Warenkorb"),
        ("fr", "Produits de remplacement", "Ajouter au panier"),
        ("es", "Productos sustitutos", "Añadir al carrito"),
        ("pl", "Zobacz zamiast tego", "Do koszyka"),
        ("fi", "Korvaavat tuotteet", "Lisää ostoskoriin"),
        ("ru", "Аналоги", "В корзину"),
        ("ja", "代替品", "カートに入れる"),
    ],
)
def test_behind_a_heading_that_offers_them(lang: str, heading: str, button: str) -> None:
    first = entry("Batteri 34 cm", "batteri-xl", "19,99 €", f"<button>{button}</button>")
    answer = read(f"<h2>{heading}</h2><ul>{first}{entry('Robot 300', 'robot-300', '44,95 €')}</ul>", lang)
    assert (answer.get("offer") or {}).get("price") is None


@pytest.mark.parametrize(
    ("lang", "heading", "button"),
    [
        ("sv", "Alternativ", "Lägg i varukorgen"),
        ("nb", "Alternativer", "Legg i handlekurv"),
        ("fi", "Vaihtoehdot", "Lisää ostoskoriin"),
    ],
)
def test_a_heading_over_the_products_own_options_is_none_of_these(lang: str, heading: str, button: str) -> None:
    options = f"<h3>{heading}</h3><select><option>S</option><option>L</option></select>"
    answer = read(f"{options}<p class='price'>19,90 €</p><button>{button}</button>", lang)
    assert (answer["offer"]["price"], answer["verdict"]["status"]) == ("19.90", "ok")


BUTTON = "<button>Add to cart</button>"
TWO = entry("Zeller 34 cm", "zeller-34-cm", "€19.99", BUTTON) + entry("Robot 300", "robot-300", "€44.95")


@pytest.mark.parametrize("heading", ["<h2>From the workshop</h2>", ""])
def test_in_a_list_whose_entries_lead_to_their_own_pages_it_is_not_stored(heading: str) -> None:
    assert stored_of(read(f"{heading}<ul>{TWO}</ul>")) is None


def test_variants_of_the_product_with_pages_of_their_own_do_not() -> None:
    small = entry("Torvik EM-320 small", "torvik-em-320-small", "€19.99", BUTTON)
    large = entry("Torvik EM-320 large", "torvik-em-320-large", "€44.95")
    answer = read(f"<ul>{small}{large}</ul>")
    assert (answer["offer"]["price"], answer["verdict"]["status"]) == ("19.99", "ok")
