"""The name of a product on a page whose title and address name only the shop: what stands out above the one button that
buys."""

from __future__ import annotations

from itertools import islice
from typing import Any

from common.offer import Availability
from common.reading.document import Document, squeeze, text_within, type_of
from common.reading.text.availability import of_button, of_phrase
from common.reading.text.currency import BESIDE_CURRENCY
from common.reading.visible.buttons.buying_names import buying_name
from common.reading.visible.headings.heading import MAX_HEADING_CHARS, Heading, is_called_a_name

_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5"})
_STANDS_OUT = frozenset({"b", "strong", "font"})
_BOXES = frozenset({"td", "p", "div", "center", "font", "b", "strong"})
_FRAME = frozenset({"nav", "footer", "aside", "a", "li", "th"})
_LEAST_CHARS, _MOST_CHARS = 6, 120
_MOST_NODES = 20_000
_LEAST_SIZE = 4
_BUTTON_CHARS = 40


def above_the_button(document: Document) -> Heading:
    """What stands out above it; empty when the page has no button that buys or several, or nothing stands out. Links
    count where no button buys: the head of many an old shop has one to the checkout that is called "Buy".
    """
    last = None
    buttons: list[Any] = []
    links: list[Any] = []
    for node in islice(document.root.iter(), _MOST_NODES):
        if not isinstance(node.tag, str):
            continue
        if _is_button_that_buys(node):
            buttons.append(last)
        elif node.tag == "a" and _is_link_that_buys(node):
            links.append(last)
        elif not buttons and _stands_out(node):
            last = node
    above = buttons or links
    if len(above) != 1 or above[0] is None:
        return Heading()
    return Heading(above[0], squeeze(text_within(above[0], MAX_HEADING_CHARS)))


def _is_button_that_buys(node: Any) -> bool:
    if node.tag != "button" and not (node.tag == "input" and type_of(node) in {"submit", "image", "button"}):
        return False
    said = squeeze(node.get("value") or node.get("alt") or text_within(node, 60))
    return bool(buying_name(node)) or of_button(said) is Availability.IN_STOCK


def _is_link_that_buys(link: Any) -> bool:
    """Whether a link says, or is a picture called, what buys, and nothing else; in the page's frame it is a menu's."""
    picture = link[0] if len(link) == 1 and link[0].tag == "img" else None
    if picture is not None:
        return of_button(squeeze(picture.get("alt") or "")) is Availability.IN_STOCK
    said = squeeze(text_within(link, _BUTTON_CHARS + 1))
    if len(said) > _BUTTON_CHARS or of_button(said) is not Availability.IN_STOCK:
        return False
    return not any(one.tag in _FRAME for one in link.iterancestors())


def _stands_out(node: Any) -> bool:
    """A heading, or large or bold print that its box begins with, or what is named a heading or the product's name; no
    amount, no label, nothing in the frame.
    """
    if node.tag not in _HEADINGS and not (node.tag in _STANDS_OUT and _is_large(node)) and not is_called_a_name(node):
        return False
    text = squeeze(text_within(node, _MOST_CHARS + 1))
    if not _LEAST_CHARS <= len(text) <= _MOST_CHARS or text.endswith((":", "：")) or BESIDE_CURRENCY.search(text):
        return False
    if of_button(text) is not Availability.UNKNOWN or of_phrase(text) is not Availability.UNKNOWN:
        return False
    return any(mark.isalpha() for mark in text) and not any(one.tag in _FRAME for one in node.iterancestors())


def _is_large(node: Any) -> bool:
    if node.tag == "font":
        size = (node.get("size") or "").lstrip("+")
        return size.isdecimal() and (int(size) >= _LEAST_SIZE or (node.get("size") or "").startswith("+"))
    around = node.getparent()
    alone = around is not None and around.tag in _BOXES and not (around.text or "").strip()
    return alone and node.getprevious() is None
