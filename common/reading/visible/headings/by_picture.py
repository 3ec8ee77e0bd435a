"""The heading that a picture repeats: shops describe a product's picture by its name."""

from __future__ import annotations

from itertools import islice
from typing import Any
from urllib.parse import urlsplit

from common.reading.parsed.document import Document
from common.reading.parsed.letters import folded, squeeze
from common.reading.parsed.links import leads_to_another
from common.reading.parsed.text_within import text_within
from common.reading.visible.headings.heading import MAX_HEADING_CHARS, Heading, headings_and_names, may_be_name

_HEADINGS = ("h1", "h2", "h3", "h4")
_FRAME = frozenset({"nav", "header", "footer", "aside"})
_FILES = (".jpg", ".jpeg", ".png", ".webp", ".gif")
_MOST_PICTURES = 400


def by_picture(document: Document) -> Heading:
    """The first heading, or box that the shop calls a name, with the words of a picture's description; empty without.

    A picture inside a link to another page describes another product, or nothing that is for sale.
    """
    described = _described(document)
    for node in headings_and_names(document, *_HEADINGS) if described else ():
        text = squeeze(text_within(node, MAX_HEADING_CHARS))
        if folded(text) in described and not _stands_aside(node, document.url):
            return Heading(node, text)
    return Heading()


def by_picture_in_form(document: Document) -> Heading:
    """The first text in a form with those words, be it no heading: many a product is drawn inside the form that sells
    it.
    """
    described = _described(document)
    for form in document.first(_MOST_FORMS, "form") if described else ():
        for node in islice(form.iter("*"), _MOST_FIELDS):
            text = node.text or ""
            if not text.isspace() and folded(text[:MAX_HEADING_CHARS]) in described:
                return Heading() if _stands_aside(node, document.url) else Heading(node, squeeze(text))
    return Heading()


_MOST_FORMS, _MOST_FIELDS = 20, 400


def _described(document: Document) -> frozenset[str]:
    """What may be the name of the product in the descriptions of its pictures."""
    return frozenset(
        name
        for picture in document.first(_MOST_PICTURES, "img")
        if may_be_name(name := folded(picture.get("alt") or "")) and not _stands_aside(picture, document.url)
    )


def _stands_aside(node: Any, url: str) -> bool:
    """Whether it stands in the page's frame or in a link to another page; a picture's large version is none."""
    return any(
        above.tag in _FRAME or (above.tag == "a" and _leads_away(above.get("href"), url))
        for above in (node, *node.iterancestors())
    )


def _leads_away(href: str | None, url: str) -> bool:
    return leads_to_another(href, url) and not urlsplit(href or "").path.lower().endswith(_FILES)
