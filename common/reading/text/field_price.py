"""The price in a field that is meant for one: of markup, of labels, of a page's state.

Shops put texts into such fields, too, and not only the price: "Save £5", "3 x 39.67", "39.67 per month", "Was 149". A
number there counts only if nothing stands beside it but what may stand beside a price.
"""

from __future__ import annotations

import re

from common.reading.text.currency import BESIDE_CURRENCY, at_home_in
from common.reading.text.money import is_negative
from common.reading.text.price import MAX_TEXT_CHARS, Money, PriceRange, parse_price
from common.reading.words.wording import Wording

_NUMBER = re.compile(r"\d(?:[\d.,'’٫٬]|\s(?=\d{3}(?!\d)))*+(?!\s?%)")
_OF_PRICE = Wording(
    "<price.labels:words>|<price.sale_labels:words>|<price.called:words>|<price.from:words>|<price.up_to:words>|"
    "<tax.included:words>|<price.free:words>|<price.each>|<price.pieces>"
)
_LETTER = re.compile(r"[^\W\d_]")
_PER_CENT = re.compile(r"\d[\d.,]*\s?%|%\s?\d+")
_ADDED = re.compile(r"\s?[+＋±]|[^\w€$£]*(?:\d[\d.,]*\s?%|%\s?\d+)\W*\Z")
"""What comes on top, or a share and nothing else: no price."""


def price_in_field(text: str, currency: str | None) -> Money | PriceRange | None:
    """The price that the text states; None where it says something else, or several numbers. `currency` is ISO 4217,
    for signs that several share.
    """
    text = text[:MAX_TEXT_CHARS]
    if is_negative(text) or _ADDED.match(text) is not None:
        return None
    stated = parse_price(text, currency_hint=currency)
    if stated is None or not _says_no_more(text):
        return None
    return None if isinstance(stated, Money) and len(set(_NUMBER.findall(text))) > 1 else stated


def _says_no_more(text: str) -> bool:
    """Whether the text has no words but those of prices, taxes and pieces. Letters that are a currency's in its own
    country alone ("R 1250") count as such.
    """
    if _LETTER.search(text) is None:
        return True
    rest = text = _TAG.sub(" ", text)
    for amount in reversed(list(BESIDE_CURRENCY.finditer(text))):
        rest = f"{rest[: amount.start()]} {rest[amount.end() :]}"
    rest = " ".join(_PER_CENT.sub(" ", rest).split())  # the tax's: "inkl. 19 % MwSt."
    if _LETTER.search(rest) is None or _LETTER.search(_OF_PRICE.sub(" ", rest)) is None:
        return True
    return bool(at_home_in(text)) and len(_LETTER.findall(rest)) <= _MOST_OF_SIGN


_MOST_OF_SIGN = 5
_TAG = re.compile(r"<[^<>]{1,100}>")
"""What draws the price is stated with it: "<span>24,50</span> €"."""
