"""The code in a box right below the heading whose name says "product list", and which lists the product's own details:
brand, code, guarantee. Themes name it so, though no other product stands there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from common.reading.parsed.text_within import text_within
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.visible.codes.code import Printed
from common.reading.visible.codes.labelled import labelled
from common.reading.visible.lines import Line, within
from common.reading.visible.view import PageView

_LINES, _BOX_CHARS = 12, 600
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})


def code_in_bare_box(view: PageView) -> Printed | None:
    """The first code behind a label of the shop's own there, before any amount and the next heading. Only where the box
    shows neither picture nor amount: cards of other products have one or the other.
    """
    found = labelled(shown) if (shown := list(_right_below(view))) else None
    if found is None or not found.strong:
        return None
    line = next((one for one in shown if found.code in one.text), None)
    return found if line is not None and line.elsewhere and _is_bare(_box(line.element, view)) else None


def _right_below(view: PageView) -> Iterator[Line]:
    for line in within(view.lines, -1, _LINES):
        if line.hidden:
            continue
        if line.element.tag in _HEADINGS or BESIDE_CURRENCY.search(line.text):
            return
        yield line


def _box(element: Any, view: PageView) -> Any:
    """The outermost element around this one that does not hold the heading."""
    box = element
    for above in element.iterancestors():
        if above in view.around_heading:
            break
        box = above
    return box


def _is_bare(box: Any) -> bool:
    said = text_within(box, _BOX_CHARS)
    return (
        len(said) < _BOX_CHARS and next(box.iter("img", "picture"), None) is None and not BESIDE_CURRENCY.search(said)
    )
