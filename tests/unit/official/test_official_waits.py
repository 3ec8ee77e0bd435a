"""How long a source is left alone, and what is said of a clock that is off."""

from __future__ import annotations

import pytest

from worker.ways.official.waits import after_pause_seconds, clock_is_off, rate_pause_seconds, spent_seconds

AT = 1_700_000_000_000
"""Tue, 14 Nov 2023 22:13:20 GMT."""


def test_pauses_double_up_to_an_hour_and_what_is_asked_for_counts() -> None:
    assert [rate_pause_seconds(pauses, None) for pauses in (0, 1, 5, 6, 10_000)] == [60, 120, 1920, 3600, 3600]
    assert rate_pause_seconds(9, 2.0) == 2.0
    assert rate_pause_seconds(0, 0.0) == 1.0
    assert rate_pause_seconds(0, 1e12) == 3600


def test_a_spent_budget_is_waited_for_ten_to_thirty_minutes_and_never_less_than_it_takes() -> None:
    assert [spent_seconds(60_000, random) for random in (0.0, 0.5, 1.0)] == [600, 1200, 1800]
    assert spent_seconds(3_000_000, 0.0) == 3000


def test_who_waits_for_a_pause_to_end_comes_in_groups_and_never_before_it() -> None:
    assert [after_pause_seconds(60_000, random) for random in (0.0, 0.09, 0.1, 0.55, 0.999)] == [60, 60, 66, 90, 114]
    assert after_pause_seconds(1_800_000, 0.999) == 1800 + 540, "ten minutes at most after a long one"
    assert len({after_pause_seconds(60_000, number / 1000) for number in range(1000)}) == 10


@pytest.mark.parametrize(
    ("date", "says"),
    [
        ("Tue, 14 Nov 2023 22:13:20 GMT", None),
        ("Tue, 14 Nov 2023 22:17:20 GMT", None),
        ("Tue, 14 Nov 2023 22:25:20 GMT", "12 minutes behind that of api.example"),
        ("Tue, 14 Nov 2023 22:01:20 GMT", "12 minutes ahead of that of api.example"),
        ("Tue, 14 Nov 2023 22:01:20 -0000", "12 minutes ahead of that of api.example"),
        (None, None),
        ("yesterday", None),
        ("Tue, 99 Nov 2023 99:13:20 GMT", None),
        ("Tue, 14 Nov 2023 22:13:99999999999999 GMT", None),
    ],
)
def test_a_clock_that_is_off_is_named(date: str | None, says: str | None) -> None:
    said = clock_is_off(date, AT, "api.example")
    assert said is None if says is None else says in (said or "")
