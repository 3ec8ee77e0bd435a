"""How the fleet stands in a handful of figures, for the overview's head. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from common.job import JobStatus
from fleet.console.rendering import query
from fleet.durations import short_duration

if TYPE_CHECKING:
    from fleet.operations.console.overview import Overview

WAITING = (JobStatus.NEW, JobStatus.QUEUED)
GIVEN_UP = (JobStatus.FAILED_PERMANENT, JobStatus.DEAD)


@dataclass(frozen=True, slots=True)
class Figure:
    label: str
    value: str
    note: str
    address: str
    """Where what was counted is shown."""


def glance(seen: Overview) -> list[Figure]:
    """What waits and for how long, what is under way, what came of the last day, and what was given up."""
    waiting, running = _count(seen, WAITING), _count(seen, [JobStatus.RUNNING])
    again, given_up = _count(seen, [JobStatus.FAILED_RETRYABLE]), _count(seen, GIVEN_UP)
    dead = _count(seen, [JobStatus.DEAD])
    since = min((one.oldest_updated_at for one in seen.counts if one.status in WAITING and one.count), default=None)
    recorded, failed = sum(hour.recorded for hour in seen.hours), sum(hour.failed for hour in seen.hours)
    workers = seen.fleet.processes.get("worker", 0)
    at_work = f"{workers:,} worker{'' if workers == 1 else 's'} here"
    if seen.fleet.machines:
        at_work += f", {seen.fleet.machines:,} lent"
    return [
        Figure("Waiting", f"{waiting:,}", "new or in a queue", _jobs(WAITING)),
        Figure(
            "Oldest waits",
            "–" if since is None else short_duration(max(0, seen.now_ms - since)),
            "nothing waits" if since is None else "for a worker",
            _jobs(WAITING, order="oldest"),
        ),
        Figure("Running", f"{running:,}", at_work, _jobs([JobStatus.RUNNING])),
        Figure("To try again", f"{again:,}", "each at its time", _jobs([JobStatus.FAILED_RETRYABLE])),
        Figure("Recorded", f"{recorded:,}", f"within a day; {failed:,} not", "#day"),
        Figure("Given up", f"{given_up:,}", f"{dead:,} of them DEAD", _jobs(GIVEN_UP)),
    ]


def _count(seen: Overview, statuses: Sequence[JobStatus]) -> int:
    return sum(one.count for one in seen.counts if one.status in statuses)


def _jobs(statuses: Sequence[JobStatus], **others: str) -> str:
    return f"/jobs{query({'status': [one.value for one in statuses]}, **others)}"
