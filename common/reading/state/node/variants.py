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
from common.reading.state.node.keys import by_plain_key, inside, objects_in
from common.reading.state.node.money import is_whole
from common.reading.state.node.variant import Path, has_no_price, is_of_system, price_of, stock_of
from common.reading.state.node.worth import of_shopware, worth
from common.reading.text.identifiers import clean_id
from common.reading.text.json_text import JsonObject, text_of
from common.reading.text.price import Money

_RANGES: tuple[tuple[Path, Path], ...] = (
    (("pricerange", "minvariantprice"), ("pricerange", "maxvariantprice")),
    (("pricing", "pricerange", "start", "gross"), ("pricing", "pricerange", "stop", "gross")),
    (("pricerange", "minimumprice", "finalprice"), ("pricerange", "maximumprice", "finalprice")),
)
"""The lowest and the highest price: Shopify's, Saleor's, Magento's."""
CHOSEN = ("selectedorfirstavailablevariant", "selectedvariant")
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
    ranged = _range(small)
    prices = None if has_no_price(small) else ranged or _of_all(variants or [chosen])
    low, high = prices or (None, None)
    only = variants[0] if len(variants) == 1 and low == high else {}
    return Offered(
        low,
        high,
        is_whole=ranged is None and low is not None and is_whole(low) and not any(map(is_of_system, variants)),
        is_low_doubtful=low is not None
        and (_is_gone(low, variants) or (ranged is None and _may_differ(low, high, variants))),
        chosen=price_of(chosen) if prices else None,
        availability=_availability(variants or ([chosen] if chosen else []), chosen),
        sku=clean_id(text_of((chosen or only).get("sku"))),
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
    prices = [price for one in variants if (price := price_of(one)) is not None]
    if not prices or len({one.currency for one in prices}) > 1:
        return None
    return min(prices, key=_amount), max(prices, key=_amount)


def _is_gone(low: Money, variants: Sequence[JsonObject]) -> bool:
    lowest = {stock_of(one) for one in variants if (price := price_of(one)) is not None and price == low}
    return lowest == {Availability.OUT_OF_STOCK} and any(stock_of(one) is Availability.IN_STOCK for one in variants)


def _may_differ(low: Money, high: Money | None, variants: Sequence[JsonObject]) -> bool:
    return low != high and not all(map(is_of_system, variants))


def _amount(price: Money) -> Decimal:
    return price.amount


def _availability(variants: Sequence[JsonObject], chosen: JsonObject) -> Availability:
    """Whether any can be had; UNKNOWN where the one that is chosen cannot, and others can."""
    said = {*map(stock_of, variants)}
    if Availability.IN_STOCK in said:
        is_gone = bool(chosen) and stock_of(chosen) is Availability.OUT_OF_STOCK
        return Availability.UNKNOWN if is_gone else Availability.IN_STOCK
    return Availability.OUT_OF_STOCK if said == {Availability.OUT_OF_STOCK} else Availability.UNKNOWN
