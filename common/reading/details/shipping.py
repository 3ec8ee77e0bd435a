"""What sending costs, where the page declares it: schema.org's shippingDetails, and product: labels.

What a page prints of it ("free from 50 EUR") hangs on the basket, the place and the buyer, and is not read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any

from common.currencies import is_code
from common.details.kinds import Shipping
from common.reading.declared.schema_node import SchemaNode
from common.reading.parsed.document import Document
from common.reading.text.json_text import amount, text_of
from common.reading.text.price import minor_units

_MAX_RATES = 40


def declared(offers: Sequence[SchemaNode], currency: str | None) -> Shipping | None:
    """The one rate that all shippingDetails agree on; None where they differ: which one holds is the buyer's choice."""
    rates = [rate for offer in offers[:_MAX_RATES] for rate in _rates(offer, currency)][:_MAX_RATES]
    if not rates or len({(rate.price_minor, rate.currency) for rate in rates}) > 1:
        return None
    countries = {rate.country for rate in rates}
    return Shipping(rates[0].price_minor, rates[0].currency, countries.pop() if len(countries) == 1 else None)


def _rates(offer: SchemaNode, currency: str | None) -> Iterator[Shipping]:
    for details in offer.every("shippingDetails")[:_MAX_RATES]:
        if str(details.value("doesNotShip")).lower() == "true":
            continue
        for rate in details.every("shippingRate")[:1]:
            code = (rate.text("currency") or currency or "").upper()
            said = _shipping(rate.value("value"), code, _country(details))
            if said is not None:
                yield said


def _country(details: SchemaNode) -> str | None:
    """The only country that it is sent to at this rate."""
    places = details.every("shippingDestination")
    codes = {_code(place.value("addressCountry")) for place in places}
    return codes.pop() if len(codes) == 1 else None


def _code(value: Any) -> str | None:
    if isinstance(value, list):
        value = value[0] if len(value) == 1 else None
    if isinstance(value, dict):
        value = value.get("name")
    text = (text_of(value) or "").upper()
    return text if len(text) == 2 and text.isascii() and text.isalpha() else None


def of_labels(document: Document) -> Shipping | None:
    """product:shipping_cost:amount with its currency."""
    code = (document.meta("product:shipping_cost:currency") or "").upper()
    return _shipping(document.meta("product:shipping_cost:amount"), code, None)


def _shipping(value: Any, code: str, country: str | None) -> Shipping | None:
    price: Decimal | None = amount(value)
    if price is None or price < 0 or price > _MOST or not is_code(code):
        return None
    return Shipping(minor_units(price, code), code, country)


_MOST = 10**9
