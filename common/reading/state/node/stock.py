"""Whether an object of a page's state says that the product can be had: a word, a yes or no, or a count."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from common.offer import Availability
from common.reading.state.node.keys import by_plain_key
from common.reading.text.availability import of_schema
from common.reading.text.json_text import JsonObject

STATE = ("availability", "availabilitystatus", "stockstatus", "inventorystatus")
_STATE_INSIDE = (*STATE, "status", "stocklevelstatus", "code")
YES_NO = (
    "instock", "isinstock", "available", "isavailable", "availableforsale",
    "availableforpurchase", "purchasable", "canaddtobasket", "canaddtocart", "orderable",
    "isorderable", "sellable", "issellable", "ispurchasable", "addtocartenabled", "isonstock",
)  # fmt: skip
BUYABLE = ("buyable", "isbuyable")
"""Yes says that it can be had; no may mean that it is sold in the shop's branches only."""
NONE_LEFT = ("soldout", "issoldout", "outofstock", "isoutofstock")
_COUNT = ("stock", "stocklevel", "quantityavailable", "availablequantity", "stockquantity", "stocknum")
_INSIDE = ("inventory", "stock", "availability", "availabilityv2")
"""An object that holds nothing else: Salesforce's and BigCommerce's `inventory`, SAP's `stock`, commercetools'
`availability`."""
_WORDS = {
    "in stock": Availability.IN_STOCK, "in_stock": Availability.IN_STOCK, "available": Availability.IN_STOCK,
    "low_stock": Availability.IN_STOCK, "lowstock": Availability.IN_STOCK, "out_of_stock": Availability.OUT_OF_STOCK,
    "sold_out": Availability.OUT_OF_STOCK, "unavailable": Availability.OUT_OF_STOCK,
}  # fmt: skip


_LATER = ("preorder", "ispreorder", "preorderable", "backorder", "backorderable", "allowbackorder", "restockableindays")
"""Where one of these holds, none left does not mean that it cannot be ordered."""
_ELSEWHERE = ("storeid", "channels")
"""In an object of stock: of one branch, or of several places."""


def availability(small: JsonObject) -> Availability:
    """Of an object with plain keys; UNKNOWN when it contradicts itself, or none is left of what can be ordered."""
    objects = [by_plain_key(held) for key in _INSIDE if isinstance(held := small.get(key), dict)]
    objects = [one for one in objects if not any(one.get(key) for key in _ELSEWHERE)]
    states = {*_states(small, STATE)}.union(*(_states(one, _STATE_INSIDE) for one in objects))
    states.discard(Availability.UNKNOWN)
    is_later = any(one.get(key) for one in (small, *objects) for key in _LATER)
    if len(states) != 1 or (is_later and Availability.OUT_OF_STOCK in states):
        return Availability.UNKNOWN
    return states.pop()


def _states(small: JsonObject, words_at: tuple[str, ...]) -> Iterator[Availability]:
    yield from (_in_words(small[key]) for key in words_at if isinstance(small.get(key), str))
    yield from (_had(small[key]) for key in YES_NO if isinstance(small.get(key), bool))
    yield from (Availability.IN_STOCK for key in BUYABLE if small.get(key) is True)
    yield from (_had(not small[key]) for key in NONE_LEFT if isinstance(small.get(key), bool))
    yield from (_had(small[key] > 0) for key in _COUNT if _is_count(small.get(key)))


def _in_words(text: str) -> Availability:
    return _WORDS.get(text.strip().lower()) or of_schema(text)


def _had(says_so: bool) -> Availability:
    return Availability.IN_STOCK if says_so else Availability.OUT_OF_STOCK


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
