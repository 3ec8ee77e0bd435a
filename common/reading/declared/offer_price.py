"""The price of one schema.org Offer or AggregateOffer, in the many ways shops write it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from common.reading.declared.schema_node import SchemaNode
from common.reading.declared.stated_money import currency_stated, money_of
from common.reading.text.address_parts import local_name
from common.reading.text.json_text import text_of
from common.reading.text.price import Money, PriceRange

_LIST_KINDS = frozenset("listprice strikethroughprice msrp srp".split())
"""Values of priceType that name what was asked before, or what the maker recommends."""
_REGULAR = "regularprice"
"""What was asked before, where a sale price stands beside it; else the price."""
_NO_BUYERS_KINDS = frozenset("invoiceprice minimumadvertisedprice".split())
_CHARGES = frozenset("deliverychargespecification paymentchargespecification".split())
"""Types of what comes on top of the price."""
_ON_TERMS = (
    "referenceQuantity", "eligibleQuantity", "eligibleTransactionVolume", "validForMemberTier", "billingDuration",
)  # fmt: skip
"""Properties of a price by measure, for other quantities, for members, by the month."""


@dataclass(frozen=True, slots=True)
class OfferPrice:
    """Amounts in major units; `currency` is ISO 4217. None where the offer is silent."""

    price: Decimal | None
    high: Decimal | None
    list_price: Decimal | None
    currency: str | None


def price_of(offer: SchemaNode) -> OfferPrice:
    """What the offer and its priceSpecifications state. What comes on top of the price is left out, and so are prices
    that not everybody pays for the thing.
    """
    currency = currency_stated(offer.text("priceCurrency"))
    specs = offer.every("priceSpecification")
    of_specs = next(filter(None, (currency_stated(one.text("priceCurrency")) for one in specs)), None)
    meant = currency or of_specs
    own = _lowest(offer.value("price"), meant) or _lowest(offer.value("lowPrice"), meant)
    high = _lowest(offer.value("highPrice"), meant)
    specified, before = _specified(specs, currency)
    price = own or specified
    currency = currency or (price.currency if price else None) or of_specs
    return OfferPrice(
        price=price.amount if price else None,
        high=high.amount if high else None,
        list_price=before.amount if before and before.currency in {None, currency} else None,
        currency=currency,
    )


def _specified(specs: Sequence[SchemaNode], currency: str | None) -> tuple[Money | None, Money | None]:
    """The price that the specifications state and what was asked before. One with tax goes before one without."""
    found: dict[str, Money] = {}
    for spec in specs:
        kind = _word(spec.first("priceType"))
        if kind in _NO_BUYERS_KINDS or spec.types() & _CHARGES or any(spec.value(key) for key in _ON_TERMS):
            continue
        own = currency_stated(spec.text("priceCurrency")) or currency
        stated = _lowest(spec.value("price"), own) or _lowest(spec.value("minPrice"), own)
        if stated is not None:
            is_net = _word(spec.first("valueAddedTaxIncluded")) == "false"
            found.setdefault(_BEFORE if kind in _LIST_KINDS else kind if kind == _REGULAR else _PRICES[is_net], stated)
    taken = next((kind for kind in (*_PRICES, _REGULAR) if kind in found), None)
    before = next((kind for kind in (_BEFORE, _REGULAR) if kind in found and kind != taken), None)
    return found.get(taken or ""), found.get(before or "")


_PRICES, _BEFORE = ("with tax", "without"), "before"


def _word(value: Any) -> str:
    """A word of schema.org's, be it true or false, without its vocabulary and in small letters."""
    if isinstance(value, bool):
        return str(value).lower()
    text = value.get("@id") or value.get("name") or value.get("@value") if isinstance(value, dict) else value
    return local_name(text_of(text) or "").lower()


def _lowest(value: Any, currency: str | None) -> Money | None:
    stated = money_of(value, currency)
    return Money(stated.low, stated.currency) if isinstance(stated, PriceRange) else stated
