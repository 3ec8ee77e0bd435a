"""Amounts whose own words say that they are no price: by measure behind a footnote's mark, by piece in brackets, of
delivery twice, of the lowest price in short, on the terms of an employer."""

from __future__ import annotations

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

SHOPS = Shops(ShopsSettings())
BUTTONS = {
    "bg": "Добави в количката",
    "de": "In den Warenkorb",
    "en": "Add to cart",
    "es": "Añadir al carrito",
    "fr": "Ajouter au panier",
    "it": "Aggiungi al carrello",
    "nl": "In winkelwagen",
    "pl": "Do koszyka",
    "pt": "Adicionar ao carrinho",
    "sk": "Do košíka",
}


def stored(body: str, *, lang: str = "de", host: str = "pine-house.example") -> str | None:
    """The price that would be stored of a page with this between its heading and its button."""
    top = f"<html lang='{lang}'><head><meta charset='utf-8'><title>Vorra blue cup | Pine House</title></head><body>"
    html = f"{top}<h1>Vorra blue cup</h1>{body}<button>{BUTTONS[lang]}</button></body></html>"
    answer = read_saved(html.encode(), f"https://{host}/vorra-blue-cup", SHOPS)
    is_ok = answer["ok"] and answer["verdict"]["status"] == "ok"
    return f"{answer['offer']['price']} {answer['offer']['currency']}" if is_ok and answer["offer"]["price"] else None


@pytest.mark.parametrize(
    ("lang", "by_measure"),
    [
        ("de", "Inhalt: 0.5 Kilogramm (19,60 € * / 1 Kilogramm)"),
        ("de", "Inhalt: 500 Milliliter (19,60 €* / 1000 Milliliter)"),
        ("de", "19,60 € inkl. MwSt. / 1 Liter"),
        ("de", "Inhalt: 2,5 Laufende Meter (3,92 € ¹ / 1 Meter)"),
        ("fr", "19,60 € † / litre"),
        ("it", "19,60 € * / litro"),
        ("pl", "4,90 € * / 1 metr"),
        ("es", "19,60 € * / 1 metro"),
    ],
)
def test_a_footnotes_mark_does_not_hide_a_measure(lang: str, by_measure: str) -> None:
    assert stored(f"<div>9,80 € *</div><div>{by_measure}</div>", lang=lang) == "9.80 EUR"


@pytest.mark.parametrize(
    ("lang", "of_several"),
    [
        ("de", "6 Stück: 52,80 € (8,80 € / Stück)"),
        ("es", "Caja de 6: 52,80 € (8,80 €/ud)"),
        ("fr", "Carton de 6 : 52,80 € (8,80 € / pièce)"),
        ("it", "Confezione da 6: 52,80 € (8,80 €/pz.)"),
        ("nl", "Doos van 6: 52,80 € (8,80 €/stuk)"),
    ],
)
def test_the_price_of_a_piece_in_brackets_behind_that_of_a_box_is_no_rival(lang: str, of_several: str) -> None:
    assert stored(f"<div>9,80 €</div><p>{of_several}</p>", lang=lang) == "9.80 EUR"
