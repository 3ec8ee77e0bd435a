"""What took long to find out is told again for a while; what was found at once is found anew each time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

LONG_SECONDS = 0.1
TIMES = 50
"""An answer is told again for this many times as long as it took to find. So finding answers takes at most a fiftieth
of a processor, however many people ask. Those who ask while one is being found wait for it."""
MOST_SECONDS = 60.0

T = TypeVar("T")


class ToldAgain(Generic[T]):
    """One answer, of one question."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._answers: list[T] = []
        self._until = 0.0
        self._asking = asyncio.Lock()

    async def found(self, ask: Callable[[], Awaitable[T]]) -> T:
        """At most MOST_SECONDS old. Raises what `ask` raises, and remembers no error."""
        async with self._asking:
            began = self._monotonic()
            if self._answers and began < self._until:
                return self._answers[0]
            answer = await ask()
            took = self._monotonic() - began
            self._answers = [answer] if took >= LONG_SECONDS else []
            self._until = began + took + min(TIMES * took, MOST_SECONDS)
            return answer
