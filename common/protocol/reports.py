"""report: what came of tasks, as the worker read it. The gateway judges by itself."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from common.errors import ErrorCode
from common.offer import Offer
from common.protocol.base import MAX_TASKS, Address, Answered, Count, JobId, Lease, Line, Message
from common.protocol.refusals import Refusal
from common.protocol.tasks import Claim, Task

Detail = Annotated[str, StringConstraints(max_length=2000)]


class Found(Lease):
    """The page was read."""

    kind: Literal["offer"] = "offer"
    offer: Offer
    fetched_url: Address
    """Where the page that was read lies, after redirects."""
    link: Address
    """The product's canonical link: the task's own, or what its short link led to."""


class NotFound(Lease):
    """The page was not read. Whether that ends the job, and when it is tried again, the gateway says."""

    kind: Literal["failure"] = "failure"
    error_code: ErrorCode
    detail: Detail
    retry_after_seconds: float | None = Field(None, ge=0, le=86_400)


Outcome = Annotated[Found | NotFound, Field(discriminator="kind")]


class Fetched(Message):
    """What the machine says it fetched since its last report; shown to the operator as its own word."""

    requests: Count = 0
    bytes: Count = 0


class Report(Message):
    outcomes: tuple[Outcome, ...] = Field(min_length=1, max_length=MAX_TASKS)
    fetched: Fetched = Fetched()
    next: Claim | None = None
    """Tasks for the places that these outcomes free, in the same answer. `wait_seconds` is how long the answer may take
    while tasks are there; where none is, it comes at once."""


class Taken(StrEnum):
    """What became of one outcome. Sent again, the same outcome gets the same answer."""

    RECORDED = "recorded"
    """It counts. Whether another look is taken at it is not said."""
    LOST = "lost"
    """The lease was over, or never this machine's."""
    REFUSED = "refused"
    """It cannot be true or does not belong to the link. The job goes back with its attempt, soon to others alone."""

    @classmethod
    def _missing_(cls, value: object) -> Taken:
        # A word of a newer gateway: what is not known to be recorded does not count here.
        return cls.LOST


class OutcomeTaken(Message):
    job_id: JobId
    taken: Taken
    reason: Line | None = None
    """Of a refusal."""


class Reported(Answered):
    outcomes: tuple[OutcomeTaken, ...] = Field(max_length=MAX_TASKS)
    """In the order of the report."""
    tasks: tuple[Task, ...] = Field((), max_length=MAX_TASKS)
    """As a claim's, where the report asked for some."""
    none: Refusal | None = None
    """Why there is no task where some were asked for. The outcomes stand all the same."""
    beside: Line | None = None
    """As a claim's, where the report asked for tasks."""
