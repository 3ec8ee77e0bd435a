"""What strangers' bytes make uvicorn say, each sentence once a minute: else whoever reaches the port writes the log.

uvicorn warns of every request that is none: a stranger with one connection wrote 3,500 lines a second.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

MINUTE_SECONDS = 60.0


class OnceAMinute(logging.Filter):
    """Of a logger whose warnings are about what came in. Errors, and what is below a warning, pass."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._monotonic = monotonic
        self._said: dict[str, float] = {}
        """Sentence → when it was said last. They are uvicorn's own, so there are a few."""
        self._left_out: dict[str, int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno != logging.WARNING:
            return True
        sentence, now = str(record.msg), self._monotonic()
        last = self._said.get(sentence)
        if last is not None and now - last < MINUTE_SECONDS:
            self._left_out[sentence] = self._left_out.get(sentence, 0) + 1
            return False
        self._said[sentence] = now
        if more := self._left_out.pop(sentence, 0):
            record.msg = f"{sentence} ({more} more since the last of these lines)"
        return True


def quieten(name: str = "uvicorn.error") -> None:
    """The logger of this name, once however often it is asked for."""
    logger = logging.getLogger(name)
    if not any(isinstance(one, OnceAMinute) for one in logger.filters):
        logger.addFilter(OnceAMinute())
