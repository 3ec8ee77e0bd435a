"""The text of a page whose words its address or its title say, and what a heading's own words tell of it."""

from __future__ import annotations

import re
from itertools import islice

from common.reading.parsed.document import Document
from common.reading.parsed.letters import folded, squeeze
from common.reading.parsed.links import leads_to_another
from common.reading.parsed.text_within import text_within
from common.reading.text.address_parts import path_of
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.visible.headings.by_title import LEAST_WORDS, PARTS, SAME_SHARE
from common.reading.visible.headings.heading import MAX_HEADING_CHARS, Heading, headings_and_names
from common.reading.visible.headings.texts import MAX_TEXTS, is_of_another, texts
from common.reading.visible.headings.words import AGREES, WORD, rank, slug, told

_LEAST_TEXT_CHARS, _ID_DIGITS = 12, 4


def longer_part(document: Document, top: Heading) -> Heading:
    """The smaller heading that is a whole part of the title, and a longer one than this one's, which is another."""
    parts = {folded(part).strip() for part in PARTS.split(document.title or "")}
    said = folded(top.text or "")
    for element in islice(document.root.iter("h2", "h3", "h4"), _MOST_SMALLER) if said in parts else ():
        text = squeeze(text_within(element, MAX_HEADING_CHARS))
        if len(text) > len(said) and folded(text) in parts and not is_of_another(element, document.url):
            return Heading(element, text)
    return Heading()


_MOST_SMALLER = 60


def step_of(document: Document, top: Heading) -> Heading:
    """The smaller heading that is one step of this one, where this one says the way to it ("Blue cup > Cups"), as shop
    systems put the page's title above all for who hears the page. The longest such step; empty without one.
    """
    steps = {folded(step).strip() for step in _STEP_MARK.split(top.text or "")}
    longest = Heading()
    for element in islice(document.root.iter("h2", "h3", "h4"), _MOST_SMALLER) if len(steps) > 1 else ():
        text = squeeze(element.text or "") or squeeze(text_within(element, MAX_HEADING_CHARS))
        is_step = len(text) > len(longest.text or "") and folded(text) in steps
        if is_step and not is_of_another(element, document.url):
            longest = Heading(element, text)
    return longest


def end_of_address(document: Document, top: Heading) -> Heading:
    """The smaller heading that has all words of the address's last step, where this one has those of a step before it:
    shops put the group above its product, "/honey/lime-honey/". Empty without one.
    """
    steps = [words for step in path_of(document.url).split("/") if (words := _words(step.replace("_", " ")))]
    said = _words(top.text or "")
    if said not in steps[:-1] or len(steps[-1]) < _LEAST_OF_STEP or steps[-1] <= said:
        return Heading()
    for element in islice(document.root.iter("h2", "h3"), _MOST_SMALLER):
        text = squeeze(text_within(element, MAX_HEADING_CHARS))
        if steps[-1] <= _words(text) and not is_of_another(element, document.url):
            return Heading(element, text)
    return Heading()


def _words(text: str) -> frozenset[str]:
    return frozenset(WORD.findall(folded(text)))


_LEAST_OF_STEP = 2
_STEP_MARK = re.compile(r"\s[>›»]\s")


def leads_elsewhere_before(document: Document, top: Heading) -> bool:
    """Whether a link to another page has the same words and stands before this heading, as menus and trails do."""
    said = folded(top.text or "")
    for node in islice(document.root.iter("a", top.element.tag), MAX_TEXTS):
        if node is top.element:
            return False
        if node.tag != "a" or folded(text_within(node, len(said) + 20)) != said:
            continue
        if leads_to_another(node.get("href"), document.url):
            return True
    return False


def by_address(document: Document) -> Heading:
    """The first text whose words are nearly those of the address: "/oak-yellow-pack-of-20-p-115.html"."""
    said = slug(document.url).rstrip().rpartition(" html")[0] or slug(document.url)
    wanted = [word for word in WORD.findall(folded(said)) if not word.isdigit() or len(word) < _ID_DIGITS]
    if len(wanted) < LEAST_WORDS:
        return Heading()
    named = frozenset(wanted)
    for holder, piece in islice(texts(document), MAX_TEXTS):
        text = squeeze(piece)[:MAX_HEADING_CHARS]
        words = _words(text)
        shared = len(words & named)
        alike = shared >= LEAST_WORDS and shared >= SAME_SHARE * max(len(words), len(named))
        if alike and not is_of_another(holder, document.url):
            return Heading(holder, text)
    return Heading()


def by_name(document: Document) -> Heading:
    """The first box that the shop calls the product's name, or smaller heading, whose words title or address repeat
    mostly, be they parted over elements.
    """
    about, known = told(document)
    for node in headings_and_names(document, "h2", "h3", "h4"):
        text = squeeze(text_within(node, MAX_HEADING_CHARS))
        if len(text) < _LEAST_TEXT_CHARS or is_of_another(node, document.url) or BESIDE_CURRENCY.search(text):
            continue
        if rank(text, about, known) >= AGREES:
            return Heading(node, text)
    return Heading()
