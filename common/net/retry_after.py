"""How long a server asks to be left alone: Retry-After, and the reset times of rate limits. Pure."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

MAX_RETRY_AFTER_SECONDS = 86_400.0
_NUMBER = re.compile(r"\d+(?:\.\d+)?", re.ASCII)
_FIRST_EPOCH = 1e9
"""A number above this is a time (seconds since 1970), not a wait: as a wait it would be more than 30 years."""


def retry_after_seconds(value: str | None, *, now: datetime) -> float | None:
    """A header's value as seconds from `now` (timezone-aware): 0 to a day. None when unsaid or unreadable.

    Reads seconds and HTTP dates (RFC 9110, section 10.2.3), and what rate limits of social networks use beside them:
    seconds since 1970 and ISO 8601 times. A time without a zone is taken as UTC.
    """
    text = (value or "").strip()
    if _NUMBER.fullmatch(text):
        seconds = float(text)
        if seconds > _FIRST_EPOCH:
            seconds -= now.timestamp()
    else:
        moment = _moment(text)
        if moment is None:
            return None
        seconds = (moment - now).total_seconds()
    return min(max(seconds, 0.0), MAX_RETRY_AFTER_SECONDS)


def _moment(text: str) -> datetime | None:
    for parse in (datetime.fromisoformat, parsedate_to_datetime):
        try:
            moment = parse(text)
        except (TypeError, ValueError, OverflowError, IndexError):
            continue
        return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return None
