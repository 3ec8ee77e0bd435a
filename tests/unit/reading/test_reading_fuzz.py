"""Damaged pages are read or refused; a case that breaks, hangs or swells is named."""

from __future__ import annotations

import random

import pytest

from benchmarks import reading_fuzz
from benchmarks.reading_material import ANY_SHOP, SavedPage, own_pages
from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved
from tests.effort import tries
from tests.measuring import unmeasured_processes

pytestmark = pytest.mark.unmeasured

CASES = tries(60, full=100)
TAKES_LONG_SECONDS = 10 * reading_fuzz.MOST_SECONDS
"""Of a processor that others share. Each of these pages is read in hundredths of a second where nobody does."""


def test_our_own_pages_are_read_whole() -> None:
    """Else damaging them would show nothing."""
    shops = Shops(ShopsSettings())
    answers = {page.name: read_saved(page.body, page.url, shops) for page in own_pages()}
    refused = {name: answer["reason"] for name, answer in answers.items() if not answer["ok"]}
    assert refused == {"own/shopee-error": "BLOCKED", "own/taobao-token": "TOKEN_NEEDED"}
    assert {answer["offer"]["price"] for answer in answers.values() if answer["ok"]} <= {"12.50", "12500.00"}


def test_damaged_pages_neither_raise_nor_take_long() -> None:
    for case in reading_fuzz.read_cases(own_pages(), range(CASES), seed=7):
        assert case.raised is None, case
        assert case.seconds <= TAKES_LONG_SECONDS, case


def test_a_page_that_breaks_the_reader_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: object) -> None:
        raise KeyError("gone")

    monkeypatch.setattr("fleet.operations.read_saved.judge", broken)
    page = own_pages()[0]
    cases = list(reading_fuzz.read_cases([page], range(30), seed=1))
    raised = [case for case in cases if case.raised]
    assert raised
    assert all(case.raised and "KeyError: 'gone'" in case.raised for case in raised)
    assert not any(case.ok for case in raised)


def test_a_case_is_the_same_every_time() -> None:
    body = bytes(range(256)) * 8
    first, again, other = (reading_fuzz.damaged(body, random.Random(seed)) for seed in (3, 3, 4))
    assert first == again != other


def test_watched_cases_are_counted_and_measured() -> None:
    with unmeasured_processes():
        found = reading_fuzz.run_watched(own_pages(), 20, seed=7)
    assert (found.cases, found.raised, found.hung) == (20, [], [])
    assert found.offers > 0
    assert 0 < found.slowest_seconds < TAKES_LONG_SECONDS
    assert found.grown_mb < reading_fuzz.MOST_GROWTH_MB


def test_the_watchdog_names_a_case_that_does_not_end_and_goes_on() -> None:
    """Nothing here hangs: a wait of no time stands for it. The page is too large to be read in none."""
    page = SavedPage("large", ANY_SHOP, b"<h1>Blue cup</h1>" + b"<p itemprop='name'>12,50</p>" * 60_000)
    found = reading_fuzz.run_watched([page], 2, seed=7, hangs_seconds=0)
    assert found.failed
    assert [line.split(":")[0] for line in found.hung] == ["seed 7 case 0", "seed 7 case 1"]
