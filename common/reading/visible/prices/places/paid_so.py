"""An amount that not everybody pays, by what stands around it: its terms, or one way to pay, be it drawn in pieces."""

from __future__ import annotations

import re
from collections.abc import Sequence

from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.text.currencies.named import currency_of
from common.reading.text.money import amount_of
from common.reading.visible.discounts.per_cents import PER_CENT
from common.reading.visible.lines import Line, itself_and_above
from common.reading.visible.prices.amount_kinds import says_saving
from common.reading.visible.prices.besides import is_on_terms, terms_behind
from common.reading.visible.prices.said.other_amounts import is_other_amount, says_other
from common.reading.visible.prices.tax import is_with_tax
from common.reading.visible.tax_names import SAYS_NET, SAYS_TAXED

_SHARE = re.compile(PER_CENT)
_OPENS, _BEFORE_IT = frozenset({"(", "（"}), 4
_LEAST, _MOST, _PIECE_CHARS = 2, 4, 40


def is_for_some(shown: Sequence[Line], last: int) -> bool:
    """Whether what stands behind the line at `last`, which ends in an amount, says that not everybody pays it."""
    return terms_behind(shown, last) or _is_paid_so(shown, last)


def is_again_in_bracket(shown: Sequence[Line], first: int) -> bool:
    """Whether a bracket opened right behind another amount holds the one that begins at `first` behind words for tax,
    others make that another one than the price, and the two are the same with a tax and without: "Buy 3 for", "£93.39",
    "(", "Incl. tax:", "£113.00", ")".
    """
    if first < _BEFORE_IT or shown[first - 2].text not in _OPENS or shown[first - _BEFORE_IT].at <= 0:
        return False
    label, amount, _, tax = (line.text for line in shown[first - _BEFORE_IT : first])
    if not (SAYS_TAXED.search(tax) or SAYS_NET.search(tax)):
        return False
    matches = [BESIDE_CURRENCY.search(text) for text in (amount, shown[first].text)]
    values = sorted(value for match in matches if match is not None and (value := amount_of(match)))
    if len(values) < _LEAST or not is_with_tax(values[0], values[1], currency_of(amount)):
        return False
    return is_on_terms(label, amount) or is_other_amount(label, amount)


def _is_paid_so(shown: Sequence[Line], last: int) -> bool:
    """Whether the lines behind the one at `last`, which ends in an amount, tell in the element around it what is taken
    off for one way to pay: "£93.00", "at once with", "7% off", "by bank transfer". The element may hold no other
    amount: then the words may be said of that.
    """
    box = shown[last].element.getparent()
    if box is None or (last > 0 and is_amount_in(shown[last - 1], box)):
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


def is_amount_in(line: Line, box: object) -> bool:
    """Whether this line stands in the box, which may be the element around its own, and has an amount."""
    return box in itself_and_above(line.element) and BESIDE_CURRENCY.search(line.text) is not None
