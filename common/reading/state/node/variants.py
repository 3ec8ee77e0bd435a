"""What an object of a page's state says of its price by a range or by its variants, as the shop systems answer that
stand behind fronts of their own.

Only amounts count that say themselves what they are: beside their currency, or counted in minor units and saying so. A
bare number of a variant may count hundredths, as Sylius' and the first Medusa's do. VTEX's offer and Shopware's
calculated price name no currency, but have names that nobody else gives.

Sources: Shopify, Storefront API, `ProductPriceRange` and `ProductVariant`; Saleor, docs.saleor.io, `TaxedMoneyRange`;
Adobe Commerce, GraphQL, `PriceRange`; commercetools, `ProductProjection` and `Price`; Medusa 2, docs.medusajs.com,
`CalculatedPriceSet` ("in major units"); VTEX, Catalog API, `commertialOffer`; Shopware 6, Store API, `CalculatedPrice`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from common.offer import Availability
from common.reading.state.node import stock
from common.reading.state.node.keys import by_plain_key, inside, objects_in
from common.reading.state.node.money import currency, money
from common.reading.text.identifiers import clean_id
from common.reading.text.json_text import JsonObject, amount, text_of
from common.reading.text.price import Money

Path = tuple[str, ...]
_RANGES: tuple[tuple[Path, Path], ...] = (
    (("pricerange", "minvariantprice"), ("pricerange", "maxvariantprice")),
    (("pricing", "pricerange", "start", "gross"), ("pricing", "pricerange", "stop", "gross")),
    (("pricerange", "minimumprice", "finalprice"), ("pricerange", "maximumprice", "finalprice")),
)
"""The lowest and the highest price: Shopify's, Saleor's, Magento's."""
_OF_VARIANT: tuple[Path, ...] = (("price",), ("pricev2",), ("calculatedprice",), ("pricing", "price", "gross"))
_CHOSEN = ("selectedorfirstavailablevariant", "selectedvariant")
HOLD_PRICES = ("pricerange", "pricing", "calculatedprice", "variants", "mastervariant")


@dataclass(frozen=True, slots=True)
class Offered:
    """What a product's variants, or its range, come to. `sku` is that of the only one."""

    low: Money | None = None
    high: Money | None = None
    chosen: Money | None = None
    """What the variant costs that is chosen when the page opens."""
    availability: Availability = Availability.UNKNOWN
    sku: str | None = None


def offered(small: JsonObject) -> Offered:
    """What this object with plain keys says; an empty answer where it has neither."""
    variants = [by_plain_key(one) for one in _variants(small)]
    low, high = _range(small) or _of_all(variants) or (None, None)
    only = variants[0] if len(variants) == 1 else {}
    chosen = next((found for key in _CHOSEN if (found := _of_variant(by_plain_key(_object(small.get(key)))))), None)
    return Offered(low, high, chosen, _availability(variants), clean_id(text_of(only.get("sku"))))


def _object(value: Any) -> JsonObject:
    return value if isinstance(value, dict) else {}


def _variants(small: JsonObject) -> list[JsonObject]:
    first = small.get("mastervariant")
    listed = objects_in(small.get("variants")) or _of_vtex(small)
    return [first, *listed] if isinstance(first, dict) and first else listed


def _of_vtex(small: JsonObject) -> list[JsonObject]:
    """VTEX calls its variants items; what one costs, each seller says."""
    return [one for one in objects_in(small.get("items")) if "sellers" in by_plain_key(one)]


def _range(small: JsonObject) -> tuple[Money, Money] | None:
    if inside(small, "pricing", "displaygrossprices") is False:
        return None
    for lowest, highest in _RANGES:
        low = _named(inside(small, *lowest))
        if low is not None:
            return low, _named(inside(small, *highest)) or low
    price = inside(small, "calculatedprice")
    unit = inside(price, "unitprice") if inside(price, "totalprice") is not None else None
    return _twice(Money(exact, None)) if (exact := amount(unit)) is not None and exact > 0 else None


def _twice(price: Money) -> tuple[Money, Money]:
    return price, price


def _of_all(variants: Sequence[JsonObject]) -> tuple[Money, Money] | None:
    """The lowest and the highest, if all that state one do so in one currency."""
    prices = [price for one in variants if (price := _of_variant(one)) is not None]
    if not prices or len({one.currency for one in prices}) > 1:
        return None
    return min(prices, key=_amount), max(prices, key=_amount)


def _amount(price: Money) -> Decimal:
    return price.amount


def _of_variant(variant: JsonObject) -> Money | None:
    sold = _first_offer(variant)
    if sold:
        price = amount(sold.get("price"))
        return Money(price, None) if price else None
    for path in _OF_VARIANT:
        if (found := _named(inside(variant, *path))) is not None:
            return found
    listed = variant.get("prices")
    only = listed[0] if isinstance(listed, list) and len(listed) == 1 else None
    return _named(only) if _counts_cents(inside(only, "value")) else None


def _first_offer(variant: JsonObject) -> JsonObject:
    """The offer of VTEX's default seller, or of the only one; empty where there is none."""
    sellers = [by_plain_key(one) for one in objects_in(variant.get("sellers"))]
    default = [one for one in sellers if one.get("sellerdefault") is True] or (sellers if len(sellers) == 1 else [])
    return by_plain_key(_object(default[0].get("commertialoffer"))) if default else {}


def _named(value: Any) -> Money | None:
    """The price that an object states beside its currency; a reduced one goes before what was asked before."""
    if not isinstance(value, dict):
        return None
    reduced = inside(value, "discounted", "value")
    held = reduced if isinstance(reduced, dict) else inside(value, "value")
    if isinstance(held, dict):
        return _named(held) if _counts_cents(held) else None
    code = currency(value)
    calculated = inside(value, "calculatedamountwithtax") or inside(value, "calculatedamount")
    found = money(value if calculated is None else calculated, code) if code else None
    return Money(found.amount, code) if found is not None and found.amount > 0 else None


def _counts_cents(value: Any) -> bool:
    return inside(value, "centamount") is not None


def _availability(variants: Sequence[JsonObject]) -> Availability:
    said = set(_said(variants))
    if Availability.IN_STOCK in said:
        return Availability.IN_STOCK
    return Availability.OUT_OF_STOCK if said == {Availability.OUT_OF_STOCK} else Availability.UNKNOWN


def _said(variants: Sequence[JsonObject]) -> Iterator[Availability]:
    for one in variants:
        if one.get("manageinventory") is True and one.get("allowbackorder") is not True:
            yield stock.availability({"stock": one.get("inventoryquantity")})
        else:
            yield stock.availability(_first_offer(one) or one)
