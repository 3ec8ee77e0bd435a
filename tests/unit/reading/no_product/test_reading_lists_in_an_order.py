"""A field that puts what is shown in the order of prices: a list, though its lines look like one product's."""

from __future__ import annotations

from typing import Any

import pytest

from tests.invented.plain_page import read_page

PAGES = [
    ("en", "co.uk", "£49.90", "In stock", "Price: low to high"),
    ("en", "co.uk", "£49.90", "In stock", "Price (Low > High)"),
    ("de", "de", "49,90 €", "Auf Lager", "Preis aufsteigend"),
    ("fr", "fr", "49,90 €", "En stock", "Prix croissant"),
    ("es", "es", "49,90 €", "En stock", "Precio: de menor a mayor"),
    ("it", "it", "49,90 €", "Disponibile", "Prezzo crescente"),
    ("pt", "pt", "49,90 €", "Em stock", "Menor preço"),
    ("nl", "nl", "€ 49,90", "Op voorraad", "Prijs laag - hoog"),
    ("pl", "pl", "49,90 zł", "Dostępny", "Cena rosnąco"),
    ("fi", "fi", "49,90 €", "Varastossa", "Halvin ensin"),
    ("ru", "ru", "990 ₽", "В наличии", "Сначала дешёвые"),
    ("tr", "com.tr", "499,00 TL", "Stokta var", "Artan fiyat"),
    ("ja", "jp", "4,990円", "在庫あり", "価格が安い順"),
]


def read(language: str, ending: str, price: str, stock: str, choices: list[str]) -> Any:
    field = "".join(f"<option>{one}</option>" for one in choices)
    filters = f"<label><input type=checkbox> {stock}</label>"
    body = (
        f"<h1>Vorra 350</h1><select>{field}</select>{filters}<p><a>Vorra Luna</a> <span class=price>{price}</span></p>"
    )
    return read_page(body, url=f"https://holm.example.{ending}/vorra/", title="Vorra 350", lang=language)


@pytest.mark.parametrize(("language", "ending", "price", "stock", "choice"), PAGES)
def test_a_page_in_the_order_of_prices_is_a_list(
    language: str, ending: str, price: str, stock: str, choice: str
) -> None:
    answer = read(language, ending, price, stock, ["A - Z", choice])
    assert (answer["ok"], answer.get("reason")) == (False, "LISTING"), answer


@pytest.mark.parametrize(
    "choices", [["350 ml", "500 ml"], ["Standard price", "Gift wrap"], ["Newest", "Highest rated"]]
)
def test_other_choices_make_no_list(choices: list[str]) -> None:
    assert read("en", "co.uk", "£49.90", "In stock", choices)["ok"]
