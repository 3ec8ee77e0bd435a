"""A product with its taxes in a table, and others recommended below it, each with a button of the same words."""

from __future__ import annotations

from typing import Any

import pytest

from tests.invented.plain_page import read_page

URL = "https://www.pine-house.eu/catalogue/vorra-lamp_1/"
ADD = "<form><button type='submit'>{add}</button></form>"
OWN = "<h1>Vorra Lampe</h1><p class='price_color'>99,00 €</p><p>Auf Lager</p>{between}" + ADD
TAXES = (
    "<table><tr><th>Preis (exkl. MwSt.)</th><td>81,82 €</td></tr><tr><th>Preis (inkl. MwSt.)</th><td>99,00 €</td></tr>"
    "<tr><th>{tax}</th><td>17,18 €</td></tr><tr><th>Verfügbarkeit</th><td>Auf Lager</td></tr></table>"
)
CARD = (
    "<article><h3><a href='{to}'>Tarn Schirm</a></h3><p class='price_color'>148,00 €</p><p>Auf Lager</p>" + ADD
) + "</article>"
REVIEW = "<a href='/catalogue/vorra-lamp_1/reviews/add/'>Bewertung schreiben</a>"


def read(body: str) -> dict[str, Any]:
    return read_page(body.replace("{add}", "In den Warenkorb"), url=URL, title="Vorra Lampe", lang="de")


@pytest.mark.parametrize("between", ["", REVIEW])
def test_cards_of_other_products_below_do_not_compete(between: str) -> None:
    answer = read(
        OWN.replace("{between}", between) + "<h2>Auch schön</h2>" + CARD.format(to="/catalogue/tarn_2/", add="{add}")
    )
    assert (answer["verdict"]["status"], answer["offer"]["price"]) == ("ok", "99.00")


@pytest.mark.parametrize(
    ("between", "to"),
    [
        ("<a href='/catalogue/tarn_2/'>Tarn</a>", "/catalogue/tarn_2/"),
        ("", "/catalogue/vorra-lamp_1/?size=2"),
    ],
    ids=["the first leads elsewhere, too", "the other is of this page"],
)
def test_offers_of_one_kind_compete(between: str, to: str) -> None:
    answer = read(OWN.replace("{between}", between) + CARD.format(to=to, add="{add}"))
    assert answer["verdict"]["status"] == "quarantine"
    assert any(ground.startswith("sold_apart") for ground in answer["offer"]["price_grounds"])


@pytest.mark.parametrize("tax", ["MwSt.", "Steuer", "Abgabe"])
def test_what_a_net_price_lacks_to_the_price_is_the_tax_by_any_name(tax: str) -> None:
    sold_out = OWN.partition("<form>")[0].replace("Auf Lager", "Nicht verfügbar").replace("{between}", "")
    grounds = read(sold_out + TAXES.format(tax=tax))["offer"]["price_grounds"]
    assert "rivals" not in grounds


def test_another_amount_beside_a_net_price_is_none() -> None:
    sold_out = OWN.partition("<form>")[0].replace("Auf Lager", "Nicht verfügbar").replace("{between}", "")
    grounds = read(sold_out + TAXES.format(tax="Abgabe").replace("17,18", "17,20"))["offer"]["price_grounds"]
    assert "rivals" in grounds
