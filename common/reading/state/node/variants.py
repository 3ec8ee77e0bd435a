"""What an object of a page's state says of its price by a range or by its variants, as the shop systems answer that
stand behind fronts of their own.

Only amounts count that say themselves what they are: beside their currency, or counted in minor units and saying so. A
bare number of a variant may count hundredths, as Sylius' and the first Medusa's do. VTEX's offer and Shopware's
calculated price name no currency, but have names that nobody else gives.

Sources beside those of worth.py: Shopify, Storefront API, `ProductPriceRange` and `ProductVariant`; Saleor,
docs.saleor.io, `TaxedMoneyRange`; Adobe Commerce, GraphQL, `PriceRange`; commercetools, `ProductProjection`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from common.offer import Availability
from common.reading.state.node import stock
from common.reading.state.node.keys import by_plain_key, inside, objects_in
from common.reading.state.node.money import REDUCED, is_whole
from common.reading.state.node.worth import counts_cents, of_shopware, of_vtex, worth
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
_OF_SYSTEMS: tuple[Path, ...] = (("calculatedprice",), ("pricing", "price", "gross"))
_OF_ANY: tuple[Path, ...] = (("price",), ("pricev2",))
CHOSEN = ("selectedorfirstavailablevariant", "selectedvariant")
_WITHOUT_ONE_PRICE = ("isgiftcard", "giftcardamounts", "requiressellingplan", "salepricerange")
_SEVERAL_THINGS = frozenset({"GroupedProduct", "BundleProduct", "GiftCardProduct"})
"""What Magento calls products whose price the buyer's choice makes."""
HOLD_PRICES = ("pricerange", "pricing", "calculatedprice", "variants", "mastervariant", *CHOSEN)


@dataclass(frozen=True, slots=True)
class Offered:
    """What a product's variants, or its range, come to. `sku` is that of the chosen one, or of the only one."""

    low: Money | None = None
    high: Money | None = None
    is_whole: bool = False
    """A bare whole number in an object of no known system, which may count hundredths."""
    is_low_doubtful: bool = False
    """None is left of those that cost the lowest, and some of others; or they cost more or less in no known system,
    where the lowest may be another condition's, or a part's.
    """
    chosen: Money | None = None
    """What the variant costs that is chosen when the page opens."""
    availability: Availability = Availability.UNKNOWN
    sku: str | None = None


def offered(small: JsonObject) -> Offered:
    """What this object with plain keys says; an empty answer where it has neither."""
    variants = [by_plain_key(one) for one in _variants(small)]
    chosen = next((by_plain_key(one) for key in CHOSEN if isinstance(one := small.get(key), dict)), {})
    prices = None if _has_no_price(small) else _range(small) or _of_all(variants or [chosen])
    low, high = prices or (None, None)
    only = variants[0] if len(variants) == 1 and low == high else {}
    return Offered(
        low,
        high,
        is_whole=_range(small) is None and low is not None and is_whole(low) and not any(map(_is_of_system, variants)),
        is_low_doubtful=low is not None and (_is_gone(low, variants) or _may_differ(small, low, high, variants)),
        chosen=_of_variant(chosen) if prices else None,
        availability=_availability(variants or ([chosen] if chosen else []), chosen),
        sku=clean_id(text_of((chosen or only).get("sku"))),
    )


def _has_no_price(small: JsonObject) -> bool:
    """Whether it is a gift card, sold by subscription or by a number of measures only, made of several things,
    reduced by another range, or net.
    """
    several = amount(small.get("unitmultiplier"))
    return (
        any(small.get(key) for key in _WITHOUT_ONE_PRICE)
        or text_of(small.get("typename")) in _SEVERAL_THINGS
        or several not in {None, 1}
        or inside(small, "pricing", "displaygrossprices") is False
        or any(one.get("includedInPrice") is False for one in objects_in(inside(small, "taxcategory", "obj", "rates")))
    )


def _variants(small: JsonObject) -> list[JsonObject]:
    first = small.get("mastervariant")
    listed = objects_in(small.get("variants")) or _of_vtex(small)
    return [first, *listed] if isinstance(first, dict) and first else listed


def _of_vtex(small: JsonObject) -> list[JsonObject]:
    """VTEX calls its variants items; what one costs, each seller says."""
    return [one for one in objects_in(small.get("items")) if "sellers" in by_plain_key(one)]


def _range(small: JsonObject) -> tuple[Money, Money] | None:
    for lowest, highest in _RANGES:
        if (low := worth(inside(small, *lowest))) is not None:
            return low, worth(inside(small, *highest)) or low
    unit = of_shopware(small)
    return None if unit is None else (unit, unit)


def _of_all(variants: Sequence[JsonObject]) -> tuple[Money, Money] | None:
    """The lowest and the highest, if all that state one do so in one currency."""
    prices = [price for one in variants if (price := _of_variant(one)) is not None]
    if not prices or len({one.currency for one in prices}) > 1:
        return None
    return min(prices, key=_amount), max(prices, key=_amount)


def _is_gone(low: Money, variants: Sequence[JsonObject]) -> bool:
    lowest = {_stock_of(one) for one in variants if (price := _of_variant(one)) is not None and price == low}
    return lowest == {Availability.OUT_OF_STOCK} and any(_stock_of(one) is Availability.IN_STOCK for one in variants)


def _may_differ(small: JsonObject, low: Money, high: Money | None, variants: Sequence[JsonObject]) -> bool:
    return low != high and _range(small) is None and not all(map(_is_of_system, variants))


def _amount(price: Money) -> Decimal:
    return price.amount


def _of_variant(variant: JsonObject) -> Money | None:
    if _has_no_price(variant) or _is_hidden(variant):
        return None
    if offer := _offer(variant):
        return of_vtex(offer)
    if (found := _first(variant, _OF_SYSTEMS)) is not None:
        return found
    if any(variant.get(key) for key in (*REDUCED, *_OTHER_PRICES)):
        return None  # beside it, the price may be what was asked before, or lack the tax
    return _first(variant, _OF_ANY) or _only_price(variant)


_OTHER_PRICES = ("discountprice", "grossprice", "pricegross")
_SHOWN, _HIDDEN = ("active", "published", "enabled", "visible"), ("hidden", "ishidden", "archived")
_NOT_PUBLISHED = frozenset({"draft", "archived", "hidden"})


def _is_hidden(variant: JsonObject) -> bool:
    return (
        any(variant.get(key) is False for key in _SHOWN)
        or any(variant.get(key) is True for key in _HIDDEN)
        or text_of(variant.get("status")) in _NOT_PUBLISHED
    )


def _only_price(variant: JsonObject) -> Money | None:
    """The one of commercetools' prices, if it is for every country, channel and time."""
    listed = objects_in(variant.get("prices"))
    only = by_plain_key(listed[0]) if len(listed) == 1 else {}
    is_for_all = counts_cents(only.get("value")) and not any(only.get(key) for key in _LIMITS)
    return worth(listed[0]) if is_for_all else None


_LIMITS = ("country", "channel", "validfrom", "validuntil", "tiers")


def _first(variant: JsonObject, paths: tuple[Path, ...]) -> Money | None:
    return next((found for path in paths if (found := worth(inside(variant, *path))) is not None), None)


def _is_of_system(variant: JsonObject) -> bool:
    """Whether a variant says what it costs in a way that is one system's own: in whole units of the currency."""
    return bool(_offer(variant)) or any(
        found is not None for found in (_first(variant, _OF_SYSTEMS), _only_price(variant))
    )


def _offer(variant: JsonObject) -> JsonObject:
    """The offer of VTEX's default seller, or of the only one; empty where there is none."""
    sellers = [by_plain_key(one) for one in objects_in(variant.get("sellers"))]
    default = [one for one in sellers if one.get("sellerdefault") is True] or (sellers if len(sellers) == 1 else [])
    held = default[0].get("commertialoffer") if default else None
    return by_plain_key(held) if isinstance(held, dict) else {}


def _availability(variants: Sequence[JsonObject], chosen: JsonObject) -> Availability:
    """Whether any can be had; UNKNOWN where the one that is chosen cannot, and others can."""
    said = {*map(_stock_of, variants)}
    if Availability.IN_STOCK in said:
        is_gone = bool(chosen) and _stock_of(chosen) is Availability.OUT_OF_STOCK
        return Availability.UNKNOWN if is_gone else Availability.IN_STOCK
    return Availability.OUT_OF_STOCK if said == {Availability.OUT_OF_STOCK} else Availability.UNKNOWN


def _stock_of(variant: JsonObject) -> Availability:
    """Of VTEX's sellers that of the one whose price counts; UNKNOWN where it has none left and another has."""
    if variant.get("manageinventory") is True:
        return stock.availability(
            {"stock": variant.get("inventoryquantity"), "allowbackorder": variant.get("allowbackorder")}
        )
    if not (offer := _offer(variant)):
        return stock.availability(variant)
    own = stock.availability(offer)
    others = (inside(seller, "commertialoffer") for seller in objects_in(variant.get("sellers")))
    said = {own, *(stock.availability(by_plain_key(one)) for one in others if isinstance(one, dict))}
    return own if len(said) == 1 or own is Availability.IN_STOCK else Availability.UNKNOWN
