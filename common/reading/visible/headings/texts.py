"""The pieces of text of a page that may be its product's name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lxml import etree

from common.reading.parsed.document import TRAIL, Document
from common.reading.parsed.links import leads_to_another
from common.reading.parsed.text_within import text_within
from common.reading.visible.headings.heading import named_as
from common.reading.visible.lines import link_around

_NOT_HEADINGS = frozenset({"nav", "footer", "script", "style", "head", "title", "svg", "select", "noscript"})
MAX_TEXTS = 12_000
"""As many lines of a page are read (visible/layout/gathering.py)."""


def texts(document: Document) -> Iterator[tuple[Any, str]]:
    """(element, text) of the body's pieces of text in the page's order, without those of the page's frame."""
    body = next(document.root.iter("body"), None)
    if body is None:
        return
    has_trail = document.holds(TRAIL)
    walk = etree.iterwalk(body, events=("start", "end"))
    for event, node in walk:
        if event == "end":
            if node is body:
                return
            if (stated := node.tail) and len(stated) > 3:
                yield node.getparent(), stated
        elif node.tag in _NOT_HEADINGS or _is_of_field(node) or (has_trail and _is_trail(node)):
            walk.skip_subtree()
        elif (stated := node.text) and len(stated) > 3:
            yield node, stated


def _is_of_field(node: Any) -> bool:
    """Whether it says what to fill in where: shops hide "(name of the product) quantity" for who hears the page."""
    return node.tag == "label" and node.get("for") is not None


def _is_trail(node: Any) -> bool:
    """A box named after breadcrumbs that holds hardly more: shops name whole pages so, too ("has-breadcrumbs")."""
    return TRAIL in named_as(node) and len(text_within(node, _MOST_TRAIL_CHARS + 1)) <= _MOST_TRAIL_CHARS


_MOST_TRAIL_CHARS = 600


def is_of_another(holder: Any, url: str) -> bool:
    """Whether this is a link to another page, as the names on cards of other products are."""
    link = link_around(holder)
    return link is not None and leads_to_another(link.get("href"), url)
