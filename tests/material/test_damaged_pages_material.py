"""Damaged copies of saved pages are read or refused; a case that breaks or takes long is named."""

from __future__ import annotations

from benchmarks import reading_fuzz
from benchmarks.reading_material import all_pages
from tests.effort import tries
from tests.places import saved

CASES = tries(60, full=100)
TAKES_LONG_SECONDS = 10 * reading_fuzz.MOST_SECONDS
"""Of a processor that others share."""


def test_damaged_pages_neither_raise_nor_take_long() -> None:
    for case in reading_fuzz.read_cases(all_pages(saved("")), range(CASES), seed=7):
        assert case.raised is None, case
        assert case.seconds <= TAKES_LONG_SECONDS, case
