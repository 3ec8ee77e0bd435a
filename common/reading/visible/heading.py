"""Which words on the page are the product's name: the main heading, also where a page has several h1 or none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any
from urllib.parse import unquote, urlsplit

from lxml import etree

from common.reading.document import Document, folded, squeeze, text_within

_WORD = re.compile(r"\w+")
_PARTS = re.compile(r"\s+[|–—•»:-]+\s+|\s*[|｜»]\s*|: ")
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
    repeats; else the one whose words the address repeats. Empty when the page names nothing.
    """
    if document.root is None:
        return Heading()
    about = folded(f"{document.title or ''} {document.meta('og:title') or ''}")
    known = set(_WORD.findall(about)) | set(_WORD.findall(folded(_slug(document.url))))
    best: tuple[int, Heading] = (0, Heading())
    tops = list(islice(document.root.iter("h1"), _MAX_H1))
    for element in tops:
        aside = _stands_aside(element, in_list=len(tops) > 3)
        text = squeeze(text_within(element, _MAX_HEADING_CHARS))
        if not text:
            continue
        rank = _rank(text, about, known)
        # A tag left open in the navigation pulls the whole page into it.
        if aside and (len(tops) > 3 or rank < 4):
            continue
        if rank > best[0]:
            best = (rank, Heading(element, text))
    if best[0] >= 2 or (best[0] == 1 and len(tops) <= 2):
        return best[1]
    named = _by_title(document)
    return named if named.element is not None else _by_address(document)


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


def _by_title(document: Document) -> Heading:
    """The text that is the title's own, or its longest part."""
    wanted = {
        part
        for whole in (document.meta("og:title"), document.title)
        if whole
        for part in (folded(whole).strip(), *(folded(one).strip() for one in _PARTS.split(whole)))
        if len(part) >= (6 if part.isascii() else 4)
    }
    if not wanted:
        return Heading()
    whole = max(wanted, key=len)
    best: tuple[int, Heading] = (0, Heading())
    for holder, piece in islice(_texts(document.root), _MAX_TEXTS):
        text = squeeze(piece)[:_MAX_HEADING_CHARS]
        plain = folded(text)
        own = plain in wanted or (len(plain) >= 12 and plain in whole and len(plain) * 5 >= len(whole) * 2)
        if own and len(plain) > best[0]:
            best = (len(plain), Heading(holder, text))
    return best[1]


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
        if shared >= _LEAST_WORDS and shared >= _SAME_SHARE * max(len(words), len(named)):
            return Heading(holder, text)
    return Heading()


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
        elif node.tag in _NOT_HEADINGS or "readcrumb" in f"{node.get('class')} {node.get('id')}":
            walk.skip_subtree()
        elif (stated := node.text) and len(stated) > 3:
            yield node, stated


def _slug(url: str) -> str:
    try:
        return re.sub(r"[-_/+.]", " ", unquote(urlsplit(url).path))
    except ValueError:
        return ""
