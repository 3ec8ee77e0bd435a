"""Amounts that not everybody pays, or without a tax, by words that stand apart from them. They are doubted and no more:
where such words mean something else, no other amount may become the price for it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from common.reading.visible.arithmetic import amounts_of
from common.reading.visible.discounts.per_cents import PER_CENT, is_discount, shares_in
from common.reading.visible.lines import Line, itself_and_above
from common.reading.visible.prices.amount_kinds import is_net_behind
from common.reading.visible.prices.besides import asks_for_pieces
from common.reading.visible.prices.places.paid_so import is_amount_in
from common.reading.visible.prices.said.ways_to_pay import is_way_to_pay, leads_to_way
from common.reading.visible.tax_names import MOST_TAXED

_ONLY_SHARE = re.compile(rf"\W{{0,2}}(?:{PER_CENT})\W{{0,2}}")
_AHEAD, _TWO = 12, 2


def is_step_with_share(shown: Sequence[Line], first: int, hint: str | None) -> bool:
    """Whether the two lines before the amount that begins at `first` say from how many pieces on it is asked, and by
    how many per cent it is less then than an amount before: "£90.00", "from 2 pcs", "-3%", "£87.30".
    """
    if first < _TWO or _ONLY_SHARE.fullmatch(shown[first - 1].text) is None:
        return False
    if shown[first - 2].at <= 0 or not asks_for_pieces(shown[first - 2].text):
        return False
    own = next(amounts_of(shown[first : first + 1], hint), None)
    ahead = amounts_of(shown[max(0, first - _AHEAD) : first - _TWO], hint)
    shares = set(shares_in(shown[first - 1].text))
    return own is not None and any(one > own and is_discount(own, one, shares) for one in ahead)


def is_led_to_way(shown: Sequence[Line], last: int, hint: str | None) -> bool:
    """Whether two pieces behind the amount that ends at `last` name one way to pay, in an element that holds no other
    amount, and a higher one stands before: "£48.90", "£41.50", "with", "Bank transfer".
    """
    box = shown[last].element.getparent()
    behind = shown[last + 1 : last + 1 + _TWO]
    if box is None or len(behind) < _TWO or any(box not in itself_and_above(line.element) for line in behind):
        return False
    around = (*shown[max(0, last - 1) : last], *shown[last + 1 : last + 2 + _TWO])
    if any(is_amount_in(line, box) for line in around):
        return False
    lead, way = (line.text for line in behind)
    if _SEVERAL.search(way) is not None or not (leads_to_way(lead) and is_way_to_pay(f"{lead} {way}")):
        return False
    own = max(amounts_of(shown[last : last + 1], hint), default=None)
    return own is not None and any(one > own for one in amounts_of(shown[max(0, last - _AHEAD) : last], hint))


def is_perhaps_net(shown: Sequence[Line], first: int, hint: str | None) -> bool:
    """Whether words for net stand right before the amount that begins at `first`, and before them one that is higher by
    no more than a tax may be: "£24.50", "excl. VAT", "£20.00". A net amount is the lower one, whatever the words are
    drawn with. Not where such words follow this amount, too: then each are said of the amount before them.
    """
    if first < _TWO or not is_net_behind(shown[first - 1].text):
        return False
    if first + 1 < len(shown) and is_net_behind(shown[first + 1].text):
        return False
    own = next(amounts_of(shown[first : first + 1], hint), None)
    before = list(amounts_of(shown[first - _TWO : first - 1], hint))
    return own is not None and before != [] and own < before[-1] <= own * MOST_TAXED


_SEVERAL = re.compile(r"[,%/]")
"""In a list of ways, or in what a way saves."""
