"""Jobs, what is told of each, and what became of many."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, create_model

from common.job import Job, JobStatus, Sighting
from common.store import ErrorCount, JobEvent, PendingSight, ReportRow
from fleet.console.api.shaping import Answer, Fields, Json, LackingAnswer, Made, listed, many, of, required

JobShape = of("Job", Job, without={"lease_token", "result_json"}, more={"result": Json | None})
Event = of("JobEvent", JobEvent, without={"job_id", "seq", "lease_token"})
Report = of("Report", ReportRow, without={"lease_token", "outcome_json"}, more={"outcome": Json | None})
Pending = of("PendingSight", PendingSight, without={"lease_token"}, more={"price": str | None, "was_price": str | None})
WholeJob = create_model(
    "WholeJob",
    __base__=JobShape,
    **required(
        {"events": many(Event), "sightings": many(of("Sighting", Sighting)), "reports": many(Report)}
        | {"pending": many(Pending)}
    ),
)
Jobs = listed("Jobs", JobShape)


class Count(Answer):
    count: int
    more: bool
    """It was counted no further."""


class Errors(Answer):
    items: list[of("ErrorCount", ErrorCount)]  # type: ignore[valid-type]


class Added(LackingAnswer):
    """What became of one link: accepted ones have an id, the others a reason."""

    url: str
    accepted: bool
    new: bool | None = None
    """False: it was a job before."""
    id: str | None = None
    url_norm: str | None = None
    platform: str | None = None
    region: str | None = None
    short: bool | None = None
    """A short link: a worker follows it."""
    reason: str | None = None
    """INVALID_URL, UNKNOWN_SHOP or NOT_A_PRODUCT."""
    detail: str | None = None


class AddedLinks(Answer):
    items: list[Added]
    """In the order they were sent."""


def done_to_many(name: str, item: Any, more: Fields = None) -> type[BaseModel]:
    """What is answered after an action on many: how many were meant and done, what became of each, and `more`."""
    shape: Json = {"count": int, "done": int, "dry_run": bool, "number": str | None, "good_seconds": int | None}
    return create_model(name, __base__=Made, **required(shape | {"items": many(item)} | (more or {})))


def _fate(name: str, done: str) -> Any:
    fields: Json = {"id": str, "url_norm": str, "was": JobStatus, done: bool, "dry_run": bool, "reason": str | None}
    return create_model(name, __base__=Made, **required(fields))


Requeued = done_to_many("Requeued", _fate("RequeueFate", "requeued"))
Rechecked = done_to_many("Rechecked", _fate("RecheckFate", "rechecked"))
Cancelled = done_to_many("Cancelled", _fate("CancelFate", "cancelled"))
