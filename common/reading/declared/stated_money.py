"""An amount of money as markup states it: a number, a text with a price, or an object around one of them."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from common.currencies import BY_CODE, is_code
from common.reading.declared.schema_node import SchemaNode
from common.reading.text.currency import currency_of
from common.reading.text.json_text import amount
from common.reading.text.money import WHOLE_PRICES, is_negative, rounded
from common.reading.text.price import Money, PriceRange, parse_price


def money_of(value: Any, currency: str | None) -> Money | PriceRange | None:
    """`currency` is ISO 4217. Of a list, of which one value was meant, the only one; None where its values differ, as
    where the old price is marked up like the new one.
    """
    if isinstance(value, list):
        found = {money for one in value if (money := _of_one(one, currency)) is not None}
        return found.pop() if len(found) == 1 else None
    return _of_one(value, currency)


def _of_one(value: Any, currency: str | None) -> Money | PriceRange | None:
    if isinstance(value, dict):
        sales = SchemaNode(value).value("sales")
        value = sales if isinstance(sales, dict) else value
        value = value.get("@value") or value.get("decimalPrice") or value.get("price") or value.get("value")
    exact = amount(value)
    if exact is not None:
        plain = _with_its_mark(exact, currency) if exact >= 0 else None
        return Money(rounded(plain, currency), currency) if plain is not None else None
    if not isinstance(value, str) or is_negative(value):
        return None
    return parse_price(value, currency_hint=currency)


def _with_its_mark(exact: Decimal, currency: str | None) -> Decimal | None:
    """The amount that was meant by a number with one mark and three digits behind it. Some shops put the text that they
    print into a field for numbers: "150.000" dong are thousands, and "1.299" euros may be 1299 as well as 1.30.
    """
    row = BY_CODE.get(currency or "")
    if row is None or exact.as_tuple().exponent != -_GROUP or not 1 <= exact < _THOUSAND:
        return exact
    if currency in WHOLE_PRICES:
        return exact * _THOUSAND
    return exact if row.digits == _GROUP else None


_GROUP, _THOUSAND = 3, 1000


def currency_stated(text: str | None) -> str | None:
    """ISO 4217 of a code or a sign."""
    if text is None:
        return None
    code = text.strip().upper()
    return code if is_code(code) else currency_of(text.strip())
