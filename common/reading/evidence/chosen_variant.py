"""The price of the variant that is chosen when a page opens, where its sources state a range over all variants: as its
form says, or the button that buys.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from decimal import Decimal

from common.reading.choosing.price import within
from common.reading.evidence.printed.amount import PrintedAmount
from common.reading.found import Found
from common.reading.visible.prices.amount_kinds import CALLED_OLD, OLD


def at_chosen(sources: Iterable[Found], chosen: Decimal | None) -> list[Found]:
    """The sources, with what the chosen variant costs in place of the price of each range that it lies in: that is what
    a buyer meets. The range stays. Unchanged where nothing says which variant is chosen.
    """
    return [_at(one, chosen) if chosen is not None and within(chosen, one) else one for one in sources]


def seen_on_button(seen: Found, on_button: Decimal | None, printed: Sequence[PrintedAmount]) -> Found:
    """What is seen, at the amount that the button that buys names, where the page prints that elsewhere, too: beside
    a choice. A price that was reduced stays: its button may name what it was reduced from.
    """
    if on_button is None or seen.price in {None, on_button} or seen.list_price is not None:
        return seen
    return replace(seen, price=on_button, price_kind=None) if is_said_again(on_button, printed) else seen


def is_said_again(on_button: Decimal | None, printed: Sequence[PrintedAmount]) -> bool:
    """Whether the page prints what its button names elsewhere, too, and calls it nowhere old."""
    places = [one for one in printed if one.amount == on_button]
    return len(places) >= _LEAST_PLACES and not any(_OLD & set(one.kinds) for one in places)


_LEAST_PLACES = 2
_OLD = frozenset({OLD, CALLED_OLD})


def _at(one: Found, chosen: Decimal) -> Found:
    return replace(one, price=chosen, price_kind=None)
