"""Which pieces of a page are the cents of the amount before them, and which may be an amount of their own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from common.reading.visible.lines import Line, names_of

SIGN_AND_CENTS = re.compile(r"€\d{2}")
_SMALL = frozenset({"sup", "sub", "small"})
_NAMES_CENTS = re.compile(r"cent|decimal|fraction|minor|small|sup(?![a-z])", re.IGNORECASE)
_COUNT = re.compile(r"\d{1,3}")
_MARKED_DIGITS = re.compile(r"\d{2,3}")


def are_cents(cents: Line, whole: Line) -> bool:
    """Whether the line is "€90", in an element inside that of the whole part before it, or right behind it."""
    if SIGN_AND_CENTS.fullmatch(cents.text) is None:
        return False
    beside = cents.element.getprevious() is whole.element and is_drawn_small(cents.element)
    return beside or cents.element.getparent() is whole.element


def joined_at_marks(lines: Sequence[Line]) -> list[str]:
    """Their texts, with digits joined to those before where only a decimal mark, in an element of its own among theirs,
    stands between: "42", ",", "90"."""
    texts: list[str] = []
    place = 0
    while place < len(lines):
        text, around = lines[place].text, lines[place].element.getparent()
        while text[-1:].isdigit() and _is_mark_and_digits(lines[place + 1 : place + 3], around):
            text = f"{text}{lines[place + 1].text}{lines[place + 2].text}"
            place += 2
        texts.append(text)
        place += 1
    return texts


def _is_mark_and_digits(pieces: Sequence[Line], around: Any) -> bool:
    is_drawn = len(pieces) > 1 and pieces[0].text in {",", "."} and _MARKED_DIGITS.fullmatch(pieces[1].text) is not None
    return is_drawn and all(one.element.getparent() is around for one in pieces)


def may_be_count(count: Line, price: Line) -> bool:
    """Whether these are "5" and "€20", each in an element of its own: five for twenty euros, or 5.20."""
    apart = price.element is not count.element and not are_cents(price, count)
    return apart and _COUNT.fullmatch(count.text) is not None and SIGN_AND_CENTS.fullmatch(price.text) is not None


def is_drawn_small(element: Any) -> bool:
    """Whether this is drawn as cents are, by its tag or names."""
    return element.tag in _SMALL or _NAMES_CENTS.search(names_of(element)) is not None
