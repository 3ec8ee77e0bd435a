"""When to look at a link again: sooner after a change, later while nothing changes, within bounds. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from common.errors import ErrorCode
from common.settings import WorkSettings

SOONER = 0.5
LATER = 1.5

_NEVER_AGAIN = frozenset({ErrorCode.INVALID_URL, ErrorCode.ROBOTS_DISALLOWED, ErrorCode.ADDRESS_REFUSED})
"""What no later look would change: the link itself, or the shop's and this fleet's own rules."""


@dataclass(frozen=True, slots=True)
class RecrawlPace:
    """`first_ms` after the first success; never sooner than `least_ms`, never later than `most_ms`."""

    first_ms: int
    least_ms: int
    most_ms: int

    def after_success(self, previous_ms: int | None, *, changed: bool | None) -> int:
        """`changed` None: nothing to compare with, or the page was not trusted; the pace stays as it was."""
        previous = previous_ms or self.first_ms
        if changed is None:
            return self._bounded(previous)
        return self._bounded(round(previous * (SOONER if changed else LATER)))

    def after_failure(self, code: ErrorCode) -> int | None:
        """For a crawl that failed for good; None means never. The store stretches it once BROKEN or gone."""
        return None if code in _NEVER_AGAIN else self._bounded(self.first_ms)

    def _bounded(self, interval_ms: int) -> int:
        return max(self.least_ms, min(self.most_ms, interval_ms))


def pace_of(settings: WorkSettings) -> RecrawlPace:
    """The pace that the settings name. A first interval outside the bounds widens them: it was asked for."""
    first_ms = int(settings.recrawl_seconds * 1000)
    return RecrawlPace(
        first_ms=first_ms,
        least_ms=min(first_ms, int(settings.recrawl_min_seconds * 1000)),
        most_ms=max(first_ms, int(settings.recrawl_max_seconds * 1000)),
    )
