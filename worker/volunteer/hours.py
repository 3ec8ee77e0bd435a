"""The hours of the week in which a volunteer's PC works, as its owner types them. Pure; in the PC's own time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timedelta

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
MINUTES_A_DAY = 24 * 60
MINUTES_A_WEEK = 7 * MINUTES_A_DAY
EXAMPLE = "mon-fri 20:00-07:00, sat-sun 00:00-24:00"
_PART = re.compile(r"(?:(?P<days>[a-z-]+(?:\s*\+\s*[a-z-]+)*)\s+)?(?P<from>\d{1,2}:\d\d)\s*-\s*(?P<to>\d{1,2}:\d\d)")


class Hours:
    """`always`, or spans such as `mon-fri 20:00-07:00`; a span that ends before it begins ends on the next day.

    Its parts are separated by commas; a part without days is for every day. One that begins and ends at one time is the
    24 hours from then: files kept so are read on, and `typed_hours` takes none. Raises ValueError with an example.
    """

    def __init__(self, text: str) -> None:
        self.text = " ".join(text.lower().split())
        self._open: bytearray | None = None
        if self.text == "always":
            return
        self._open = bytearray(MINUTES_A_WEEK)
        for part in self.text.split(","):
            for begin, length in _spans(part.strip()):
                for minute in range(begin, begin + length):
                    self._open[minute % MINUTES_A_WEEK] = 1

    def open_at(self, local: datetime) -> bool:
        return self._open is None or bool(self._open[_minute_of(local)])

    def opens_at(self, local: datetime) -> datetime:
        """The next moment, from `local` on, at which they are open; to the minute."""
        if self._open is None or self._open[at := _minute_of(local)]:
            return local
        wait = next(step for step in range(1, MINUTES_A_WEEK) if self._open[(at + step) % MINUTES_A_WEEK])
        return local.replace(second=0, microsecond=0) + timedelta(minutes=wait)


def typed_hours(text: str) -> str:
    """Hours that are set anew, as they are kept. Raises ValueError as Hours does, and for a span that begins and ends
    at one time: whoever types it may mean a whole day, no time at all, or another end."""
    hours = Hours(text).text
    for part in hours.split(","):
        found = _PART.fullmatch(part.strip())
        if found is not None and _at_one_time(*_clocks(found)):
            days = f"{found['days']} " if found["days"] else ""
            raise ValueError(
                f'{part.strip()!r} begins and ends at one time; write "{days}00:00-24:00" for the whole day, '
                "or another end"
            )
    return hours


def _minute_of(local: datetime) -> int:
    return local.weekday() * MINUTES_A_DAY + local.hour * 60 + local.minute


def _spans(part: str) -> Iterator[tuple[int, int]]:
    """The minute of the week at which each span begins, and its length in minutes."""
    found = _PART.fullmatch(part)
    if found is None:
        raise _wrong(part)
    begin, end = _clocks(found)
    length = (end - begin) % MINUTES_A_DAY or MINUTES_A_DAY
    for day in _days(found["days"], part):
        yield day * MINUTES_A_DAY + begin, length


def _days(text: str | None, part: str) -> Iterator[int]:
    if text is None:
        yield from range(7)
        return
    for piece in re.split(r"\s*\+\s*", text):
        first, dash, last = piece.partition("-")
        if first not in DAYS or (dash and last not in DAYS):
            raise _wrong(part)
        begin = DAYS.index(first)
        count = (DAYS.index(last) - begin) % 7 + 1 if dash else 1
        yield from ((begin + step) % 7 for step in range(count))


def _clocks(span: re.Match[str]) -> tuple[int, int]:
    return _clock(span["from"], span[0]), _clock(span["to"], span[0])


def _at_one_time(begin: int, end: int) -> bool:
    """From midnight to the next midnight is a day as people write it."""
    return (begin, end) != (0, MINUTES_A_DAY) and (end - begin) % MINUTES_A_DAY == 0


def _clock(text: str, part: str) -> int:
    hour, minute = map(int, text.split(":"))
    if minute > 59 or hour > 24 or (hour == 24 and minute):
        raise _wrong(part)
    return hour * 60 + minute


def _wrong(part: str) -> ValueError:
    return ValueError(f'{part!r} is no span of hours; write always, or for example "{EXAMPLE}"')
