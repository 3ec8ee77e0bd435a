"""Whether an amount stands in a box of its own under the name of something else: a card of another product, whatever
the words above it are ("Continue where you left off"), a set, a service.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from common.reading.parsed.letters import folded
from common.reading.parsed.links import leads_to_another
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.visible.lines import Line, itself_and_above
from common.reading.visible.others.unknown_words import says_unknown
from common.reading.visible.view import PageView

_STEPS, _LINES, _DEEPEST = 3, 3, 5
_HEADINGS = frozenset({"h2", "h3", "h4", "h5", "h6"})


def has_own_name(shown: Sequence[Line], place: int, other: Any, view: PageView) -> bool:
    """Whether a smaller heading or a link to another page, with words that no rule knows and that are no part of the
    page's heading, stands in the lines right before this one, in a box that holds neither that heading nor the `other`
    element, an amount's.
    """
    box = _box(shown[place].element, view.around_heading | {other, *other.iterancestors()})
    for line in reversed(shown[max(0, place - _LINES) : place]) if box is not None else ():
        if line.at <= 0 or BESIDE_CURRENCY.search(line.text) is not None:
            return False
        above = list(itself_and_above(line.element, _DEEPEST))
        if not any(node is box for node in above):
            return False
        if any(_may_name(node, view) for node in above) and _is_strange(line.text, view):
            return True
    return False


def _box(element: Any, around: frozenset[Any]) -> Any:
    """The largest box of the element that holds nothing of `around`; None where its own does."""
    box = None
    for node in itself_and_above(element, _STEPS):
        if node in around:
            break
        box = node
    return box


def _may_name(node: Any, view: PageView) -> bool:
    return node.tag in _HEADINGS or (node.tag == "a" and leads_to_another(node.get("href"), view.document.url))


def _is_strange(text: str, view: PageView) -> bool:
    return says_unknown(text) and not set(folded(text).split()) <= set(folded(view.heading.text or "").split())
