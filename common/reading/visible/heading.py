"""Which words on the page are the product's name: the main heading, also where a page has several h1 or none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import dropwhile, islice
from typing import Any
from urllib.parse import unquote, urlsplit

from lxml import etree

from common.reading.document import Document, folded, leads_to_another, squeeze, text_within
from common.reading.text.currency import BESIDE_CURRENCY
from common.reading.text.money import MONEY_LINE
from common.reading.visible.heading_by_button import above_the_button as _above
from common.reading.words.wording import Wording

_WORD = re.compile(r"\w+")
_PARTS = re.compile(r"\s+[|–—•»:/-]+\s+|\s*[|｜»]\s*|: |(?<=[\u3040-\u9fff])[-/:：](?=[\u3040-\u9fff])")
_NO_NAME = Wording(r"\W*(?:<page.no_names>)\W*")
_MAX_HEADING_CHARS = 300
_MAX_H1 = 60
_NOT_HEADINGS = frozenset({"nav", "footer", "script", "style", "head", "select", "noscript"})
_MAX_TEXTS = 8000


@dataclass(frozen=True, slots=True)
class Heading:
    element: Any = None
    text: str | None = None


def find(document: Document) -> Heading:
    """The h1 that the page's title, labels or address repeat; else the one h1 there is; else the text that the title
    repeats; else the one whose words the address repeats; else the first below an h1 that only says "product details".
    Empty when the page names nothing.
    """
    if document.root is None:
        return Heading()
    about, known = _told(document)
    best: tuple[int, Heading] = (0, Heading())
    tops = list(islice(document.root.iter("h1"), _MAX_H1))
    section: Any = None
    for element in tops:
        aside = _stands_aside(element, in_list=len(tops) > 3)
        text = squeeze(text_within(element, _MAX_HEADING_CHARS))
        if not text:
            continue
        if _NO_NAME.fullmatch(text):
            section = element
            continue
        rank = _rank(text, about, known)
        # A tag left open in the navigation pulls the whole page into it.
        if aside and (len(tops) > 3 or rank < 4):
            continue
        if rank > best[0]:
            best = (rank, Heading(element, without_amount(text)))
    if best[0] <= 1 and (named := _by_trail(document, best[1])).element is not None:
        return named
    if best[0] >= 2 or (best[0] == 1 and len(tops) <= 2):
        return best[1]
    for look in (_by_title, _by_address, above_the_button):
        named = look(document)
        if named.element is not None:
            return named
    return _below(section) if section is not None else Heading()


def _below(section: Any) -> Heading:
    """The first smaller heading behind one that names no product; else that one."""
    behind = (node for node in section.iterancestors("body") for node in node.iter("h1", *_SMALLER))
    for element in islice(dropwhile(lambda node: node is not section, behind), 1, _MAX_H1):
        text = squeeze(text_within(element, _MAX_HEADING_CHARS))
        named = len(text) >= _LEAST_NAME_CHARS and not _NO_NAME.fullmatch(text) and not BESIDE_CURRENCY.search(text)
        if named and not _stands_aside(element, in_list=True):
            return Heading(element, text)
    return Heading(section, squeeze(text_within(section, _MAX_HEADING_CHARS)))


_SMALLER = ("h2", "h3", "h4", "h5")


def _stands_aside(element: Any, *, in_list: bool) -> bool:
    """Whether this h1 belongs to the page's frame, or to a list whose every entry calls itself a heading."""
    frame = ("nav", "footer", "a", "li") if in_list else ("nav", "footer")
    return any(parent.tag in frame or "footer" in (parent.get("class") or "") for parent in element.iterancestors())


def _rank(text: str, about: str, known: set[str]) -> int:
    """4: the title holds it; 3: most of its words stand in the title or the address; 2: many do; 1: just an h1."""
    plain = folded(text)
    if plain in about and (len(plain) > 3 or plain == about.strip()):
        return 4
    # Words of one to three letters are articles and prepositions: any title has some.
    words = [word for word in _WORD.findall(plain) if len(word) > 3 or not word.isalpha() or not word.isascii()]
    shared = sum(word in known for word in words)
    share = shared / len(words) if words else 0.0
    return 3 if share >= 0.6 else 2 if share >= 0.35 and shared >= 2 else 1


def _told(document: Document) -> tuple[str, set[str]]:
    """What the page's title and label say, and the words of these and of the address."""
    about = folded(f"{document.title or ''} {document.meta('og:title') or ''}")
    return about, set(_WORD.findall(about)) | set(_WORD.findall(folded(_slug(document.url))))


def agrees(document: Document, text: str) -> bool:
    """Whether the page's title, labels or address hold most of the words of this heading."""
    about, known = _told(document)
    return _rank(text, about, known) >= 3


def _by_title(document: Document) -> Heading:
    """The text that is the title's own, or its longest part."""
    wanted = {
        part
        for whole in (document.meta("og:title"), document.title)
        if whole
        for part in (folded(whole).strip(), *(folded(one).strip() for one in _PARTS.split(whole)))
        if len(part) >= (6 if part.isascii() else _LEAST_PART) and not _is_amount(part)
    }
    if not wanted:
        return Heading()
    whole = max(wanted, key=len)
    beginnings = {part[:_LEAST_PART] for part in wanted}
    best: tuple[bool, int, bool, Heading] = (False, 0, False, Heading())
    for holder, piece in islice(_texts(document.root), _MAX_TEXTS):
        text = squeeze(piece)[:_MAX_HEADING_CHARS]
        plain = folded(text)
        if plain[:_LEAST_PART] not in beginnings and plain not in whole:
            continue  # nothing below can hold of it, and most texts are such
        begins = holder.tag in _HEADINGS and len(plain) >= _LEAST_NAME_CHARS and _begins(plain, whole)
        own = plain in wanted or (
            len(plain) >= _LEAST_TEXT_CHARS
            and (
                (plain in whole and len(plain) * 5 >= len(whole) * 2)
                or any(_begins(plain, part) and len(plain) * 5 >= len(part) * 3 for part in wanted)
            )
        )
        own = own or any(
            len(part) >= _LEAST_PART_CHARS
            and _begins(part, plain)
            and (len(part) * 5 >= len(plain) * 3 or (len(part) >= _LONG_PART and len(part) * 2 >= len(plain)))
            for part in wanted
        )
        if not (own or begins) or (begins, len(plain), True) <= best[:3] or _is_of_another(holder, document.url):
            continue
        rank = (begins, len(plain), not _ends_trail(holder))
        if rank > best[:3]:
            best = (*rank, Heading(holder, text))
    return best[3]


def _by_trail(document: Document, top: Heading) -> Heading:
    """The smaller heading that the end of the breadcrumb repeats, where no h1 is or nothing repeats it: that one names
    the section of the shop.
    """
    trails = [node for node in document.root.iter("ul", "ol", "nav", "div", "p") if "readcrumb" in _names(node)]
    last = next(
        (squeeze(text) for trail in trails[:1] for text in reversed(list(trail.itertext())) if text.strip()), ""
    )
    if len(last) < _LEAST_NAME_CHARS or folded(last) == folded(top.text or ""):
        return Heading()
    for element in islice(document.root.iter("h2", "h3", "h4", "h5"), _MAX_H1):
        text = squeeze(text_within(element, _MAX_HEADING_CHARS))
        if folded(text) == folded(last) and not _stands_aside(element, in_list=True):
            return Heading(element, without_amount(text))
    return Heading()


def _names(node: Any) -> str:
    return f"{node.get('class') or ''} {node.get('id') or ''}"


_HEADINGS = frozenset({"h1", "h2", "h3"})
_LEAST_PART, _LEAST_NAME_CHARS, _LEAST_TEXT_CHARS = 4, 6, 12
_LEAST_PART_CHARS, _LONG_PART = 10, 16


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


def _by_address(document: Document) -> Heading:
    """The first text whose words are nearly those of the address: "/oak-yellow-pack-of-20-p-115.html"."""
    slug = _slug(document.url).rstrip().rpartition(" html")[0] or _slug(document.url)
    wanted = [word for word in _WORD.findall(folded(slug)) if not word.isdigit() or len(word) < _ID_DIGITS]
    if len(wanted) < _LEAST_WORDS:
        return Heading()
    named = frozenset(wanted)
    for holder, piece in islice(_texts(document.root), _MAX_TEXTS):
        text = squeeze(piece)[:_MAX_HEADING_CHARS]
        words = set(_WORD.findall(folded(text)))
        shared = len(words & named)
        alike = shared >= _LEAST_WORDS and shared >= _SAME_SHARE * max(len(words), len(named))
        if alike and not _is_of_another(holder, document.url):
            return Heading(holder, text)
    return Heading()


def above_the_button(document: Document) -> Heading:
    """What heading_by_button.py finds on a page whose title and address name only the shop."""
    found = _above(document)
    return Heading(found, squeeze(text_within(found, _MAX_HEADING_CHARS))) if found is not None else Heading()


def without_amount(text: str) -> str:
    """The heading without the price at its end: "Copper smoker - £24.50"."""
    cut = _AMOUNT_AT_END.search(text)
    return text[: cut.start()] if cut is not None and BESIDE_CURRENCY.search(cut[0]) else text


_AMOUNT_AT_END = re.compile(r"\s*[-–—:|,(]\s*[^\w\s]{0,2}[^\W\d]{0,4}\.?\s?\d[\d.,'’ ]{0,12}\s?[^\d\s]{0,5}\)?\Z")
_SAME_SHARE = 0.75
_LEAST_WORDS, _ID_DIGITS = 3, 4


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
        elif node.tag in _NOT_HEADINGS or "readcrumb" in _names(node):
            walk.skip_subtree()
        elif (stated := node.text) and len(stated) > 3:
            yield node, stated


def _slug(url: str) -> str:
    try:
        return re.sub(r"[-_/+.]", " ", unquote(urlsplit(url).path))
    except ValueError:
        return ""
