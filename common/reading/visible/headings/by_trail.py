"""The name of a product as the breadcrumb's last step says it."""

from __future__ import annotations

from itertools import islice
from typing import Any

from common.reading.parsed.document import TRAIL, WHOLE_PAGE, Document
from common.reading.parsed.letters import folded, squeeze
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.visible.buttons.cart_form import has_cart_form
from common.reading.visible.headings.heading import Heading, may_be_name, name_in, named_as, without_amount
from common.reading.visible.headings.words import AGREES, is_shops, rank, told
from common.reading.visible.lines import itself_and_above

_LEAST_NAME_CHARS, _MAX_HEADINGS, _MAX_NODES = 6, 60, 12_000
_STEPS = 4


def by_trail(document: Document, top: Heading) -> Heading:
    """The smaller heading that the end of the breadcrumb repeats, where no h1 is or nothing repeats it: that one names
    the section of the shop.
    """
    if not document.holds(TRAIL):
        return Heading()
    named = (node for node in document.root.iter("ul", "ol", "nav", "div", "p") if TRAIL in named_as(node))
    texts_of_first = [text for trail in islice(named, 1) for text in trail.itertext()]
    last = next((squeeze(text) for text in reversed(texts_of_first) if text.strip()), "")
    if len(last) < _LEAST_NAME_CHARS or folded(last) == folded(top.text or ""):
        return Heading()
    for element in islice(document.root.iter("h2", "h3", "h4", "h5"), _MAX_HEADINGS):
        text = name_in(element)
        if folded(text) == folded(last) and not stands_aside(element, in_list=True):
            return Heading(element, without_amount(text))
    return Heading()


def last_step(document: Document) -> Heading:
    """The step that the breadcrumb calls the page's own, where the title holds it and a form sells: themes leave
    the heading out that would say it again. Empty where no step is called so.
    """
    if not document.holds(TRAIL) or not has_cart_form(document):
        return Heading()
    for node in islice(document.root.iter("span", "li", "strong", "a"), _MAX_NODES):
        if node.get("aria-current") == "page" and any(TRAIL in named_as(one) for one in itself_and_above(node, _STEPS)):
            text = name_in(node)
            is_name = may_be_name(text) and not BESIDE_CURRENCY.search(text) and not is_shops(document, text)
            return Heading(node, text) if is_name and rank(text, *told(document)) > AGREES else Heading()
    return Heading()


def stands_aside(element: Any, *, in_list: bool) -> bool:
    """Whether this h1 belongs to the page's frame, or to a list whose every entry calls itself a heading."""
    frame = ("nav", "footer", "a", "li") if in_list else ("nav", "footer")
    # A body's "reached-footer" tells how far the visitor scrolled.
    return any(
        parent.tag in frame or ("footer" in (parent.get("class") or "") and parent.tag not in WHOLE_PAGE)
        for parent in element.iterancestors()
    )
