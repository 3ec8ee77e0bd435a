"""A worker that was told to stop: how long its crawls may go on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection


class Grace:
    """Counts from stop(), not from when the crawls are waited for. Waiting for a broker that went silent may have used
    up some of it by then, and systemd kills whatever takes longer."""

    def __init__(self, seconds: float, monotonic: Callable[[], float]) -> None:
        self._seconds = seconds
        self._monotonic = monotonic
        self._ends_at: float | None = None
        self._hurry = asyncio.Event()
        self.stopped = asyncio.Event()
        """Nothing more is to be taken."""

    def stop(self) -> None:
        """Called twice: the crawls are not waited for."""
        if self.stopped.is_set():
            self._hurry.set()
        else:
            self._ends_at = self._monotonic() + self._seconds
        self.stopped.set()

    @property
    def left_seconds(self) -> float:
        """All of it, for a worker that ends by itself."""
        return self._seconds if self._ends_at is None else max(0.0, self._ends_at - self._monotonic())

    async def let_end(self, tasks: Collection[asyncio.Task[None]]) -> None:
        """Wait until all of these have ended or the grace is over, and cancel those that are left. At least one."""
        hurry = asyncio.create_task(self._hurry.wait())
        ended = asyncio.create_task(asyncio.wait(list(tasks)))
        try:
            await asyncio.wait({hurry, ended}, timeout=self.left_seconds, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (hurry, ended, *tasks):
                task.cancel()
            await asyncio.gather(hurry, ended, *tasks, return_exceptions=True)
