"""Numbers of a page that speak for a price or against one: amounts that its title names, numbers of pieces."""

from __future__ import annotations

import re
from decimal import Decimal

from common.reading.text.money import amounts_in
from common.reading.visible.view import PageView

_NEAR_LINES, _MAX_CHARS = 40, 200
_STEP = re.compile(r"\d{1,5}\s?(?:[-–]\s?\d{1,5}|\+)")


def named_amounts(view: PageView) -> frozenset[Decimal]:
    """The amounts that the page's title and description name."""
    document = view.document
    said = (document.title, document.meta("og:title"), document.meta("description"), document.meta("og:description"))
    return amounts_in((text[:_MAX_CHARS] for text in said if text), view.currency_hint)


def printed_steps(view: PageView) -> int:
    """How many numbers of pieces the page prints near its heading, as the head of a table: 1-11, 12-47, 48+."""
    return sum(_STEP.fullmatch(line.text) is not None for line in view.near(0, _NEAR_LINES))
