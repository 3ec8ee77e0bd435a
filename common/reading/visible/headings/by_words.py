"""The text of a page that its title or its address repeats."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from itertools import islice
from typing import Any

from lxml import etree

from common.offer import Availability
from common.reading.document import Document, folded, leads_to_another, squeeze, text_within
from common.reading.text.availability import of_button
from common.reading.text.currency import BESIDE_CURRENCY
from common.reading.text.money import MONEY_LINE
from common.reading.visible.headings.heading import (
    MAX_HEADING_CHARS,
    Heading,
    headings_and_names,
    named_as,
    without_amount_before,
)
from common.reading.visible.headings.words import AGREES, WORD, is_shops, rank, slug, told
from common.reading.words.wording import Wording

_PARTS = re.compile(r"\s+[|–—•»:/-]+\s+|\s*[|｜»]\s*|: |(?<=[\u3040-\u9fff])[-/:：](?=[\u3040-\u9fff])")
_NOT_HEADINGS = frozenset({"nav", "footer", "script", "style", "head", "title", "svg", "select", "noscript"})
_MAX_TEXTS = 12_000
"""As many lines of a page are read (lines.py)."""
_SAME_SHARE = 0.75
_LEAST_WORDS, _ID_DIGITS = 3, 4
_HEADINGS = frozenset({"h1", "h2", "h3"})
_LEAST_PART, _LEAST_NAME_CHARS, _LEAST_TEXT_CHARS = 4, 6, 12
_LEAST_PART_CHARS, _LONG_PART = 10, 16


def by_title(document: Document) -> Heading:
    """The text that is the title's own, or its longest part; never terms of delivery, which titles end in, nor a lone
    code.
    """
    return _by_title(document, codes=False)


def by_code_in_title(document: Document) -> Heading:
    """The text that is a part of the title, be it a code alone."""
    return _by_title(document, codes=True)


def _by_title(document: Document, *, codes: bool) -> Heading:
    wanted = {
        part
        for whole in map(unescape, filter(None, (document.meta("og:title"), document.title)))  # some escape it twice
        for said in (whole, *_PARTS.split(whole))
        for part in (folded(said).strip(), folded(_without_buy(said)))
        if len(part) >= (6 if part.isascii() else _LEAST_PART) and not _is_amount(part)
    }
    if not wanted:
        return Heading()
    whole = max(wanted, key=len)
    beginnings = {part[:_LEAST_PART] for part in wanted}
    best: tuple[bool, int, bool, Heading] = (False, 0, False, Heading())
    for holder, piece in islice(_texts(document.root), _MAX_TEXTS):
        text = squeeze(piece)[:MAX_HEADING_CHARS]
        plain = folded(text)
        if len(plain) < _LEAST_PART or (plain[:_LEAST_PART] not in beginnings and plain not in whole):
            continue  # nothing below can hold of it, and most texts are such
        begins = holder.tag in _HEADINGS and len(plain) >= _LEAST_NAME_CHARS and _begins(plain, whole)
        least = (3, 5) if holder.tag == "a" else (1, 2)  # menus link to the page itself, too
        own = plain in wanted or (
            len(plain) >= _LEAST_TEXT_CHARS
            and (
                (plain in whole and len(plain) * 5 >= len(whole) * 2)
                or any(_begins(plain, part) and len(plain) * least[1] >= len(part) * least[0] for part in wanted)
            )
        )
        own = own or any(
            len(part) >= _LEAST_PART_CHARS
            and _begins(part, plain)
            and (len(part) * 5 >= len(plain) * 3 or (len(part) >= _LONG_PART and len(part) * 2 >= len(plain)))
            for part in wanted
        )
        if not (own or begins) or (begins, len(plain), True) <= best[:3]:
            continue
        if _says_terms(plain) or (_is_code(plain) and not codes):
            continue
        if not _NAME.search(plain) or is_shops(document, plain) or _is_of_another(holder, document.url):
            continue
        rank = (begins, len(plain), not _ends_trail(holder))
        if rank > best[:3]:
            best = (*rank, Heading(holder, text))
    return best[3]


def _is_code(plain: str) -> bool:
    return " " not in plain.strip() and any(map(str.isdigit, plain))


def _says_terms(plain: str) -> bool:
    return len(plain) <= _MOST_TERMS_CHARS and _TERMS.search(plain) is not None


_TERMS = Wording("<price.extras:words>|<price.free:words>")
_MOST_TERMS_CHARS = 40


_NAME = re.compile(r"[^\W\d_]{2}|[\u3040-\u9fff\uac00-\ud7af]")
"""A number of an order is no name."""


def _without_buy(said: str) -> str:
    """The title without the word that asks to buy at its beginning: "Buy Blue cup online"."""
    first, _, rest = said.strip().partition(" ")
    return rest if rest and of_button(first) is Availability.IN_STOCK else ""


def _ends_trail(holder: Any) -> bool:
    """Whether the text stands behind two links or more in the same element, as the end of a trail of categories."""
    return len([node for node in islice(holder, 12) if node.tag == "a"]) > 1


def _is_of_another(holder: Any, url: str) -> bool:
    """Whether this is a link to another page, as the names on cards of other products are."""
    link = next((node for node in (holder, *islice(holder.iterancestors(), 2)) if node.tag == "a"), None)
    return link is not None and leads_to_another(link.get("href"), url)


def _is_amount(part: str) -> bool:
    """Some titles end in the price."""
    return MONEY_LINE.fullmatch(part) is not None and BESIDE_CURRENCY.search(part.upper()) is not None


def _begins(plain: str, title: str) -> bool:
    """Whether the title begins with this text and goes on with more about the same thing: what a mark parts from the
    rest may be the shop's name.
    """
    if not title.startswith(plain):
        return False
    rest = title[len(plain) :]
    return rest[:2].strip()[:1] not in _MARKS and not rest[:1].isalnum()


_MARKS = frozenset("|–—•»:/-｜")


def longer_part(document: Document, top: Heading) -> Heading:
    """The smaller heading that is a whole part of the title, and a longer one than this one's, which is another."""
    parts = {folded(part).strip() for part in _PARTS.split(document.title or "")}
    said = folded(top.text or "")
    for element in islice(document.root.iter("h2", "h3", "h4"), _MOST_SMALLER) if said in parts else ():
        text = squeeze(text_within(element, MAX_HEADING_CHARS))
        if len(text) > len(said) and folded(text) in parts and not _is_of_another(element, document.url):
            return Heading(element, text)
    return Heading()


_MOST_SMALLER = 60


def leads_elsewhere_before(document: Document, top: Heading) -> bool:
    """Whether a link to another page has the same words and stands before this heading, as menus and trails do."""
    said = folded(top.text or "")
    for node in islice(document.root.iter("a", top.element.tag), _MAX_TEXTS):
        if node is top.element:
            return False
        if node.tag == "a" and leads_to_another(node.get("href"), document.url):
            text = text_within(node, len(said) + 20)
            if folded(text) == said:
                return True
    return False


def by_title_words(document: Document) -> Heading:
    """The first text outside links with nearly the words of a part of the title, in any order, or that stands whole in
    the middle of it: "Steel wheel for Oak 206, 5x13" at "Oak 206 steel wheel 5x13", "Upright piano K-100" at "Buy the
    Upright piano K-100 in our shop".
    """
    said = folded(document.meta("og:title") or document.title or "")
    parts = [frozenset(WORD.findall(part)) for part in {said, *map(folded, _PARTS.split(said))}]
    named = [words for words in parts if len(words) >= _LEAST_TITLE_WORDS]
    whole = f" {' '.join(WORD.findall(said))} "
    for holder, piece in islice(_texts(document.root), _MAX_TEXTS if named else 0):
        text = without_amount_before(squeeze(piece)[:MAX_HEADING_CHARS])
        words = WORD.findall(folded(text))
        if sum(map(_is_word, words)) < _LEAST_SPOKEN or len(words) < _LEAST_WORDS or _says_terms(text):
            continue
        if _stands_in_link(holder) or is_shops(document, text):
            continue
        alike = any(len(one & {*words}) >= _SAME_SHARE * max(len({*words}), len(one)) for one in named)
        inside = len(text) >= _LONG_PART and f" {' '.join(words)} " in whole
        if alike or inside:
            return Heading(holder, text)
    return Heading()


_LEAST_TITLE_WORDS, _LEAST_SPOKEN = 4, 2


def _is_word(word: str) -> bool:
    return any(map(str.isalpha, word))


def _stands_in_link(holder: Any) -> bool:
    return any(node.tag == "a" for node in (holder, *islice(holder.iterancestors(), 3)))


def by_address(document: Document) -> Heading:
    """The first text whose words are nearly those of the address: "/oak-yellow-pack-of-20-p-115.html"."""
    said = slug(document.url).rstrip().rpartition(" html")[0] or slug(document.url)
    wanted = [word for word in WORD.findall(folded(said)) if not word.isdigit() or len(word) < _ID_DIGITS]
    if len(wanted) < _LEAST_WORDS:
        return Heading()
    named = frozenset(wanted)
    for holder, piece in islice(_texts(document.root), _MAX_TEXTS):
        text = squeeze(piece)[:MAX_HEADING_CHARS]
        words = set(WORD.findall(folded(text)))
        shared = len(words & named)
        alike = shared >= _LEAST_WORDS and shared >= _SAME_SHARE * max(len(words), len(named))
        if alike and not _is_of_another(holder, document.url):
            return Heading(holder, text)
    return Heading()


def by_name(document: Document) -> Heading:
    """The first box that the shop calls the product's name, or smaller heading, whose words title or address repeat
    mostly, be they parted over elements.
    """
    about, known = told(document)
    for node in headings_and_names(document, "h2", "h3", "h4"):
        text = squeeze(text_within(node, MAX_HEADING_CHARS))
        if len(text) < _LEAST_TEXT_CHARS or _is_of_another(node, document.url) or BESIDE_CURRENCY.search(text):
            continue
        if rank(text, about, known) >= AGREES:
            return Heading(node, text)
    return Heading()


def _texts(root: Any) -> Iterator[tuple[Any, str]]:
    """(element, text) of the body's pieces of text in the page's order, without those of the page's frame."""
    body = next(root.iter("body"), None)
    if body is None:
        return
    walk = etree.iterwalk(body, events=("start", "end"))
    for event, node in walk:
        if event == "end":
            if node is body:
                return
            if (stated := node.tail) and len(stated) > 3:
                yield node.getparent(), stated
        elif node.tag in _NOT_HEADINGS or _is_trail(node):
            walk.skip_subtree()
        elif (stated := node.text) and len(stated) > 3:
            yield node, stated


def _is_trail(node: Any) -> bool:
    """A box named after breadcrumbs that holds hardly more: shops name whole pages so, too ("has-breadcrumbs")."""
    return "readcrumb" in named_as(node) and len(text_within(node, _MOST_TRAIL_CHARS + 1)) <= _MOST_TRAIL_CHARS


_MOST_TRAIL_CHARS = 600
