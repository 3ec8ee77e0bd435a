"""Offers that a cart takes and that are no goods: a membership, the hire of a thing, a place on a course or at a
concert. And prices that are told elsewhere only, or in another currency than the one that is charged.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from common.reading.evidence.printed.amount import PrintedAmount
from common.reading.visible.lines import Line
from common.reading.visible.view import PageView
from common.reading.words.wording import Wording

_MEMBERSHIP = Wording(r"\W{0,3}(?:<page.memberships>)\W{0,3}", some_words=r"[^\d]{0,24}")
_HIRE = Wording("<page.hire_names:words>")
_HIRE_DATE = Wording(r"\W{0,3}(?:<page.hire_dates>)\W{0,3}")
_COURSE = Wording(r"\W{0,3}<page.courses:words>")
_WEEKDAY = Wording("<page.weekdays:words>")
_TIME = re.compile(
    r"(?<![\d.,])\d{1,2}\s?(?:[:.h]\s?\d{2}|uhr|kl|horas?|heures?|hours?|[–-]\s?\d{1,2}|時)|kl\.?\s\d{1,2}",
    re.IGNORECASE,
)
_HIDDEN = Wording(r"\W{0,3}(?:<price.hidden>)\W{0,3}")
_CONVERTED = Wording("<price.converted:words>")
_NEAR_LINES, _MOST_CHARS, _LABEL_CHARS, _BEHIND_LINES = 12, 160, 40, 3


def is_no_goods(price: Decimal, printed: Sequence[PrintedAmount], view: PageView) -> bool:
    """Whether the heading and the lines right behind it say that this is no price of goods, or none at all."""
    name = view.heading.text or ""
    shown = [line for line in view.near(0, _NEAR_LINES) if 0 < line.at <= _NEAR_LINES]
    if _MEMBERSHIP.fullmatch(name) or any(_is_hidden(line) for line in shown):
        return True
    if _HIRE.search(name) and any(_is_date_field(line) for line in shown):
        return True
    if _COURSE.match(name) and any(_is_appointment(line.text) for line in shown):
        return True
    places = [one.at for one in printed if one.amount == price and one.at > 0]
    return any(
        len(line.text) <= _MOST_CHARS and _CONVERTED.search(line.text)
        for line in shown
        if any(0 <= line.at - at <= _BEHIND_LINES for at in places)
    )


def _is_hidden(line: Line) -> bool:
    return len(line.text) <= _LABEL_CHARS and _HIDDEN.fullmatch(line.text) is not None


def _is_date_field(line: Line) -> bool:
    return len(line.text) <= _LABEL_CHARS and _HIRE_DATE.fullmatch(line.text) is not None


def _is_appointment(text: str) -> bool:
    """Whether a short line names a day of the week, a day's number and a time: "Saturday 12 September, 10:00"."""
    return len(text) <= _MOST_CHARS and _TIME.search(text) is not None and _WEEKDAY.search(text) is not None
