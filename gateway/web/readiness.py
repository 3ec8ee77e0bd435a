"""Whether this gateway can serve, asked of database and broker once a second at the most: anybody may ask /readyz."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

REMEMBER_SECONDS = 1.0


class Readiness:
    """Says why this gateway cannot serve now; None: it can. Callers at once share one question."""

    def __init__(self, ask: Callable[[], Awaitable[str | None]], monotonic: Callable[[], float]) -> None:
        self._ask = ask
        self._monotonic = monotonic
        self._one_at_a_time = asyncio.Lock()
        self._asked_at: float | None = None
        self._why: str | None = None

    async def __call__(self) -> str | None:
        async with self._one_at_a_time:
            if self._asked_at is None or self._monotonic() - self._asked_at >= REMEMBER_SECONDS:
                self._why = await self._ask()
                self._asked_at = self._monotonic()
        return self._why
