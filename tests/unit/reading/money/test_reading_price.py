"""Price text to exact amounts, in the currencies of the shops' markets."""

from __future__ import annotations

from decimal import Decimal

import pytest

from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.text.json_text import amount
from common.reading.text.money import amount_of, number
from common.reading.text.price import Money, PriceRange, minor_units, parse_price


@pytest.mark.parametrize(
    ("text", "hint", "amount", "currency"),
    [
        ("NT$1,999", None, "1999", "TWD"),
        ("$1,999", "TWD", "1999", "TWD"),
        ("￥388", "CNY", "388", "CNY"),
        ("１２９元", None, "129", "CNY"),
        ("129元", "TWD", "129", "TWD"),
        ("RM 12.90", None, "12.90", "MYR"),
        ("฿1,290.00", None, "1290.00", "THB"),
        ("₫50.000", None, "50000", "VND"),
        ("50.000đ", None, "50000", "VND"),
        ("Rp384.000", None, "384000", "IDR"),
        ("R$ 1.299,90", None, "1299.90", "BRL"),
        ("1.299,00 €", None, "1299.00", "EUR"),
        ("US$ 0.999", None, "0.999", "USD"),
        ("$12.99", None, "12.99", None),
        ("CHF 1'049.95", None, "1049.95", "CHF"),
        ("12.500 KWD", None, "12.500", "KWD"),
        ("3.000円", None, "3000", "JPY"),
    ],
)
def test_one_price(text: str, hint: str | None, amount: str, currency: str | None) -> None:
    assert parse_price(text, currency_hint=hint) == Money(Decimal(amount), currency)


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [("$45 - $70", "45", "70"), ("Rp29.000 - Rp155.000", "29000", "155000"), ("149.00-159.00", "149.00", "159.00"),
     ("from $99", "99", None), ("97起", "97", None)],
)  # fmt: skip
def test_ranges_and_from(text: str, low: str, high: str | None) -> None:
    found = parse_price(text, currency_hint="TWD" if "$" in text else None)
    assert isinstance(found, PriceRange)
    assert (found.low, found.high) == (Decimal(low), Decimal(high) if high else None)


@pytest.mark.parametrize("text", ["", "out of stock", "50% off"])
def test_no_price(text: str) -> None:
    assert parse_price(text) is None


def test_minor_units_follow_iso_4217() -> None:
    assert minor_units(Decimal("50000"), "VND") == 50000
    assert minor_units(Decimal("598571"), "IDR") == 59857100
    assert minor_units(Decimal("19.99"), "TWD") == 1999
    assert minor_units(Decimal("1.2345"), "KWD") == 1235


@pytest.mark.parametrize(
    ("text", "hint", "amount", "currency"),
    [
        ("1.500", "VND", "1500", "VND"), ("1.500", "IDR", "1500", "IDR"), ("1,500", "JPY", "1500", "JPY"),
        ("12,000", "KRW", "12000", "KRW"), ("1.990", "CLP", "1990", "CLP"), ("129.900", "COP", "129900", "COP"),
        ("1.299", "TWD", "1299", "TWD"), ("4.990", "ISK", "4990", "ISK"), ("1.299", "EUR", "1299", "EUR"),
        ("1,299", "EUR", "1299", "EUR"), ("1,299", "SGD", "1299", "SGD"), ("12.500", "KWD", "12.500", "KWD"),
        ("12.500", "JOD", "12.500", "JOD"), ("1.234.567 ₫", None, "1234567", "VND"), ("12,5", "EUR", "12.5", "EUR"),
        ("$1,234,567.89", "USD", "1234567.89", "USD"), ("1 000 000,00 €", None, "1000000.00", "EUR"),
        ("1\u00a0000,00 €", None, "1000.00", "EUR"), ("12 900,00 руб", None, "12900.00", "RUB"),
        ("7 990,00 Kč", None, "7990.00", "CZK"), ("9 472 Ft", None, "9472", "HUF"),
        ("1'299.00 CHF", None, "1299.00", "CHF"),
        ("R$ 1.500,00", None, "1500.00", "BRL"), ("₺1.299,90", None, "1299.90", "TRY"),
        ("1 299 kr", "NOK", "1299", "NOK"),
    ],
)  # fmt: skip
def test_thousand_marks_by_currency(text: str, hint: str | None, amount: str, currency: str) -> None:
    assert parse_price(text, currency_hint=hint) == Money(Decimal(amount), currency)


@pytest.mark.parametrize(
    ("text", "hint", "amount", "currency"),
    [
        ("Free", "EUR", "0", "EUR"), ("免費", "TWD", "0", "TWD"), ("0,00 €", None, "0.00", "EUR"),
        (".99 $", "USD", "0.99", "USD"), ("$.75", "USD", "0.75", "USD"), ("CHF 49.-", None, "49", "CHF"),
        ("49,- €", None, "49", "EUR"), ("49,–", "EUR", "49", "EUR"), ("€ 24,95 *", None, "24.95", "EUR"),
        ("£10.00 inc VAT", None, "10.00", "GBP"), ("4 issues for 19,80 EUR", None, "19.80", "EUR"),
        ("2 Hefte für 14,85 EUR", None, "14.85", "EUR"), ("2 for £5", None, "5", "GBP"),
        ("$70 - $45", "USD", "70", "USD"), ("$ 281.40 $ 265.70", "USD", "281.40", "USD"),
        ("￥12,800 (税込)", "JPY", "12800", "JPY"), ("￥12,800", "CNY", "12800", "CNY"),
        ("1,280元", "TWD", "1280", "TWD"),
        ("１，２９９円", None, "1299", "JPY"), ("Rs 3,600.00", None, "3600.00", "INR"),
        ("27.00 лв.", None, "27.00", "BGN"),
        ("₩12,000", None, "12000", "KRW"), ("S/. 25.90", None, "25.90", "PEN"), ("₪129.90", None, "129.90", "ILS"),
        ("₴ 450", None, "450", "UAH"), ("129 zł", None, "129", "PLN"), ("R 129.90", "ZAR", "129.90", "ZAR"),
        ("120.00 ر.س", None, "120.00", "SAR"), ("₱1,299.00", None, "1299.00", "PHP"),
        ("S$27.50", None, "27.50", "SGD"),
    ],
)  # fmt: skip
def test_prices_as_shops_write_them(text: str, hint: str | None, amount: str, currency: str) -> None:
    assert parse_price(text, currency_hint=hint) == Money(Decimal(amount), currency)


@pytest.mark.parametrize(
    ("text", "low", "high", "currency"),
    [
        ("NT$ 1,280 - NT$ 2,560", "1280", "2560", "TWD"), ("Rp29.000 – Rp155.000", "29000", "155000", "IDR"),
        ("₫45.000 - ₫60.000", "45000", "60000", "VND"), ("RM12.90 ~ RM15.90", "12.90", "15.90", "MYR"),
        ("12,50 € – 15,00 €", "12.50", "15.00", "EUR"), ("R$ 9,90 a R$ 12,90", "9.90", "12.90", "BRL"),
        ("199元起", "199", None, "CNY"), ("ab 12,50 €", "12.50", None, "EUR"),
        ("à partir de 9,99 €", "9.99", None, "EUR"),
        ("mulai Rp 29.000", "29000", None, "IDR"), ("chỉ từ 45.000 ₫", "45000", None, "VND"),
        ("Pris från 172 kr", "172", None, None),
    ],
)  # fmt: skip
def test_ranges_in_the_shops_languages(text: str, low: str, high: str | None, currency: str | None) -> None:
    assert parse_price(text) == PriceRange(Decimal(low), Decimal(high) if high else None, currency)


@pytest.mark.parametrize("text", ["15.08.2017", "12.34.56", "price on request", "一百元", "€", "9" * 30])
def test_numbers_and_words_that_are_no_price(text: str) -> None:
    assert parse_price(text, currency_hint="EUR") is None


@pytest.mark.parametrize("text", ["1.5E7", "1.5E7 EUR", "1e400", "1.23E+5 €", "19⁹⁹ €", "10½ EUR", "5₉₉ USD"])
def test_an_exponent_or_a_raised_digit_never_gives_a_part_of_the_price(text: str) -> None:
    assert parse_price(text) is None


@pytest.mark.parametrize("text", ["12,50 €/m²", "5 EUR/m³"])
def test_a_raised_digit_of_a_unit_is_no_part_of_the_price(text: str) -> None:
    assert parse_price(text) is not None


@pytest.mark.parametrize(("text", "value"), [("1.5E7", 15_000_000), ("1.299E3", 1299), ("1.0e1", 10), ("1e40", None)])
def test_an_amount_with_an_exponent_is_read_as_it_is_meant(text: str, value: int | None) -> None:
    assert amount(text) == value


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("١٢٫٥٠ EUR", "12.50"),
        ("١٬٢٣٤٫٥٠ EUR", "1234.50"),
        ("۱۲٫۵۰ EUR", "12.50"),
        ("١٢٫٥٠٠ KWD", "12.500"),
        ("1’234.50 CHF", "1234.50"),
        ("12\u200b.50 EUR", "12.50"),
        ("12.\u200f50 EUR", "12.50"),
        ("1\u00ad2.50 EUR", "12.50"),
    ],
)
def test_marks_of_other_scripts_and_invisible_ones_leave_the_number_whole(text: str, amount: str) -> None:
    assert parse_price(text) == Money(Decimal(amount), text[-3:])


@pytest.mark.parametrize("mark", "·‧。、‚∙•⋅・’ʼ`´';_")
def test_a_mark_that_may_be_a_decimal_one_never_gives_a_part_of_the_price(mark: str) -> None:
    assert parse_price(f"12{mark}50 EUR") is None


def test_an_arabic_mark_before_three_digits_is_not_guessed() -> None:
    assert parse_price("١٫٢٣٤ EUR") is None


def test_a_sign_that_ends_a_word_is_none_of_the_number_behind_it() -> None:
    assert BESIDE_CURRENCY.search("期盼千元5G手机") is None
    assert [one[0] for one in map(BESIDE_CURRENCY.search, ("售价：元 5", "999元5G手机")) if one] == ["元 5", "999元"]


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("$134.95, 2/$260.00", "134.95"),
        ("£24.50, 3 colours", "24.50"),
        ("$5, 10 or 20", "5"),
        ("$5, 100 sheets", "5"),
        ("US$ 1, 299.00", "1299.00"),
        ("$1, 299", "1299"),
        ("€ 12, 50 per stuk", "12.50"),
        ("1 234, 50 €", "1234.50"),
    ],
)
def test_a_number_behind_a_comma_and_a_blank_is_another_one_or_the_rest_of_it(text: str, amount: str) -> None:
    found = parse_price(text, currency_hint="USD")
    assert isinstance(found, Money) and found.amount == Decimal(amount)
    first = next(BESIDE_CURRENCY.finditer(text))
    assert amount_of(first, "USD") == Decimal(amount)


@pytest.mark.parametrize(
    ("text", "currency", "meant"),
    [
        ("25,000", "IQD", "25000"), ("25,000.000", "IQD", "25000.000"), ("1,250", "KWD", "1250"),
        ("12,500", "TND", "12.500"), ("999999999999999", "EUR", "999999999999999"), ("1000000000000000", "EUR", None),
        ("9999999999999999.00", "KWD", None),
    ],
)  # fmt: skip
def test_numbers_of_currencies_with_three_digits_and_of_more_than_fits(
    text: str, currency: str, meant: str | None
) -> None:
    assert number(text, currency) == (None if meant is None else Decimal(meant))


@pytest.mark.parametrize("text", [",99 €", "-,99 €", "- ,99 €", "nur –,99 €", "€ ,99", ".99 €", "2 for .99 €"])
def test_a_mark_without_a_whole_number_begins_cents(text: str) -> None:
    assert parse_price(text) == Money(Decimal("0.99"), "EUR")
    beside = BESIDE_CURRENCY.search(text)
    assert beside is None or amount_of(beside) == Decimal("0.99")


@pytest.mark.parametrize(
    ("text", "meant"), [("Rs.50", 50), ("24 ,50 €", "24.5"), ("Pack, 99 €", 99), ("1,99 €", "1.99")]
)
def test_a_mark_behind_a_number_or_a_word_does_not(text: str, meant: str) -> None:
    beside = BESIDE_CURRENCY.search(text)
    assert beside is not None
    assert amount_of(beside) == Decimal(meant)
