"""The name of a product as the one heading of a page that has no other, as hand-written pages have it."""

from __future__ import annotations

from common.reading.parsed.document import Document
from common.reading.parsed.letters import folded
from common.reading.text.currency import BESIDE_CURRENCY
from common.reading.visible.headings.heading import Heading, may_be_name, name_in
from common.reading.visible.headings.words import WORD, is_shops, told

_HEADINGS = ("h1", "h2", "h3", "h4")
_FRAME = frozenset({"nav", "header", "footer", "aside", "a", "li", "form"})
_LEAST_WORD, _MOST_CHARS = 5, 120


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
