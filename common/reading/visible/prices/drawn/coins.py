"""The money that a text names, be it in two coins or with the sign where the decimal mark would stand."""

from __future__ import annotations

import re
from collections.abc import Sequence

from common.reading.text.currencies.amounts import BESIDE_CURRENCY, SHARED_SIGN
from common.reading.text.currencies.named import currency_of
from common.reading.text.money import MONEY_LINE, in_thousands
from common.reading.text.price import Money, PriceRange, parse_price

Price = Money | PriceRange
_MARK_IS_SIGN = re.compile(r"(?<![\d.,])(\d{1,4})(€)(\d{2})(?!\d|\s?%)")
"""12€99: the sign stands where the decimal mark does. Of pounds it does not: "5", "£20" is a count and a price."""
_LINE_WITH_SIGN_BETWEEN = re.compile(
    r"(\W*)(\d{1,3}(?:[ .]\d{3})*|\d{1,4})\s?(€\s?|zł|kr\.?|лв\.?|lei|TL|грн\.?|руб\.?)(\d{2})(?!\s?%)(\W*(?:TTC\W*)?)",
    re.IGNORECASE,
)
"""The same with blanks, as shops in France write it: "119 € 99", and without one behind signs of letters: "24zł50".
Of a whole line only: a count or what comes off may follow a price ("24 zł 50", doubts/lone.py; "24 zł 50%").
"""
_LINE_CHARS = 32
_SMALL_COINS = re.compile(
    r"(?<![\d.,])(\d{1,3}(?:[ .]?\d{3})*)\s?(zł|руб\.?|р\.|грн\.?|€|Kč|lei|Lei|лв\.?)\s?"
    r"(\d{2})\s?(?:gr|коп|ct|cents?|centimes|hal|bani|ст)(?![^\W\d])\.?"
)
_COINS = ("gr", "коп", "ct", "cent", "hal", "bani", "ст")
"""One of these stands in all that the pattern finds, and few texts hold any."""
_TENTHS = re.compile(r"(?<![\d.,])\d(?:\.\d|\d)?\s?[折割]")
"""Tenths of the price before ("79折") or of what comes off ("2割")."""
_SPOONS = re.compile(r"(?<![\d.,])\d{1,2}(?:[.,]5)?\s?TL(?![^\W\d_])")
"""Of a German recipe; Turkish lira where nothing says that the page is at home elsewhere."""


def joined_coins(text: str) -> str:
    """The text, with what is said in two coins as one amount: "12€99", "124 zł 50 gr"."""
    if "€" in text:
        text = _MARK_IS_SIGN.sub(r"\1.\3 \2", text)
    if len(text) <= _LINE_CHARS and (line := _LINE_WITH_SIGN_BETWEEN.fullmatch(text)) is not None:
        text = f"{line[1]}{line[2]}{',' if '.' in line[2] else '.'}{line[4]} {line[3].strip()}{line[5]}"
    return _SMALL_COINS.sub(r"\1.\3 \2", text) if any(coin in text for coin in _COINS) else text


def money(text: str, hint: str | None) -> Price | None:
    """The price of a text that names a currency, be it by a sign that several share; None for zero and for counts."""
    if hint not in {None, "TRY"} and _SPOONS.search(text):
        return None
    text = joined_coins(text)
    if "折" in text or "割" in text:
        text = _TENTHS.sub(" ", text)
    if in_thousands(text):
        return None
    if len(several := list(BESIDE_CURRENCY.finditer(text))) > 1 and _differ(several, hint):
        text = several[0][0]  # "4,99 € / 9,76 лв.": the second says the same again
    stated = parse_price(text, currency_hint=hint)
    if stated is None or (stated.currency is None and not SHARED_SIGN.search(text)):
        return None
    value = stated.amount if isinstance(stated, Money) else stated.low
    return stated if value > 0 else None


def money_line(text: str, hint: str | None) -> Price | None:
    """The price of a text that is an amount with its currency and no more."""
    if not MONEY_LINE.fullmatch(text):
        return None
    # The line itself must name the currency: a hint alone would make prices of counts.
    stated = parse_price(text, currency_hint=None)
    if (stated is None or stated.currency is None) and not SHARED_SIGN.search(text):
        return None
    return money(text, hint)


def _differ(amounts: Sequence[re.Match[str]], hint: str | None) -> bool:
    """Whether these matches of BESIDE_CURRENCY are in several currencies."""
    codes = {currency_of(one[0], hint) for one in amounts}
    return len(codes) > 1 and None not in codes
