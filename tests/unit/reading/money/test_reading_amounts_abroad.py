"""What an amount is, by the letters and words that stand beside it in one country or another."""

from __future__ import annotations

from decimal import Decimal

import pytest

from common.reading.text.currencies.named import currency_of
from common.reading.text.price import Money, parse_price
from common.reading.visible.prices.drawn.coins import money
from tests.invented.shop_pages_abroad import COUNTRIES
from tests.unit.reading.money.test_reading_forms_abroad import stored


@pytest.mark.parametrize("text", ["24,50 € / бр.", "Единична цена: 24,50 €", "24,50 € на ред"])
def test_letters_inside_a_word_are_no_sign(text: str) -> None:
    assert currency_of(text, "EUR") == "EUR"


@pytest.mark.parametrize(("hint", "code"), [("AED", "AED"), ("MAD", "MAD"), (None, None)])
def test_a_name_that_two_countries_share_is_the_own_ones(hint: str | None, code: str | None) -> None:
    assert currency_of("245 درهم", hint) == code


@pytest.mark.parametrize(("hint", "code"), [("OMR", "OMR"), ("SAR", "SAR"), (None, None)])
def test_riyals_are_those_of_the_page_s_place(hint: str | None, code: str | None) -> None:
    assert currency_of("245 ريال", hint) == code


@pytest.mark.parametrize(
    ("text", "hint", "amount"),
    [
        ("Rs.1,245", "INR", "1245"),
        ("1개 24,500원", "KRW", "24500"),
        ("83折 NT$1,245", "TWD", "1245"),
        ("Ціна за 1 шт. 1 245 грн", "UAH", "1245"),
        ("١٬٢٤٥٫٥٠ ر.س", "SAR", "1245.50"),
        ("124 lei 50 bani", "RON", "124.50"),
    ],
)
def test_the_number_beside_the_sign_is_the_amount(text: str, hint: str, amount: str) -> None:
    assert money(text, hint) == Money(Decimal(amount), hint)


def test_the_dot_of_a_sign_is_no_decimal_mark() -> None:
    assert parse_price("Rs.1245/-", currency_hint="INR") == Money(Decimal(1245), "INR")


@pytest.mark.parametrize("text", ["Rp 245 ribu", "Rp 1,2 juta", "R$ 25 mil", "$12k", "NT$3萬"])
def test_a_number_of_thousands_is_no_amount(text: str) -> None:
    assert money(text, "USD") is None


def test_words_behind_an_amount_say_that_it_was_asked_before() -> None:
    assert stored(COUNTRIES["tr"], "1.500,00 TL yerine 1.245,50 TL") == ["1245.50", "TRY"]


def test_of_two_amounts_from_the_first_to_the_second_a_higher_second_is_no_price_now() -> None:
    assert stored(COUNTRIES["es-mx"], "De $1,500.00 a $1,245.00") == ["1245.00", "MXN"]
    assert stored(COUNTRIES["es-mx"], "De $1,245.00 a $1,500.00") is None


def test_a_price_by_weight_behind_a_label_is_not_the_price() -> None:
    assert stored(COUNTRIES["sk"], "Jednotková cena: 12,25 €/kg") is None


def test_a_shop_own_price_stands_beside_the_wholesale_one() -> None:
    assert stored(COUNTRIES["hr"], "VPC: 19,60 € MPC: 24,50 €") == ["24.50", "EUR"]


def test_the_price_after_a_discount_is_not_what_is_saved() -> None:
    assert stored(COUNTRIES["he"], "מחיר לאחר הנחה: 245 ₪") == ["245.00", "ILS"]


@pytest.mark.parametrize(
    ("name", "badge"),
    [
        ("ro", "Reducere!"),
        ("id", "Diskon!"),
        ("vi", "Giảm giá!"),
        ("sk", "Zľava!"),
        ("th", "ลดราคา!"),
        ("hr", "Akcija!"),
    ],
)
def test_what_is_called_out_above_a_price_is_no_label_of_it(name: str, badge: str) -> None:
    country = COUNTRIES[name]
    assert stored(country, f"{badge}</p><p>{country.prices[1]}") == country.want


@pytest.mark.parametrize("line", ["Puntos: 124", "Entrega inmediata", "Disponible para envío"])
def test_a_line_that_says_its_own_is_no_label_of_the_price_below(line: str) -> None:
    country = COUNTRIES["es-mx"]
    assert stored(country, f"{line}</p><p>{country.prices[1]}") == country.want
