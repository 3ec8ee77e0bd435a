"""A limit on somebody's own time: what he waits for others is not counted."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar


class _Limit:
    def __init__(self, timeout: asyncio.Timeout) -> None:
        self._timeout = timeout
        self._waiting = 0
        self._left_seconds = 0.0
        self.over = False

    def stop(self) -> None:
        self._waiting += 1
        when = self._timeout.when()
        if self._waiting == 1 and when is not None and self._runs():
            self._left_seconds = when - asyncio.get_running_loop().time()
            self._timeout.reschedule(None)

    def go_on(self) -> None:
        self._waiting -= 1
        if self._waiting == 0 and self._runs():
            self._timeout.reschedule(asyncio.get_running_loop().time() + self._left_seconds)

    def _runs(self) -> bool:
        return not self.over and not self._timeout.expired()


_limit: ContextVar[_Limit | None] = ContextVar("time_limit", default=None)


@asynccontextmanager
async def time_limit(seconds: float) -> AsyncIterator[None]:
    """As asyncio.timeout, but what is spent in `not_counted` (in this task or one begun inside) does not count.

    Within another one the inner limit alone stops. Raises TimeoutError.
    """
    async with asyncio.timeout(seconds) as timeout:
        limit = _Limit(timeout)
        token = _limit.set(limit)
        try:
            yield
        finally:
            limit.over = True
            _limit.reset(token)


@contextmanager
def not_counted() -> Iterator[None]:
    """While it waits here for others, no time of the limit around it passes. Without such a limit it does nothing."""
    limit = _limit.get()
    if limit is None:
        yield
        return
    limit.stop()
    try:
        yield
    finally:
        limit.go_on()
