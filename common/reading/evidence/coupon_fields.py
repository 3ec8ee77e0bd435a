"""Fields around what a page says of a coupon: one that a buyer types a code into, or one that holds a code to copy."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from common.reading.parsed.document import type_of
from common.reading.visible.discounts.coupons import is_code
from common.reading.visible.lines import itself_and_above

_STEPS, _MOST_FIELDS = 2, 5
_WHOLE_PAGE = frozenset({"body", "html", "main"})
_TYPED_INTO = frozenset({"text", "search"})


def stands_at_code_field(element: Any) -> bool:
    """Whether an empty field that one types into is in the box around the element or right before that."""
    return any(
        not field.get("value") and field.get("readonly") is None and (type_of(field) or "text") in _TYPED_INTO
        for field in _fields_around(element)
    )


def holds_code_to_copy(element: Any) -> bool:
    """Whether a field that cannot be changed holds a code, in the box around the element."""
    return any(
        field.get("readonly") is not None and is_code((field.get("value") or "").strip())
        for field in _fields_around(element)
    )


def _fields_around(element: Any) -> Iterator[Any]:
    for box in itself_and_above(element, _STEPS):
        if box.tag not in _WHOLE_PAGE:
            yield from islice(box.iter("input"), _MOST_FIELDS)
        yield from islice(box.itersiblings("input", preceding=True), 1)
