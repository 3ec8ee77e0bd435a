"""The name of a product on a page whose title and address name only the shop: what stands out above the one button that
buys."""

from __future__ import annotations

from itertools import islice
from typing import Any, NamedTuple

from common.offer import Availability
from common.reading.parsed.document import Document, type_of
from common.reading.parsed.letters import squeeze
from common.reading.parsed.links import leads_to_another
from common.reading.parsed.text_within import text_within
from common.reading.text.availability import of_button, of_phrase
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.visible.buttons.buying_names import buying_name
from common.reading.visible.headings.heading import MAX_HEADING_CHARS, Heading, is_called_a_name, name_in
from common.reading.visible.headings.words import OTHERS_BEGIN
from common.reading.visible.layout.zones import is_hidden
from common.reading.words.wording import Wording

_HEADS_BRANDS = Wording(r"\W*(?:<brand.list_names>)\W*")
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5"})
_STANDS_OUT = frozenset({"b", "strong", "font"})
_BOXES = frozenset({"td", "p", "div", "center", "font", "b", "strong"})
_FRAME = frozenset({"nav", "footer", "aside", "a", "li", "th"})
_LEAST_CHARS, _MOST_CHARS = 6, 120
_MOST_NODES = 20_000
_LEAST_SIZE = 4
_BUTTON_CHARS = 40


def above_the_button(document: Document) -> Heading:
    """What stands out above it; empty when the page has no button that buys or several, or nothing stands out. Two in
    one box with different words are one: "Buy now" beside "Add to cart". Links count where no button buys: the head of
    many an old shop has one to the checkout that is called "Buy".
    """
    last, top = None, None
    buttons: list[_Below] = []
    links: list[_Below] = []
    listed: list[_Below] = []
    for node in islice(document.root.iter(), _MOST_NODES):
        if not isinstance(node.tag, str):
            continue
        if _is_button_that_buys(node):
            if _is_out_of_sight(node):
                continue
            buttons.append(_Below(node, last, top))
        elif node.tag == "a" and _is_link_that_buys(node):
            (listed if _is_entry(node) else links).append(_Below(node, last, top))
        elif not buttons and _stands_out(node):
            last, top = node, node if node.tag in _HEADINGS else top
    found = buttons or links or listed
    name = found[0].last if len(found) == 1 and found is not listed else _above_pair(found)
    if name is None or _is_anothers(name, document.url):
        return Heading()
    return Heading(name, squeeze(text_within(name, MAX_HEADING_CHARS)))


def _is_anothers(name: Any, url: str) -> bool:
    """Whether all that it says is a link to another page, as the name on a card is."""
    link = next(name.iter("a"), None)
    return link is not None and name_in(link) == name_in(name) and leads_to_another(link.get("href"), url)


class _Below(NamedTuple):
    """What buys, and what stood out last above it: of all, and of headings alone."""

    node: Any
    last: Any
    top: Any


def _above_pair(found: list[_Below]) -> Any:
    """The heading above two buttons or links in one small box that say different things; None for any others."""
    if len(found) != _PAIR or found[0].top is not found[1].top:
        return None
    one, other = found[0].node, found[1].node
    box = set(islice(one.iterancestors(), _PAIR_STEPS))
    is_one_box = any(node in box for node in islice(other.iterancestors(), _PAIR_STEPS))
    return found[0].top if is_one_box and _said_by(one) != _said_by(other) else None


def _said_by(node: Any) -> str:
    return squeeze(node.get("value") or text_within(node, _BUTTON_CHARS)).casefold()


def _is_entry(link: Any) -> bool:
    """Whether a link with words is an entry of a list, as those of a menu are."""
    return _is_in(link, _LISTED) and next(link.iter("img"), None) is None


def _is_in(node: Any, tags: frozenset[str]) -> bool:
    return any(one.tag in tags for one in node.iterancestors())


_PAIR, _PAIR_STEPS = 2, 2
_COUNTED = ("(0)", "[0]", " 0")
"""The basket of the page's head, which holds nothing yet."""
_LISTED = frozenset({"li"})
_FRAME_BUT_LISTS = _FRAME - _LISTED


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
    if len(said) > _BUTTON_CHARS or said.endswith(_COUNTED) or of_button(said) is not Availability.IN_STOCK:
        return False
    return not _is_in(link, _FRAME_BUT_LISTS)


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
    if OTHERS_BEGIN.match(text) or _HEADS_BRANDS.fullmatch(text) or _is_out_of_sight(node):
        return False
    return any(mark.isalpha() for mark in text) and not _is_in(node, _FRAME)


def _is_out_of_sight(node: Any) -> bool:
    """Whether it stands in what the page hides, as a window that opens later for another product."""
    return any(map(is_hidden, (node, *node.iterancestors())))


def _is_large(node: Any) -> bool:
    if node.tag == "font":
        size = (node.get("size") or "").lstrip("+")
        return size.isdecimal() and (int(size) >= _LEAST_SIZE or (node.get("size") or "").startswith("+"))
    around = node.getparent()
    alone = around is not None and around.tag in _BOXES and not (around.text or "").strip()
    return alone and node.getprevious() is None
