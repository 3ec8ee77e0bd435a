"""Whether an amount is a word of a text: news about prices make no product of what their heading says."""

from __future__ import annotations

import re

from common.reading.found import Found
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.visible.headings.heading import without_amount
from common.reading.visible.prices.places.labelled_price import labelled_price
from common.reading.visible.view import PageView


def is_in_sentence(seen: Found, view: PageView) -> bool:
    """Whether the price seen is a word of a text: nothing sells it, no code is printed, no label says that it is the
    price, the heading does not end in it, and no line near it says an amount and little more ("Only £38!").
    """
    if seen.price is None or seen.is_offered or seen.sku_is_printed:
        return False
    shown = view.near(0, _NEAR_LINES)
    if labelled_price(shown, view) is not None:
        return False
    return not any(_says_little(line.text) or (line.at == 0 and _ends_in_amount(line.text)) for line in shown)


def _says_little(text: str) -> bool:
    amount = BESIDE_CURRENCY.search(text) if len(text) <= _MAX_LINE_CHARS else None
    if amount is None:
        return False
    rest = f"{text[: amount.start()]}{text[amount.end() :]}"
    return not any(map(str.isdigit, rest)) and len(rest) + 2 * len(_WIDE.findall(rest)) <= _FEW_CHARS


def _ends_in_amount(name: str) -> bool:
    return without_amount(name) != name


_NEAR_LINES, _MAX_LINE_CHARS, _FEW_CHARS = 120, 40, 16
_WIDE = re.compile("[\u3040-\u9fff\uac00-\ud7af]")
"""A character that says as much as several letters of an alphabet."""
