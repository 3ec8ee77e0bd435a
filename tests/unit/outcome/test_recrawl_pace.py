"""When a link is looked at again."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from common.errors import ErrorCode
from common.outcome.recrawl_pace import RecrawlPace, pace_of
from common.settings_tables.work import WorkSettings
from common.timing.units import DAY_MS

PACE = RecrawlPace(first_ms=1000, least_ms=400, most_ms=5000)


def test_sooner_after_a_change_and_later_without_one() -> None:
    assert PACE.after_success(None, changed=None) == 1000
    assert PACE.after_success(1000, changed=True) == 500
    assert PACE.after_success(500, changed=True) == 400
    assert PACE.after_success(1000, changed=False) == 1500
    assert PACE.after_success(4000, changed=False) == 5000
    assert PACE.after_success(2000, changed=None) == 2000, "a page that is not trusted teaches nothing"


@given(st.one_of(st.none(), st.integers(1, 10**9)), st.sampled_from([True, False, None]))
def test_always_within_bounds(previous: int | None, changed: bool | None) -> None:
    assert PACE.least_ms <= PACE.after_success(previous, changed=changed) <= PACE.most_ms


def test_what_no_later_look_would_change_is_never_looked_at_again() -> None:
    assert PACE.after_failure(ErrorCode.INVALID_URL) is None
    assert PACE.after_failure(ErrorCode.CONTENT_NOT_FOUND) == 1000


def test_what_robots_txt_closes_is_asked_for_again_after_a_week_and_no_sooner() -> None:
    assert PACE.after_failure(ErrorCode.ROBOTS_DISALLOWED) == 7 * DAY_MS
    monthly = RecrawlPace(first_ms=30 * DAY_MS, least_ms=1, most_ms=30 * DAY_MS)
    assert monthly.after_failure(ErrorCode.ROBOTS_DISALLOWED) == 30 * DAY_MS


def test_an_interval_outside_the_bounds_widens_them() -> None:
    pace = pace_of(WorkSettings(recrawl_seconds=60))
    assert (pace.first_ms, pace.least_ms, pace.most_ms) == (60_000, 60_000, 1_209_600_000)
    monthly = pace_of(WorkSettings(recrawl_seconds=2_592_000))
    assert (monthly.first_ms, monthly.least_ms, monthly.most_ms) == (2_592_000_000, 21_600_000, 2_592_000_000)
