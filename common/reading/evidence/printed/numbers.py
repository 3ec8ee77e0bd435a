"""Numbers of a page that speak for a price or against one: amounts that its title names, numbers of pieces."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from itertools import pairwise
from typing import NamedTuple

from common.reading.text.money import amounts_in
from common.reading.visible.view import PageView

_NEAR_LINES, _MAX_CHARS = 40, 200
_STEP = re.compile(r"(\d{1,5})\s?(?:[-–]\s?(\d{1,5})|\+)")
_FIRST_STEPS = frozenset({1, 2})


class Step(NamedTuple):
    """A number of pieces that is all of a line: 1-11, 12-47, 48+."""

    at: int
    """Lines behind the heading."""
    first: int
    last: int | None
    """None: any number from the first on."""


def named_amounts(view: PageView) -> frozenset[Decimal]:
    """The amounts that the page's title and description name."""
    document = view.document
    said = (document.title, document.meta("og:title"), document.meta("description"), document.meta("og:description"))
    return amounts_in((text[:_MAX_CHARS] for text in said if text), view.currency_hint)


def printed_steps(view: PageView) -> tuple[Step, ...]:
    """The numbers of pieces that the page prints near its heading, as a table of prices has them, in its order."""
    found = ((line.at, _STEP.fullmatch(line.text)) for line in view.near(0, _NEAR_LINES))
    return tuple(Step(at, int(one[1]), int(one[2]) if one[2] else None) for at, one in found if one is not None)


def goes_on_with(before: Step, after: Step) -> bool:
    """Whether the second number begins where the first ends."""
    return before.last is not None and after.first == before.last + 1


def are_of_table(steps: Sequence[Step]) -> bool:
    """Whether these are the numbers of a table: each goes on from the one before, and they begin with one or two pieces
    or end in any number. "36-38", "39-41" are sizes, "2-3" are days.
    """
    if len(steps) < _LEAST_STEPS or not all(goes_on_with(before, after) for before, after in pairwise(steps)):
        return False
    return steps[0].first in _FIRST_STEPS or steps[-1].last is None


_LEAST_STEPS = 2
