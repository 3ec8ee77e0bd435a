"""Amounts of choices of which the page has chosen another beforehand."""

from __future__ import annotations

from itertools import islice
from typing import Any

from common.reading.document import Document
from common.reading.visible.lines import itself_and_above

_MOST_FIELDS, _MOST_OF_PAGE = 60, 1_500


def has_chosen(document: Document) -> bool:
    """Whether the page has chosen something beforehand, of which `is_not_chosen` may tell."""
    return any(field.get("checked") is not None for field in document.first(_MOST_OF_PAGE, "input"))


def is_not_chosen(element: Any) -> bool:
    """Whether this stands in the label or row of one choice, of which the page has chosen another beforehand."""
    own = None
    for node in itself_and_above(element, 5):
        radios = [field for field in islice(node.iter("input"), _MOST_FIELDS) if field.get("type") == "radio"]
        if own is None and len(radios) > 1:
            return False  # between the choices
        if own is None and radios:
            own = radios[0]
            if own.get("checked") is not None or not own.get("name"):
                return False
        if any(
            one.get("checked") is not None and own is not None and one.get("name") == own.get("name") for one in radios
        ):
            return True
    return False
