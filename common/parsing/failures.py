"""How a request to the parsing child can fail."""

from __future__ import annotations

from common.errors import CrawlfleetError
from common.parsing.limits import ParseLimits
from common.parsing.watch import Breach


class ParsingStopped(CrawlfleetError):
    """A request passed one of its limits; the child is gone and will be replaced. The next request is not affected."""

    def __init__(self, task: str, limit: Breach, detail: str) -> None:
        super().__init__(f"reading this {task} was stopped: {detail}")
        self.task = task
        self.limit = limit


class ParsingUnavailable(CrawlfleetError):
    """No parsing process can be started on this machine now; nothing was said about what was to be read."""


class ParsingRaised(CrawlfleetError):
    """The function raised an error of its own; the child goes on."""


def stopped(task: str, passed: Breach, limits: ParseLimits) -> ParsingStopped:
    """The error for a request of this task that passed one of these limits."""
    why = {
        Breach.MEMORY: f"it needs more than {limits.memory_bytes // 2**20} MB of memory",
        Breach.PROCESSOR: f"it needs more than {limits.processor_seconds:g} s of processor time",
        Breach.WALL_TIME: f"it takes longer than {limits.wall_seconds:g} s",
        Breach.ANSWER: f"what it says is longer than {limits.answer_bytes // 2**20} MB",
        Breach.DEPTH: "it is nested too deep",
        Breach.CRASH: "the parsing process ended",
    }
    return ParsingStopped(task, passed, why[passed])
