"""The heading that a table of details repeats beside the label of the product's name: "Item name", 商品名, 상품명."""

from __future__ import annotations

from typing import Any

from common.reading.parsed.document import Document
from common.reading.parsed.letters import folded, squeeze
from common.reading.parsed.text_within import text_within
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.visible.headings.heading import MAX_HEADING_CHARS, Heading, headings_and_names, may_be_name
from common.reading.visible.headings.texts import is_of_another
from common.reading.words.wording import Wording

_LABEL = Wording(r"\W{0,3}(?:<page.name_labels>)\s?[:：]?")
_LABELS = ("th", "dt", "td")
_VALUES = frozenset({"td", "dd"})
_HEADINGS = ("h1", "h2", "h3", "h4", "h5")
_MOST_CELLS, _LABEL_CHARS = 2_000, 40


def by_label(document: Document) -> Heading:
    """The first heading, or box that the shop calls a name, with the words that stand behind such a label; empty
    without, and where such labels name several things: those are a list, or an article on them. A label alone names
    nothing: the columns of carts and lists have it, too.
    """
    named = {folded(text) for cell in document.first(_MOST_CELLS, *_LABELS) if (text := _said_behind(cell))}
    if len(named) != 1 or not all(map(may_be_name, named)):
        return Heading()
    for node in headings_and_names(document, *_HEADINGS):
        text = squeeze(text_within(node, MAX_HEADING_CHARS))
        if folded(text) in named and not is_of_another(node, document.url):
            return Heading(node, text)
    return Heading()


def _said_behind(cell: Any) -> str:
    """What the cell beside this label says; nothing where it is no such label, or beside it stands an amount, or the
    two head the columns of a table.
    """
    behind = cell.getnext()
    if behind is None or behind.tag not in _VALUES or _heads_columns(cell, behind):
        return ""
    label = squeeze(text_within(cell, _LABEL_CHARS + 1))
    if len(label) > _LABEL_CHARS or _LABEL.fullmatch(label) is None:
        return ""
    said = squeeze(text_within(behind, MAX_HEADING_CHARS))
    return "" if BESIDE_CURRENCY.search(said) else said


def _heads_columns(label: Any, behind: Any) -> bool:
    """Whether these are the first cells of a table's head: more cells follow, or the head is called one."""
    return (behind.tag == "td" and behind.getnext() is not None) or next(label.iterancestors("thead"), None) is not None
