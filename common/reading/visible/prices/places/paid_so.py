"""An amount that not everybody pays, by what stands behind it: its terms, or one way to pay, be it drawn in pieces."""

from __future__ import annotations

import re
from collections.abc import Sequence

from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.visible.discounts.per_cents import PER_CENT
from common.reading.visible.lines import Line, itself_and_above
from common.reading.visible.prices.amount_kinds import says_saving
from common.reading.visible.prices.besides import terms_behind
from common.reading.visible.prices.said.other_amounts import says_other

_SHARE = re.compile(PER_CENT)
_LEAST, _MOST, _PIECE_CHARS = 2, 4, 40


def is_for_some(shown: Sequence[Line], last: int) -> bool:
    """Whether what stands behind the line at `last`, which ends in an amount, says that not everybody pays it."""
    return terms_behind(shown, last) or _is_paid_so(shown, last)


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


def _is_amount_in(line: Line, box: object) -> bool:
    return box in itself_and_above(line.element) and BESIDE_CURRENCY.search(line.text) is not None
