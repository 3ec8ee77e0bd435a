"""An amount that is a word of the product's name: "Token for 1 € trolleys"."""

from __future__ import annotations

from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.visible.lines import Line
from common.reading.visible.prices.amount_kinds import is_taxed
from common.reading.visible.prices.said.other_amounts import without_extras


def is_word_of_name(line: Line) -> bool:
    """Whether this is the heading, and a word stands right before its first amount and right behind it that does not
    speak of tax or delivery: no mark parts them, as in "Blue cup - 12.50 € (Bonn)"."""
    if line.at != 0 or (amount := BESIDE_CURRENCY.search(line.text)) is None:
        return False
    before, behind = line.text[: amount.start()].rstrip(), line.text[amount.end() :].lstrip()
    if not before[-1:].isalpha() or not behind[:1].isalpha() or is_taxed(behind):
        return False
    return any(map(str.isalpha, without_extras(f"0 {behind}")))
