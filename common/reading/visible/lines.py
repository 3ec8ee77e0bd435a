"""The page as a reader meets it: one line for each piece of text, in the page's order, with where it stands.

No layout is known, only order and names: zones that speak of other products (recommendations, baskets, navigation) are
marked by the names shops give them, and what the page hides by attribute, style or class is marked as hidden.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any

from lxml import etree

from common.offer import Availability
from common.reading import sites
from common.reading.document import Document, squeeze, text_within
from common.reading.text.availability import of_button
from common.reading.visible.heading import Heading
from common.reading.words.wording import Wording

MAX_LINES = 12_000
_MAX_LINE_CHARS = 400
MAX_NAME_CHARS = 4_000
"""Of an element's names that are searched."""

_ELSEWHERE = re.compile(
    r"related|recommend|recomm|similar|carousel|slider|swiper|cross-?sell|up-?sell|also|mini-?cart|minicart|"
    r"basket-?(?:modal|summary|drop)|cart-?(?:modal|drop|pop|side)|recently|viewed|sponsor|advert|footer|navigation|"
    r"(?:^|[\s_-])nav(?:$|[\s_-])|menu|breadcrumb|review|comment|question|accessor|product-?(?:list|grid|tile|"
    r"card|thumb)(?![_-]+(?:title|content|row))|"
    rf"{sites.AMAZON_OTHER_PRODUCTS}|suggest|banner|newsletter|cookie|search-?results|frequently|other-?(?:products|items|offers)",
    re.IGNORECASE,
)
_NO_ZONE = re.compile(r"price|(?:^|[\s_-])(?:cta|btn|button)", re.IGNORECASE)
"""A "slider-price" is a price and a "slider-cta" a button: neither holds other products."""
_SKIPPED = frozenset({"script", "style", "noscript", "noframes", "template", "svg", "head", "title"})
_OTHER_TAGS = frozenset({"footer", "nav"})
_HIDDEN_CLASS = re.compile(
    r"(?:^|\s)(?:hidden|hide|d-none|is-hidden|ng-hide|u-hidden|invisible|display-none|displaynone|idnone|dn|js-hidden|none)(?:\s|$)"
)
_SHOWN_WIDE = re.compile(
    r"(?:^|\s)(?:d-(?:sm|md|lg|xl|xxl)-(?!none)\w|(?:sm|md|lg|xl|2xl):(?:block|flex|inline|grid|table|contents))"
)
"""Classes that hide on small screens only (Bootstrap, Tailwind)."""
_HIDDEN_STYLE = re.compile(r"display\s?:\s?none|visibility\s?:\s?hidden", re.IGNORECASE)
_SILENT = frozenset({"script", "style", "noscript", "noframes", "template", "option"})
_PRESSED = frozenset({"input", "button"})
_BUTTON_INPUTS = frozenset({"submit", "button", "image"})


OTHERS_BEGIN = Wording("<page.others_begin:words>")
"""A heading with these words: what follows is about other products."""


@dataclass(slots=True)
class Line:
    """One piece of text. `at` counts lines from the main heading: 0 is the heading itself, negative stands before."""

    text: str
    element: Any
    at: int
    hidden: bool
    elsewhere: bool


def names_of(element: Any) -> str:
    """Class, id and test id of an element, as one text to search in."""
    return f"{element.get('class') or ''} {element.get('id') or ''} {element.get('data-testid') or ''}"[:MAX_NAME_CHARS]


def itself_and_above(element: Any, steps: int = 2) -> Iterator[Any]:
    """The element, then what it stands in, that many steps up."""
    yield element
    yield from islice(element.iterancestors(), steps)


def lines(document: Document, heading: Heading) -> list[Line]:
    """Every line of the page, at most 12,000. Empty without a tree."""
    root = document.root
    body = root.find("body")
    zones = _Zones(heading.element)
    found: list[Line] = []
    start: int | None = None
    named = set(heading.element.iter()) if heading.element is not None else set()
    for element, text in _pieces(body if body is not None else root):
        if start is None and element in named:
            start = len(found)
        hidden, elsewhere = zones.of(element)
        found.append(Line(text[:_MAX_LINE_CHARS], element, len(found), hidden, elsewhere))
        if len(found) >= MAX_LINES:
            break
    for line in found:
        line.at -= start or 0
    return found


def near(found: Sequence[Line], before: int, after: int) -> list[Line]:
    """The visible lines around the main heading, up to where the page turns to other products."""
    shown: list[Line] = []
    for line in found:
        # A marked zone ends by itself; a heading outside any opens one that has no end.
        turns = line.at > 0 and not line.elsewhere and len(line.text) <= 60 and OTHERS_BEGIN.match(line.text)
        if line.at > after or turns:
            break
        if line.at >= -before and not line.hidden and not line.elsewhere:
            shown.append(line)
    return shown


def _pieces(top: Any) -> Iterator[tuple[Any, str]]:
    """(element, text) of every piece of text inside `top` and of buttons without one, in the page's order.

    A walk instead of XPath: a union there sorts its nodes, in a time that grows with the square of a list's length.
    """
    for event, node in etree.iterwalk(top, events=("start", "end")):
        if event == "start":
            holder, stated = node, node.text
            tag = node.tag
            if (tag in _PRESSED or (tag == "a" and len(node) and not (stated or "").strip())) and (
                label := squeeze(_label(node))
            ):
                yield node, label
        elif node is top:
            return
        else:
            stated = node.tail
            if not stated or stated.isspace():
                continue
            holder = node.getparent()
        # Most pieces are the white space between tags.
        if stated and not stated.isspace() and (holder.tag not in _SILENT or _is_drawn(holder)):
            yield holder, squeeze(stated)


def _is_drawn(element: Any) -> bool:
    """Whether this template is a place on the page that Alpine fills at once, not a pattern for later."""
    return element.tag == "template" and element.get("x-if") is not None


def _label(node: Any) -> str:
    """What a button or link without text is called, by its own words or its picture's."""
    tag = node.tag
    if tag == "input":
        if node.get("type") not in _BUTTON_INPUTS:
            return ""
        return _stated_label(node) or _buying_name(node)
    picture = next(node.iter("img"), None) if tag == "a" or node.get("aria-label") is None else None
    if tag == "a" and (picture is None or not picture.get("alt")):
        return ""
    if squeeze(text_within(node, 400)):
        return ""
    said = _stated_label(node) or (_stated_label(picture) if picture is not None else "")
    if tag == "a":  # pictures of other products are links, too
        return said if of_button(squeeze(said)) is not Availability.UNKNOWN else ""
    return said or _buying_name(node)


def _stated_label(node: Any) -> str:
    return node.get("value") or node.get("aria-label") or node.get("title") or node.get("alt") or ""


def _buying_name(node: Any) -> str:
    """ "Add to cart" for a button without a word whose names, picture or form say that it does."""
    form = next(node.iterancestors("form"), None)
    names = " ".join(filter(None, map(node.get, ("id", "name", "class", "src"))))
    names = f"{names} {form.get('action') or ''}" if form is not None else names
    return "Add to cart" if _BUYS.search(names[:MAX_NAME_CHARS]) else ""


_BUYS = re.compile(
    r"add[-_]?(?:item[-_]?)?to[-_]?(?:cart|basket|bag)|cart/add|addcart|cart[-_]add|add[-_]cart|buy[-_]?now|btn[-_]?buy",
    re.IGNORECASE,
)


class _Zones:
    """(hidden, elsewhere) of elements, worked out once for each. What holds the main heading is never elsewhere."""

    def __init__(self, heading: Any) -> None:
        self._around = set(heading.iterancestors()) | {heading} if heading is not None else set()
        self._known: dict[Any, tuple[bool, bool]] = {}

    def of(self, element: Any) -> tuple[bool, bool]:
        known = self._known
        state = known.get(element)
        if state is not None:
            return state
        chain = [element]
        node = element.getparent()
        while node is not None and (state := known.get(node)) is None:
            chain.append(node)
            node = node.getparent()
        state = state or (False, False)
        for one in reversed(chain):
            state = known[one] = self._with(one, state)
        return state

    def _with(self, element: Any, above: tuple[bool, bool]) -> tuple[bool, bool]:
        hidden, elsewhere = above
        if element in self._around:
            return False, False
        tag = element.tag
        if not isinstance(tag, str) or (tag in _SKIPPED and not _is_drawn(element)):
            return True, True
        classes = (element.get("class") or "")[:MAX_NAME_CHARS]
        style = element.get("style")
        hidden = (
            hidden
            or element.get("hidden") is not None
            or tag in {"option", "select"}
            or _hides(classes)
            or (style is not None and _HIDDEN_STYLE.search(style) is not None)
        )
        elsewhere = (
            elsewhere or tag in _OTHER_TAGS or _opens_zone(f"{classes} {element.get('id') or ''}"[:MAX_NAME_CHARS])
        )
        return hidden, elsewhere


@lru_cache(maxsize=4096)
def _opens_zone(names: str) -> bool:
    return _ELSEWHERE.search(names) is not None and not _NO_ZONE.search(names)


@lru_cache(maxsize=4096)
def _hides(classes: str) -> bool:
    return _HIDDEN_CLASS.search(classes) is not None and not _SHOWN_WIDE.search(classes)
