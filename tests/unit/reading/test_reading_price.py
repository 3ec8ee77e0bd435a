"""Price text to exact amounts, in the currencies of the shops' markets."""

from __future__ import annotations

from decimal import Decimal

import pytest

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
