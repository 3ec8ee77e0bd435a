"""Confirms tasks that run on: a gateway takes back what its machine never said a word of."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from common.protocol.base import CONFIRM_SECONDS

CONFIRM_AFTER_SECONDS = CONFIRM_SECONDS / 2
"""A task that runs on so long after it was claimed is confirmed; one that ended by then is confirmed by its report."""

Lease = tuple[str, str]
"""A job's id and its lease token."""


class Confirming:
    """Goes on until the last task it was told of is over, also when no more tasks are taken."""

    def __init__(self, confirm: Callable[[Sequence[Lease]], Awaitable[None]]) -> None:
        """`confirm` never raises."""
        self._confirm = confirm
        self._of: dict[str, asyncio.Task[None]] = {}
        """Lease token → the confirmation that waits for it."""

    def begun(self, leases: Sequence[Lease]) -> None:
        """These were given in one answer."""
        confirming = asyncio.create_task(self._later(leases))
        self._of.update(dict.fromkeys((token for _, token in leases), confirming))

    def over(self, lease_token: str) -> None:
        """Reported, released or lost. Called again, it does nothing."""
        confirming = self._of.pop(lease_token, None)
        if confirming is not None and confirming not in self._of.values():
            confirming.cancel()

    async def _later(self, leases: Sequence[Lease]) -> None:
        await asyncio.sleep(CONFIRM_AFTER_SECONDS)
        running = [(job_id, token) for job_id, token in leases if token in self._of]
        for _, token in running:
            del self._of[token]
        if running:
            await self._confirm(running)
