"""Lines that name a measure before an amount: "Per kilo" above "€ 35.00", also where another amount stands before; and
what stands behind an amount.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.text.currencies.named import currency_of
from common.reading.text.money import amount_of
from common.reading.visible.labels import heads_own_row
from common.reading.visible.lines import Line, drawn_as
from common.reading.visible.others.by_measure import begins_with_measure, labels_measure, names_measure
from common.reading.visible.prices.amount_kinds import is_net_behind
from common.reading.visible.prices.tax import is_with_tax


def is_labelled_by_measure(shown: Sequence[Line], place: int) -> bool:
    """Whether the line before the amount in line `place` says by what measure it is asked. The product's name says
    nothing of that."""
    if not place or shown[place - 1].at == 0:
        return False
    said = shown[place - 1].text
    return labels_measure(said) and (_is_of_next(shown, place - 1) or _may_be_of_next(shown, place - 1))


def text_behind(shown: Sequence[Line], last: int) -> str:
    """What stands behind the amount that ends in line `last`; empty where that is the label of the next amount."""
    if last + 1 >= len(shown) or heads_own_row(shown[last + 1].element, shown[last].element):
        return ""
    text = shown[last + 1].text
    if last + 2 < len(shown) and labels_measure(text) and BESIDE_CURRENCY.search(shown[last + 2].text):
        return "" if _is_of_next(shown, last + 1) else text
    return _net_in_brackets(shown, last) or ("" if _calls_next_net(shown, last) else text)


def _is_of_next(shown: Sequence[Line], at: int) -> bool:
    """Whether the measure in line `at` is said of the amount behind it: there is none before, or it leads on to it."""
    if not at or BESIDE_CURRENCY.search(shown[at - 1].text) is None:
        return True
    line, before = shown[at], shown[at - 1]
    if line.text.endswith((":", "：")) or heads_own_row(line.element, before.element):
        return True
    return not begins_with_measure(line.text) or _is_boxed_with_next(shown, at)


def _may_be_of_next(shown: Sequence[Line], at: int) -> bool:
    """Whether nothing tells of which amount a measure is said that stands in a word of its own: "Kilopreis"."""
    return names_measure(shown[at].text) and not _is_boxed_with_one_before(shown, at)


def _is_boxed_with_next(shown: Sequence[Line], at: int) -> bool:
    """Whether an element holds the line and the next, and not the one before."""
    return _is_boxed(shown[at], shown[at + 1], shown[at - 1])


def _is_boxed_with_one_before(shown: Sequence[Line], at: int) -> bool:
    """Whether an element holds the line and the one before, and not the next."""
    return _is_boxed(shown[at], shown[at - 1], shown[at + 1])


def _is_boxed(line: Line, inside: Line, outside: Line) -> bool:
    """Whether an element holds the line and one of these, and not the other."""
    around, without = ({one.element, *one.element.iterancestors()} for one in (inside, outside))
    return any(node in around and node not in without for node in (line.element, *line.element.iterancestors()))


def _net_in_brackets(shown: Sequence[Line], last: int) -> str:
    """The words of a line that is nothing but a bracket and calls the amount in line `last` net of tax: "£9.50", "(ex.
    VAT)", "£11.40"; empty where the amount behind it is the lower one, and so the one without tax.
    """
    said = _IN_BRACKETS.fullmatch(shown[last + 1].text)
    if said is None or not is_net_behind(said[1]):
        return ""
    values = [_amount_in(line.text) for line in (shown[last], *shown[last + 2 : last + 3])]
    return said[1] if values[0] is not None and all(one is None or one > values[0] for one in values[1:]) else ""


def _calls_next_net(shown: Sequence[Line], last: int) -> bool:
    """Whether the words behind the amount in line `last` call the next one net of tax, not this: this one is that with
    a tax on top, the next stands right behind the words, and they are in no box with this amount alone: "£24.50",
    "excl. VAT", "£20.42".
    """
    if last + 2 >= len(shown) or not is_net_behind(shown[last + 1].text):
        return False
    if _is_boxed_with_one_before(shown, last + 1) or _goes_on_so(shown, last):
        return False
    behind = BESIDE_CURRENCY.search(shown[last + 2].text)
    if behind is None or shown[last + 2].text[: behind.start()].strip(" (（"):
        return False
    one, other = _amount_in(shown[last].text), amount_of(behind)
    return one is not None and other is not None and other > 0 and is_with_tax(other, one, currency_of(behind[0]))


def _goes_on_so(shown: Sequence[Line], last: int) -> bool:
    """Whether words drawn alike follow the next amount too: each are said of the amount before them then."""
    if last + _TWO_PAIRS > len(shown) or any(map(str.isdigit, shown[last + 3].text)):
        return False
    one, said, other, said_too = (drawn_as(line.element) for line in shown[last : last + _TWO_PAIRS])
    return one == other and said == said_too


_TWO_PAIRS = 4


def _amount_in(text: str) -> Decimal | None:
    match = BESIDE_CURRENCY.search(text)
    return amount_of(match) if match is not None else None


_IN_BRACKETS = re.compile(r"[(（\[]\s?([^()（）\[\]]{2,30}?)\s?[)）\]]")
