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


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("it", "Prezzo più basso ultimi 30 gg: 8,20 €"),
        ("it", "Min. ult. 30 gg 8,20 €"),
        ("de", "Tiefstpreis letzte 30 T.: 8,20 €"),
        ("en", "Lowest 30d: 8,20 €"),
        ("en", "Lowest price, last 30 d: 8,20 €"),
        ("fr", "Prix le plus bas 30 j : 8,20 €"),
        ("nl", "Laagste prijs laatste 30 dgn: 8,20 €"),
        ("es", "Mínimo últ. 30 d: 8,20 €"),
        ("pl", "Najniższa z 30 dn.: 8,20 €"),
        ("pt", "Mínimo dos últ. 30 d: 8,20 €"),
        ("sk", "Najnižšia cena 30 dní: 8,20 €"),
    ],
)
def test_the_lowest_of_thirty_days_may_be_said_in_short(lang: str, said: str) -> None:
    assert stored(f"<div>9,80 €</div><p>{said}</p>", lang=lang) == "9.80 EUR"


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "Cycle to Work price from 6,50 €*"),
        ("en", "Salary sacrifice: 6,50 €"),
        ("de", "Mit JobRad 6,50 €"),
        ("de", "Dienstrad-Leasing 6,50 €"),
        ("nl", "Fiets van de zaak 6,50 €"),
    ],
)
def test_what_an_employer_pays_a_part_of_is_not_the_price(lang: str, said: str) -> None:
    assert stored(f"<div>9,80 €</div><p>{said}</p>", lang=lang) == "9.80 EUR"


@pytest.mark.parametrize("delivery", ["Доставка до офис 2,99 € / 5,85 лв.", "Доставка до адрес 5,85 лв. (2,99 €)"])
def test_what_delivery_costs_in_a_second_currency_is_delivery_too(delivery: str) -> None:
    price = "<p class='price'>4,35 € <span>/ 8,51 лв.</span></p>"
    assert stored(f"{price}<p>{delivery}</p>", lang="bg", host="pine-house.bg") == "4.35 EUR"


@pytest.mark.parametrize(
    ("lang", "rows"),
    [
        ("sk", [("Naša cena s DPH", "18,90 €"), ("Cena bez DPH", "15,37 €")]),
        ("de", [("Preis", "18,90 €"), ("Ohne MwSt.", "15,88 €")]),
        ("fr", [("Prix", "18,90 €"), ("Hors taxes", "15,75 €")]),
    ],
)
@pytest.mark.parametrize("row", ["<tr><th>{}</th><td><b>{}</b></td></tr>", "<dt>{}</dt><dd>{}</dd>"])
def test_the_head_of_a_row_speaks_of_its_own_row_only(lang: str, rows: list[tuple[str, str]], row: str) -> None:
    around = "table" if row.startswith("<tr") else "dl"
    body = "".join(row.format(*one) for one in rows)
    assert stored(f"<{around}>{body}</{around}>", lang=lang) == "18.90 EUR"


@pytest.mark.parametrize(
    ("pieces", "price"),
    [
        (("R$", "&nbsp;", "42", ",", "90"), "42.90 BRL"),
        (("R$", "1", ".", "299", ",", "90"), "1299.90 BRL"),
    ],
)
def test_a_decimal_mark_in_an_element_of_its_own(pieces: tuple[str, ...], price: str) -> None:
    drawn = "".join(f"<span>{one}</span>" for one in pieces)
    body = f"<span>De: <s>R$ 1.899,90</s></span><span>Por: <span class='vorra-currency'>{drawn}</span></span>"
    assert stored(body, lang="pt", host="pine-house.com.br") == price


def test_what_is_sold_by_the_metre_has_no_price_of_its_own() -> None:
    assert stored("<div class='price'>14,90 € / Meter</div>", lang="de") is None


@pytest.mark.parametrize(
    ("lang", "on_top"),
    [
        ("de", "Mehrpreis 6,00 €"),
        ("en", "extra charge €6.00"),
        ("es", "con un recargo de 6,00 €"),
        ("fr", "moyennant un supplément de 6,00 €"),
        ("it", "sovrapprezzo 6,00 €"),
        ("nl", "meerprijs € 6,00"),
        ("sk", "príplatok 6,00 €"),
    ],
)
def test_what_something_costs_on_top_is_no_rival(lang: str, on_top: str) -> None:
    price = "<p>24,50 €</p>" if lang != "en" else "<p>€24.50</p>"
    assert stored(f"<p>{on_top}</p>{price}", lang=lang) == "24.50 EUR"
