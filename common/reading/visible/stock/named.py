"""Whether the product is in stock, as an element says that is named stock."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from common.offer import Availability
from common.reading.text.availability import of_schema
from common.reading.visible.buttons.selling import NEAR_LINES
from common.reading.visible.cards import is_card
from common.reading.visible.lines import Line, names_of, within
from common.reading.visible.stock.choices import CHOICES, is_choice, is_kept_unseen, is_ticked
from common.reading.visible.stock.said import said
from common.reading.visible.view import PageView
from common.reading.words.wording import Wording

_STOCK_NAMES = Wording(r"stock|availab|sold-?out|inventory|quantity-?left|qty-?left|<names.stock>", ignore_case=False)
"""In lower case: looking for small and large letters takes several times as long."""
_ON_BACKORDER = re.compile(r"(?:^|\s)(?:available-)?on-?backorder(?:\s|$)", re.IGNORECASE)
"""WooCommerce's, whose words for it are "available" and one more in many a language."""
_CLASS_SAYS = re.compile(r"(?:^|\s)(?:(out[-_]?of[-_]?stock|sold[-_]?out)|in[-_]?stock)(?:\s|$)", re.IGNORECASE)


def named(shown: Sequence[Line], view: PageView) -> Availability:
    """The first element that is named stock and says something."""
    looked: set[Any] = set()
    for place, line in enumerate(shown):
        node = line.element
        for _ in range(3):
            if node is None or node in looked:
                break
            looked.add(node)
            if _names_stock(f"{names_of(node)} {node.get('itemprop') or ''}") and not is_kept_unseen(node):
                found = said(_shown_within(shown, place, node))
                found = _by_class(node, found)
                if found is Availability.OUT_OF_STOCK and (is_choice(line.element) or is_ticked(line.element)):
                    found = Availability.UNKNOWN
                if found is not Availability.UNKNOWN and not is_card(node, view):
                    return found
            node = node.getparent()
    return Availability.UNKNOWN


def _by_class(element: Any, words: Availability) -> Availability:
    """What the class of an element that is named stock says where its words say nothing: "availability in-stock"; and
    whatever they say, that it will be ordered.
    """
    if words is not Availability.OUT_OF_STOCK and _ON_BACKORDER.search(element.get("class") or "") is not None:
        return Availability.BACKORDER
    if words is not Availability.UNKNOWN:
        return words
    found = _CLASS_SAYS.search(element.get("class") or "")
    if found is None or (found[1] and element.tag in CHOICES):
        return Availability.UNKNOWN
    return Availability.OUT_OF_STOCK if found[1] else Availability.IN_STOCK


def hidden(view: PageView) -> Availability:
    """What an element named availability says to machines: hidden from readers, a word of schema.org and no more."""
    for line in within(view.lines, 0, NEAR_LINES):
        if len(line.text) <= 20 and line.hidden:
            state = of_schema(line.text)
            if state is not Availability.UNKNOWN and _names_stock(names_of(line.element)):
                return state if not is_card(line.element, view) else Availability.UNKNOWN
    return Availability.UNKNOWN


def _shown_within(shown: Sequence[Line], place: int, element: Any) -> str:
    """What the element shows, without scripts and what is hidden: its lines from `place` on."""
    pieces: list[str] = []
    for line in shown[place : place + 12]:
        if line.element is not element and element not in line.element.iterancestors():
            break
        pieces.append(line.text)
    return " ".join(pieces)[:200]


@lru_cache(maxsize=4096)
def _names_stock(names: str) -> bool:
    return _STOCK_NAMES.search(names.lower()) is not None
