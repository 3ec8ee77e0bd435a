"""Waiting that a stop cuts short, and tasks that are called off and waited for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any


async def wait_or_stop(stop: asyncio.Event, seconds: float) -> None:
    """Return when `stop` is set, or after `seconds`, whichever comes first."""
    # Not by asyncio.wait_for, which before Python 3.12 forgets a cancellation that comes in the same turn as the event.
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await stop.wait()


async def call_off(task: asyncio.Future[Any]) -> None:
    """Cancel the task and wait until it has ended. Raises what it raised by itself.

    Cancelled meanwhile, it raises that: `suppress(CancelledError)` around the task would take it for the task's own
    end, and whoever was told to end would go on.
    """
    task.cancel()
    await asyncio.wait([task])
    if not task.cancelled():
        task.result()


@asynccontextmanager
async def beside(going_on: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """While inside, this goes on as well; at the end it is called off. Raises what it raised by itself."""
    task = asyncio.create_task(going_on)
    try:
        yield
    finally:
        await call_off(task)
