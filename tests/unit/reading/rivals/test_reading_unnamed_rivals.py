"""Amounts beside the price that say for themselves that they are none, and names that say nothing of an amount."""

from __future__ import annotations

from typing import Any

import pytest

from tests.invented.plain_page import read_page
from tests.unit.reading.no_product.test_reading_no_single_product import LONG, ld

NAME = "Vorra satchel tan"


def read(body: str, declared: str | None = None, ending: str = "de") -> Any:
    offer = {"@type": "Offer", "price": declared, "priceCurrency": "EUR"}
    node = ld({"@type": "Product", "name": NAME, "sku": "V-12", "offers": offer}) if declared else ""
    page = f"<h1>{NAME}</h1>{body}<p>In stock</p><button>Add to cart</button>{LONG}{node}"
    answer = read_page(page, url=f"https://www.pinehouse.{ending}/p/vorra-satchel", title=NAME)
    return answer["offer"]["price"] if answer["verdict"]["status"] == "ok" else answer["verdict"]["reason"]


@pytest.mark.parametrize(
    "said",
    [
        "44 °P im Wert von 0,44 €",
        "44 stars with a value of €0.44",
        "44 étoiles d'une valeur de 0,44 €",
        "44 estrellas por valor de 0,44 €",
        "44 stelle del valore di 0,44 €",
        "Prix au magasin de Lille : 92,90 €",
        "Precio en tienda física: 92,90 €",
        "Prijs in de winkel: € 92,90",
        "Cena na prodejně 92,90 €",
    ],
)
def test_what_points_are_worth_and_what_a_branch_asks_are_no_rivals(said: str) -> None:
    assert read(f"<p class='price'>89,90 €</p><p>{said}</p>") == "89.90"


@pytest.mark.parametrize(
    "elsewhere",
    ["High street price", "Muualla", "Ailleurs", "Anderswo", "Elders", "Andre steder", "Jinde", "Máshol"],
)
def test_what_others_ask_is_no_rival_of_the_lower_price_behind_it(elsewhere: str) -> None:
    assert read(f"<div>{elsewhere} 129,00 €</div><div>89,90 €</div>") == "89.90"


@pytest.mark.parametrize("label", ["Pine House price", "Preis bei Pine House", "Prix Pine House", "Precio Pinehouse"])
def test_behind_a_label_that_names_the_shop_stands_what_it_asks(label: str) -> None:
    assert read(f"<div>Boutique price</div><div>129,00 €</div><div>{label}</div><div>89,90 €</div>") == "89.90"


def test_behind_a_label_that_names_another_shop_it_may_be_either() -> None:
    body = "<div>Boutique price</div><div>129,00 €</div><div>Oak House price</div><div>89,90 €</div>"
    assert read(body) == "NO_PRICE"


@pytest.mark.parametrize(
    "flags", ["destaque-parcela com-promocao", "com-desconto", "show-discount", "has-installment", "mit-rabatt-coupon"]
)
def test_flags_among_a_box_s_names_say_nothing_of_the_amount_in_it(flags: str) -> None:
    amounts = "<s class='preco-venda'>129,00 €</s><b class='preco-promo'>89,90 €</b>"
    assert read(f"<div class='preco-produto {flags}'>{amounts}</div>") == "89.90"


def test_a_name_makes_no_old_amount_of_the_only_one_when_the_markup_states_it() -> None:
    only = "<p class='old-total'>89,90 €</p>"
    assert read(only, "89.90") == "89.90"
    assert read(f"{only}<p>129,00 €</p>", "89.90") == "UNCONFIRMED_PRICE"
