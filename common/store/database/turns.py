"""Turns: a long action writes part after part, and whoever else writes comes in between."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

T = TypeVar("T")


class Turns:
    """After each part everybody else has as long to write as that part took; after the last one nobody waits.

    Whoever finds a file's turn to write taken looks again after a while only, up to a tenth of a second. An action that
    took its next turn at once would be there first nearly always: a claim was seen to wait for seconds.
    """

    def __init__(
        self,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._clock, self._sleep = clock, sleep
        self._owed = 0.0

    async def take(self, write: Callable[[], Awaitable[T]]) -> T:
        """The answer of `write`, the action's next part."""
        await self._sleep(self._owed)
        began = self._clock()
        try:
            return await write()
        finally:
            self._owed = max(0.0, self._clock() - began)
