"""What is looked for beside a page: kept for a while, and no page waits for it longer than a moment."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

FRESH_SECONDS = 20.0
STALE_SECONDS = 120.0
"""What was found longer ago is told to nobody: a page that nobody opened for an hour would say that all is well."""
PATIENCE_SECONDS = 0.1

T = TypeVar("T")


class Beside(Generic[T]):
    """`look` is asked when somebody wants to know and the last look is over FRESH_SECONDS old; one at a time. `first`:
    what is told while no look ended within STALE_SECONDS."""

    def __init__(self, look: Callable[[], Awaitable[T]], monotonic: Callable[[], float], *, first: T) -> None:
        self._look = look
        self._monotonic = monotonic
        self._first = first
        self._found = first
        self._at: float | None = None
        self._looking: asyncio.Task[None] | None = None

    async def latest(self, *, patience_seconds: float = PATIENCE_SECONDS) -> tuple[T, float | None]:
        """What the last look found and how many seconds ago; `first` and None while a look goes on and the one before
        is too old. One that is due is waited for no longer than `patience_seconds`."""
        if self._age_seconds() > FRESH_SECONDS:
            if self._looking is None or self._looking.done():
                self._looking = asyncio.create_task(self._looked())
            await asyncio.wait({self._looking}, timeout=patience_seconds)
        age_seconds = self._age_seconds()
        return (self._first, None) if age_seconds > STALE_SECONDS else (self._found, age_seconds)

    def _age_seconds(self) -> float:
        return math.inf if self._at is None else self._monotonic() - self._at

    async def _looked(self) -> None:
        self._found = await self._look()
        self._at = self._monotonic()

    async def aclose(self) -> None:
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)
