"""One Found of all that a page's state says of its product: a field from the first that states it, a price only where
all agree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from common.offer import Availability
from common.reading.found import STATE, Found
from common.reading.state.own import MAX_MATCHES

_FIELDS = ("title", "brand", "sku", "gtin", "mpn", "item_id", "seller", "images", "variants", "list_price")


def agreed(own: Sequence[Found]) -> Found | None:
    """What they all say together; None of none."""
    if not own:
        return None
    merged = Found(STATE)
    for one in own:
        taken = {name: getattr(one, name) for name in _FIELDS if not getattr(merged, name) and getattr(one, name)}
        merged = replace(merged, **taken)
    nodes = tuple(node for one in own for node in one.nodes)[:MAX_MATCHES]
    return _with_price(_with_availability(replace(merged, nodes=nodes), own), own)


def without_price(merged: Found) -> Found:
    """The same without its price and what belongs to it; what a form has chosen stays."""
    return replace(merged, price=None, low=None, high=None, price_kind=None, currency=None)


def _with_price(merged: Found, own: Sequence[Found]) -> Found:
    priced = [one for one in own if one.price is not None and one.price > 0]
    if not priced or len({one.price for one in priced}) > 1:
        return merged
    currency = next((one.currency for one in priced if one.currency), None)
    first = next((one for one in priced if one.low is not None), priced[0])
    chosen = {one.chosen_price for one in priced if one.chosen_price is not None}
    return replace(
        merged,
        price=first.price,
        low=first.low,
        high=first.high,
        chosen_price=chosen.pop() if len(chosen) == 1 else None,
        price_kind=first.price_kind,
        is_whole=all(one.is_whole for one in priced),
        is_doubtful=all(one.is_doubtful for one in priced),
        currency=currency,
    )


def _with_availability(merged: Found, own: Sequence[Found]) -> Found:
    states = {one.availability for one in own} - {Availability.UNKNOWN}
    return replace(merged, availability=states.pop()) if len(states) == 1 else merged
