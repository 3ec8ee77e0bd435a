"""How long a source is left alone, and what is said of a clock that is off. Pure."""

from __future__ import annotations

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

RATE_FIRST_SECONDS = 60.0
RATE_MOST_SECONDS = 3600.0
"""Shopee counts by the hour."""
PERSON_SECONDS = 1800.0
"""Refused keys are tried again so often: it costs one call, and ends the pause when somebody has mended them."""
CLOCK_SECONDS = 600.0
"""A worker whose clock is off asks nothing for so long."""
DATABASE_SECONDS = 30.0
SPENT_LEAST_SECONDS, SPENT_MOST_SECONDS = 600.0, 1800.0
"""A job that finds the budget spent waits for a time between these. The budget gets free minute by minute, but if jobs
waited one minute only, all of them would be claimed once a minute for the few calls that are free."""

WAKE_SPREAD_SECONDS = 600.0
WAKE_GROUPS = 10
"""Jobs that wait for a pause to end are woken in this many groups, spread over a time as long as the pause, ten minutes
at most. If all woke at once, a source that still refuses would cost each of them a claim. The jobs of a group wake
together, since some sources answer twenty items in one call."""

CLOCK_MAY_DIFFER_SECONDS = 300.0
"""Both interfaces refuse ten minutes; half of that is named already, for it is seldom the only thing that is off."""


def rate_pause_seconds(pauses: int, asked_seconds: float | None) -> float:
    """After `pauses` refusals in a row for too many calls. What the interface asks for counts, up to an hour."""
    if asked_seconds is not None:
        return min(max(asked_seconds, 1.0), RATE_MOST_SECONDS)
    return min(RATE_FIRST_SECONDS * 2.0 ** min(pauses, 10), RATE_MOST_SECONDS)


def after_pause_seconds(paused_ms: int, random: float) -> float:
    """While a source is left alone for `paused_ms` more. `random`, from 0 to below 1, says with which group."""
    paused = paused_ms / 1000
    return paused + int(random * WAKE_GROUPS) / WAKE_GROUPS * min(paused, WAKE_SPREAD_SECONDS)


def spent_seconds(wait_ms: int, random: float) -> float:
    """While the budget is spent, for `wait_ms` more at least. `random` from 0 to 1 spreads those who wait."""
    return max(wait_ms / 1000, SPENT_LEAST_SECONDS + random * (SPENT_MOST_SECONDS - SPENT_LEAST_SECONDS))


def clock_is_off(date_header: str | None, at_ms: int, host: str) -> str | None:
    """A sentence when this machine's clock differs from the answer's Date so much that signatures may be refused."""
    try:
        theirs = parsedate_to_datetime(date_header or "")
    except (ValueError, OverflowError):
        return None
    theirs = theirs if theirs.tzinfo else theirs.replace(tzinfo=UTC)
    off_seconds = (datetime.fromtimestamp(at_ms / 1000, UTC) - theirs).total_seconds()
    if abs(off_seconds) <= CLOCK_MAY_DIFFER_SECONDS:
        return None
    direction = "ahead of" if off_seconds > 0 else "behind"
    return (
        f"this machine's clock is {abs(off_seconds) / 60:.0f} minutes {direction} that of {host}, which accepts "
        "signatures within ten minutes: set the clock right (NTP)"
    )
