"""Whether a price is that of another product: it stands only in cards that lead to pages of their own."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from common.reading.evidence.printed.amount import PrintedAmount
from common.reading.found import SHOWN, Found
from common.reading.instead.leading_card import leads_on
from common.reading.visible.brands.brand import printed_brand
from common.reading.visible.view import PageView

_SEEN = frozenset({SHOWN, "attributes"})
"""Sources whose codes may be those of a card; a printed one has a label."""


def is_another_ones(price: Decimal, printed: Sequence[PrintedAmount], view: PageView, stated: Sequence[Found]) -> bool:
    """Whether every place of the price near the heading stands in a card that leads to another's page. `stated`: what
    the page says of its product; one with a code has a page of its own, and links that are named after its brand lead
    to more of it.
    """
    if any(one.gtin or one.mpn or (one.sku and (one.sku_is_printed or one.source not in _SEEN)) for one in stated):
        return False
    places = {one.at for one in printed if one.amount == price and one.at > 0}
    lines = [line for line in view.near(0, max(places, default=0)) if line.at in places]
    if not lines:
        return False
    brands = [one for one in (*(found.brand for found in stated), printed_brand(view)) if one]
    return all(leads_on(line.element, view, brands) for line in lines)
