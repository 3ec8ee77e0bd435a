"""Amounts that a page itself says buy the thing outright: without a contract, not on hire, the device alone.

Where one stands on a page, a price of less than half of it is a part of that one: what a contract leaves of it, a
first payment, a month's hire.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.text.money import amount_of
from common.reading.visible.lines import Line
from common.reading.visible.prices.price_names import is_struck
from common.reading.visible.prices.said.labels import is_behind_old_label
from common.reading.visible.view import PageView
from common.reading.words.wording import Wording

_OUTRIGHT = Wording("<price.outright:words>")
_NEAR_LINES, _MOST_CHARS = 60, 80


def outright_amounts(view: PageView) -> frozenset[Decimal]:
    """For each such word near the heading the highest amount on its line, else on the lines beside it; struck and old
    ones left out.
    """
    shown = [line for line in view.near(0, _NEAR_LINES) if line.at > 0]
    found: set[Decimal] = set()
    for place, line in enumerate(shown):
        if len(line.text) > _MOST_CHARS or _OUTRIGHT.search(line.text) is None:
            continue
        beside = [*_amounts([line], view)] or [*_amounts(shown[max(place - 1, 0) : place + 2], view)]
        found.update([max(beside)] if beside else [])
    return frozenset(found)


def _amounts(lines: Sequence[Line], view: PageView) -> Iterator[Decimal]:
    for line in lines:
        if is_struck(line.element) or is_behind_old_label("", line.text):
            continue
        for match in BESIDE_CURRENCY.finditer(line.text[:_MOST_CHARS]):
            value = amount_of(match, view.currency_hint)
            if value is not None:
                yield value


def is_part(price: Decimal, outright: frozenset[Decimal]) -> bool:
    """Whether one of these is more than twice this price, which is none of them."""
    return price not in outright and any(amount > 2 * price for amount in outright)
