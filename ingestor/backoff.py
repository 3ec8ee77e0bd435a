"""When to poll an account again. Pure: randomness is passed in."""

from __future__ import annotations

from common.errors import SourceError
from common.settings import FeedSettings, IngestSettings

JITTER = 0.1
"""Polls of accounts with one interval drift apart by up to this part of it."""
CATCH_UP_SECONDS = 1.0
"""Between two polls of an account whose source said there is more."""


def after_success(feed: FeedSettings, *, wish_seconds: float | None, more: bool, random: float) -> float:
    """Seconds to the next poll after a good one; `random` is in [0, 1)."""
    usual = CATCH_UP_SECONDS if more else feed.poll_seconds * (1 - JITTER + 2 * JITTER * random)
    return max(usual, wish_seconds or 0.0)


def after_failure(settings: IngestSettings, *, failures: int, error: Exception, random: float) -> float:
    """Seconds to the next try after `failures` in a row: exponential, half of it random.

    Waits at least as long as the network asked for; an account that needs a person is tried at the slowest pace.
    """
    ceiling = settings.backoff_max_seconds
    doubled = settings.backoff_base_seconds * 2.0 ** min(failures - 1, 30)
    if isinstance(error, SourceError) and error.needs_person:
        doubled = ceiling
    wait = min(doubled, ceiling) * (0.5 + random / 2)
    if isinstance(error, SourceError) and error.retry_after_seconds:
        wait = max(wait, min(error.retry_after_seconds, 86_400.0))
    return wait
