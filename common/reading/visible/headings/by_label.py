"""The heading that a table of details repeats beside the label of the product's name: "Item name", 商品名, 상품명."""

from __future__ import annotations

from typing import Any

from common.reading.document import Document, folded, squeeze, text_within
from common.reading.text.currency import BESIDE_CURRENCY
from common.reading.visible.headings.heading import MAX_HEADING_CHARS, Heading, headings_and_names
from common.reading.visible.headings.texts import is_of_another
from common.reading.words.wording import Wording

_LABEL = Wording(r"\W{0,3}(?:<page.name_labels>)\s?[:：]?")
_LABELS = ("th", "dt", "td")
_VALUES = frozenset({"td", "dd"})
_HEADINGS = ("h1", "h2", "h3", "h4", "h5")
_MOST_CELLS, _LABEL_CHARS = 2_000, 40


def by_label(document: Document) -> Heading:
    """The first heading, or box that the shop calls a name, with the words that stand behind such a label; empty
    without. A label alone names nothing: the columns of carts and lists have it, too.
    """
    named = {folded(text) for cell in document.first(_MOST_CELLS, *_LABELS) if (text := _said_behind(cell))}
    if not named:
        return Heading()
    for node in headings_and_names(document, *_HEADINGS):
        text = squeeze(text_within(node, MAX_HEADING_CHARS))
        if folded(text) in named and not is_of_another(node, document.url):
            return Heading(node, text)
    return Heading()


def _said_behind(cell: Any) -> str:
    """What the cell beside this label says; nothing where it is no such label, or beside it stands an amount."""
    behind = cell.getnext()
    if behind is None or behind.tag not in _VALUES:
        return ""
    label = squeeze(text_within(cell, _LABEL_CHARS + 1))
    if len(label) > _LABEL_CHARS or _LABEL.fullmatch(label) is None:
        return ""
    said = squeeze(text_within(behind, MAX_HEADING_CHARS))
    return "" if BESIDE_CURRENCY.search(said) else said
