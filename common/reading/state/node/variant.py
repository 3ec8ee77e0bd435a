"""One variant of a product in a page's state, or one product without any: what it costs, and whether it can be had.

A price that a variant of no known system states beside its currency counts only where nothing stands beside it that
may be what everybody pays instead.
"""

from __future__ import annotations

from common.offer import Availability
from common.reading.state.node import stock
from common.reading.state.node.keys import by_plain_key, inside, objects_in
from common.reading.state.node.money import REDUCED
from common.reading.state.node.worth import counts_cents, of_vtex, worth
from common.reading.text.json_text import JsonObject, amount, text_of
from common.reading.text.price import Money

Path = tuple[str, ...]
_OF_SYSTEMS: tuple[Path, ...] = (("calculatedprice",), ("pricing", "price", "gross"))
"""Medusa's and Saleor's."""
_OF_ANY: tuple[Path, ...] = (("price",), ("pricev2",))
_WITHOUT_ONE_PRICE = ("isgiftcard", "giftcardamounts", "requiressellingplan", "salepricerange")
_SEVERAL_THINGS = frozenset({"GroupedProduct", "BundleProduct", "GiftCardProduct"})
"""What Magento calls products whose price the buyer's choice makes."""


def has_no_price(small: JsonObject) -> bool:
    """Whether it is a gift card, sold by subscription or by a number of measures only, made of several things, reduced
    by another range, or net. `small` has plain keys, as all objects here.
    """
    several = amount(small.get("unitmultiplier"))
    return (
        any(small.get(key) for key in _WITHOUT_ONE_PRICE)
        or text_of(small.get("typename")) in _SEVERAL_THINGS
        or several not in {None, 1}
        or inside(small, "pricing", "displaygrossprices") is False
        or any(one.get("includedInPrice") is False for one in objects_in(inside(small, "taxcategory", "obj", "rates")))
    )


def price_of(variant: JsonObject) -> Money | None:
    """What everybody pays for it now; None where nothing says that surely."""
    if has_no_price(variant) or _is_hidden(variant):
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


def is_of_system(variant: JsonObject) -> bool:
    """Whether a variant says what it costs in a way that is one system's own: in whole units of the currency."""
    stated = (_first(variant, _OF_SYSTEMS), _only_price(variant))
    return bool(_offer(variant)) or any(found is not None for found in stated)


def _offer(variant: JsonObject) -> JsonObject:
    """The offer of VTEX's default seller, or of the only one; empty where there is none."""
    sellers = [by_plain_key(one) for one in objects_in(variant.get("sellers"))]
    default = [one for one in sellers if one.get("sellerdefault") is True] or (sellers if len(sellers) == 1 else [])
    held = default[0].get("commertialoffer") if default else None
    return by_plain_key(held) if isinstance(held, dict) else {}


def stock_of(variant: JsonObject) -> Availability:
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
