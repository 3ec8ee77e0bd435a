"""The text that stands in an element, as whoever sees the page reads it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from lxml import etree

from common.reading.parsed.letters import squeeze

_MAX_VALUE_CHARS = 5_000
_NO_TEXT = frozenset({"script", "style", "noscript", "template", "noframes"})


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
    is_apart = False
    """Whether a box or row begins or ends right before the piece."""
    walk = etree.iterwalk(element, events=("start", "end"))
    for event, node in islice(walk, _MOST_STEPS):
        tag = node.tag
        is_apart = is_apart or (tag in _BOXES and not _is_letter(node))
        if event == "end":
            stated = node.tail if node is not element else None
        elif tag == "svg" or (without is not None and node is not element and without(node)):
            walk.skip_subtree()
            continue
        else:
            stated = node.text
        if not stated:
            continue
        between, is_apart = is_apart, False
        if not stated.isspace():
            piece = stated if len(stated) <= limit - size else narrow(stated, limit + 1)
        elif last != " ":
            piece = " "
        else:
            continue
        if between and _are_words(last, piece[0]):
            pieces.append(" ")
        last = piece[-1]
        pieces.append(piece)
        size += len(piece)
        if size > limit:
            break
    return "".join(pieces)[:limit]


_MOST_STEPS = 4_000
_BOXES = frozenset("br div p li ul ol dt dd tr td th table h1 h2 h3 h4 h5 h6 section article option".split())


def _is_letter(box: Any) -> bool:
    """Whether the box stands in its line with one letter, or with boxes alone: words that move are drawn so."""
    style = box.get("style")
    return style is not None and len(box.text or "") <= 1 and _IN_LINE.search(style) is not None


_IN_LINE = re.compile(r"display\s*:\s*inline", re.IGNORECASE)


def _are_words(last: str, first: str) -> bool:
    if not (last.isalnum() and (first.isalnum() or first in "([")) or (last.isdigit() and first.isdigit()):
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


def pieces_of_text(element: Any) -> Iterator[str]:
    """Each piece of text inside the element and right behind it, squeezed, scripts left out. The text right behind an
    element comes before that of its children: fit for looking for words, not for reading.
    """
    for node in element.iter("*"):
        for part in (node.tail,) if node.tag in _NO_TEXT else (node.text, node.tail):
            if part and not part.isspace() and (text := squeeze(part)):  # most is the white space between tags
                yield text
