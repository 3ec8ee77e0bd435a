"""Amounts beside a box to tick: what may be added to the product."""

from __future__ import annotations

from itertools import islice
from typing import Any

from common.reading.parsed.document import type_of
from common.reading.parsed.letters import squeeze
from common.reading.parsed.text_within import text_within
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.visible.lines import itself_and_above


def is_ticked(element: Any) -> bool:
    """Whether this is the label of a box to tick, or stands beside one in a short line: something that may be added."""
    for node in itself_and_above(element, 3):
        has_box = any(type_of(field) == "checkbox" for field in islice(node.iter("input"), _MOST_FIELDS))
        if has_box and (node.tag == "label" or _is_ticked_line(node)):
            return True
    return False


def _is_ticked_line(node: Any) -> bool:
    """Whether this element holds one box to tick itself, and one amount."""
    if not any(child.tag == "input" for child in node) or node.tag in _WIDE_TAGS:
        return False
    text = squeeze(text_within(node, _TICKED_CHARS + 1))
    return len(text) <= _TICKED_CHARS and len(BESIDE_CURRENCY.findall(text)) == 1


_TICKED_CHARS = 80
_WIDE_TAGS = frozenset({"form", "body", "table"})
_MOST_FIELDS = 60
