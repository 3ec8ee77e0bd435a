"""What money looks like in running text: an amount beside a currency's sign or code."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal

from common.reading.text.price import number

_CODES = (
    "AED|ARS|AUD|BGN|BHD|BRL|CAD|CHF|CLP|CNY|COP|CZK|DKK|EGP|EUR|GBP|HKD|HRK|HUF|IDR|ILS|INR|JPY|KRW|KWD|KZT|MXN|MYR|"
    "NOK|NZD|PEN|PHP|PKR|PLN|QAR|RON|RSD|RUB|SAR|SEK|SGD|THB|TRY|TWD|UAH|USD|VND|ZAR"
)
_SIGNS = r"[$€£¥￥₩฿₫₱₹₽₺₪₴₦₸元円원]"
_BEFORE = rf"(?:{_SIGNS}|(?<![^\W\d])(?:kr|Kn|RM|Rp|Rs|{_CODES})\.?)"
_BEHIND = (
    rf"(?:{_SIGNS}|(?:kr|zł|Kč|Ft|[Ll]ei|[Kk]n|лв|руб|грн|р|đ|đồng|vnđ|TL|บาท|[Ee]uros?|{_CODES})(?![^\W\d])|"
    r"ر\.س|د\.إ|ج\.م|د\.ك|ر\.ق|د\.ب|ر\.ع)"
)
_NUMBER = r"\d[\d.,'’\s]{0,14}\d|\d"

BESIDE_CURRENCY = re.compile(rf"{_BEFORE}\s{{0,2}}({_NUMBER})|({_NUMBER})(?:,-)?\s{{0,2}}{_BEHIND}")
"""The number stands in the first group, or in the second."""

MONEY_LINE = re.compile(
    r"[^\d\w]{0,3}(?:[^\W\d]{1,4}\.?|[^\w\s]{1,3})?\s?\d[\d.,'’\s]{0,14}(?:[,.]-{1,2})?\s?[^\d]{0,5}"
)
"""A line that is an amount and hardly anything else: fullmatch."""

_MOST_AMOUNTS = 400
_LONGEST_CHARS = 200


def amounts_in(texts: Iterable[str]) -> frozenset[Decimal]:
    """Every number beside a currency, also where the two stand in neighbouring pieces of text. At most 400."""
    found: set[Decimal] = set()
    before = ""
    for text in texts:
        if len(found) >= _MOST_AMOUNTS:
            break
        for match in BESIDE_CURRENCY.finditer(f"{before} {text}" if len(text) <= _LONGEST_CHARS else ""):
            value = number(match[1] or match[2])
            if value is not None:
                found.add(value)
        before = text[-20:]
    return frozenset(found)
