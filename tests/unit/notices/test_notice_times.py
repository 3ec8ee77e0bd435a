"""When a message is due: digests, quiet hours, and the two days on which clocks are changed."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from common.notices.times import due_ms, quiet_until_ms, zone_named
from common.notices.values import Timing
from common.timing.units import MINUTE_MS

VIENNA = "Europe/Vienna"
NIGHT = Timing(zone=VIENNA, quiet_from=22 * 60, quiet_to=7 * 60)
EVENING = Timing(zone=VIENNA, digest_at=18 * 60 + 30)


def at(text: str, *, fold: int = 0) -> int:
    """A wall time of Vienna, as milliseconds."""
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(VIENNA), fold=fold).timestamp() * 1000)


def test_without_digest_or_quiet_hours_a_message_goes_at_once() -> None:
    assert due_ms(Timing(), 1234) == 1234


@pytest.mark.parametrize(
    ("now", "until"),
    [
        ("2026-11-22 21:59:59", None),
        ("2026-11-22 22:00", "2026-11-23 07:00"),
        ("2026-11-23 00:00", "2026-11-23 07:00"),
        ("2026-11-23 06:59:59", "2026-11-23 07:00"),
        ("2026-11-23 07:00", None),
        # The night in which the clock goes back lasts ten hours, that in which it goes on eight.
        ("2026-10-24 22:00", "2026-10-25 07:00"),
        ("2026-03-28 22:00", "2026-03-29 07:00"),
    ],
)
def test_quiet_hours_over_midnight(now: str, until: str | None) -> None:
    assert quiet_until_ms(NIGHT, at(now)) == (None if until is None else at(until))
    assert due_ms(NIGHT, at(now)) == at(until or now)


def test_a_night_is_as_long_as_the_wall_clock_says() -> None:
    def hours(text: str) -> float:
        return ((quiet_until_ms(NIGHT, at(text)) or 0) - at(text)) / 3_600_000

    assert (hours("2026-10-24 22:00"), hours("2026-03-28 22:00"), hours("2026-06-01 22:00")) == (10, 8, 9)


def test_quiet_hours_that_end_within_the_hour_that_comes_twice_end_once() -> None:
    quiet = Timing(zone=VIENNA, quiet_from=22 * 60, quiet_to=2 * 60 + 30)
    first, second = at("2026-10-25 02:30"), at("2026-10-25 02:10", fold=1)
    assert quiet_until_ms(quiet, at("2026-10-25 02:10")) == first
    assert second > first
    assert quiet_until_ms(quiet, second) is None


def test_quiet_hours_that_end_at_a_time_that_is_skipped_end_an_hour_later() -> None:
    quiet = Timing(zone=VIENNA, quiet_from=22 * 60, quiet_to=2 * 60 + 30)
    assert quiet_until_ms(quiet, at("2026-03-29 01:59")) == at("2026-03-29 03:30")
    assert quiet_until_ms(quiet, at("2026-03-29 03:30")) is None


def test_quiet_hours_within_a_day() -> None:
    noon = Timing(zone=VIENNA, quiet_from=12 * 60, quiet_to=13 * 60)
    assert quiet_until_ms(noon, at("2026-11-22 12:30")) == at("2026-11-22 13:00")
    assert quiet_until_ms(noon, at("2026-11-22 23:30")) is None


def test_a_digest_of_minutes_is_due_after_its_first_event() -> None:
    half_hour = Timing(digest_minutes=30)
    first = due_ms(half_hour, 0)
    assert first == 30 * MINUTE_MS
    assert due_ms(half_hour, 20 * MINUTE_MS, collecting_until_ms=first) == first
    assert due_ms(half_hour, 31 * MINUTE_MS, collecting_until_ms=first) == 61 * MINUTE_MS


@pytest.mark.parametrize(
    ("now", "due"),
    [
        ("2026-11-22 18:29:59", "2026-11-22 18:30"),
        ("2026-11-22 18:30", "2026-11-23 18:30"),
        ("2026-10-24 18:30", "2026-10-25 18:30"),
        ("2026-03-28 19:00", "2026-03-29 18:30"),
    ],
)
def test_a_daily_digest_comes_at_its_wall_time(now: str, due: str) -> None:
    assert due_ms(EVENING, at(now)) == at(due)


def test_a_daily_digest_within_the_hour_that_comes_twice_or_not_at_all_comes_once() -> None:
    early = Timing(zone=VIENNA, digest_at=2 * 60 + 30)
    autumn = due_ms(early, at("2026-10-25 00:00"))
    assert autumn == at("2026-10-25 02:30")
    assert due_ms(early, autumn) == at("2026-10-26 02:30")
    spring = due_ms(early, at("2026-03-29 00:00"))
    assert spring == at("2026-03-29 03:30")
    assert due_ms(early, spring) == at("2026-03-30 02:30")


def test_a_digest_waits_for_quiet_hours_to_end() -> None:
    timing = Timing(zone=VIENNA, quiet_from=18 * 60, quiet_to=20 * 60, digest_at=18 * 60 + 30)
    assert due_ms(timing, at("2026-11-22 12:00")) == at("2026-11-22 20:00")


@pytest.mark.parametrize("name", ["Europe/Wien", "", "../etc/passwd", "Vienna\x00"])
def test_a_zone_that_is_none_is_told(name: str) -> None:
    with pytest.raises(ValueError, match="no time zone that this machine knows"):
        zone_named(name)
