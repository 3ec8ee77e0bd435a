"""The price of the variant that is chosen when a page opens, where its sources state a range over all variants: as its
form says, or the button that buys.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from decimal import Decimal

from common.reading.choosing import within
from common.reading.found import Found


def at_chosen(sources: Iterable[Found], chosen: Decimal | None) -> list[Found]:
    """The sources, with what the chosen variant costs in place of the price of each range that it lies in: that is what
    a buyer meets. The range stays. Unchanged where nothing says which variant is chosen.
    """
    return [_at(one, chosen) if chosen is not None and within(chosen, one) else one for one in sources]


def _at(one: Found, chosen: Decimal) -> Found:
    return replace(one, price=chosen, price_kind=None)
