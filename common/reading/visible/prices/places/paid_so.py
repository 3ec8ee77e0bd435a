"""An amount that not everybody pays, by what stands around it: its terms, one way to pay, or from how many pieces on
it is asked, be it drawn in pieces.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.visible.discounts.per_cents import PER_CENT
from common.reading.visible.lines import Line, itself_and_above
from common.reading.visible.prices.amount_kinds import says_saving
from common.reading.visible.prices.besides import asks_for_several, terms_behind
from common.reading.visible.prices.said.other_amounts import says_other
from common.reading.visible.prices.said.ways_to_pay import is_way_to_pay, leads_to_way

_SHARE = re.compile(PER_CENT)
_ONLY_SHARE = re.compile(rf"\W{{0,2}}(?:{PER_CENT})\W{{0,2}}")
_LEAST, _MOST, _PIECE_CHARS = 2, 4, 40


def is_for_some(shown: Sequence[Line], last: int) -> bool:
    """Whether what stands behind the line at `last`, which ends in an amount, says that not everybody pays it."""
    return terms_behind(shown, last) or _is_paid_so(shown, last) or _is_led_to_way(shown, last)


def is_step_with_share(shown: Sequence[Line], first: int) -> bool:
    """Whether the two lines before the amount that begins at `first` say from how many pieces on it is asked, and by
    how many per cent it is less then: "from 2 pcs", "-3%", "£87.20".
    """
    if first < _LEAST or _ONLY_SHARE.fullmatch(shown[first - 1].text) is None:
        return False
    return shown[first - 2].at > 0 and asks_for_several(shown[first - 2].text)


def _is_paid_so(shown: Sequence[Line], last: int) -> bool:
    """Whether the lines behind the one at `last`, which ends in an amount, tell in the element around it what is taken
    off for one way to pay: "£93.00", "at once with", "7% off", "by bank transfer". The element may hold no other
    amount: then the words may be said of that.
    """
    box = shown[last].element.getparent()
    if box is None or (last > 0 and _is_amount_in(shown[last - 1], box)):
        return False
    behind: list[str] = []
    for line in shown[last + 1 : last + 1 + _MOST]:
        if box not in itself_and_above(line.element):
            break
        if len(line.text) > _PIECE_CHARS or BESIDE_CURRENCY.search(line.text) is not None:
            return False
        behind.append(line.text)
    said = " ".join(behind)
    return len(behind) >= _LEAST and _SHARE.search(said) is not None and says_saving(said) and says_other(said)


def _is_led_to_way(shown: Sequence[Line], last: int) -> bool:
    """The same of two pieces that name the way alone: "£41.50", "with", "Bank transfer", in an element that holds no
    other amount.
    """
    box = shown[last].element.getparent()
    behind = shown[last + 1 : last + 3]
    if box is None or len(behind) < _LEAST or any(box not in itself_and_above(line.element) for line in behind):
        return False
    if any(_is_amount_in(line, box) for line in (*shown[max(0, last - 1) : last], *shown[last + 1 : last + 4])):
        return False
    return leads_to_way(behind[0].text) and is_way_to_pay(f"{behind[0].text} {behind[1].text}")


def _is_amount_in(line: Line, box: object) -> bool:
    return box in itself_and_above(line.element) and BESIDE_CURRENCY.search(line.text) is not None
