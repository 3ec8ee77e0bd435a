"""The name of a product as it stands on the page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any

from common.reading.parsed.document import Document
from common.reading.parsed.letters import letters, squeeze
from common.reading.parsed.text_within import text_within
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.visible.layout.zones import is_styled_away

MAX_HEADING_CHARS = 300


@dataclass(frozen=True, slots=True)
class Heading:
    """Where the name stands, and what it says; neither on a page that names nothing."""

    element: Any = None
    text: str | None = None

    def __bool__(self) -> bool:
        """Whether the page has one."""
        return self.element is not None


def name_in(element: Any) -> str:
    """What this heading says. Windows and pictures in it that programs which read aloud pass over are left out, and
    whatever is pressed or filled in: shops put one there that adds the product to a list. So is what its own style
    hides, unless that is all of it. Plain words that are passed over are on the screen all the same, and stay unless
    the heading says them twice.
    """
    if not len(element) or not any(map(_may_be_no_part, element.iter())):
        return squeeze(text_within(element, MAX_HEADING_CHARS))
    shown = squeeze(text_within(element, MAX_HEADING_CHARS, without=_is_no_part))
    if not any(map(str.isalnum, shown)):
        return squeeze(text_within(element, MAX_HEADING_CHARS))
    aloud = squeeze(text_within(element, MAX_HEADING_CHARS, without=_may_be_no_part))
    return aloud if aloud and letters(shown) == letters(aloud) * 2 else shown


def _may_be_no_part(node: Any) -> bool:
    return node.tag in _ASKS or node.get("aria-hidden") == "true" or is_styled_away(node)


def _is_no_part(node: Any) -> bool:
    if node.tag == "label":  # many a name is called one, too
        return node.get("for") is not None or next(node.iter(*_FIELDS), None) is not None
    seen = node.get("aria-hidden") != "true" or not _is_window_or_picture(node)
    return node.tag in _ASKS or not seen or is_styled_away(node)


def _is_window_or_picture(node: Any) -> bool:
    is_picture = node.tag == "i" or _PICTURE_NAMES.search(named_as(node)[:200]) is not None
    return is_picture or next(node.iter("a", *_ASKS, *_FIELDS), None) is not None


_ASKS = frozenset({"button", "select", "textarea", "dialog", "label"})
_FIELDS = ("input", "select", "textarea")
_PICTURE_NAMES = re.compile(r"icon|symbol|glyph", re.IGNORECASE)
"""Some fonts draw a picture for a word: "favorite"."""


def without_amount(text: str) -> str:
    """The heading without the price at its end: "Copper smoker - £24.50"."""
    cut = _AMOUNT_AT_END.search(text)
    return text[: cut.start()] if cut is not None and BESIDE_CURRENCY.search(cut[0]) else text


def without_amount_inside(element: Any, text: str) -> str:
    """What this heading says without the price in an element at its end: "Copper smoker <small>£24.50</small>"."""
    last = element[-1] if len(element) else None
    if last is None or squeeze(last.tail or ""):
        return text
    said = squeeze(text_within(last, _MAX_AMOUNT_CHARS + 1))
    if not said or len(said) > _MAX_AMOUNT_CHARS or BESIDE_CURRENCY.search(said) is None:
        return text
    rest = text.removesuffix(said).rstrip()
    return rest if any(map(str.isalpha, rest)) else text


_MAX_AMOUNT_CHARS = 24


def without_amount_before(text: str) -> str:
    """The heading without the price that it begins with: "$60 · Skate board"."""
    cut = _AMOUNT_AT_START.match(text)
    return text[cut.end() :] if cut is not None and BESIDE_CURRENCY.search(cut[0]) else text


_AMOUNT_AT_START = re.compile(r"[^\w\s]{0,2}[^\W\d]{0,4}\.?\s?\d[\d.,'’ ]{0,12}\s?[^\d\s]{0,5}\s*[-–—:|·•]\s*")
_AMOUNT_AT_END = re.compile(
    r"\s*(?:[|(]|(?<!\d)[-–—:,]|[-–—:,](?!\d))\s*[^\w\s]{0,2}[^\W\d]{0,4}\.?\s?\d[\d.,'’ ]{0,12}\s?[^\d\s]{0,5}\)?\Z"
)
"""Its mark is none inside a number: the name of "Blue cup 12,50 €" does not end in "12"."""


def may_be_name(said: str) -> bool:
    """Whether it has two words, or is long enough for a name in a script without blanks."""
    return len(said) >= (_LEAST_NAME_CHARS if said.isascii() else _LEAST_SIGNS) and (" " in said or not said.isascii())


_LEAST_NAME_CHARS, _LEAST_SIGNS = 8, 6


def named_as(node: Any) -> str:
    """Its classes and its id."""
    return f"{node.get('class') or ''} {node.get('id') or ''}"


def headings_and_names(document: Document, *headings: str) -> Iterator[Any]:
    """These headings, and the boxes that the shop calls a name, in the page's order."""
    for node in islice(document.root.iter(*headings, *BOXES), _MAX_NODES):
        if node.tag not in BOXES or is_called_a_name(node):
            yield node


_MAX_NODES = 12_000
"""As many lines of a page are read (visible/layout/gathering.py)."""


def is_called_a_name(node: Any) -> bool:
    """Whether the shop names this box a heading or the name of the product, be it at the end of a longer word
    ("shopProductTitle"): for where the page says more for it, as that its title repeats the text.
    """
    return node.tag in BOXES and _has_a_name(named_as(node)[:200])


def is_called_the_products_name(names: str) -> bool:
    """Whether one of these classes is as a whole a name for the name of a product ("product-card__title"): for where
    nothing else speaks for the box.
    """
    return _is_the_products_name(names)


@lru_cache(maxsize=4096)
def _has_a_name(names: str) -> bool:
    return _A_NAME.search(names) is not None


@lru_cache(maxsize=4096)
def _is_the_products_name(names: str) -> bool:
    return _THE_PRODUCTS_NAME.search(names) is not None


BOXES = frozenset({"td", "p", "div", "center", "font", "b", "strong", "span"})
_GOODS = "product|prod|item|article|artikel|goods|produkt|produit|producto|prodotto"
_NAME = "heading|title|name|titel|titre|titulo|titolo"
_A_NAME = re.compile(rf"(?:page|ware|{_GOODS})[-_]?(?:headline|nazwa|{_NAME})(?:$|[\s_-])", re.IGNORECASE)
_THE_PRODUCTS_NAME = re.compile(
    rf"(?:^|[\s_-])(?:{_GOODS})[-_]{{0,2}}(?:(?:card|cart|detail|details|info|page|view|main)[-_]{{0,2}})?(?:{_NAME})"
    r"(?:$|[\s_-])",
    re.IGNORECASE,
)
