"""What this worker is doing, or why it is idle: logged when it changes, and told to the source of
its tasks (an operator's worker: the workers table)."""

from __future__ import annotations

import asyncio
import dataclasses
import logging
from dataclasses import dataclass, field

from common.errors import StoreError
from common.outcome.crawl_outcome import Recorded
from common.output.counting import counted
from worker.source.base import Source

log = logging.getLogger("crawlfleet.worker.presence")

REPORT_SECONDS = 30.0


@dataclass(slots=True)
class Tally:
    """Crawls of this worker since it started. `succeeded` and `failed` are ends of jobs; the others and `by_code` count
    attempts, of which a job may have several."""

    succeeded: int = 0
    failed: int = 0
    retried: int = 0
    lost: int = 0
    released: int = 0
    went_on: int = 0
    """Jobs that go on by their shop's next way."""
    malformed: int = 0
    skipped: int = 0
    by_code: dict[str, int] = field(default_factory=dict)

    def count(self, recorded: Recorded, code: str | None) -> None:
        """One attempt that ended, and the code of its error where it had one."""
        name = _COUNTED_AS.get(recorded, "failed")
        setattr(self, name, getattr(self, name) + 1)
        if code:
            self.by_code[code] = self.by_code.get(code, 0) + 1

    def add(self, other: Tally) -> None:
        """What another worker counted."""
        for one in dataclasses.fields(self):
            if one.name != "by_code":
                setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))
        for code, count in other.by_code.items():
            self.by_code[code] = self.by_code.get(code, 0) + count

    def as_dict(self) -> dict[str, object]:
        return dataclasses.asdict(self)

    def line(self) -> str:
        """The figures as one line of text."""
        codes = ", ".join(f"{code} {count}" for code, count in sorted(self.by_code.items()))
        text = f"{self.succeeded} succeeded, {self.failed} failed"
        if self.went_on:
            text += f", {self.went_on} went on to the next way"
        for name in ("lost", "released", "malformed", "skipped"):
            if value := getattr(self, name):
                text += f", {value} {name}"
        if not codes:
            return text
        attempts = counted(sum(self.by_code.values()), "attempt")
        retried = f", {self.retried} of them to be tried again" if self.retried else ""
        return f"{text}; {attempts} gave nothing{retried} ({codes})"


_COUNTED_AS = {
    Recorded.SUCCEEDED: "succeeded",
    Recorded.WAITS: "succeeded",
    Recorded.FAILED_RETRYABLE: "retried",
    Recorded.GIVEN_BACK: "released",
    Recorded.NEXT_WAY: "went_on",
    Recorded.LOST: "lost",
}


@dataclass(frozen=True, slots=True)
class Held:
    """Why nothing is to be taken now, though there may be tasks."""

    sentence: str
    ends: bool = False
    """The worker ends once no crawl is under way."""


class Presence:
    """`state` is one short sentence, e.g. "working: 3 under way" or "paused: the file … exists"."""

    def __init__(self, *, worker_id: str, tally: Tally) -> None:
        self._worker_id = worker_id
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

    async def report(self, source: Source) -> None:
        """Tell the source. Never raises StoreError."""
        try:
            await source.seen(self.state, self.running, self._tally.succeeded, self._tally.failed)
        except StoreError as error:
            log.debug("could not report: %s", error)

    async def report_forever(self, source: Source) -> None:
        while True:
            await self.report(source)
            await asyncio.sleep(REPORT_SECONDS)
