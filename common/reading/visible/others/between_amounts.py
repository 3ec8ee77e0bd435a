"""A line of words between two amounts: which of the two it is said of. "£15.00", "Members", "£20.00" means the first,
"£20.00", "Members", "£15.00" the second.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from common.offer import Availability
from common.reading.text.availability import of_button
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.text.money import amount_of
from common.reading.visible.buttons.pressed import pressed_around
from common.reading.visible.discounts.per_cents import PER_CENT
from common.reading.visible.labels import heads_own_row
from common.reading.visible.lines import Line, drawn_as, itself_and_above
from common.reading.visible.others.measure_between import text_behind
from common.reading.visible.prices.amount_kinds import NET, OLD, OTHER, TAX, is_net, is_net_behind, is_taxed
from common.reading.visible.prices.amounts_of_line import is_deal
from common.reading.visible.prices.besides import is_besides, is_least_order, is_tax_label, terms_behind
from common.reading.visible.prices.said.labels import OLD_LABEL, is_badge
from common.reading.visible.prices.said.other_amounts import is_other_label
from common.reading.visible.tax_names import MOST_TAXED
from common.reading.words.wording import Wording

_MOST_CHARS, _STEPS = 60, 4
_LOWEST, _GOES_ON = Wording("<price.lowest:words>"), frozenset("–—-(（")
"""Behind a dash or bracket, in one box with the amount before, the words go on from it: "€29.99", "– the least in 30
days". Without that box they may speak of what follows.
"""
_OPENS = frozenset("(（[")


def is_of_one_before(shown: Sequence[Line], place: int, before: str) -> bool:
    """Whether the line before the amount in line `place` is said of the amount before that: "excl. tax", "with coupon".
    `before`: that line's text as it is taken for a label.
    """
    if place < 2:
        return False
    if heads_own_row(shown[place - 1].element, shown[place - 2].element):
        return False
    behind = text_behind(shown, place - 2)
    if behind and before[:1] not in _OPENS:  # "(ex. VAT)"
        behind = before
    net = is_net_behind(behind) and BESIDE_CURRENCY.search(shown[place - 2].text) is not None
    if net or terms_behind(shown, place - 2) or kind_behind(shown, place - 2) is not None:
        return True
    if tax_kind_behind(shown, place - 2) is not None:
        return True
    return len(before) <= _MOST_CHARS and is_taxed(before) and _stand_in_turn(shown, place - 2)


def tax_kind_behind(shown: Sequence[Line], last: int) -> str | None:
    """Which kind the line behind an amount makes it: TAX where that line only names a tax, NET where it says that the
    tax is not included, None otherwise. `last`: the line in which the amount ends.

    The line is said of that amount only where amounts and words stand in turn. One that only names a tax also counts
    where no other amount follows and no label stands before.
    """
    label = shown[last + 1].text if last + 1 < len(shown) else ""
    is_tax = is_tax_label(label)
    if not is_tax and (len(label) > _MOST_CHARS or label.endswith((":", "：")) or not is_net("", label)):
        return None
    if heads_own_row(shown[last + 1].element, shown[last].element) or BESIDE_CURRENCY.search(shown[last].text) is None:
        return None
    if _stand_in_turn(shown, last) or (last >= _PAIR and _stand_in_turn(shown, last - _PAIR)):
        return TAX if is_tax else NET
    if is_tax and _is_in_next(shown, last):
        return TAX
    follows = shown[last + 2].text if last + 2 < len(shown) else ""
    is_told = BESIDE_CURRENCY.search(follows) or _SAYS_HOW.search(f"{label} {follows[:_MOST_CHARS]}")
    return TAX if is_tax and not is_told and not (last and shown[last - 1].text.endswith((":", "："))) else None


def _is_in_next(shown: Sequence[Line], last: int) -> bool:
    """Whether the words around the amount in line `last` make it the tax in the one that follows them at once, of which
    it is no greater part than a tax may be: "incl.", "£4.08", "VAT", "£24.50"."""
    if not 0 < last < len(shown) - 2 or _IN_IT.fullmatch(shown[last - 1].text) is None:
        return False
    follows = BESIDE_CURRENCY.search(shown[last + 2].text)
    one, other = _amount_before(shown, last), amount_of(follows) if follows is not None else None
    is_next = follows is not None and follows.start() == 0
    return is_next and one is not None and other is not None and one <= _MOST_OF_TAX * other


_IN_IT = Wording(r"\W{0,3}(?:<price.extras:words>|<tax.part_of>)\W{0,3}")
_MOST_OF_TAX = 1 - 1 / MOST_TAXED
_SAYS_HOW = Wording("<tax.included:words>|<tax.net:words>")
"""Of the name of a tax and the line behind it: "VAT", "included"."""


def kind_behind(shown: Sequence[Line], last: int) -> str | None:
    """Which kind the line behind an amount makes it, when another amount follows that line: OLD, OTHER or None. `last`:
    the line in which the amount ends.

    The words between two amounts may be said of either. They are said of the first where amounts and words stand in
    turn (_stand_in_turn), of the second where they stand in one box with it alone or end in a colon. Otherwise the
    amounts decide: the old price is the higher one, a members' price or a part is the lower one.
    """
    label = _label_between(shown, last)
    if label is None:
        return None
    if label[:1] in _GOES_ON and _LOWEST.search(label) and _is_boxed_with_first(shown, last):
        return OTHER
    if of_button(label) is not Availability.UNKNOWN or is_least_order(label):
        return None  # what an order must come to is the amount behind it
    kind = OLD if OLD_LABEL.fullmatch(label) else OTHER if is_other_label(label) or is_besides(label, "") else None
    one, other = _amount_before(shown, last), _amount_behind(shown, last + 2)
    if kind is None or one is None or other is None or is_deal(label, one, other):
        return None
    is_fit = one > other if kind is OLD else one < other
    if _stand_in_turn(shown, last):
        return kind if is_fit or kind is OTHER else None
    is_of_second = _is_boxed_with_second(shown[last + 1].element, shown[last].element, shown[last + 2].element)
    return kind if is_fit and not is_of_second else None


def _label_between(shown: Sequence[Line], last: int) -> str | None:
    """The words behind the amount that ends in line `last`, where they may be said of it."""
    if last + 2 >= len(shown) or shown[last].at <= 0:
        return None
    label, element = shown[last + 1].text, shown[last + 1].element
    if heads_own_row(element, shown[last].element) or pressed_around(element) is not None:
        return None
    if len(label) > _MOST_CHARS or label.endswith((":", "：")) or BESIDE_CURRENCY.search(label) or is_badge(label):
        return None
    return label


def _stand_in_turn(shown: Sequence[Line], last: int) -> bool:
    """Whether amount, words, amount, words stand in turn, drawn alike, and no such words above the first amount: then
    all words are said of the amount above them.
    """
    if last + 3 >= len(shown):
        return False
    one, said, other, said_too = (line.element for line in shown[last : last + 4])
    above = _above_all(shown, last)
    words = shown[last + 3].text
    if not words or BESIDE_CURRENCY.search(words) or any(map(str.isdigit, _SHARE.sub("", words))):
        return False
    if _OF_STOCK.match(words) or _is_boxed_with_second(said, one, other):
        return False
    if drawn_as(one) != drawn_as(other) or drawn_as(said) != drawn_as(said_too):
        return False
    return drawn_as(said) != drawn_as(one) and (above is None or drawn_as(above) != drawn_as(said))


_OF_STOCK = Wording(r"\W{0,3}(?:<stock.in:words>|<stock.in_alone>|<stock.out:words>)")
"""Such words are said of no amount."""


def _above_all(shown: Sequence[Line], last: int) -> Any:
    """What stands above the first of the amounts with words behind them that lead up to the one in line `last`, drawn
    alike; None at the top.
    """
    one, said = drawn_as(shown[last].element), drawn_as(shown[last + 1].element)
    while last >= _PAIR and (drawn_as(shown[last - 2].element), drawn_as(shown[last - 1].element)) == (one, said):
        last -= _PAIR
    return shown[last - 1].element if last else None


_PAIR = 2
_SHARE = re.compile(PER_CENT)
"""The rate of a tax is no amount."""


def _amount_before(shown: Sequence[Line], last: int) -> Decimal | None:
    text = shown[last].text
    several = list(BESIDE_CURRENCY.finditer(text)) or (
        list(BESIDE_CURRENCY.finditer(f"{shown[last - 1].text} {text}")) if last else []
    )
    return amount_of(several[-1]) if several else None


def _amount_behind(shown: Sequence[Line], place: int) -> Decimal | None:
    one, other = ([line.text for line in shown[place : place + 2]] + [""])[:2]
    match = BESIDE_CURRENCY.search(one) or BESIDE_CURRENCY.search(f"{one}{other}")
    return amount_of(match) if match is not None else None


def _is_boxed_with_first(shown: Sequence[Line], last: int) -> bool:
    """Whether the smallest box of the label with one of the amounts around it holds the first alone."""
    first, label, second = (line.element for line in shown[last : last + 3])
    return _is_boxed_with_second(label, second, first)


def _is_boxed_with_second(label: Any, first: Any, second: Any) -> bool:
    """Whether the smallest box of the label with one of the two amounts holds the second alone."""
    with_first, with_second = {first, *first.iterancestors()}, {second, *second.iterancestors()}
    for box in itself_and_above(label, _STEPS):
        if box in with_first or box in with_second:
            return box not in with_first
    return False
