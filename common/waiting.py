"""Waiting that a stop cuts short."""

from __future__ import annotations

import asyncio
from contextlib import suppress


async def wait_or_stop(stop: asyncio.Event, seconds: float) -> None:
    """Return when `stop` is set, or after `seconds`, whichever comes first."""
    with suppress(TimeoutError):
        await asyncio.wait_for(stop.wait(), seconds)
