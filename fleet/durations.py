"""Durations as people read and type them: `45s`, `3m`, `2h`, `5d`."""

from __future__ import annotations

import re

from common.timing.units import DAY_MS, HOUR_MS, MINUTE_MS

_UNITS_MS = {"s": 1000, "m": MINUTE_MS, "h": HOUR_MS, "d": DAY_MS, "w": 7 * DAY_MS}


def age_ms(text: str) -> int:
    """Milliseconds of a typed age such as `90s`, `30m`, `2h`, `1.5d`. Raises ValueError with an example."""
    match = re.fullmatch(r"\s*(\d{1,6}(?:\.\d{1,3})?)\s*([smhdw])\s*", text)
    if not match:
        raise ValueError(f"{text!r} is no length of time; write a number and s, m, h, d or w, for example 2h")
    return int(float(match[1]) * _UNITS_MS[match[2]])


def ago(then_ms: int | None, now_ms: int) -> str:
    """How long ago in one short word, e.g. `3m`, `2h`, `5d`; `-` when it never was, `0s` when it is still to come."""
    if then_ms is None:
        return "-"
    return short_duration(max(0, now_ms - then_ms))


def clocks_apart(apart_ms: int) -> str:
    """As short_duration, from one minute on to the nearest: a clock set by a wrong zone is two hours off."""
    return short_duration(round(apart_ms / 60_000) * 60_000 if apart_ms >= 60_000 else apart_ms)


def short_duration(duration_ms: int) -> str:
    """`45s`, `3m`, `2h`, `5d`: rounded down, one unit."""
    seconds = duration_ms // 1000
    for size, unit in ((86_400, "d"), (3600, "h"), (60, "m")):
        if seconds >= size:
            return f"{seconds // size}{unit}"
    return f"{seconds}s"
