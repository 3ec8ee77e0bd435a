"""What both doubles do: they answer under a lock, keep what was asked, and do as they are told for the next calls."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from tests.servers.shop_server import Asked, Reply

WINDOW_SECONDS = 600
"""A timestamp may differ so much from the double's clock."""


class Double:
    """Called with each request. `calls` counts those with a good signature; `clock` is its own idea of the time."""

    def __init__(self, *, calls_per_hour: int = 2000, clock: Callable[[], float] = time.time) -> None:
        self.calls_per_hour = calls_per_hour
        self.clock = clock
        self.calls = 0
        self.refused_signatures = 0
        self.asked_for: list[str] = []
        """Every item id of every good call, in order."""
        self._answers_first: list[Any] = []
        self._lock = threading.Lock()

    def answer_next(self, *answers: Any) -> None:
        """For the next calls with a good signature: an error code of the interface, or a Reply as it stands."""
        with self._lock:
            self._answers_first.extend(answers)

    def told(self) -> Any:
        """What the next call is to be answered with; None: as usual."""
        return self._answers_first.pop(0) if self._answers_first else None

    def __call__(self, asked: Asked) -> Reply:
        with self._lock:
            return self.answer(asked)

    def answer(self, asked: Asked) -> Reply:
        raise NotImplementedError
