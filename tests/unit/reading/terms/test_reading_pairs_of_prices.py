"""Two prices of one thing, one for some and one for all: wholesale and retail, with a card and without, members and
others. The one for all is stored, or none.
"""

from __future__ import annotations

import pytest

from tests.unit.reading.terms.test_reading_terms import stored


@pytest.mark.parametrize(
    ("language", "body", "price"),
    [
        ("ru", "<p>Опт 100 ₽</p><p>Розница 150 ₽</p>", "150.00"),
        ("ru", "<p>Мелкий опт: 120 ₽</p><p>Крупный опт: 100 ₽</p><p>Розница: 150 ₽</p>", "150.00"),
        ("ru", "<p>С картой 990 ₽</p><p>Без карты 1 290 ₽</p>", "1290.00"),
        ("en", "<p>Wholesale £10.00</p><p>Retail £15.00</p>", "15.00"),
        ("en", "<table><tr><td>Trade</td><td>£10.00</td></tr><tr><td>Retail</td><td>£15.00</td></tr></table>", "15.00"),
        ("en", "<p>Members £12.00</p><p>Non-members £15.00</p>", "15.00"),
        ("de", "<p>B2B: 10,00 €</p><p>Privatkunden: 15,00 €</p>", "15.00"),
        ("es", "<p>Precio socio 12,00 €</p><p>Precio no socio 15,00 €</p>", "15.00"),
        ("fr", "<p>Prix adhérent 12,00 €</p><p>Prix non adhérent 15,00 €</p>", "15.00"),
        ("pl", "<p>Hurt 100,00 zł</p><p>Detal 150,00 zł</p>", "150.00"),
        ("pt-BR", "<p>Varejo R$ 100,00</p><p>Atacado R$ 90,00</p>", "100.00"),
        ("ja", "<p>会員様</p><p>980円</p><p>非会員様</p><p>1,280円</p>", "1280"),
        ("ja", "<p>卸価格 980円</p><p>小売価格 1,280円</p>", "1280"),
        ("ko", "<p>회원가 9,800원</p><p>비회원가 12,800원</p>", "12800"),
    ],
)
def test_the_price_for_all_is_stored(language: str, body: str, price: str) -> None:
    assert stored(body, language) == price


@pytest.mark.parametrize(
    ("language", "body"),
    [
        ("en", "<div class=price>£12.00</div><div>Clubcard price</div><div class=price>£15.00</div>"),
        ("ja", "<p>1,152円</p><p>ポイント10%還元で実質</p><p>1,280円</p>"),
        ("ja", "<p>実質 980円</p>"),
        ("pt-BR", "<p>R$ 90,00</p><p>no Pix</p><p>ou R$ 100,00 em até 10x</p>"),
    ],
)
def test_the_one_for_some_is_not(language: str, body: str) -> None:
    assert stored(body, language) in {None, "15.00", "1280", "100.00"}


def test_what_others_ask_is_not_taken_where_the_shop_says_its_own() -> None:
    assert stored("<p>Retail £15.00</p><p>£10.00</p>") == "10.00"
