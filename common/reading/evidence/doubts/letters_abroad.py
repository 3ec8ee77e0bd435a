"""Two digits beside letters that are another country's money: "RM 7" on a German page is a model, "12 kn" is a knot's
speed and "EUR 42" a size of shoes in Britain.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from common.reading.evidence.printed.amount import FOREIGN, PrintedAmount
from common.reading.visible.prices.price_names import is_named_price
from common.reading.visible.prices.said.labels import PLAIN_LABEL, SALE_LABEL
from common.reading.visible.view import PageView

_LETTERS = re.compile(r"[^\W\d_]{1,3}[./]{0,2}(?:[^\W\d_][./]?)?\s?\d{1,2}|\d{1,2}\s?[^\W\d_]{1,3}\.?")
_DEAREST = 100
_NEAR_LINES = 60


def is_in_letters_abroad(price: Decimal, printed: Sequence[PrintedAmount], view: PageView) -> bool:
    """Whether the page's place has a currency, and all that the page prints of this price is a number below 100 without
    cents beside letters of another one; no label and no element there calls it a price.
    """
    home = view.currency_hint
    if home is None or price >= _DEAREST:
        return False
    places = [one for one in printed if one.amount == price]
    if not places or not all(_is_letters(one, home) for one in places):
        return False
    at = {one.at for one in places}
    return not any(is_named_price(line.element) for line in view.near(0, _NEAR_LINES) if line.at in at)


def _is_letters(one: PrintedAmount, home: str) -> bool:
    if one.currency in {None, FOREIGN, home} or _LETTERS.fullmatch(one.text) is None:
        return False
    label = one.label
    return PLAIN_LABEL.fullmatch(label) is None and SALE_LABEL.fullmatch(label) is None
