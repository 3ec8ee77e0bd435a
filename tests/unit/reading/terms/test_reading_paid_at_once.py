"""A price for those who pay at once is not what everybody pays where payments without interest come to more. The page
does not print what they come to, so nothing is stored."""

from __future__ import annotations

import pytest

from tests.invented.declared_page import stored_price
from tests.invented.plain_page import read_page

AT_ONCE = (
    "<p class='price'>R$ 95,00 à vista</p><p>ou 10x de R$ 10,00 sem juros</p>",
    "<p><b>R$ 95,00</b> <span>à vista</span></p><p>em até 10x de R$ 10,00</p>",
    "<p>à vista <b class='price'>R$ 95,00</b></p><p>10x de <b>R$ 10,00</b> sem juros</p>",
    "<p>10x de R$ 10,00 sem juros</p><p class='price'>R$ 95,00 à vista</p>",
    "<p class='price'>R$ 899,10 à vista</p><p>ou 12x de R$ 83,25 sem juros</p>",
)
THE_SAME = (
    ("<p class='price'>R$ 100,00 à vista</p><p>ou 10x de R$ 10,00 sem juros</p>", "100.00"),
    ("<p class='price'>R$ 99,90 à vista</p><p>ou 3x de R$ 33,30</p>", "99.90"),
    ("<p class='price'>R$ 95,00 à vista</p><p>ou 12x de R$ 9,07 com juros</p>", "95.00"),
    ("<p class='price'>R$ 95,00</p><p>ou 12x de R$ 9,07</p>", "95.00"),
)


def stored(body: str) -> str | None:
    """What is stored of a Brazilian page that declares nothing."""
    answer = read_page(
        f"<h1>Vorra blue cup</h1>{body}<button>Comprar</button>",
        url="https://www.pine-house.com.br/p/vorra-blue-cup",
        title="Vorra blue cup | Pine House",
        lang="pt-BR",
    )
    return answer["offer"]["price"] if answer.get("verdict", {}).get("status") == "ok" else None


@pytest.mark.parametrize("body", AT_ONCE)
def test_less_than_payments_without_interest_come_to_is_not_what_everybody_pays(body: str) -> None:
    price = "899.10" if "899" in body else "95.00"
    assert stored(body) is None
    assert stored_price("Vorra blue cup", f"{body}<button>Comprar</button>", price, "BRL", "com.br") is None


@pytest.mark.parametrize(("body", "price"), THE_SAME)
def test_the_same_as_payments_or_less_by_their_interest_is_the_price(body: str, price: str) -> None:
    assert stored(body) == price


@pytest.mark.parametrize(
    "more",
    [
        "Compre acima de R$ 199,00 e ganhe frete grátis.",
        "Frete grátis a partir de R$ 199,00 em todo o Brasil.",
        "<del>R$ 199,00</del>",
    ],
)
def test_what_an_order_must_come_to_is_not_what_those_pay_who_pay_otherwise(more: str) -> None:
    ways = "<ul><li>Pix <b>R$ 36,01</b> (5% de desconto)</li><li>1x de R$ 37,90</li><li>Boleto R$ 37,90</li></ul>"
    assert stored(f"<p><strong class='preco'>R$ 37,90</strong></p>{ways}<p>{more}</p>") == "37.90"


def test_a_higher_amount_without_such_words_is() -> None:
    assert stored("<p>Boleto <b class='preco'>R$ 37,90</b></p><p>Cartão R$ 42,90</p>") is None
