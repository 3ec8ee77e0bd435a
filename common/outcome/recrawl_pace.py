"""When to crawl a link again: sooner after its offer changed, later while nothing changes, within bounds. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from common.errors import ErrorCode
from common.settings_tables.work import WorkSettings

SOONER = 0.5
"""The interval is multiplied by this after a change …"""
LATER = 1.5
"""… and by this after a crawl that found the offer unchanged."""

_NEVER_AGAIN = frozenset({ErrorCode.INVALID_URL})
"""What no later crawl would change: the link itself. Not ADDRESS_REFUSED: a shop that leads its visitors to a waiting
room elsewhere today shows the product again tomorrow."""
_SELDOM = frozenset({ErrorCode.ROBOTS_DISALLOWED})
"""The shop said no. It may say otherwise one day, its file may have been unreadable, or its page may have led to one
that is closed (a login, a sale that ended)."""
SELDOM_MS = 7 * 86_400_000
"""A week, as often as a broken link is looked at. robots.txt is asked first each time, and a closed page is not."""


@dataclass(frozen=True, slots=True)
class RecrawlPace:
    """`first_ms` after the first success; never less than `least_ms`, never more than `most_ms`."""

    first_ms: int
    least_ms: int
    most_ms: int

    def after_success(self, previous_ms: int | None, *, changed: bool | None) -> int:
        """Milliseconds to the next crawl. `previous_ms` is the interval before this crawl, None for the first one.

        `changed` None keeps the interval: there is nothing to compare with, or the page's verdict was not ok.
        """
        previous = previous_ms or self.first_ms
        if changed is None:
            return self._bounded(previous)
        return self._bounded(round(previous * (SOONER if changed else LATER)))

    def after_failure(self, code: ErrorCode) -> int | None:
        """Milliseconds to the next crawl of a job that ended FAILED_PERMANENT; None means never. After
        ROBOTS_DISALLOWED at least SELDOM_MS, whatever the bounds say.

        The store replaces it by a week once the link is BROKEN or its page was found gone often enough.
        """
        if code in _NEVER_AGAIN:
            return None
        usual_ms = self._bounded(self.first_ms)
        return max(usual_ms, SELDOM_MS) if code in _SELDOM else usual_ms

    def _bounded(self, interval_ms: int) -> int:
        return max(self.least_ms, min(self.most_ms, interval_ms))


def pace_of(settings: WorkSettings) -> RecrawlPace:
    """The pace that work.recrawl_seconds and its bounds name. A first interval outside the bounds widens them."""
    first_ms = int(settings.recrawl_seconds * 1000)
    return RecrawlPace(
        first_ms=first_ms,
        least_ms=min(first_ms, int(settings.recrawl_min_seconds * 1000)),
        most_ms=max(first_ms, int(settings.recrawl_max_seconds * 1000)),
    )
