"""What came of a worker's crawls, counted."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field

from common.outcome.crawl_outcome import Recorded
from common.output.counting import counted


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
                text += f", {value} {_CALLED.get(name, name)}"
        if not codes:
            return text
        attempts = counted(sum(self.by_code.values()), "attempt")
        retried = f", {self.retried} of them to be tried again" if self.retried else ""
        return f"{text}; {attempts} gave nothing{retried} ({codes})"


_CALLED = {"released": "given back"}
"""Figures whose field is another word than a person reads everywhere else."""

_COUNTED_AS = {
    Recorded.SUCCEEDED: "succeeded",
    Recorded.WAITS: "succeeded",
    Recorded.FAILED_RETRYABLE: "retried",
    Recorded.GIVEN_BACK: "released",
    Recorded.NEXT_WAY: "went_on",
    Recorded.LOST: "lost",
}
