"""Texts as they are shown, and as they are compared: without what shows nothing, without marks over letters."""

from __future__ import annotations

import re
import unicodedata
from itertools import filterfalse

EAST_ASIAN = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
"""Kana, Chinese characters and Hangul, for the inside of a pattern's brackets: one or two of them are a word."""
_INVISIBLE = re.compile("[\u00ad\u061c\u200b\u200c\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")
"""Marks that show nothing: for where a word may break, and for the direction in which it is written."""


def squeeze(text: str) -> str:
    """Runs of white space to one space, none at the ends; marks that show nothing are taken out."""
    stripped = text.strip()
    # No white space but the blank is printable and none of the marks is: to ask that is quicker than to look for each,
    # and most texts need nothing more.
    if stripped.isprintable() and "  " not in stripped:
        return stripped
    squeezed = " ".join(stripped.split())
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
    return squeeze("".join(filterfalse(unicodedata.combining, plain)).casefold().translate(_CROSSED))


_CROSSED = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe"})
"""Letters whose marks do not come off, which addresses are written without all the same."""


def humps_parted(names: str) -> str:
    """Names as programmers write them, with a hyphen where a capital begins a word: "lblBrand" is "lbl-Brand"."""
    return _HUMP.sub("-", names)


_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")


def letters(text: str) -> str:
    """Letters and digits only, small, without marks over them: names compared as addresses write them."""
    return re.sub(r"[\W_]", "", folded(text))
