"""When a message may go: after a digest's collecting, and not in quiet hours. Pure: the clock is passed in.

Wall time is that of an IANA zone (the standard library's zoneinfo). A time that occurs twice in autumn counts the first
time; one that the spring change skips counts one change (mostly an hour) later. So a daily digest comes once on every
day, and quiet hours are as long as the wall clock says, an hour more or less on two days of the year.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from common.notices.values import Timing
from common.timing.units import MINUTE_MS


@lru_cache(maxsize=64)
def zone_named(name: str) -> ZoneInfo:
    """Raises ValueError for a name that this machine's table does not have."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError(
            f"{name!r} is no time zone that this machine knows. Write it as in Europe/Vienna; where none is known at "
            "all: pip install tzdata"
        ) from None


def due_ms(timing: Timing, now_ms: int, *, collecting_until_ms: int | None = None) -> int:
    """When something that is met now is to be sent. `collecting_until_ms`: when the rule's digest that is being
    collected is due; a new one joins it."""
    if timing.digest_at is not None:
        due = _next_at(timing.zone, timing.digest_at, now_ms)
    elif timing.digest_minutes is not None:
        joins = collecting_until_ms is not None and collecting_until_ms > now_ms
        due = collecting_until_ms if joins and collecting_until_ms else now_ms + timing.digest_minutes * MINUTE_MS
    else:
        due = now_ms
    return quiet_until_ms(timing, due) or due


def quiet_until_ms(timing: Timing, at_ms: int) -> int | None:
    """When the quiet hours end that hold at this moment; None when none do."""
    begins, ends = timing.quiet_from, timing.quiet_to
    if begins is None or ends is None or begins == ends:
        return None
    today = _day(timing.zone, at_ms)
    for day in (today - timedelta(days=1), today):
        end_day = day if begins < ends else day + timedelta(days=1)
        end_ms = _instant_ms(timing.zone, end_day, ends)
        if _instant_ms(timing.zone, day, begins) <= at_ms < end_ms:
            return end_ms
    return None


def _next_at(zone: str, minute: int, now_ms: int) -> int:
    """The next moment, later than now, at which the wall clock shows this minute of the day."""
    day = _day(zone, now_ms)
    while (found := _instant_ms(zone, day, minute)) <= now_ms:
        day += timedelta(days=1)
    return found


def _day(zone: str, at_ms: int) -> date:
    return datetime.fromtimestamp(at_ms / 1000, UTC).astimezone(zone_named(zone)).date()


def _instant_ms(zone: str, day: date, minute: int) -> int:
    local = datetime(day.year, day.month, day.day, minute // 60, minute % 60, tzinfo=zone_named(zone))
    return int(local.timestamp()) * 1000
