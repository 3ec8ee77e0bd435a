"""The price of the fewest pieces, where a page prints a table of what more of them cost a piece.

Electronics distributors and wholesalers declare such a product as a range from the price of the largest number on:
nobody pays that for one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal

from common.reading.found import Found
from common.reading.text.currency import BESIDE_CURRENCY
from common.reading.text.money import amount_of
from common.reading.visible.view import PageView
from common.reading.words.wording import Wording

_NEAR_LINES = 250
_LEAST_ROWS = 3
_ROW_LINES = 4
"""A row's amount stands that close behind its number of pieces."""
_PIECES = Wording(
    r"[≥>]?\s?(\d{1,3}(?:[.,\s]\d{3})*|\d{1,6})\s?(?:\+|[-–]\s?\d[\d.,\s]{0,8})?\s?(?:(?:<stock.pieces>)\.?)?"
)
"""A number of pieces: "1", "10+", "1-9", "1,000", "5 pcs"; "10 cm" is a size."""
_ROUNDING = Decimal("0.01")


def at_fewest(declared: Sequence[Found], view: PageView) -> list[Found]:
    """What is declared, with the table's price for the fewest pieces in place of the low end of a range that reaches
    it. Unchanged where the page prints no such table of three rows or more.
    """
    if not any(_is_from(one) for one in declared):
        return list(declared)
    price = _of_fewest(view)
    if price is None:
        return list(declared)
    return [
        replace(one, price=price, price_kind=None) if _is_from(one) and _reaches(one, price) else one
        for one in declared
    ]


def _is_from(one: Found) -> bool:
    return one.price_kind == "from" and one.low is not None and one.high is not None and one.low < one.high


def _reaches(one: Found, price: Decimal) -> bool:
    return (one.low or price) - _ROUNDING <= price <= (one.high or price) + _ROUNDING


def _of_fewest(view: PageView) -> Decimal | None:
    """Of the first run of rows whose numbers rise while their amounts fall, the first amount."""
    run: list[tuple[int, Decimal]] = []
    for pieces, amount in _rows(view):
        if run and pieces > run[-1][0] and amount < run[-1][1]:
            run.append((pieces, amount))
            if len(run) == _LEAST_ROWS:
                return run[0][1]
        else:
            run = [(pieces, amount)]
    return None


def _rows(view: PageView) -> Iterator[tuple[int, Decimal]]:
    lines = [line.text for line in view.near(0, _NEAR_LINES)]
    for place, text in enumerate(lines):
        counted = _PIECES.fullmatch(text) if len(text) <= _SHORT else None
        if counted is None or BESIDE_CURRENCY.search(text):
            continue
        for behind in lines[place + 1 : place + 1 + _ROW_LINES]:
            match = BESIDE_CURRENCY.search(behind)
            amount = amount_of(match, view.currency_hint) if match is not None else None
            if amount:
                yield int(re.sub(r"\D", "", counted[1])), amount
                break
            if _PIECES.fullmatch(behind):
                break


_SHORT = 20
