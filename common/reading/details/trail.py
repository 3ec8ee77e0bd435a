"""The category path: a declared BreadcrumbList, the product's own category, else the trail of links that is visible.

The front page at its beginning and the product itself at its end are no categories.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import unescape
from itertools import islice
from typing import Any
from urllib.parse import urlsplit

from common.details.limits import MAX_CATEGORY_STEPS, MAX_STEP_CHARS
from common.reading.declared.schema_node import SchemaNode
from common.reading.parsed.document import TRAIL, Document
from common.reading.parsed.letters import folded, squeeze
from common.reading.parsed.text_within import text_within
from common.reading.text.json_text import text_of, whole
from common.reading.words.wording import Wording

Path = tuple[str, ...]

_HOME = Wording(r"^\W*(?:<page.home>)\W*$")
_FRONT = re.compile(r"/?(?:[a-z]{2}(?:[-_][a-zA-Z]{2,4})?/?){0,2}(?:index\.\w{1,5}|home/?)?")
"""The path of a front page, also of one language or country."""
_BETWEEN = re.compile(r"\s*(?:>|›|»|→|\||/(?=\s)|(?<=\s)/)\s*")
_BREADCRUMB = re.compile(r"bread-?_?crumbs?(?:$|[^a-z])", re.IGNORECASE)
_LEAST_CHARS = 2
_TRAIL_TAGS = ("nav", "ol", "ul", "div", "section", "p")
_MAX_LOOKED_AT, _MAX_TRAILS, _MAX_STEPS = 12, 6, 20
_MAX_CATEGORY_CHARS = 1_000


@dataclass(frozen=True, slots=True)
class _Step:
    name: str
    address: str | None


def declared_trail(nodes: Sequence[SchemaNode], document: Document, name: str | None) -> Path:
    """The first BreadcrumbList that has a category in it."""
    for node in [one for one in nodes if one.types() & _LISTS][:_MAX_TRAILS]:
        if path := _path(list(_steps(node, document)), document, name):
            return path
    return ()


_LISTS = frozenset({"breadcrumblist", "breadcrumb"})


def category_of(value: Any, name: str | None) -> Path:
    """A category as a text ("Kitchen > Mugs"), a list, or a node with a name; numbers are another catalogue's."""
    if isinstance(value, dict):
        value = value.get("name") or value.get("@value")
    texts = [text_of(one) for one in value[:_MAX_STEPS]] if isinstance(value, list) else [text_of(value)]
    parts = [part for text in texts if text for part in _BETWEEN.split(text[:_MAX_CATEGORY_CHARS])]
    named = [_Step(_named(part), None) for part in parts if not part.strip().isdecimal() and "://" not in part]
    if any(len(step.name) > MAX_STEP_CHARS for step in named):
        return ()
    return _path(named, None, name)


def visible_trail(document: Document, name: str | None) -> Path:
    """The links of the first element that calls itself a breadcrumb and holds at least one category."""
    for element in _trails(document.root):
        links = [
            _Step(squeeze(text_within(link, MAX_STEP_CHARS)), document.absolute(link.get("href") or document.url))
            for link in list(element.iter("a"))[:_MAX_STEPS]
        ]
        if path := _path(links, document, name):
            return path
    return ()


def _trails(root: Any) -> Iterator[Any]:
    """One after the other: mostly the first is enough, and the rest of the page is not looked through."""
    named = islice((one for one in root.iter(*_TRAIL_TAGS) if _may_be_trail(one)), _MAX_LOOKED_AT)
    said = ((one, " ".join(filter(None, map(one.get, ("class", "id", "aria-label"))))[:400]) for one in named)
    return islice((one for one, text in said if _BREADCRUMB.search(text)), _MAX_TRAILS)


def _may_be_trail(element: Any) -> bool:
    """A cheap look: XPath takes five times as long."""
    classes = element.get("class") or ""
    return (
        TRAIL in classes
        or "BREADCRUMB" in classes
        or TRAIL in (element.get("id") or "")
        or TRAIL in (element.get("aria-label") or "")
    )


def _steps(node: SchemaNode, document: Document) -> Iterator[_Step]:
    """In the order of their positions where all have one, else as they stand."""
    items = node.every("itemListElement")[:_MAX_STEPS]
    placed = [whole(item.value("position")) for item in items]
    if all(place is not None for place in placed):
        items = [item for _, item in sorted(zip(placed, items, strict=True), key=lambda one: one[0] or 0)]
    for item in items:
        inner = item.every("item")
        own = item.text("name") or (inner[0].text("name") if inner else None)
        address = inner[0].text("@id") or inner[0].text("url") if inner else item.text("item") or item.text("url")
        if own:
            yield _Step(_named(own), document.absolute(address) if address else None)


def _named(text: str) -> str:
    """Entities that were escaped twice filled in."""
    return squeeze(unescape(text[:_MAX_CATEGORY_CHARS]))


def _path(steps: Sequence[_Step], document: Document | None, name: str | None) -> Path:
    """The categories among the steps."""
    kept = [step for step in steps if any(map(str.isalnum, step.name)) and len(step.name) >= _LEAST_CHARS]
    if kept and _is_front(kept[0], document):
        kept = kept[1:]
    if kept and _is_product(kept[-1], document, name):
        kept = kept[:-1]
    names = [step.name[:MAX_STEP_CHARS] for step in kept if not _HOME.match(step.name)]
    return tuple(dict.fromkeys(names))[:MAX_CATEGORY_STEPS]


def _is_front(step: _Step, document: Document | None) -> bool:
    if _HOME.match(step.name):
        return True
    if step.address is None or document is None:
        return False
    try:
        stated, own = urlsplit(step.address), urlsplit(document.url)
    except ValueError:
        return False
    return stated.hostname == own.hostname and not stated.query and _FRONT.fullmatch(stated.path) is not None


def _is_product(step: _Step, document: Document | None, name: str | None) -> bool:
    if document is not None and step.address is not None:
        own = {_plain(document.url), _plain(document.canonical or document.url)}
        if _plain(step.address) in own:
            return True
    said, title = folded(step.name), folded((name or "")[:_NAME_CHARS])
    if not title:
        return False
    return f" {title} " in f" {said} " or (len(said) >= _LONG and said in title)


_NAME_CHARS = 300
_LONG = 16
"""A shorter piece of the product's name may be its category: "Mugs" of "Mugs, blue"."""


def _plain(address: str) -> str:
    return address.partition("#")[0].partition("?")[0].rstrip("/").lower()
