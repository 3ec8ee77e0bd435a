"""Labels whose colon or dash is drawn with the value, in an element of its own: "Stok Kodu", ": BC.28600"."""

from __future__ import annotations

from typing import Any

import pytest

from tests.invented.plain_page import read_page

FORMS = [
    "<div><div>{}</div><div>: {}</div></div>",
    "<div><span>{}</span><span>:{}</span></div>",
    "<dl><dt>{}</dt><dd>： {}</dd></dl>",
    "<table><tr><td>{}</td><td>: {}</td></tr></table>",
    "<table><tr><td>{}</td><td>:</td><td>{}</td></tr></table>",
    "<div><b>{}:</b><i>{}</i></div>",
]


def read(body: str) -> dict[str, Any]:
    answer = read_page(
        f"<main><div class=head><h1>Blue tin cup 300</h1></div>{body}</main>",
        url="https://www.pine-house.shop/product/blue-tin-cup",
        title="Blue tin cup 300 | Pine House",
    )
    offer: dict[str, Any] = answer.get("offer") or {}
    return offer


LABELS = [
    ("Stok Kodu", "Marka", "Stok Durumu", "Stokta Var"),
    ("Product code", "Brand", "Availability", "In stock"),
    ("Artikelnummer", "Marke", "Verfügbarkeit", "Auf Lager"),
    ("Код товару", "Бренд", "Наявність", "В наявності"),
    ("Código", "Marca", "Disponibilidad", "Disponible"),
    ("商品コード", "ブランド", "在庫", "あり"),
    ("Kod produktu", "Producent", "Dostępność", "Dostępny"),
]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("code", "brand", "stock", "there"), LABELS)
def test_the_mark_is_no_part_of_the_value(form: str, code: str, brand: str, stock: str, there: str) -> None:
    rows = "".join(form.format(*row) for row in ((code, "BC.28600"), (brand, "Pinewood"), (stock, there)))
    offer = read(f"{rows}<p class=price>149,90 TL</p>")
    assert (offer["sku"], offer["brand"], offer["availability"]) == ("BC.28600", "Pinewood", "IN_STOCK")


def test_a_dash_is_none_either() -> None:
    offer = read("<p><b>SKU</b><i>- BC.28600</i></p><p><b>Brand</b><i>– Pinewood</i></p><p class=price>149,90 €</p>")
    assert (offer["sku"], offer["brand"]) == ("BC.28600", "Pinewood")


def test_none_left_is_said_behind_a_mark_too() -> None:
    offer = read("<p><b>In stock</b><i>: No</i></p><p><b>SKU</b><i>: BC.28600</i></p><p class=price>149,90 €</p>")
    assert offer["availability"] == "OUT_OF_STOCK"


BOX = (
    "<div class=product-list-area><div><p>Brand</p><p>: Pinewood</p></div>"
    "<div><p>Product code</p><p>: BC.28600</p>{}</div></div>"
)
SOLD = "<p class=price>149,90 €</p><button>Add to cart</button>"


def test_a_box_of_details_named_a_list_states_the_code() -> None:
    assert read(BOX.format("") + SOLD)["sku"] == "BC.28600"


@pytest.mark.parametrize("more", ["<img src=/elm.jpg>", "<p>99,00 €</p>"])
def test_a_list_of_other_products_does_not(more: str) -> None:
    assert read(BOX.format(more) + SOLD)["sku"] is None
    assert read(f"<h2>Elm cup</h2>{BOX.format('')}{SOLD}")["sku"] is None
