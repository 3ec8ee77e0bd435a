"""Weighs one price of one page. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from common.reading.evidence.page import Page
from common.reading.evidence.weighing.by_rivals import by_rivals
from common.reading.evidence.weighing.by_sources import by_sources
from common.reading.evidence.weighing.by_words import by_words
from common.reading.evidence.weighing.case import Case, case_of
from common.reading.evidence.weighing.grounds import POINTS, Ground
from common.reading.found import Found

Times = Iterator[tuple[Ground, int | bool]]
"""Grounds, and how often each of them holds; 0 or False where it does not."""


def weigh(chosen: Found, sources: Sequence[Found], page: Page) -> dict[str, int]:
    """The grounds that hold for this price and the points that each gives or takes, in the order of grounds.py; empty
    where there is no price.
    """
    if chosen.price is None:
        return {}
    held = dict(_grounds(case_of(chosen, chosen.price, sources, page)))
    return {ground: POINTS[ground] * held[ground] for ground in Ground if held.get(ground)}


def strength(weighed: Mapping[str, int]) -> int:
    """The points for a price less those against it. It may be below zero."""
    return sum(weighed.values())


def _grounds(case: Case) -> Times:
    return chain(by_sources(case), by_rivals(case), by_words(case))
