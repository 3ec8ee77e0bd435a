"""Digits with marks of thousands and decimals, as shops print them, to an exact number."""

from __future__ import annotations

import re
from decimal import Decimal

from common.currencies import BY_CODE

_WHOLE_PRICES = frozenset(code for code, row in BY_CODE.items() if row.digits == 0 or row.whole_prices)
_THREE_DIGITS = frozenset(code for code, row in BY_CODE.items() if row.digits == 3)
_MAX_DIGITS = 24


def number(text: str, currency: str | None = None) -> Decimal | None:
    """The number that this text of digits and marks writes; None when it writes none, or one of more than 24 marks.

    A lone mark with three digits behind it is one of thousands ("4.990" is 4990), except in a currency with three
    digits behind the decimal mark (12.500 KWD) and behind a lone zero ("0.999").
    """
    digits = re.sub(r"[\s'’]", "", text).rstrip(".,")
    if digits[:1] in {".", ","}:
        digits = "0." + digits.lstrip(".,")
    if not digits or len(digits) > _MAX_DIGITS:
        return None
    last = max(digits.rfind("."), digits.rfind(","))
    if last == -1:
        return Decimal(digits) if digits.isdecimal() else None
    mark, tail = digits[last], digits[last + 1 :]
    head = digits[:last]
    both = ("." in head + tail and mark == ",") or ("," in head + tail and mark == ".")
    thousands = (len(tail) == 3 and not both) or head.count(mark) > 0
    if currency in _WHOLE_PRICES and len(tail) == 3:
        thousands = True
    if currency in _THREE_DIGITS and len(tail) == 3 and head.count(mark) == 0:
        thousands = False
    if head == "0":
        thousands = False
    plain = re.sub(r"[.,]", "", head)
    joined = plain + tail if thousands else f"{plain or '0'}.{tail}"
    return Decimal(joined) if re.fullmatch(r"\d+(?:\.\d+)?", joined) else None
