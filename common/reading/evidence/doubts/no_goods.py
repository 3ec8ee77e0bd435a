"""Offers that a cart takes and that are no goods: a membership, a gift of money, what is paid on top of an order, the
hire of a thing, a place on a course or at a concert. And prices that are told elsewhere only, or in another currency
than the one that is charged.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import islice
from typing import Any

from common.reading.evidence.printed.amount import PrintedAmount
from common.reading.parsed.document import type_of
from common.reading.parsed.letters import EAST_ASIAN
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.visible.buttons.selling import has_button
from common.reading.visible.lines import Line
from common.reading.visible.view import PageView
from common.reading.words.wording import Wording

_MEMBERSHIP = Wording(r"\W{0,3}(?:<page.memberships>)\W{0,3}", some_words=r"[^\d]{0,24}")
_FEE = Wording(r"\W{0,3}(?:<page.fees>)\W{0,3}", some_words=r".{0,60}")
_HIRE = Wording("<page.hire_names:words>")
_HIRE_DATE = Wording(r"\W{0,3}(?:<page.hire_dates>)\W{0,3}")
_COURSE = Wording(r"\W{0,3}<page.courses:words>")
_WEEKDAY = Wording("<page.weekdays:words>")
_TIME = re.compile(
    r"(?<![\d.,])\d{1,2}\s?(?:[:.h]\s?\d{2}|[ap]\.?m\b|uhr|kl|horas?|heures?|hours?|[–-]\s?\d{1,2}|時|h\b)|kl\.?\s\d{1,2}",
    re.IGNORECASE,
)
_SPAN = re.compile(r"\d\s?(?:[ap]\.?m\.?|h|uhr)?\s?(?:[–-]|to|bis|à|a|till|til|do|до)\s?\d", re.IGNORECASE)
_DAY = Wording("<page.weekdays:words>|<price.days:words>|<page.months:words>")
_WORD = re.compile(rf"[^\W\d_]{{4}}|[{EAST_ASIAN}]{{2}}")
_PLACES_LEFT = Wording("<page.places_left>")
_DATE_INPUTS = frozenset({"date", "datetime-local", "week"})
_HIDDEN = Wording(r"\W{0,3}(?:<price.hidden>)\W{0,3}")
_CONVERTED = Wording("<price.converted:words>")
_MOST_FIELDS = 3
_NEAR_LINES, _MOST_CHARS, _LABEL_CHARS, _BEHIND_LINES = 12, 160, 40, 3


def is_no_goods(price: Decimal, printed: Sequence[PrintedAmount], view: PageView) -> bool:
    """Whether the heading and the lines right behind it say that this is no price of goods, or none at all."""
    name = view.heading.text or ""
    shown = [line for line in view.near(0, _NEAR_LINES) if 0 < line.at <= _NEAR_LINES]
    if _MEMBERSHIP.fullmatch(name) or _FEE.fullmatch(name) or any(_is_hidden(line) for line in shown):
        return True
    if _HIRE.search(name) and any(_is_date_field(line) for line in shown):
        return True
    is_course = _COURSE.match(name) is not None or any(_counts_places(line.text) for line in shown)
    if is_course and any(_is_appointment(line.text) for line in shown):
        return True
    if _is_dated(shown) and has_button(view, but_contact=True):
        return True  # an advert tells when it was posted
    places = [one.at for one in printed if one.amount == price and one.at > 0]
    return any(
        len(line.text) <= _MOST_CHARS and _CONVERTED.search(line.text)
        for line in shown
        if any(0 <= line.at - at <= _BEHIND_LINES for at in places)
    )


def _is_hidden(line: Line) -> bool:
    return len(line.text) <= _LABEL_CHARS and _HIDDEN.fullmatch(line.text) is not None


def _is_date_field(line: Line) -> bool:
    """Whether this is the label of a field for dates, or stands right in or before a field that takes nothing else."""
    if len(line.text) > _LABEL_CHARS:
        return False
    return _HIRE_DATE.fullmatch(line.text) is not None or any(map(_takes_dates, _fields_of(line)))


def _fields_of(line: Line) -> Iterator[Any]:
    yield from islice(line.element.iter("input"), _MOST_FIELDS)
    behind = line.element.getnext()
    if behind is not None and behind.tag == "input":
        yield behind


def _takes_dates(field: Any) -> bool:
    return type_of(field) in _DATE_INPUTS


def _counts_places(text: str) -> bool:
    """Whether the line counts the places left: with a date that is a course, whatever its heading calls it."""
    return len(text) <= _MOST_CHARS and _PLACES_LEFT.search(text) is not None


def _is_dated(shown: Sequence[Line]) -> bool:
    """Whether a line is nothing but a day with its number and its hours ("Saturday 9 January, 10–16"), and stands right
    behind the heading or an amount: behind any other line it may be the day of a delivery.
    """
    is_ahead = True
    for line in shown:
        if is_ahead and _SPAN.search(line.text) and _is_appointment(line.text) and not _says_more(line.text):
            return True
        is_ahead = BESIDE_CURRENCY.search(line.text) is not None
    return False


def _says_more(text: str) -> bool:
    rest = _DAY.sub(" ", _TIME.sub(" ", text))
    return _WORD.search(rest) is not None or not any(map(str.isdigit, rest))


def _is_appointment(text: str) -> bool:
    """Whether a short line names a day of the week, a day's number and a time: "Saturday 12 September, 10:00"."""
    return len(text) <= _MOST_CHARS and _TIME.search(text) is not None and _WEEKDAY.search(text) is not None
