"""Whether a lent PC may take a task: each reason with its sentence and when it looks again."""

from __future__ import annotations

import time
from datetime import date, datetime, timedelta

import pytest

from worker.volunteer.counts import Counts
from worker.volunteer.decision import IdleReason, Moment, OwnIdle, decide
from worker.volunteer.limits import Limits
from worker.volunteer.wishes import Wish, paused, pressed

NOON = Moment(1_000_000_000_000, datetime(2026, 11, 23, 12, 0))
NOTHING = Counts(day=date(2026, 11, 23))


def idle(
    limits: Limits | None = None, wish: Wish | None = None, counts: Counts = NOTHING, *, on_battery: bool = False
) -> OwnIdle:
    found = decide(limits or Limits(), wish or Wish(), counts, NOON, on_battery=on_battery)
    assert found is not None
    return found


def test_nothing_stands_in_the_way_by_default() -> None:
    assert decide(Limits(), Wish(), NOTHING, NOON, on_battery=False) is None


def test_a_pause_says_when_it_ends() -> None:
    found = idle(wish=paused(NOON.ms, 7_200_000))
    assert (found.reason, found.again_at) == (IdleReason.PAUSED, NOON.local + timedelta(hours=2))
    assert found.sentence == "paused by you; working again at 14:00"
    assert idle(wish=paused(NOON.ms, None)).again_at is None
    over = paused(NOON.ms - 7_200_000, 7_200_000)
    assert decide(Limits(), over, NOTHING, NOON, on_battery=False) is None


def test_hours_say_when_they_open() -> None:
    found = idle(Limits(hours="mon 20:00-07:00"))
    assert found.reason is IdleReason.OUTSIDE_HOURS
    assert found.sentence == "outside your hours (mon 20:00-07:00); working again at 20:00"
    assert idle(Limits(hours="tue 06:00-07:00")).sentence.endswith("working again tomorrow at 06:00")
    assert idle(Limits(hours="thu 06:00-07:00")).sentence.endswith("working again on Thursday at 06:00")


def test_a_battery_is_spared_unless_its_owner_says_otherwise() -> None:
    assert idle(on_battery=True).reason is IdleReason.ON_BATTERY
    assert decide(Limits(on_battery=True), Wish(), NOTHING, NOON, on_battery=True) is None


def test_one_request_a_day_is_made() -> None:
    found = idle(Limits(requests_a_day=1), counts=NOTHING.more(requests=1))
    assert found.sentence == "today's 1 request is made; working again tomorrow at 00:00"


@pytest.mark.parametrize(
    ("counts", "reason", "words"),
    [
        ({"requests": 100}, IdleReason.REQUESTS_SPENT, "today's 100 requests are made"),
        ({"bytes": 5_000_000}, IdleReason.MB_SPENT, "today's 5 MB are used up"),
    ],
)
def test_a_days_limits_end_with_the_day(counts: dict[str, int], reason: IdleReason, words: str) -> None:
    limits = Limits(requests_a_day=100, mb_a_day=5)
    found = idle(limits, counts=NOTHING.more(**counts))
    assert (found.reason, found.again_at) == (reason, datetime(2026, 11, 24))
    assert found.sentence == f"{words}; working again tomorrow at 00:00"
    less = NOTHING.more(requests=99, bytes=4_999_999)
    assert decide(limits, Wish(), less, NOON, on_battery=False) is None
    yesterday = Counts(day=date(2026, 11, 22)).more(**counts)
    assert decide(limits, Wish(), yesterday, NOON, on_battery=False) is None
    assert (
        decide(Limits(requests_a_day=None, mb_a_day=None), Wish(), NOTHING.more(**counts), NOON, on_battery=False)
        is None
    )


def test_finishing_comes_before_a_pause() -> None:
    wish = pressed("finish", paused(NOON.ms, None), NOON.ms)
    assert idle(wish=wish).reason is IdleReason.FINISHING
    assert pressed("resume", wish, NOON.ms) == Wish()
    with pytest.raises(KeyError):
        pressed("reboot", wish, NOON.ms)


def test_totals_outlive_the_day() -> None:
    next_day = NOTHING.more(requests=2, bytes=30, pages=1).on(date(2026, 11, 24))
    assert (next_day.requests, next_day.bytes, next_day.pages) == (0, 0, 0)
    assert (next_day.total_requests, next_day.total_bytes, next_day.total_pages) == (2, 30, 1)


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the zone is the system's there")
def test_a_pause_ends_by_a_clock_that_was_put_forward_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3")
    time.tzset()
    try:
        evening = datetime(2027, 3, 27, 20, 0)  # at two o'clock it is three
        now = Moment(int(evening.timestamp() * 1000), evening)
        found = decide(Limits(), paused(now.ms, 12 * 3_600_000), NOTHING, now, on_battery=False)
    finally:
        monkeypatch.undo()
        time.tzset()
    assert found is not None and found.again_at == datetime(2027, 3, 28, 9, 0)
    assert found.sentence.endswith("tomorrow at 09:00")
