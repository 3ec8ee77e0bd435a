"""Which words on the page are the product's name: the main heading, also where a page has several h1 or none."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import dropwhile, islice
from typing import Any
from urllib.parse import urljoin

from common.offer import Availability
from common.reading.parsed.document import Document
from common.reading.text.address_parts import host_of, path_of
from common.reading.text.availability import of_button
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.visible.headings.by_button import above_the_button
from common.reading.visible.headings.by_label import by_label
from common.reading.visible.headings.by_picture import by_picture, by_picture_in_form
from common.reading.visible.headings.by_title import by_code_in_title, by_title, by_title_words
from common.reading.visible.headings.by_trail import by_trail, last_step, stands_aside
from common.reading.visible.headings.by_words import (
    by_address,
    by_name,
    end_of_address,
    leads_elsewhere_before,
    longer_part,
    step_of,
)
from common.reading.visible.headings.heading import Heading, name_in, without_amount, without_amount_inside
from common.reading.visible.headings.only_one import only_called, only_heading
from common.reading.visible.headings.words import is_shops, rank, told
from common.reading.words.wording import Wording

_NO_NAME = Wording(r"\W*(?:<page.no_names>)\W*")
_MAX_H1 = 60
_LEAST_NAME_CHARS = 6


def find(document: Document) -> Heading:
    """The page's main heading; empty when the page names nothing. The first of these that there is:

    * the h1 that the page's title, labels or address repeat, but not the shop's name where there is another h1; an h1
      that names a section, as a menu's does, gives way to a smaller heading that the title repeats
    * the one h1 that ends with a price
    * the only h1
    * the text that the title repeats, as it stands or in another order of words, or whose words the address repeats
    * the first heading below an h1 that only says "product details", "Description" or "Order now"
    """
    if document.root is None:
        return Heading()
    tops = _main_headings(document)
    named = _of_main_headings(document, tops) or next(filter(None, (look(document) for look in _ELSEWHERE)), None)
    if named:
        return named
    return _below(tops.section) if tops.section is not None else tops.shops


_ELSEWHERE = (
    by_title,
    by_address,
    by_name,
    by_picture,
    by_label,
    by_title_words,
    above_the_button,
    by_code_in_title,
    only_heading,
    only_called,
    last_step,
    by_picture_in_form,
)
"""Where else a name may stand, the surest first."""


@dataclass(slots=True)
class _MainHeadings:
    """What the page's h1 say: the one that most repeats, how much (`rank` of words.py), and what names no product."""

    count: int
    best: Heading = field(default_factory=Heading)
    ranked: int = 0
    section: Any = None
    """The last that only says "product details" or "Order now"."""
    shops: Heading = field(default_factory=Heading)
    """The first that says the shop's name."""


def _main_headings(document: Document) -> _MainHeadings:
    about, known = told(document)
    tops = document.first(_MAX_H1, "h1")
    found = _MainHeadings(len(tops))
    priced: list[Heading] = []
    for element in tops:
        aside = stands_aside(element, in_list=found.count > 3)
        text = name_in(element)
        if not text or _is_only_amounts(text):
            continue
        if _NO_NAME.fullmatch(text) or of_button(text) is Availability.IN_STOCK:
            found.section = element
            continue
        if is_shops(document, text) or _leads_home(element, document.url):
            found.shops = found.shops or Heading(element, text)
            continue
        ranked = rank(text, about, known)
        # A tag left open in the navigation pulls the whole page into it.
        if aside and (found.count > 3 or ranked < 4):
            continue
        ends_in_amount = _ends_in_amount(text)
        if ranked <= found.ranked and not ends_in_amount:
            continue
        heading = Heading(element, without_amount(without_amount_inside(element, text)))
        if ranked > found.ranked:
            found.best, found.ranked = heading, ranked
        if ends_in_amount:
            priced.append(heading)
    if found.ranked < _PRICED and len(priced) == 1:
        found.best, found.ranked = priced[0], _PRICED
    return found


def _ends_in_amount(text: str) -> bool:
    """Whether the price stands in this h1, behind the name: what sells nothing has none there."""
    return any(not text[amount.end() :].strip() for amount in BESIDE_CURRENCY.finditer(text) if amount.start() > 0)


_PRICED = 2
"""How much this says, in ranks."""


def _is_only_amounts(text: str) -> bool:
    """Whether this h1 is the price, beside the name's: "$84.00 $71.40"."""
    at, words = 0, ""
    for amount in BESIDE_CURRENCY.finditer(text):
        words, at = words + text[at : amount.start()], amount.end()
    return at > 0 and not any(map(str.isalpha, words + text[at:]))


def _of_main_headings(document: Document, tops: _MainHeadings) -> Heading:
    """The best h1, or a smaller heading that is the name rather; empty where what stands elsewhere goes first."""
    if tops.ranked <= 1 and (named := by_trail(document, tops.best)):
        return named
    if tops.ranked >= 2:
        if smaller := step_of(document, tops.best) or end_of_address(document, tops.best):
            return smaller
        longer = longer_part(document, tops.best)
        return longer if longer and leads_elsewhere_before(document, tops.best) else tops.best
    if tops.ranked == 1 and tops.count <= 2:
        is_sections = leads_elsewhere_before(document, tops.best)
        return (is_sections and by_name(document)) or by_picture(document) or tops.best
    return Heading()


def _below(section: Any) -> Heading:
    """The first smaller heading behind one that names no product; else that one."""
    behind = (node for node in section.iterancestors("body") for node in node.iter("h1", *_SMALLER))
    for element in islice(dropwhile(lambda node: node is not section, behind), 1, _MAX_H1):
        text = name_in(element)
        named = len(text) >= _LEAST_NAME_CHARS and not _NO_NAME.fullmatch(text) and not BESIDE_CURRENCY.search(text)
        if named and not stands_aside(element, in_list=True):
            return Heading(element, text)
    return Heading(section, name_in(section))


_SMALLER = ("h2", "h3", "h4", "h5")


def _leads_home(element: Any, url: str) -> bool:
    """Whether all that this h1 says is a link to the shop's front page, from another one: a logo, be it with the words
    for the kind of page behind the shop's name ("Pine House / Product details").
    """
    link = next(element.iter("a"), None)
    if link is None or path_of(url) in _HOME or not (href := (link.get("href") or "").strip()):
        return False
    try:
        there = urljoin(url, href)
    except ValueError:
        return False
    is_home = host_of(there) == host_of(url) and path_of(there) in _HOME and "?" not in there and "#" not in href
    return is_home and name_in(link) == name_in(element)


_HOME = frozenset({"", "/"})
