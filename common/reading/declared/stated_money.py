"""An amount of money as markup states it: a number, a text with a price, or an object around one of them."""

from __future__ import annotations

from typing import Any

from common.currencies import is_code
from common.reading.declared.schema_node import SchemaNode
from common.reading.text.currencies.named import currency_of
from common.reading.text.json_text import amount, unescaped
from common.reading.text.money import as_meant, rounded
from common.reading.text.price import MAX_TEXT_CHARS, Money, PriceRange, price_in_field

_MAX_VALUES = 20


def money_of(value: Any, currency: str | None) -> Money | PriceRange | None:
    """`currency` is ISO 4217. Of a list, of which one value was meant, the only one; None where its values differ, as
    where the old price is marked up like the new one.
    """
    if isinstance(value, list):
        found = [money for one in value[:_MAX_VALUES] if (money := _of_one(one, currency)) is not None]
        is_one = len({money.low if isinstance(money, PriceRange) else money.amount for money in found}) == 1
        return next((money for money in found if money.currency), found[0]) if is_one else None
    return _of_one(value, currency)


def _of_one(value: Any, currency: str | None) -> Money | PriceRange | None:
    if isinstance(value, dict):
        sales = SchemaNode(value).value("sales")
        value = sales if isinstance(sales, dict) else value
        value = value.get("@value") or value.get("decimalPrice") or value.get("price") or value.get("value")
    exact = amount(value)
    if exact is not None:
        plain = as_meant(exact, currency) if exact >= 0 else None
        return Money(rounded(plain, currency), currency) if plain is not None else None
    return price_in_field(unescaped(value[:MAX_TEXT_CHARS]), currency) if isinstance(value, str) else None


def currency_stated(text: str | None) -> str | None:
    """ISO 4217 of a code or a sign."""
    if text is None:
        return None
    code = text.strip().upper()
    return code if is_code(code) else currency_of(text.strip())
