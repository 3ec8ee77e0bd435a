"""What this worker is doing, or why it is idle: logged when it changes, and kept in the workers table."""

from __future__ import annotations

import asyncio
import dataclasses
import logging
from dataclasses import dataclass, field

from common.errors import StoreError
from common.store import FleetStore

log = logging.getLogger("crawlfleet.worker.presence")

REPORT_SECONDS = 30.0


@dataclass(slots=True)
class Tally:
    """Crawls of this worker since it started."""

    succeeded: int = 0
    failed: int = 0
    retried: int = 0
    lost: int = 0
    released: int = 0
    malformed: int = 0
    skipped: int = 0
    by_code: dict[str, int] = field(default_factory=dict)

    def as_dict(self) -> dict[str, object]:
        return dataclasses.asdict(self)

    def line(self) -> str:
        """The figures as one line of text."""
        codes = ", ".join(f"{code} {count}" for code, count in sorted(self.by_code.items()))
        text = f"{self.succeeded} succeeded, {self.retried} to retry, {self.failed} failed"
        for name in ("lost", "released", "malformed", "skipped"):
            if value := getattr(self, name):
                text += f", {value} {name}"
        return text + (f" ({codes})" if codes else "")


class Presence:
    """`state` is one short sentence, e.g. "working: 3 under way" or "paused: the file … exists"."""

    def __init__(self, fleet: FleetStore, *, worker_id: str, version: str, tally: Tally) -> None:
        self._fleet = fleet
        self._worker_id = worker_id
        self._version = version
        self._tally = tally
        self.state = "starting"
        self.running = 0

    def say(self, state: str) -> None:
        """Set the state, and log it when it changed; from one number of crawls under way to another is no change."""
        if state != self.state:
            was_working = self.state.startswith("working") and state.startswith("working")
            self.state = state
            if not was_working:
                log.info("%s", state, extra={"worker_id": self._worker_id})

    async def report(self) -> None:
        """Write the state to the workers table. Never raises StoreError."""
        try:
            await self._fleet.worker_seen(
                self._worker_id,
                role="worker",
                version=self._version,
                state=self.state,
                running=self.running,
                done=self._tally.succeeded,
                failed=self._tally.failed,
            )
        except StoreError as error:
            log.debug("could not report: %s", error)

    async def report_forever(self) -> None:
        while True:
            await self.report()
            await asyncio.sleep(REPORT_SECONDS)
