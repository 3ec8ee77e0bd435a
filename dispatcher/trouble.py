"""A trouble that lasts is said once, then rarely, then when it is over."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

log = logging.getLogger("crawlfleet.dispatcher.trouble")

SAY_AGAIN_SECONDS = 600.0


class Trouble:
    """What one trouble is, while it lasts: how often it was met in a row, and when it was said last."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._begun_at = 0.0
        self._say_at = 0.0
        self.times = 0
        """In a row; 0: there is no trouble."""

    def met(self, what: str, extra: Mapping[str, object] | None = None) -> None:
        """It is there, or still there."""
        now = self._monotonic()
        if not self.times:
            self._begun_at = self._say_at = now
        self.times += 1
        if now >= self._say_at:
            self._say_at = now + SAY_AGAIN_SECONDS
            since = f" ({self.times} times in {now - self._begun_at:.0f} s)" if self.times > 1 else ""
            log.warning("%s%s", what, since, extra=dict(extra or {}))

    def over(self, what: str, extra: Mapping[str, object] | None = None) -> None:
        """It is not there; said only when it was."""
        if self.times:
            seconds = self._monotonic() - self._begun_at
            log.info("%s, after %d tries in %.0f s", what, self.times, seconds, extra=dict(extra or {}))
            self.times = 0
