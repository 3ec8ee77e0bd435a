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
from common.reading.visible.prices.besides import asks_for_several, is_on_terms, terms_behind
from common.reading.visible.prices.said.other_amounts import is_other_amount, says_other
from common.reading.visible.prices.said.ways_to_pay import is_way_to_pay, leads_to_way

_SHARE = re.compile(PER_CENT)
_ONLY_SHARE = re.compile(rf"\W{{0,2}}(?:{PER_CENT})\W{{0,2}}")
_BRACKET, _OPENS, _IN_BRACKET = re.compile("[()（）]"), frozenset({"(", "（"}), 2
_LEAST, _MOST, _PIECE_CHARS = 2, 4, 40


def is_for_some(shown: Sequence[Line], last: int) -> bool:
    """Whether what stands behind the line at `last`, which ends in an amount, says that not everybody pays it."""
    return terms_behind(shown, last) or _is_paid_so(shown, last) or _is_led_to_way(shown, last)


def is_said_to_be_another(shown: Sequence[Line], first: int) -> bool:
    """Whether what stands before the amount that begins at `first` makes it another one than the price, in pieces that
    lie further back than the line before.
    """
    return _is_step_with_share(shown, first) or _is_in_bracket_of_another(shown, first)


def _is_step_with_share(shown: Sequence[Line], first: int) -> bool:
    """Whether the two lines before the amount that begins at `first` say from how many pieces on it is asked, and by
    how many per cent it is less then: "from 2 pcs", "-3%", "£87.20".
    """
    if first < _LEAST or _ONLY_SHARE.fullmatch(shown[first - 1].text) is None:
        return False
    return shown[first - 2].at > 0 and asks_for_several(shown[first - 2].text)


def _is_in_bracket_of_another(shown: Sequence[Line], first: int) -> bool:
    """Whether a bracket opened right behind another amount holds the one that begins at `first`, and words make that
    another one than the price: this says the same again, with the tax in it or without. "Buy 3 for", "£93.39", "(",
    "Incl. tax:", "£113.00", ")".
    """
    ahead = range(first - 1, max(0, first - 1 - _IN_BRACKET), -1)
    opens = next((at for at in ahead if _BRACKET.search(shown[at].text) is not None), None)
    if opens is None or opens < _LEAST or shown[opens].text not in _OPENS:
        return False
    amount, label = shown[opens - 1].text, shown[opens - 2]
    if BESIDE_CURRENCY.search(amount) is None or label.at <= 0:
        return False
    return is_on_terms(label.text, amount) or is_other_amount(label.text, amount)


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
