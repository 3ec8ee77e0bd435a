"""An amount in an element of its own amid running words: "<p>Get <b>£5.00</b> off your first order</p>"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.visible.lines import Line, names_of
from common.reading.visible.others.by_measure import is_by_measure
from common.reading.visible.prices.amount_kinds import is_saving
from common.reading.visible.prices.price_names import names_price
from common.reading.visible.prices.said.other_amounts import is_other_amount
from common.reading.words.wording import Wording


def is_another_amid_words(shown: Sequence[Line], place: int) -> bool:
    """Whether the words that run on to the amount of this line, and behind it, make it another one than the price."""
    around = _text_around(shown, place)
    if around == shown[place].text:
        return False
    return is_other_amount("", around) or is_saving("", around) or is_by_measure(around, "")


def runs_on_behind(shown: Sequence[Line], place: int) -> bool:
    """Whether this line's words run on from the amount before it, in an element that does not hold the next line: then
    they are no label of what follows.
    """
    if not 0 < place < len(shown) - 1 or not _running(shown[place], shown[place - 1]):
        return False
    if shown[place].text.endswith((":", "：")) or BESIDE_CURRENCY.search(shown[place - 1].text) is None:
        return False
    return shown[place].element not in shown[place + 1].element.iterancestors()


def _text_around(shown: Sequence[Line], place: int) -> str:
    """The line with the words right before and behind it that are text of an element around it."""
    line = shown[place]
    before = _running(shown[place - 1], line) if place else ""
    if _ENDS.search(before) or _IN_STOCK.fullmatch(before):
        before = ""
    behind = _running(shown[place + 1], line) if place + 1 < len(shown) else ""
    if _WEIGHT.fullmatch(behind):
        behind = ""
    return f"{before} {line.text} {behind}".strip()


_ENDS = re.compile(r"[!?！？。]\s*\Z")
_IN_STOCK = Wording(r"\W{0,3}(?:<stock.in:words>|<stock.in_alone>)\W{0,3}")
"""Words before an amount that end a sentence or tell of stock do not run on to it: "Ready for delivery!", "£15.00"."""
_WEIGHT = re.compile(
    r"[^\d:：]{2,40}[:：]\s?\d[\d.,]{0,8}\s?(?:kg|kgs|g|gr|grams?|lbs?|pounds?|oz|ounces?|кг|г)\.?", re.IGNORECASE
)
"""Behind an amount such a line says what the parcel weighs, and nothing of the amount: "Shipping weight: 5.00 lbs"."""


def _running(words: Line, line: Line) -> str:
    """The text of the first line, if its element holds the other one and is not itself named a price. Words with
    another amount say too much.
    """
    if words.element not in line.element.iterancestors() or BESIDE_CURRENCY.search(words.text):
        return ""
    return "" if names_price(names_of(words.element)) else words.text
