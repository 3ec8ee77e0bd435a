"""Whether a volunteer's PC may take a task now; if not, why, in one sentence, and when it looks again. Pure, but for
this PC's time zone."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from common.output.counting import counted
from worker.volunteer.counts import Counts
from worker.volunteer.hours import Hours
from worker.volunteer.limits import Limits
from worker.volunteer.wishes import Wish

BATTERY_SECONDS = 10
"""How often the charger is looked for."""
A_WEEK = 7
"""Days. From then on a day's name alone would mean another one."""


class IdleReason(StrEnum):
    """Why nothing is taken, by the wish of this PC's owner. The sentence for each stands in `decide`."""

    FINISHING = "FINISHING"
    PAUSED = "PAUSED"
    OUTSIDE_HOURS = "OUTSIDE_HOURS"
    ON_BATTERY = "ON_BATTERY"
    REQUESTS_SPENT = "REQUESTS_SPENT"
    MB_SPENT = "MB_SPENT"
    CANNOT_COUNT = "CANNOT_COUNT"
    """The disk takes no counts, and nothing is fetched uncounted."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One moment: milliseconds of UTC, and what this PC's own clock on the wall shows (without a zone)."""

    ms: int
    local: datetime


@dataclass(frozen=True, slots=True)
class OwnIdle:
    reason: IdleReason
    sentence: str
    again_at: datetime | None
    """When it looks again by itself, on the clock on the wall; None: not before its owner says so."""


def decide(limits: Limits, wish: Wish, counts: Counts, now: Moment, *, on_battery: bool) -> OwnIdle | None:
    """None: a task may be taken. `counts` of another day than today's count as none."""
    if wish.finish:
        return OwnIdle(IdleReason.FINISHING, "finishing: nothing more is taken, and running crawls end", None)
    if wish.pauses_at(now.ms):
        return _paused(wish, now)
    hours = Hours(limits.hours)
    if not hours.open_at(now.local):
        again = hours.opens_at(now.local)
        sentence = f"outside your hours ({limits.hours}); working again {clock(again, now.local)}"
        return OwnIdle(IdleReason.OUTSIDE_HOURS, sentence, again)
    if on_battery and not limits.on_battery:
        again = now.local + timedelta(seconds=BATTERY_SECONDS)
        sentence = f"on battery; the charger is looked for every {BATTERY_SECONDS} s"
        return OwnIdle(IdleReason.ON_BATTERY, sentence, again)
    spent = spent_today(limits, counts.on(now.local.date()))
    if spent is None:
        return None
    again = datetime.combine(now.local.date() + timedelta(days=1), datetime.min.time())
    if spent is IdleReason.REQUESTS_SPENT:
        what = f"today's {counted(limits.requests_a_day or 0, 'request is', 'requests are')} made"
    else:
        what = f"today's {limits.mb_a_day:,} MB are used up"
    return OwnIdle(spent, f"{what}; working again {clock(again, now.local)}", again)


def spent_today(limits: Limits, today: Counts) -> IdleReason | None:
    """Which limit of the day is reached."""
    if limits.requests_a_day is not None and today.requests >= limits.requests_a_day:
        return IdleReason.REQUESTS_SPENT
    if limits.bytes_a_day is not None and today.bytes >= limits.bytes_a_day:
        return IdleReason.MB_SPENT
    return None


def clock(then: datetime, now: datetime) -> str:
    """`at 20:00`, `tomorrow at 00:00`, `on Monday at 07:00`, and from a week on `on 2026-12-24 at 07:00`."""
    time = f"at {then:%H:%M}"
    days = (then.date() - now.date()).days
    if days <= 0:
        return time
    if days == 1:
        return f"tomorrow {time}"
    return f"on {then:%A} {time}" if days < A_WEEK else f"on {then:%Y-%m-%d} {time}"


def _on_the_wall(at_ms: int, now: Moment) -> datetime:
    """What the clock there shows then: until then it may be put forward or back."""
    return now.local + (datetime.fromtimestamp(at_ms / 1000) - datetime.fromtimestamp(now.ms / 1000))


def _paused(wish: Wish, now: Moment) -> OwnIdle:
    again = None
    if wish.paused_until_ms is not None:
        with suppress(OverflowError, ValueError, OSError):  # a day that no calendar has is never
            again = _on_the_wall(wish.paused_until_ms, now)
    if again is None:
        return OwnIdle(IdleReason.PAUSED, "paused by you; `crawlfleet volunteer resume` goes on", None)
    return OwnIdle(IdleReason.PAUSED, f"paused by you; working again {clock(again, now.local)}", again)
