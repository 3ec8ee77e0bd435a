"""The texts of a page in which amounts may stand, with those joined that are drawn in pieces of several sizes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.text.currencies.named import currency_of
from common.reading.visible.lines import Line
from common.reading.visible.prices.drawn.cents import are_cents, is_drawn_small
from common.reading.visible.prices.drawn.coins import joined_coins

_MAX_CHARS, _SHORT, _MOST_JOINED = 200, 12, 8
_PIECE = re.compile(r"[^\w]{0,3}(?:[^\W\d]{1,3}\.?)?[^\w]{0,2}[\d.,'’\s]{0,12}[^\w]{0,3}")
"""A piece of an amount that is drawn in several sizes: a sign, its digits, its cents."""
_GROUP = re.compile(r"\d{3}")
_CENTS = re.compile(r"\d{2}")
_SIGN_LAST = re.compile(r"\d{1,4}€")
_ENDING = re.compile(r"[.,]|[.,]?\d{2}\W{0,2}")
_OPEN_END = re.compile(r"(?:^|[^.,\d])\d{1,3}(?:[., ]?\d{3})*[.,]?\Z")
"""Ends in a whole number, or in one that lacks its cents."""
_LETTERS_AND_DIGIT = re.compile(r"[^\W\d]{1,3}\d")
_REST = re.compile(r"[.,]\d{2}\s?\D{1,5}")
_REST_BEHIND_MARK = re.compile(r"\d{2}\s?\D{1,5}")


class Joined(NamedTuple):
    """A text, which stands in one line or in several neighbouring ones."""

    first: int
    """The place of its first line among those shown."""
    last: int
    text: str


def joined_texts(shown: Sequence[Line]) -> Iterator[Joined]:
    """The lines with digits, in order; pieces of one amount are joined."""
    taken = -1
    for place, line in enumerate(shown):
        if place <= taken or len(line.text) > _MAX_CHARS:
            continue
        text, last = line.text, place
        if len(text) <= _SHORT and "%" not in text and _PIECE.fullmatch(text) and not _is_code(text):
            text, last = _joined(shown, place)
            taken = last
        elif text[-1:].isdigit() and place + 1 < len(shown) and are_cents(shown[place + 1], line):
            taken = last = place + 1
            text = f"{text}{shown[last].text}"
        if any(map(str.isdigit, text)):
            yield Joined(place, last, joined_coins(text))


def _is_code(text: str) -> bool:
    """Whether letters that are no currency's stand against the first digit: "gd1187" is no piece of an amount."""
    return _LETTERS_AND_DIGIT.match(text) is not None and currency_of(text) is None


def _joined(shown: Sequence[Line], place: int) -> tuple[str, int]:
    text, last = shown[place].text, place
    for follows in range(place + 1, min(place + _MOST_JOINED, len(shown))):
        piece = shown[follows].text
        if _is_rest(text, piece, shown, place, follows):
            return f"{text}{piece}", follows
        if len(piece) > _SHORT or not _PIECE.fullmatch(piece):
            break
        if are_cents(shown[follows], shown[place]):
            return f"{text}{piece}", follows
        if BESIDE_CURRENCY.search(piece):
            break  # the next amount
        if _SIGN_LAST.fullmatch(text) and _CENTS.fullmatch(piece) and is_drawn_small(shown[follows].element):
            return f"{text}{piece}", follows  # "129€" and, small, "90"
        opens = _OPEN_END.search(text) and (_ENDING.fullmatch(piece) or (text[-1] in ".," and _GROUP.fullmatch(piece)))
        if BESIDE_CURRENCY.search(text) and not opens:
            break  # this one is whole
        if text[-1:].isdigit() and piece[:1].isdigit():
            if not _CENTS.fullmatch(piece):
                break
            piece = f",{piece}" if "." in text else f".{piece}"
        text, last = f"{text}{piece}", follows
    return text, last


def _is_rest(text: str, piece: str, shown: Sequence[Line], place: int, follows: int) -> bool:
    """Whether a whole number goes on with its decimal mark, cents and sign: "12", ",90 €", or "54", ",", "99 zł" in one
    element.
    """
    if _OPEN_END.search(text) is None:
        return False
    if text[-1] not in ".,":
        return _REST.fullmatch(piece) is not None
    around = shown[place].element.getparent()
    return _REST_BEHIND_MARK.fullmatch(piece) is not None and shown[follows].element.getparent() is around
