"""What this worker is doing, or why it is idle: logged when it changes, and told to the source of
its tasks (an operator's worker: the workers table)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass

from common.errors import StoreError
from worker.source.base import Source
from worker.tally import Tally

log = logging.getLogger("crawlfleet.worker.presence")

REPORT_SECONDS = 30.0
_KINDS = ("working: ", "waiting: ")
"""States that go on with a number, or with why results wait."""


@dataclass(frozen=True, slots=True)
class Held:
    """Why nothing is to be taken now, though there may be tasks."""

    sentence: str
    ends: bool = False
    """The worker ends once no crawl is under way."""


class Presence:
    """`state` is one short sentence, e.g. "working: 3 under way" or "paused: the file … exists"."""

    def __init__(self, *, worker_id: str, tally: Tally, on_state: Callable[[str], None] | None = None) -> None:
        """`on_state` is called with each new state."""
        self._on_state = on_state
        self._worker_id = worker_id
        self._tally = tally
        self.state = "starting"
        self.running = 0

    def say(self, state: str) -> None:
        """Set the state, and log it when it changed; another number of crawls or results is no change."""
        if state != self.state:
            alike = any(self.state.startswith(kind) and state.startswith(kind) for kind in _KINDS)
            self.state = state
            if not alike:
                log.info("%s", state, extra={"worker_id": self._worker_id})
            if self._on_state:
                self._on_state(state)

    async def report(self, source: Source) -> None:
        """Tell the source. Never raises StoreError."""
        try:
            await source.seen(self.state, self.running, self._tally.succeeded, self._tally.failed)
        except StoreError as error:
            log.debug("could not report: %s", error)

    async def report_forever(self, source: Source, *, every_seconds: float = REPORT_SECONDS) -> None:
        """A bug costs one report: without the next ones the fleet would take this worker for dead while it works on."""
        while True:
            try:
                await self.report(source)
            except Exception:
                log.exception("this worker's state could not be reported; the next report tries again")
            await asyncio.sleep(every_seconds)
