"""Markup about a product that the page does not show: neither its name nor its price. Lists and articles carry such
markup for search engines, and pages keep it of another product.
"""

from __future__ import annotations

import re

from common.reading.parsed.letters import EAST_ASIAN, folded
from common.reading.visible.view import PageView

_WORD = re.compile(rf"[^\W_]{{2,}}|[{EAST_ASIAN}]")
_LEAST_WORDS = 30
"""A page with fewer is drawn by its scripts: what it will show is not known."""
_HALF = 0.5


def is_unshown(name: str | None, view: PageView) -> bool:
    """Whether a page of some words says no more than half of this name's, with its title and labels."""
    words = _words_of(name or "")
    if not words:
        return False
    document = view.document
    texts = (document.title, document.meta("og:title"), document.meta("description"))
    said = set(_WORD.findall(folded(" ".join(text for text in texts if text))))
    if _share(words, said) > _HALF:
        return False
    shown = set(_WORD.findall(folded("\n".join([line.text for line in view.lines]))))
    return len(shown) >= _LEAST_WORDS and _share(words, said | shown) <= _HALF


def _words_of(name: str) -> set[str]:
    """Those of three letters or more, or all where there are none: numbers and measures stand on many a page."""
    words = set(_WORD.findall(folded(name)))
    return {word for word in words if word.isalpha() and (len(word) > _MEASURE or not word.isascii())} or words


_MEASURE = 2


def _share(words: set[str], said: set[str]) -> float:
    return len(words & said) / len(words)
