"""The name of a product as the one heading of a page that has no other, as hand-written pages have it; or as the one
box that a page calls it, where no heading says it and nothing repeats it.
"""

from __future__ import annotations

from itertools import islice
from typing import Any

from common.reading.parsed.document import Document
from common.reading.parsed.letters import folded
from common.reading.parsed.links import leads_to_another
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.visible.headings.heading import (
    BOXES,
    Heading,
    is_called_the_products_name,
    may_be_name,
    name_in,
    named_as,
)
from common.reading.visible.headings.words import WORD, is_shops, told

_HEADINGS = ("h1", "h2", "h3", "h4")
_FRAME = frozenset({"nav", "header", "footer", "aside", "a", "li", "form"})
_LEAST_WORD, _MOST_CHARS = 5, 120
_FRAME_OF_BOXES = frozenset({"nav", "header", "footer", "aside"})
_MOST_BOX_CHARS, _MOST_NODES = 160, 12_000


def only_heading(document: Document) -> Heading:
    """The only heading, of two words or more, of which title or address say one; empty where there are several, or the
    one stands in the page's frame.
    """
    found = document.first(2, *_HEADINGS)
    if len(found) != 1:
        return Heading()
    text = name_in(found[0])
    if not may_be_name(text) or len(text) > _MOST_CHARS or BESIDE_CURRENCY.search(text) or is_shops(document, text):
        return Heading()
    if any(node.tag in _FRAME for node in found[0].iterancestors()):
        return Heading()
    words = {word for word in WORD.findall(folded(text)) if len(word) >= _LEAST_WORD}
    return Heading() if words.isdisjoint(told(document)[1]) else Heading(found[0], text)


def only_called(document: Document) -> Heading:
    """The one text of the page in boxes that are called a product's name ("product-card__title") or, without any h1, a
    main heading ("h1"); empty where several have such a class, as cards of a list do, or it is a link's to another
    page.
    """
    is_called = is_called_the_products_name if document.first(1, "h1") else _is_called_name_or_heading
    found: dict[str, Any] = {}
    for node in islice(document.root.iter(*BOXES), _MOST_NODES):
        if not is_called(named_as(node)[:200]):
            continue
        text = name_in(node)
        if text:
            found.setdefault(text, node)
        if len(found) > 1:
            return Heading()
    text, node = next(iter(found.items()), ("", None))
    if node is None or len(text) > _MOST_BOX_CHARS or not may_be_name(text):
        return Heading()
    if BESIDE_CURRENCY.search(text) or is_shops(document, text) or _stands_aside(node, document.url):
        return Heading()
    return Heading(node, text)


def _stands_aside(node: Any, url: str) -> bool:
    return any(above.tag in _FRAME_OF_BOXES for above in node.iterancestors()) or any(
        link.tag == "a" and leads_to_another(link.get("href"), url)
        for link in (*node.iterancestors("a"), *islice(node.iter("a"), 3))
    )


def _is_called_name_or_heading(names: str) -> bool:
    return is_called_the_products_name(names) or "h1" in names.split()
