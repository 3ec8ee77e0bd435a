"""A trouble that lasts is said once, then rarely, then when it is over."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

SAY_AGAIN_SECONDS = 600.0


class Trouble:
    """What one trouble is, while it lasts: how often it was met in a row, and when it was said last."""

    def __init__(self, monotonic: Callable[[], float], log: logging.Logger) -> None:
        self._monotonic = monotonic
        self._log = log
        self._begun_at = 0.0
        self._say_at = 0.0
        self._said: set[str] = set()
        self.times = 0
        """In a row; 0: there is no trouble."""

    def met(self, what: str, extra: Mapping[str, object] | None = None, *, kind: str = "") -> None:
        """It is there, or still there. One of another `kind` than those said lately is said at once."""
        now = self._monotonic()
        if not self.times:
            self._begun_at = self._say_at = now
        self.times += 1
        if now >= self._say_at:
            self._said.clear()
        if kind not in self._said:
            self._said.add(kind)
            self._say_at = now + SAY_AGAIN_SECONDS
            since = f" ({self.times} times in {now - self._begun_at:.0f} s)" if self.times > 1 else ""
            self._log.warning("%s%s", what, since, extra=dict(extra or {}))

    def over(self, what: str, extra: Mapping[str, object] | None = None) -> None:
        """It is not there; said only when it was."""
        if self.times:
            seconds = self._monotonic() - self._begun_at
            tries = "1 try" if self.times == 1 else f"{self.times} tries"
            self._log.info("%s, after %s in %.0f s", what, tries, seconds, extra=dict(extra or {}))
            self.times = 0
            self._said.clear()
