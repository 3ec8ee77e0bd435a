"""Dead letters, and what became of them."""

from __future__ import annotations

from common.job import JobStatus
from fleet.console.api.answers.jobs import done_to_many
from fleet.console.api.shaping import Answer


class LetterFate(Answer):
    job_id: str | None
    fate: str
    """requeued, removed (its job needs nothing) or kept."""
    detail: str
    letters: int
    """How many letters this is."""


LettersDone = done_to_many("LettersDone", LetterFate, {"left": int | None, "needed_none": int | None})
"""`needed_none`: of how many jobs that a filter found the letters were only taken away."""


class Letter(Answer):
    """A dead letter, and what the database says of its job."""

    queue: str
    job_id: str | None
    reason: str
    message_reason: str | None
    status: JobStatus | None
    error_code: str | None
    url_norm: str | None
    updated_at: int | None
    body_preview: str


class Letters(Answer):
    items: list[Letter]
