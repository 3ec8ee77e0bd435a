"""Hours as an owner types them."""

from __future__ import annotations

from datetime import datetime

import pytest

from worker.volunteer.hours import Hours, typed_hours

MONDAY = datetime(2026, 11, 23)


def at(day: int, clock: str) -> datetime:
    """day 0 is a Monday."""
    hour, minute = map(int, clock.split(":"))
    return MONDAY.replace(day=23 + day, hour=hour, minute=minute)


@pytest.mark.parametrize(
    ("text", "day", "clock", "is_open"),
    [
        ("always", 3, "12:00", True),
        ("20:00-07:00", 0, "19:59", False),
        ("20:00-07:00", 0, "20:00", True),
        ("20:00-07:00", 0, "06:59", True),
        ("20:00-07:00", 0, "07:00", False),
        ("mon-fri 20:00-07:00, sat-sun 00:00-24:00", 5, "12:00", True),
        ("mon-fri 20:00-07:00, sat-sun 00:00-24:00", 4, "12:00", False),
        ("fri 20:00-07:00", 5, "06:00", True),
        ("fri 20:00-07:00", 4, "06:00", False),
        ("sun 20:00-07:00", 0, "06:00", True),
        ("sat-mon 10:00-11:00", 6, "10:30", True),
        ("sat-mon 10:00-11:00", 1, "10:30", False),
        ("mon+wed 10:00-11:00", 2, "10:30", True),
        ("Mon + Wed  10:00 - 11:00", 1, "10:30", False),
        ("08:00-08:00", 1, "03:00", True),
        ("24:00-00:00", 1, "03:00", True),
        ("mon 24:00-07:00", 1, "06:59", True),
        ("mon 24:00-07:00", 0, "06:59", False),
    ],
)
def test_when_they_are_open(text: str, day: int, clock: str, is_open: bool) -> None:
    assert Hours(text).open_at(at(day, clock)) is is_open


def test_when_they_open_again() -> None:
    nights = Hours("mon-fri 20:00-07:00")
    assert nights.opens_at(at(0, "12:34")) == at(0, "20:00")
    assert nights.opens_at(at(5, "07:00")).strftime("%a %H:%M") == "Mon 20:00"
    assert nights.opens_at(at(0, "21:00")) == at(0, "21:00")


@pytest.mark.parametrize(
    "text", ["", "nights", "25:00-07:00", "8-9", "moon 08:00-09:00", "08:61-09:00", "mon 08:00-09:00,"]
)
def test_what_is_no_span_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(ValueError, match="mon-fri 20:00-07:00"):
        Hours(text)


@pytest.mark.parametrize(
    ("text", "instead"),
    [
        ("08:00-08:00", "00:00-24:00"),
        ("8:00 - 08:00", "00:00-24:00"),
        ("00:00-00:00", "00:00-24:00"),
        ("24:00-00:00", "00:00-24:00"),
        ("24:00-24:00", "00:00-24:00"),
        ("mon-fri 20:00-07:00, Sat + Sun 09:00-09:00", "sat + sun 00:00-24:00"),
    ],
)
def test_typed_anew_no_span_begins_and_ends_at_one_time(text: str, instead: str) -> None:
    with pytest.raises(ValueError, match="at one time") as refused:
        typed_hours(text)
    assert f'write "{instead}" for the whole day' in str(refused.value)
    Hours(instead)


@pytest.mark.parametrize("text", ["always", "00:00-24:00", "20:00-00:00", "23:59-00:01", "mon 24:00-07:00"])
def test_what_ends_at_another_time_may_be_typed(text: str) -> None:
    assert typed_hours(text) == text
