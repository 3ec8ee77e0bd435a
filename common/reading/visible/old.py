"""Amounts that a page strikes out or calls old: what was asked before, or what others ask."""

from __future__ import annotations

from decimal import Decimal

from common.reading.text.currency import BESIDE_CURRENCY
from common.reading.text.money import amount_of
from common.reading.visible.price_names import is_behind_old_label, is_called_old, is_struck
from common.reading.visible.view import PageView

_MAX_CHARS = 60


def old_amounts(view: PageView) -> frozenset[Decimal]:
    """Every amount that is struck out, named old or regular, or stands behind a label such as "UVP"."""
    found: set[Decimal] = set()
    before = ""
    for line in view.lines:
        match = BESIDE_CURRENCY.search(line.text) if len(line.text) <= _MAX_CHARS else None
        if match is not None and (
            is_struck(line.element) or is_called_old(line.element) or is_behind_old_label(before, line.text)
        ):
            value = amount_of(match)
            if value is not None:
                found.add(value)
        before = line.text if match is None else ""
    return frozenset(found)
