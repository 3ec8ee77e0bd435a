"""Amounts beside one whose names alone call it the usual price ("regular"), as themes name it also where nothing is
reduced: whether that one was reduced to them, or they are of something else and it is the price.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from common.reading.parsed.letters import squeeze
from common.reading.parsed.text_within import text_within
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.text.money import amount_of
from common.reading.text.price import Money
from common.reading.visible.lines import Line, itself_and_above, names_of
from common.reading.visible.others.own_name import has_own_name
from common.reading.visible.others.unknown_words import has_unknown_words, said_in_box, says_unknown
from common.reading.visible.prices.drawn.coins import Price
from common.reading.visible.prices.price_names import is_called_regular, is_struck, names_price
from common.reading.visible.prices.said.labels import SALE_LABEL
from common.reading.visible.view import PageView
from common.reading.words.wording import Wording

_CLOSE_LINES, _STEPS, _BOX_CHARS = 8, 4, 200
_REDUCED = re.compile(r"sale|special|promo|discount|reduc|offer|deal|final|current|(?<![a-z])(?:now|new)(?![a-z])")
_USED_OR_PAID_IN, _LINE_CHARS = Wording("<price.used:words>|<price.paid_in:words>"), 60
_SAYS_REDUCED = Wording("<price.sale_labels:words>|<price.saving:words>|<price.called:words>|%")


def is_of_else(shown: Sequence[Line], place: int, usual: Line, view: PageView) -> bool:
    """Whether the amount of this line is for something else, and so no reduction of the `usual` price. It is, when:

    * words that no rule knows stand beside it, or words for a used copy or a way of paying
    * it has a name of its own
    * the usual price stands alone in its box for prices, and the text next to this amount, even in another box, is
      words that no rule knows
    """
    if has_unknown_words(shown, place) or has_own_name(shown, place, usual.element, view):
        return True
    said = [shown[place].text, *said_in_box(shown, place)]
    if any(len(text) <= _LINE_CHARS and _USED_OR_PAID_IN.search(text) for text in said):
        return True
    beside = [*shown[max(0, place - 1) : place], *shown[place + 1 : place + 2]]
    is_strange = any(line.at > 0 and says_unknown(line.text) for line in beside)
    return is_strange and stands_alone(usual.element) and not _is_called_reduced(shown, place)


def is_before_usual(shown: Sequence[Line], place: int, found: Price, view: PageView) -> bool:
    """Whether a higher amount follows this one closely that is the usual one, and this one is no reduction of it."""
    for line in shown[place + 1 : place + 1 + _CLOSE_LINES]:
        match = BESIDE_CURRENCY.search(line.text)
        value = amount_of(match) if match is not None else None
        if value is not None and isinstance(found, Money) and value > found.amount and is_called_regular(line.element):
            return not is_struck(line.element) and is_of_else(shown, place, line, view)
    return False


def stands_alone(element: Any) -> bool:
    """Whether names alone call this the usual price, nothing strikes it out, and an element around it is named a price
    as well, and holds no other amount: there a theme would draw the sale's.
    """
    if not is_called_regular(element) or is_struck(element):
        return False
    box = None
    for node in itself_and_above(element, _STEPS):
        if names_price(names_of(node)) and not is_called_regular(node):
            box = node
    if box is None or box is element:
        return False
    said = squeeze(text_within(box, _BOX_CHARS))
    return len(said) < _BOX_CHARS and len({amount_of(one) for one in BESIDE_CURRENCY.finditer(said)}) == 1


def _is_called_reduced(shown: Sequence[Line], place: int) -> bool:
    """Whether the names of its elements or the words right beside it make this amount a sale's."""
    if any(_REDUCED.search(names_of(node).lower()) for node in itself_and_above(shown[place].element)):
        return True
    beside = [line.text for line in shown[max(0, place - 1) : place + 2]]
    return any(SALE_LABEL.fullmatch(text) or _SAYS_REDUCED.search(text) for text in beside)
