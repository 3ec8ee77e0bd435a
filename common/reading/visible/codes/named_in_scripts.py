"""The product's code where only a script states it: under a key for codes, with a value that the page's address holds.

A script may hold the codes of many products; that the address holds one makes it this product's. Keys for plain numbers
("product_no") are none of these: shop systems keep the number of a row of their database under them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote

from common.reading.parsed.document import Document
from common.reading.text.address_parts import path_of
from common.reading.text.identifiers import clean_id

_KEY = re.compile(
    r"(?:sku|(?:article|item|model|part|product|style)[_-]?(?:code|number))[\"']?\s{0,3}[:=]\s{0,3}[\"']\Z",
    re.IGNORECASE,
)
_MAX_KEY_CHARS = 30
_PIECE = re.compile(r"(?=(?:[^\W_]*?\d){4})[^\W_]{4,30}")
"""Fewer digits are a size, a year of a collection or a part of a name."""
_MOST_PIECES, _MOST_PLACES = 4, 30


def code_named_in_scripts(document: Document) -> str | None:
    """The first piece of the address with four digits or more that the page's source states in quotes as a code."""
    for piece in _pieces(document.url):
        if any(_KEY.search(before) for before in _before(document.text, piece)):
            return clean_id(piece)
    return None


def _pieces(url: str) -> list[str]:
    found = (one[0] for one in _PIECE.finditer(unquote(path_of(url))))
    return list(dict.fromkeys(found))[:_MOST_PIECES]


def _before(text: str, piece: str) -> Iterator[str]:
    """What stands before each place, of the first thirty, where the text holds the piece to the end of a value."""
    at = -1
    for _ in range(_MOST_PLACES):
        at = text.find(piece, at + 1)
        if at == -1:
            return
        if text[at + len(piece) : at + len(piece) + 1] in _QUOTES:
            yield text[max(0, at - _MAX_KEY_CHARS) : at]


_QUOTES = frozenset("\"'")
