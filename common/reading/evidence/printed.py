"""The amounts that a page prints near its heading, each with what the words around make of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from common.reading.text.currency import BESIDE_CURRENCY
from common.reading.text.money import amount_of
from common.reading.visible.amount_kinds import CALLED_OLD, CALLED_OTHER, CARD, OLD, is_count, kinds_of
from common.reading.visible.cards import is_card
from common.reading.visible.lines import Line
from common.reading.visible.price_names import is_called_old, is_other, is_struck
from common.reading.visible.stock import first_button
from common.reading.visible.view import PageView

_BEFORE_LINES, _NEAR_LINES = 6, 250
_MAX_AMOUNTS = 60
_MAX_CHARS = 200
_PIECE = re.compile(r"[^\w]{0,3}(?:[^\W\d]{1,3}\.?)?[^\w]{0,2}[\d.,'’\s]{0,12}[^\w]{0,3}")
"""A piece of an amount that is drawn in several sizes: a sign, its digits, its cents."""
_PIECES = 4
_CENTS = re.compile(r"\d{2}")


@dataclass(frozen=True, slots=True)
class PrintedAmount:
    """`at`: lines behind the heading. `kinds`: what makes it another amount than the price; empty for a plain one."""

    amount: Decimal
    at: int
    kinds: tuple[str, ...]
    before_button: bool
    """Whether it stands before the first button that buys; False where there is none."""


def printed_amounts(view: PageView) -> list[PrintedAmount]:
    """At most 60, in the page's order, up to where the page turns to other products."""
    shown = view.near(_BEFORE_LINES, _NEAR_LINES)
    buys = first_button(shown)
    found: list[PrintedAmount] = []
    for place, text in _texts(shown):
        if len(found) >= _MAX_AMOUNTS:
            break
        line = shown[place]
        before = shown[place - 1].text if place else ""
        behind = shown[place + 1].text if place + 1 < len(shown) else ""
        found.extend(_of_line(line, before, text, behind, view, before_button=buys is not None and line.at < buys))
    return found


def _of_line(
    line: Line, before: str, text: str, behind: str, view: PageView, *, before_button: bool
) -> Iterator[PrintedAmount]:
    """Every amount of one line; of several each with the words between it and its neighbours."""
    matches = list(BESIDE_CURRENCY.finditer(text))[:_MOST_OF_LINE]
    around = _element_kinds(line, view) if matches else ()
    for number, match in enumerate(matches):
        value = amount_of(match, view.currency_hint)
        if not value or is_count(text, match):
            continue
        start = matches[number - 1].end() if number else 0
        end = matches[number + 1].start() if number + 1 < len(matches) else len(text)
        own = text[start:end] if number + 1 == len(matches) else text[start : match.end()]
        kinds = kinds_of("" if number else before, own, behind if end == len(text) else "")
        yield PrintedAmount(value, line.at, tuple(dict.fromkeys((*kinds, *around))), before_button)


_MOST_OF_LINE = 6


def _texts(shown: Sequence[Line]) -> Iterator[tuple[int, str]]:
    """(place of its first line, text) of lines with digits; pieces of one amount are joined."""
    taken = -1
    for place, line in enumerate(shown):
        if place <= taken or len(line.text) > _MAX_CHARS:
            continue
        text = line.text
        if len(text) <= _SHORT and _PIECE.fullmatch(text):
            text, taken = _joined(shown, place)
        if any(mark.isdigit() for mark in text):
            yield place, text


_SHORT = 12


def _joined(shown: Sequence[Line], place: int) -> tuple[str, int]:
    text, last = shown[place].text, place
    for follows in range(place + 1, min(place + _PIECES, len(shown))):
        piece = shown[follows].text
        if len(piece) > _SHORT or not _PIECE.fullmatch(piece) or BESIDE_CURRENCY.search(piece):
            break  # the next amount
        if text[-1:].isdigit() and piece[:1].isdigit():
            if not _CENTS.fullmatch(piece):
                break
            piece = f".{piece}"
        text, last = f"{text}{piece}", follows
    return text, last


def _element_kinds(line: Line, view: PageView) -> tuple[str, ...]:
    """What the names and marks of its element make of an amount."""
    element = line.element
    kinds: list[str] = []
    if is_struck(element):
        kinds.append(OLD)
    elif is_called_old(element):
        kinds.append(CALLED_OLD)
    elif is_other(element):
        kinds.append(CALLED_OTHER)
    if is_card(element, view.around_heading):
        kinds.append(CARD)
    return tuple(kinds)
