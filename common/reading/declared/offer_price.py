"""The price of one schema.org Offer or AggregateOffer, in the many ways shops write it."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from common.currencies import is_code
from common.reading.declared.schema_node import SchemaNode
from common.reading.text.currency import currency_of
from common.reading.text.json_text import amount
from common.reading.text.money import is_negative, rounded
from common.reading.text.price import Money, PriceRange, parse_price

_LIST_KINDS = frozenset({"ListPrice", "StrikethroughPrice", "MSRP", "SRP", "RegularPrice"})
"""Values of priceType that name what was asked before, or what the maker recommends."""


@dataclass(frozen=True, slots=True)
class OfferPrice:
    """Amounts in major units; `currency` is ISO 4217. None where the offer is silent."""

    price: Decimal | None
    high: Decimal | None
    list_price: Decimal | None
    currency: str | None


def price_of(offer: SchemaNode) -> OfferPrice:
    """What the offer and its priceSpecifications state; prices per unit or for other quantities are left out."""
    currency = _currency(offer.text("priceCurrency"))
    price = _money(offer.value("price"), currency) or _money(offer.value("lowPrice"), currency)
    high = _money(offer.value("highPrice"), currency)
    list_price: Money | None = None
    for spec in offer.every("priceSpecification"):
        currency = currency or _currency(spec.text("priceCurrency"))
        stated = _money(spec.value("price"), currency) or _money(spec.value("minPrice"), currency)
        kind = (spec.text("priceType") or "").rpartition("/")[2]
        if kind in _LIST_KINDS:
            list_price = list_price or stated
        elif not spec.value("referenceQuantity") and not spec.value("eligibleQuantity"):
            price = price or stated
    return OfferPrice(
        price=price.amount if price else None,
        high=high.amount if high else None,
        list_price=list_price.amount if list_price else None,
        currency=currency or (price.currency if price else None),
    )


def _money(value: Any, currency: str | None) -> Money | None:
    """A number, a text with a price, or an object around one of them; of a list the first that says something."""
    if isinstance(value, list):
        value = next((one for one in value if one not in (None, "")), None)
    if isinstance(value, dict):
        sales = SchemaNode(value).value("sales")
        value = sales if isinstance(sales, dict) else value
        value = value.get("@value") or value.get("decimalPrice") or value.get("price") or value.get("value")
    exact = amount(value)
    if exact is not None:
        return Money(rounded(exact, currency), currency) if exact >= 0 else None
    if not isinstance(value, str) or is_negative(value):
        return None
    stated = parse_price(value, currency_hint=currency)
    return Money(stated.low, stated.currency) if isinstance(stated, PriceRange) else stated


def _currency(text: str | None) -> str | None:
    """ISO 4217 of a code or a sign."""
    if text is None:
        return None
    code = text.strip().upper()
    return code if is_code(code) else currency_of(text.strip())
