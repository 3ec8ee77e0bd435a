"""Waiting that a stop cuts short, and waiting for a task that is called off."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any


async def wait_or_stop(stop: asyncio.Event, seconds: float) -> None:
    """Return when `stop` is set, or after `seconds`, whichever comes first."""
    with suppress(TimeoutError):
        await asyncio.wait_for(stop.wait(), seconds)


async def call_off(task: asyncio.Future[Any]) -> None:
    """Cancel the task and wait until it has ended. Raises what it raised by itself.

    Cancelled meanwhile, it raises that: `suppress(CancelledError)` around the task would take it for the task's own
    end, and whoever was told to end would go on.
    """
    task.cancel()
    await asyncio.wait([task])
    if not task.cancelled():
        task.result()
