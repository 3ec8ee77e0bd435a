"""A page parsed once: its tree, and what every reader asks of it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import Any
from urllib.parse import urljoin, urlsplit

from common.page import Page
from common.reading.parsed.footnotes import take_out_footnotes
from common.reading.parsed.letters import squeeze
from common.reading.parsed.pictured_digits import may_be_digits, sign_of, write_out_digits
from common.reading.parsed.text_within import narrow, pieces_of_text, text_within
from common.reading.parsed.tree import tree_of
from common.reading.text.decode import decode, in_whole_letters, utf8_text
from common.reading.text.places.currency_hint import currency_hint

MAX_TEXT_CHARS = 12_000_000
"""What is longer is cut there: parsing costs about ten times the text in memory."""

_MAX_HEADING_CHARS = 5_000
TRAIL = "readcrumb"
"""In the names of a breadcrumb, whatever the case of its first letter."""
WHOLE_PAGE = frozenset({"body", "html"})
"""Elements whose names tell of all that the page has, or of its visitor, and of nothing that stands in it."""
_KEPT = frozenset({"h1", "a", "img", "button", "input", "select", "th", "form", "sup"})
_MOST_KEPT = 1_500
_TITLE_MARK = re.compile(r"\s[|–—-]\s")
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
    source: bytes | None = None
    """The text in UTF-8, where that is at hand: words are found in it in two thirds of the time."""
    told_currency: str | None = None
    """What an operator says that the shop's prices are in (Page.currency)."""
    _held: dict[str, bool] = field(default_factory=dict)
    elements: dict[str, list[tuple[int, Any]]] = field(default_factory=lambda: {tag: [] for tag in _KEPT})
    """Tag → (number in the page's order, element): the first 1,500 with each of `_KEPT`."""

    @property
    def title_parts(self) -> list[str]:
        """The title between its marks, a line with a blank at either side: "Mug", "Cups", "Example Shop"."""
        return _TITLE_MARK.split(self.title or "")

    @property
    def complete(self) -> bool:
        """Whether the text holds its closing body or html tag near the end; a page that was cut short does not."""
        return _CLOSING.search(self.text[-4000:]) is not None

    def holds(self, word: str) -> bool:
        """Whether the page's source holds this word of ASCII anywhere. Searched once for each: a page has megabytes."""
        held = self._held.get(word)
        if held is None:
            held = word in self.text if self.source is None else word.encode() in self.source
            self._held[word] = held
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

    def currency_of_place(self, language: str | None) -> str | None:
        """The currency that an operator says the shop's prices are in, else that of the country of its address, else
        that of this language tag's ("en-US").
        """
        return self.told_currency or currency_hint(self.url, language)

    def meta(self, name: str) -> str | None:
        """The first non-empty content of this meta."""
        return next((content for content in self.metas.get(name, ()) if content), None)

    def absolute(self, url: str) -> str | None:
        """An http(s) address on this page made absolute; None for data:, javascript: and broken ones."""
        if _WHOLE.fullmatch(url) is not None:
            return url  # as most are written: to take such a one apart and join it again gives the same
        try:
            joined = urljoin(self.base or self.url, url.strip())
            return joined if urlsplit(joined).scheme in {"http", "https"} else None
        except ValueError:
            return None


_WHOLE = re.compile(
    r"https?://[A-Za-z\d][A-Za-z\d.-]*(?:/[\w.~/%+,@!$&'()*=:-]*(?:\?[\w.~/%+,@!$&'()*=:-]+)?)?", re.ASCII
)
"""An absolute address of plain signs, with a parameter behind its "?", if any."""


def parse(page: Page) -> Document:
    """Never raises. A page that is no HTML gives a document without a root."""
    body = page.body[: MAX_TEXT_CHARS * 2]
    text = utf8_text(body) if len(body) <= MAX_TEXT_CHARS and b"\x00" not in body else None
    if text is not None:
        document = parse_text(text, page.url, body)
    else:
        document = parse_text(decode(body, page.content_type)[:MAX_TEXT_CHARS].replace("\x00", ""), page.url)
    document.told_currency = page.currency
    return document


def parse_text(text: str, url: str, source: bytes | None = None) -> Document:
    """`source`: the text in UTF-8, where that is at hand."""
    plain = text if text.isascii() else in_whole_letters(text, source)
    if source is None or plain is not text:
        source = plain.encode("utf-8", errors="replace")
    text = plain
    root = tree_of(text, source)
    if root is None:
        return Document(url=url, text=text, root=None, source=source)
    document = _collected(text, url, root, source)
    # Few pages have raised letters, and to look for the word in the source takes as long as half a walk of the tree.
    if document.elements["sup"] and document.holds("<sup") and take_out_footnotes(root):
        document = _collected(text, url, root, source)
    pictures = document.elements["img"]
    if (len(pictures) == _MOST_KEPT or any(sign_of(one) for _, one in pictures)) and may_be_digits(text):
        write_out_digits(root)
        document = _collected(text, url, root, source)
    return document


def _collected(text: str, url: str, root: Any, source: bytes) -> Document:
    """The page of this tree, looked through once."""
    document = Document(url=url, text=text, root=root, source=source)
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


def type_of(field: Any) -> str:
    """The type of a field or button in small letters: browsers read "SUBMIT" as "submit", and old shops write it so."""
    return (field.get("type") or "").strip().lower()
