"""A page parsed once: its tree, and what every reader asks of it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import Any
from urllib.parse import urljoin, urlsplit

from lxml import etree

from common.page import Page
from common.reading.text.decode import decode, in_whole_letters, utf8_text
from common.reading.tree import tree_of

MAX_TEXT_CHARS = 12_000_000
"""What is longer is cut there: parsing costs about ten times the text in memory."""

_MAX_HEADING_CHARS = 5_000
_MAX_VALUE_CHARS = 5_000
TRAIL = "readcrumb"
"""In the names of a breadcrumb, whatever the case of its first letter."""
_NO_TEXT = frozenset({"script", "style", "noscript", "template", "noframes"})
_INVISIBLE = re.compile("[\u00ad\u061c\u200b\u200c\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")
"""Marks that show nothing: for where a word may break, and for the direction in which it is written."""
_KEPT = frozenset({"h1", "a", "img", "button", "input", "select"})
_MOST_KEPT = 1_500
_CLOSING = re.compile(r"</(?:body|html)\s*>", re.IGNORECASE)


@dataclass(slots=True)
class Document:
    """A page, parsed once; every reader looks into the same one."""

    url: str
    text: str
    root: Any
    """The lxml root element, or None when nothing could be parsed."""
    metas: dict[str, list[str]] = field(default_factory=dict)
    """property, name or itemprop (lower case) → contents, in order."""
    scripts: list[tuple[str, str]] = field(default_factory=list)
    """(type in lower case, text) of every inline script, in order."""
    script_ids: dict[str, str] = field(default_factory=dict)
    title: str | None = None
    headings: list[str] = field(default_factory=list)
    """Texts of h1, in order."""
    canonical: str | None = None
    base: str | None = None
    """What relative addresses are relative to, where the page names another one than its own for that."""
    kept: dict[str, list[Any]] = field(default_factory=dict)
    """What readers work out of the page once and ask for again, by their names."""
    _held: dict[str, bool] = field(default_factory=dict)
    elements: dict[str, list[tuple[int, Any]]] = field(default_factory=lambda: {tag: [] for tag in _KEPT})
    """Tag → (number in the page's order, element): the first 1,500 with each of `_KEPT`."""

    @property
    def complete(self) -> bool:
        """Whether the text holds its closing body or html tag near the end; a page that was cut short does not."""
        return _CLOSING.search(self.text[-4000:]) is not None

    def holds(self, word: str) -> bool:
        """Whether the page's source holds this word anywhere. Searched once for each: a page has megabytes."""
        held = self._held.get(word)
        if held is None:
            held = self._held[word] = word in self.text
        return held

    def first(self, most: int, *tags: str) -> list[Any]:
        """The first elements with one of these tags, in the page's order: at most `most`, which is 1,500 or less.

        Those that many readers ask for were kept while the page was looked through for the first time: each walk of the
        whole tree takes a hundredth of all the time that a page takes.
        """
        if not _KEPT.issuperset(tags):
            return list(islice(self.root.iter(*tags), most))
        held = [self.elements[tag] for tag in set(tags)]
        return [element for _, element in (held[0] if len(held) == 1 else sorted(chain(*held)))[:most]]

    def meta(self, name: str) -> str | None:
        """The first non-empty content of this meta."""
        return next((content for content in self.metas.get(name, ()) if content), None)

    def absolute(self, url: str) -> str | None:
        """An http(s) address on this page made absolute; None for data:, javascript: and broken ones."""
        try:
            joined = urljoin(self.base or self.url, url.strip())
            return joined if urlsplit(joined).scheme in {"http", "https"} else None
        except ValueError:
            return None


def parse(page: Page) -> Document:
    """Never raises. A page that is no HTML gives a document without a root."""
    body = page.body[: MAX_TEXT_CHARS * 2]
    text = utf8_text(body) if len(body) <= MAX_TEXT_CHARS and b"\x00" not in body else None
    if text is not None:
        return parse_text(text, page.url, body)
    return parse_text(decode(body, page.content_type)[:MAX_TEXT_CHARS].replace("\x00", ""), page.url)


def parse_text(text: str, url: str, source: bytes | None = None) -> Document:
    """`source`: the text in UTF-8, where that is at hand."""
    plain = text if text.isascii() else in_whole_letters(text, source)
    source = source if plain is text else None
    text = plain
    document = Document(url=url, text=text, root=tree_of(text, source))
    if document.root is not None:
        _collect(document)
    return document


def _collect(document: Document) -> None:
    kept = document.elements
    base: str | None = None
    canonical: list[str] = []
    for number, node in enumerate(document.root.iter("meta", "script", "title", "link", "base", *_KEPT)):
        tag = node.tag
        if (of_tag := kept.get(tag)) is not None:
            if len(of_tag) < _MOST_KEPT:
                of_tag.append((number, node))
            if tag == "h1" and (heading := squeeze(text_within(node, _MAX_HEADING_CHARS))):
                document.headings.append(heading)
        elif tag == "script":
            _script(document, node)
        elif tag == "meta":
            _meta(document, node)
        elif tag == "title":
            if document.title is None and not any(around.tag == "svg" for around in node.iterancestors()):
                document.title = squeeze(narrow(node.text or "", _MAX_HEADING_CHARS)) or None
        elif tag == "base":
            base = base or node.get("href")
        elif (node.get("rel") or "").lower() == "canonical" and node.get("href"):
            canonical.append(node.get("href"))
    document.base = document.absolute(base) if base else None
    if document.base is not None and document.base != document.url:
        _follow_base(document)
    document.canonical = next(filter(None, map(document.absolute, canonical)), None)  # the base may stand behind it


def _follow_base(document: Document) -> None:
    """Every link's address as the page means it, for readers that know the page's own address alone. What stays on the
    page is left as it is.
    """
    for link in document.root.iter("a", "area"):
        href = link.get("href")
        if href and not _STANDS_ALONE.match(href) and (meant := document.absolute(href)) is not None:
            link.set("href", meant)


_STANDS_ALONE = re.compile(r"\s*(?:#|[A-Za-z][A-Za-z\d+.-]*:)")
"""A part of the page, an address with its scheme, or a script."""


def _script(document: Document, node: Any) -> None:
    text = node.text  # copied at each look
    if not text:
        return
    document.scripts.append(((node.get("type") or "").lower().strip(), text))
    if node.get("id"):
        document.script_ids[node.get("id")] = text


def _meta(document: Document, node: Any) -> None:
    content = node.get("content")
    if content is None:
        return
    for attribute in ("property", "name", "itemprop"):
        names = (node.get(attribute) or "").lower().split()
        if names and attribute == "itemprop" and _is_of_another(node):
            continue
        for name in names:
            document.metas.setdefault(name, []).append(squeeze(content))


def _is_of_another(node: Any) -> bool:
    """Whether it belongs to an entry of a list, or to a product that is marked up as related to the page's."""
    around = islice(node.iterancestors(), _MOST_AROUND)
    items = (above for above in around if above.get("itemscope") is not None)
    return any(not _OTHERS.isdisjoint((item.get("itemprop") or "").split()) for item in items)


_MOST_AROUND = 60
_OTHERS = frozenset("itemListElement isRelatedTo isSimilarTo isAccessoryOrSparePartFor isConsumableFor".split())


def squeeze(text: str) -> str:
    """Runs of white space to one space, none at the ends; marks that show nothing are taken out."""
    squeezed = " ".join(text.split())
    # None of the marks is printable, and to ask that is quicker than to look for each.
    if squeezed.isascii() or squeezed.isprintable():
        return squeezed
    return " ".join(shown(text).split())


def shown(text: str) -> str:
    """The text without marks that show nothing, its white space as it is."""
    return text if text.isascii() else _INVISIBLE.sub("", text)


def folded(text: str) -> str:
    """Lower case, marks over letters taken off, white space squeezed: addresses are written without them."""
    if text.isascii():
        return squeeze(text.casefold())
    plain = unicodedata.normalize("NFKD", text)
    return squeeze("".join(mark for mark in plain if not unicodedata.combining(mark)).casefold().translate(_CROSSED))


_CROSSED = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe"})
"""Letters whose marks do not come off, which addresses are written without all the same."""


def letters(text: str) -> str:
    """Letters and digits only, small, without marks over them: names compared as addresses write them."""
    return re.sub(r"[\W_]", "", folded(text))


def text_within(element: Any, limit: int = _MAX_VALUE_CHARS, *, without: Callable[[Any], bool] | None = None) -> str:
    """The element's text with runs of white space as one space, cut at `limit`: an outer element may hold the whole
    page, and of what a page is indented by nothing else counts. Words of two boxes or rows are parted by a space, the
    pieces of a number are not: many a price is drawn in boxes. `without`: the elements inside that are left out.
    """
    if not len(element):
        text = element.text or ""
        return text if len(text) <= limit else narrow(text, limit)
    pieces: list[str] = []
    size, last = 0, " "
    for stated, is_apart in _pieces_apart(element, without):
        if not stated.isspace():
            piece = stated if len(stated) <= limit - size else narrow(stated, limit + 1)
        elif last != " ":
            piece = " "
        else:
            continue
        if is_apart and _are_words(last, piece[0]):
            pieces.append(" ")
        last = piece[-1]
        pieces.append(piece)
        size += len(piece)
        if size > limit:
            break
    return "".join(pieces)[:limit]


def _pieces_apart(element: Any, without: Callable[[Any], bool] | None) -> Iterator[tuple[str, bool]]:
    """(piece of text, whether a box or row begins or ends right before it)."""
    is_apart = False
    walk = etree.iterwalk(element, events=("start", "end"))
    for event, node in islice(walk, _MOST_STEPS):
        tag = node.tag
        is_apart = is_apart or (tag in _BOXES and not _is_letter(node))
        if event == "end":
            text = node.tail if node is not element else None
        elif tag == "svg" or (without is not None and node is not element and without(node)):
            walk.skip_subtree()
            text = None
        else:
            text = node.text
        if text:
            yield text, is_apart
            is_apart = False


_MOST_STEPS = 4_000
_BOXES = frozenset("br div p li ul ol dt dd tr td th table h1 h2 h3 h4 h5 h6 section article option".split())


def _is_letter(box: Any) -> bool:
    """Whether the box stands in its line with one letter, or with boxes alone: words that move are drawn so."""
    style = box.get("style")
    return style is not None and len(box.text or "") <= 1 and _IN_LINE.search(style) is not None


_IN_LINE = re.compile(r"display\s*:\s*inline", re.IGNORECASE)


def _are_words(last: str, first: str) -> bool:
    if not (last.isalnum() and first.isalnum()) or (last.isdigit() and first.isdigit()):
        return False
    return not (_WITHOUT_SPACES.match(last) and _WITHOUT_SPACES.match(first))


_WITHOUT_SPACES = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
"""Thai, Lao, Burmese, Khmer, Japanese, Chinese: no space stands between their words, be they on two lines."""


def narrow(text: str, most: int) -> str:
    """Runs of white space to one space, also at the ends, cut at `most`. Of a text that is many times as long only its
    beginning is looked at, whatever it is indented by.
    """
    if len(text) > most:
        text = f" {text.lstrip()[: most * _MOST_TIMES]}" if text[:1].isspace() else text[: most * _MOST_TIMES]
    return _SPACES.sub(" ", text)[:most]


_MOST_TIMES = 16
_SPACES = re.compile(r"\s{2,}")


def body_text(document: Document, limit: int) -> str:
    """The text of the page's body without scripts, squeezed: at least `limit` characters where there are so many, and
    then no piece more. What styles hide is in it. The document must have a root.
    """
    body = document.root.find("body")
    pieces: list[str] = []
    size = 0
    for piece in pieces_of_text(body if body is not None else document.root):
        pieces.append(piece)
        size += len(piece) + 1
        if size > limit:
            break
    return " ".join(pieces)


def pieces_of_text(element: Any) -> Iterator[str]:
    """Each piece of text inside the element and right behind it, squeezed, scripts left out. The text right behind an
    element comes before that of its children: fit for looking for words, not for reading.
    """
    for node in element.iter("*"):
        for part in (node.tail,) if node.tag in _NO_TEXT else (node.text, node.tail):
            if part and not part.isspace() and (text := squeeze(part)):  # most is the white space between tags
                yield text


def type_of(field: Any) -> str:
    """The type of a field or button in small letters: browsers read "SUBMIT" as "submit", and old shops write it so."""
    return (field.get("type") or "").strip().lower()


def stays_here(href: str | None) -> bool:
    """Whether a link leads to a part of its own page, runs a script, or leads nowhere."""
    return not href or href.lstrip()[:_SCRIPT_CHARS].lower().startswith(("#", "javascript:"))


_SCRIPT_CHARS = len("javascript:")


def leads_to_another(href: str | None, url: str) -> bool:
    """Whether a link on the page at this address leads to another one. Parameters alone make no other page."""
    if not href or href.startswith("?") or stays_here(href):
        return False
    try:
        return str(urlsplit(urljoin(url, href)).path).rstrip("/") != urlsplit(url).path.rstrip("/")
    except ValueError:
        return False
