"""Microdata items as nodes in the shape of JSON-LD, and RDFa Lite likewise."""

from __future__ import annotations

from itertools import islice
from typing import Any

from common.reading.parsed.document import Document
from common.reading.parsed.letters import squeeze
from common.reading.parsed.text_within import text_within
from common.reading.parsed.tree import stating
from common.reading.text.address_parts import local_name
from common.reading.text.json_text import JsonObject

_MAX_ELEMENTS = 100_000
"""That belong to items or could; what comes after is left out."""
_MAX_REFERRING = 200
_LINKED = {
    "a": "href",
    "area": "href",
    "link": "href",
    "img": "src",
    "source": "src",
    "iframe": "src",
    "object": "data",
}
_TEXTS = frozenset("name brand manufacturer sku mpn category".split())
"""Properties that are never an address, though shops write them on a link or on a logo."""


def items(document: Document) -> list[JsonObject]:
    """Top-level microdata items; those inside another stand under their property there. Worked out once, and not to be
    changed.
    """
    if document.root is None:
        return []
    if "microdata" not in document.kept:
        document.kept["microdata"] = _collect(document, scope="itemscope", kind="itemtype", prop="itemprop")
    return document.kept["microdata"]


def rdfa(document: Document) -> list[JsonObject]:
    """Top-level RDFa Lite items (typeof, property), prefixes taken off. Worked out once, and not to be changed."""
    if document.root is None:
        return []
    if "rdfa" not in document.kept:
        document.kept["rdfa"] = _collect(document, scope="typeof", kind="typeof", prop="property")
    return document.kept["rdfa"]


def _collect(document: Document, *, scope: str, kind: str, prop: str) -> list[JsonObject]:
    root = document.root
    scopes = stating(root, scope)
    if not scopes:
        return []
    stated = {*scopes, *stating(root, prop)}
    in_order = (one for one in root.iter(*{one.tag for one in stated}) if one in stated)
    elements = list(islice(in_order, _MAX_ELEMENTS))
    top: list[JsonObject] = []
    refers = scope == "itemscope" and any(one.get("itemref") is not None for one in scopes)
    started, lent = _referring(document) if refers else ({}, {})
    owners = _Owners(lent)
    for element in elements:
        around = owners.around(element)
        names = (element.get(prop) or "").split()
        node: JsonObject | None = None
        if element.get(scope) is not None:
            node = started.get(element, {})
            node["@type"] = [local_name(word) for word in (element.get(kind) or "").split()]
            if element.get("itemid"):
                node["@id"] = element.get("itemid")
            owners.open(element, node)
        if around is not None:
            for name in map(local_name, names):
                around.setdefault(name, []).append(node if node is not None else _value(document, element, name))
        if node is not None and (not names or around is None):
            top.append(node)
    return top


class _Owners:
    """The item that each element's content belongs to, worked out once for each. Items are opened in page order."""

    def __init__(self, lent: dict[str | None, JsonObject]) -> None:
        self._lent = lent
        self._known: dict[Any, JsonObject | None] = {}

    def open(self, element: Any, item: JsonObject) -> None:
        self._known[element] = item

    def around(self, element: Any) -> JsonObject | None:
        """The item that the element itself belongs to."""
        borrower = self._lent.get(element.get("id")) if self._lent else None
        return borrower if borrower is not None else self._of(element.getparent())

    def _of(self, element: Any) -> JsonObject | None:
        chain: list[Any] = []
        owner: JsonObject | None = None
        node = element
        while node is not None:
            if node in self._known:
                owner = self._known[node]
                break
            chain.append(node)
            if self._lent and (borrower := self._lent.get(node.get("id"))) is not None:
                owner = borrower
                break
            node = node.getparent()
        self._known.update(dict.fromkeys(chain, owner))
        return owner


def _referring(document: Document) -> tuple[dict[Any, JsonObject], dict[str | None, JsonObject]]:
    """Items that borrow elements from elsewhere (itemref): by their own element, and by the ids they borrow."""
    started: dict[Any, JsonObject] = {}
    lent: dict[str | None, JsonObject] = {}
    for element in islice((one for one in document.root.iter("*") if one.get("itemref") is not None), _MAX_REFERRING):
        started[element] = node = JsonObject()
        for name in element.get("itemref").split()[:50]:
            lent.setdefault(name, node)
    return started, lent


def _value(document: Document, element: Any, name: str) -> str:
    content = element.get("content")
    if content is not None:
        return str(content).strip()
    tag = element.tag
    if name in _TEXTS and (said := element.get("alt") if tag == "img" else text_within(element)):
        return squeeze(said)
    if tag in _LINKED and element.get(_LINKED[tag]):
        return document.absolute(element.get(_LINKED[tag])) or str(element.get(_LINKED[tag]))
    if tag in {"data", "meter"} and element.get("value"):
        return str(element.get("value"))
    if tag == "time" and element.get("datetime"):
        return str(element.get("datetime"))
    return squeeze(text_within(element))
