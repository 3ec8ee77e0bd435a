"""A job as one JSON object for scripts."""

from __future__ import annotations

import dataclasses
import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from common.job import Job


def job_object(job: Job) -> dict[str, Any]:
    """The row under its columns' names. `result` is result_json as an object; the lease token, a worker's own key,
    stays out."""
    fields = dataclasses.asdict(job)
    del fields["lease_token"]
    fields["result"] = result_of(job)
    del fields["result_json"]
    return fields


def result_of(job: Job) -> dict[str, Any] | None:
    """The recorded outcome, or None when there is none (or it cannot be read)."""
    if not job.result_json:
        return None
    try:
        found = json.loads(job.result_json)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None
