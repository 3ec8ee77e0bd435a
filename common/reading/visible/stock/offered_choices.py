"""Whether one of several offers to choose from can be had: the page lets it be chosen and prints its price, while those
that cannot be had say so and cannot be chosen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from common.offer import Availability
from common.reading.document import squeeze, text_within, type_of
from common.reading.text.currency import BESIDE_CURRENCY
from common.reading.visible.labels import OF_DELIVERY
from common.reading.visible.lines import Line
from common.reading.visible.stock.said import names_other_way, said
from common.reading.visible.view import PageView

_MOST_FIELDS, _ROW_CHARS, _STEPS = 200, 120, 3
_ROWS = frozenset({"li", "label", "tr", "div", "p", "dd"})


def chosen_offer(_: Sequence[Line], view: PageView) -> Availability:
    """IN_STOCK where of the buttons of one choice (`name`) one that can be pressed stands beside an amount and one that
    is switched off beside "none left"; UNKNOWN elsewhere.
    """
    if not view.document.holds("disabled") or not view.document.holds("radio"):
        return Availability.UNKNOWN
    can, cannot = set[str](), set[str]()
    for field in view.document.first(_MOST_FIELDS, "input"):
        if type_of(field) != "radio" or not field.get("name"):
            continue
        text = _said_beside(field)
        if names_other_way(text) or OF_DELIVERY.search(text) is not None:
            continue
        if field.get("disabled") is not None:
            cannot |= {field.get("name")} if said(text) is Availability.OUT_OF_STOCK else set()
        elif BESIDE_CURRENCY.search(text) and said(text) is not Availability.OUT_OF_STOCK:
            can.add(field.get("name"))
    return Availability.UNKNOWN if can.isdisjoint(cannot) else Availability.IN_STOCK


def _said_beside(field: Any) -> str:
    """What the smallest row around the button says that says anything."""
    node = field
    for _ in range(_STEPS):
        node = node.getparent()
        if node is None:
            break
        text = squeeze(text_within(node, _ROW_CHARS))
        if node.tag in _ROWS and text:
            return text
    return ""
