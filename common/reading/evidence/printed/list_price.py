"""What the product cost before, or costs by its maker's list, as the page prints it beside the price: struck out,
behind "Was" or "RRP", or in an element named old.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from common.offer import Offer
from common.reading.evidence.printed.amount import PrintedAmount
from common.reading.found import SHOWN
from common.reading.text.price import minor_units
from common.reading.visible.prices.amount_kinds import CALLED_OLD, CALLED_OTHER, OLD, SAVED

_BESIDE_LINES = 4
_MOST_TIMES = 10
"""Of the price; what is more belongs to something else, as a case of what is sold by the bottle."""
_OLD = frozenset({OLD, CALLED_OLD})
_BESIDES = frozenset({CALLED_OTHER, SAVED})
"""What an old amount may be called as well; the lowest of thirty days, amounts net of tax or by measure are none."""


def with_list_price(offer: Offer, printed: Sequence[PrintedAmount]) -> Offer:
    """The offer with the one old amount that is higher than its price and printed beside it. As it is where there are
    several or none, where a source states a list price, or where the price is a range.
    """
    price = offer.price_minor
    if price is None or offer.list_price_minor is not None or offer.price_min_minor != offer.price_max_minor:
        return offer
    amounts = [(one, minor_units(one.amount, offer.currency or "XXX")) for one in printed]
    places = [one.at for one, amount in amounts if amount == price and not one.kinds]
    old = {
        amount
        for one, amount in amounts
        if price < amount <= _MOST_TIMES * price
        and _OLD & set(one.kinds)
        and set(one.kinds) <= _OLD | _BESIDES
        and one.currency in {None, offer.currency}
        and any(abs(one.at - place) <= _BESIDE_LINES for place in places)
    }
    if len(old) != 1:
        return offer
    return replace(offer, list_price_minor=old.pop(), came_from=offer.came_from | {"list_price_minor": SHOWN})
