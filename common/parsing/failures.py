"""How a request to the parsing child can fail."""

from __future__ import annotations

from common.errors import CrawlfleetError
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
