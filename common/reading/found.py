"""What one source on a page says about the product."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from common.offer import Availability, Variant

SHOWN = "visible"
"""What a reader of the page sees."""
STATE = "embedded-state"
"""The data that the page's own scripts begin with."""
PLACE = "place"
"""Where the shop is, which tells the currency of a bare number."""
LABELS = "opengraph"
"""OpenGraph and its kin, written for social networks."""
PRINTED = "printed"
"""No source of a Found: of an amount that the page prints somewhere, in the candidates for its price."""


@dataclass(frozen=True, slots=True)
class Found:
    """Every field as this one source states it; None where it is silent. Amounts are in major units."""

    source: str
    title: str | None = None
    price: Decimal | None = None
    low: Decimal | None = None
    high: Decimal | None = None
    list_price: Decimal | None = None
    chosen_price: Decimal | None = None
    """Of the one of several variants that is chosen when the page opens."""
    currency: str | None = None
    availability: Availability = Availability.UNKNOWN
    is_gone: bool = False
    """The page's own heading says that it is sold or reserved, and nothing there buys: whatever else is declared."""
    may_be_gone: bool = False
    """Its heading says so over a button that buys, or a button that cannot be pressed says that none is left."""
    tells_when_back: bool = False
    """In place of a button that buys it offers to tell when the product is back, and there is nothing to choose."""
    says_and_sells: bool = False
    """Its words say that it is in stock, and a button buys."""
    brand: str | None = None
    sku: str | None = None
    sku_is_printed: bool = False
    """The SKU stands on the page beside a label that says so, for buyers to read."""
    is_offered: bool = False
    """The page has a button that buys, an amount alone on its line, or an element that is named a price."""
    gtin: str | None = None
    mpn: str | None = None
    item_id: str | None = None
    seller: str | None = None
    images: tuple[str, ...] = ()
    variants: tuple[Variant, ...] = ()
    price_kind: str | None = None
    used: tuple[tuple[Decimal, Availability], ...] = ()
    """What declared offers of used copies ask, which do not count beside those of new ones."""
    abroad: tuple[Found, ...] = ()
    """What its offers in other currencies state, where nothing says yet which of these the page sells in."""
    is_doubtful: bool = False
    """Its price, where no other source states it: the page prints other amounts, if far from its heading; or it is the
    lowest of a wide range, or of variants of which none is left; or nothing but the page's language tells its currency.
    """
    is_whole: bool = False
    """Its price is a bare whole number in data, which may count hundredths."""
    page: str | None = None
    """The address that the source says the product stands at."""
    nodes: tuple[Any, ...] = ()
    """What it was read from, for whoever looks for more in it (common/reading/details): SchemaNodes of what is
    declared, JSON objects of the page's state."""

    def priced_as(self, other: Found) -> Found:
        """The same, with what the other states of its price, its range and their currency."""
        return replace(
            self,
            price=other.price,
            low=other.low,
            high=other.high,
            list_price=other.list_price,
            currency=other.currency,
            price_kind=other.price_kind,
        )
