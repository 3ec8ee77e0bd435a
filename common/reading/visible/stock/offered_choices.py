"""Whether one of several offers to choose from can be had: the page lets it be chosen and prints its price, while those
that cannot be had say so and cannot be chosen. Where the page prints amounts beside the choice, the offer's is one of
them: another is for something else, a used copy, a rental or a box to wrap it in.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from common.offer import Availability
from common.reading.parsed.document import type_of
from common.reading.parsed.letters import squeeze
from common.reading.parsed.text_within import text_within
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.text.money import amount_of
from common.reading.visible.labels import OF_DELIVERY
from common.reading.visible.lines import Line, itself_and_above
from common.reading.visible.stock.said import names_other_way, said
from common.reading.visible.view import PageView

_MOST_FIELDS, _ROW_CHARS, _STEPS = 200, 120, 3
_ROWS = frozenset({"li", "label", "tr", "div", "p", "dd"})


def chosen_offer(shown: Sequence[Line], view: PageView) -> Availability:
    """IN_STOCK where of the buttons of one choice (`name`) one that can be pressed stands beside an amount and one that
    is switched off beside "none left"; UNKNOWN elsewhere.
    """
    fields = [one for one in view.document.first(_MOST_FIELDS, "input") if type_of(one) == "radio" and one.get("name")]
    if not any(one.get("disabled") is not None for one in fields):
        return Availability.UNKNOWN
    if not view.document.holds("disabled") or not view.document.holds("radio"):  # asked last: the page's text is long
        return Availability.UNKNOWN
    can, cannot, rows = dict[str, set[Decimal]](), set[str](), set[Any]()
    for field in fields:
        row, text = _row_of(field)
        rows.add(row)
        if names_other_way(text) or OF_DELIVERY.search(text) is not None:
            continue
        if field.get("disabled") is not None:
            cannot |= {field.get("name")} if said(text) is Availability.OUT_OF_STOCK else set()
        elif said(text) is not Availability.OUT_OF_STOCK and (amounts := _amounts(text, view)):
            can.setdefault(field.get("name"), set()).update(amounts)
    offered = {amount for name in cannot & can.keys() for amount in can[name]}
    beside = {
        amount
        for line in shown
        if offered and line.at > 0 and rows.isdisjoint(itself_and_above(line.element, _STEPS))
        for amount in _amounts(line.text, view)
    }
    return Availability.IN_STOCK if offered and (not beside or offered & beside) else Availability.UNKNOWN


def _amounts(text: str, view: PageView) -> set[Decimal]:
    found = (amount_of(match, view.currency_hint) for match in BESIDE_CURRENCY.finditer(text))
    return {amount for amount in found if amount is not None}


def _row_of(field: Any) -> tuple[Any, str]:
    """The smallest row around the button that says anything, and what it says."""
    node = field
    for _ in range(_STEPS):
        node = node.getparent()
        if node is None:
            break
        text = squeeze(text_within(node, _ROW_CHARS))
        if node.tag in _ROWS and text:
            return node, text
    return None, ""
