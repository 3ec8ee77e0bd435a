"""When an account is polled again, after a poll that worked or failed. Pure: randomness is passed in."""

from __future__ import annotations

from common.errors import SourceError
from common.net.retry_after import MAX_RETRY_AFTER_SECONDS
from common.settings_tables.feeds import FeedSettings, IngestSettings
from common.timing.backoff import backoff_seconds

JITTER = 0.1
"""Accounts with the same interval are spread by up to this share of it, so that they are not all polled at once."""
CATCH_UP_SECONDS = 1.0
"""Between two polls of an account whose source said that there is more to read."""


def after_success(feed: FeedSettings, *, wish_seconds: float | None, more: bool, random: float) -> float:
    """Seconds to the next poll after one that worked; `random` is in [0, 1). Never less than `wish_seconds`."""
    usual = CATCH_UP_SECONDS if more else feed.poll_seconds * (1 - JITTER + 2 * JITTER * random)
    return max(usual, wish_seconds or 0.0)


def after_failure(settings: IngestSettings, *, failures: int, error: Exception, random: float) -> float:
    """Seconds to the next try after `failures` in a row: doubling, half of it random; `random` is in [0, 1).

    At least as long as the network asked for, up to a day. An account that needs a person is tried at the slowest pace.
    """
    needs_person = isinstance(error, SourceError) and error.needs_person
    longest = settings.backoff_max_seconds
    wait = backoff_seconds(
        failures,
        base_seconds=longest if needs_person else settings.backoff_base_seconds,
        max_seconds=longest,
        random=random,
    )
    if isinstance(error, SourceError) and error.retry_after_seconds:
        wait = max(wait, min(error.retry_after_seconds, MAX_RETRY_AFTER_SECONDS))
    return wait
