"""Amounts that the buyer chooses from: the values of a gift card, what to give, each a choice and nothing else.

The lowest of them is no price of a thing, whatever declares it.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from itertools import islice
from typing import Any

from common.reading.parsed.letters import squeeze
from common.reading.parsed.text_within import text_within
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.text.money import MONEY_LINE, amount_of
from common.reading.visible.lines import itself_and_above
from common.reading.visible.view import PageView

_MOST_FIELDS, _MOST_CHOICES, _LEAST = 20, 60, 2
_NEAR_LINES, _MOST_CHARS = 60, 24
_CHOICES = frozenset({"button", "label"})


def chosen_amounts(view: PageView) -> frozenset[Decimal]:
    """The amounts of a field whose every choice is an amount and no more, or of such buttons or labels near the
    heading; none where there are not two different ones.
    """
    fields = view.document.first(_MOST_FIELDS, "select")
    found = {amount for field in fields for amount in _of(field, view)}
    drawn = set(_drawn(view))
    return frozenset(found | (drawn if len(drawn) >= _LEAST else set()))


def _of(field: Any, view: PageView) -> frozenset[Decimal]:
    said = [squeeze(text_within(one, 60)) for one in islice(field.iter("option"), _MOST_CHOICES)]
    values = [_amount(text, view) for text in said if any(map(str.isdigit, text))]
    amounts = frozenset(value for value in values if value is not None)
    return amounts if len(amounts) >= _LEAST and None not in values else frozenset()


def _drawn(view: PageView) -> Iterator[Decimal]:
    for line in view.near(0, _NEAR_LINES):
        if line.at > 0 and len(line.text) <= _MOST_CHARS and any(map(str.isdigit, line.text)):
            node = next((one for one in itself_and_above(line.element, 2) if one.tag in _CHOICES), None)
            if node is not None and (value := _amount(squeeze(text_within(node, 60)), view)) is not None:
                yield value


def _amount(text: str, view: PageView) -> Decimal | None:
    match = BESIDE_CURRENCY.search(text) if len(text) <= _MOST_CHARS and MONEY_LINE.fullmatch(text) else None
    return amount_of(match, view.currency_hint) if match is not None else None
