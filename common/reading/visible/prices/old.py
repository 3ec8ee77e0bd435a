"""Amounts that a page strikes out or calls old: what was asked before, or what others ask."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from common.offer import Availability
from common.reading.parsed.links import leads_to_another
from common.reading.text.availability import of_button
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.text.money import amount_of
from common.reading.visible.lines import Line
from common.reading.visible.others.own_name import has_own_name
from common.reading.visible.others.unknown_words import has_unknown_words
from common.reading.visible.prices.price_names import (
    is_called_old,
    is_called_reduced_from,
    is_called_regular,
    is_struck,
)
from common.reading.visible.prices.said.labels import is_behind_old_label, is_behind_retail_label
from common.reading.visible.view import PageView

_MAX_CHARS = 60
_BESIDE_LINES = 8


def old_amounts(view: PageView, price: Decimal | None = None) -> frozenset[Decimal]:
    """Every amount that is struck out, named old, regular or compared with, or stands behind a label such as "UVP".

    With `price` only what may have been asked for that before: within a few lines of a place where the page prints it
    plainly, with no button that buys between, and not behind a link to another page or the name of something else.
    """
    found: set[Decimal] = set()
    prices: list[int] = []
    olds: list[tuple[int, Decimal]] = []
    regulars: list[tuple[int, Decimal]] = []
    bare: list[int] = []
    before = ""
    for place, line in enumerate(view.lines):
        match = BESIDE_CURRENCY.search(line.text) if len(line.text) <= _MAX_CHARS else None
        value = amount_of(match, view.currency_hint) if match is not None else None
        if match is not None and value is not None:
            if _is_marked_old(line.element) or is_behind_old_label(before, line.text):
                found.add(value)
                if not _is_of_another(view, place):
                    is_usual = _is_called_usual(line, before)
                    (regulars if is_usual else olds).append((place, value))
            elif value == price:
                prices.append(place)
                bare += [] if has_unknown_words(view.lines, place) else [place]
        before = line.text if match is None else ""
    if price is None or not prices:
        return frozenset(found)
    found = {value for at, value in olds if any(_are_beside(view.lines, at, other) for other in prices)}
    usual = {value for at, value in regulars if any(_is_reduced_to(view, at, other) for other in bare)}
    return frozenset(found | usual)


def _is_reduced_to(view: PageView, usual: int, place: int) -> bool:
    """Whether the bare price at this place may be what the usual one was reduced to. With words that nobody knows it
    may be asked on terms, the usual one of all; with a name of its own it is of something else.
    """
    other = view.lines[usual].element
    return _are_beside(view.lines, usual, place) and not has_own_name(view.lines, place, other, view)


def _is_marked_old(element: Any) -> bool:
    return is_struck(element) or is_called_old(element) or is_called_reduced_from(element)


def _is_called_usual(line: Line, before: str) -> bool:
    """Whether nothing calls it old but names and labels that shops also give to the price where nothing is reduced."""
    if is_struck(line.element) or not is_called_regular(line.element):
        return False
    return not is_behind_old_label(before, line.text) or is_behind_retail_label(before, line.text)


def _are_beside(lines: Sequence[Line], one: int, other: int) -> bool:
    low, high = sorted((one, other))
    return high - low <= _BESIDE_LINES and not any(
        of_button(line.text) is Availability.IN_STOCK for line in lines[low + 1 : high]
    )


def _is_of_another(view: PageView, place: int) -> bool:
    """Whether the words right before this amount in its own box are a link to another page, or a text of the box
    itself that is several words long and not the heading's: the name of something else."""
    if not place or view.lines[place - 1].at <= 0:
        return False
    line, before = view.lines[place], view.lines[place - 1]
    box = line.element.getparent()
    if box is None or any(map(str.isdigit, before.text)):
        return False
    if before.element.tag == "a" and before.element.getparent() is box:
        return leads_to_another(before.element.get("href"), view.document.url)
    return (
        before.element is box and before.text.rstrip()[-1:].isalpha() and _names(before.text, view.heading.text or "")
    )


def _names(text: str, heading: str) -> bool:
    words = text.casefold().split()
    return len(words) > 1 and not set(words) <= set(heading.casefold().split())
