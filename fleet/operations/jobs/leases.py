"""A job's leases, as its events tell of them. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING

from common.job import JobStatus

if TYPE_CHECKING:
    from common.store import JobEvent
    from common.ways.way import Way


@dataclass(frozen=True, slots=True)
class LeaseShown:
    """One claim: who held the job, from when to when, by which way, and how it ended. Its token stays out."""

    worker: str | None
    attempt: int
    via: Way | None
    begins_at: int
    ends_at: int | None
    """None: it goes on."""
    ended_as: JobStatus | None
    error_code: str | None
    detail: str | None


def leases_of(events: Sequence[JobEvent]) -> list[LeaseShown]:
    """Oldest first. A begin whose events were pruned is left out."""
    leases = []
    for number, event in enumerate(events):
        if event.to_status is not JobStatus.RUNNING:
            continue
        end = events[number + 1] if number + 1 < len(events) else None
        leases.append(
            LeaseShown(
                event.worker,
                event.attempt,
                event.via,
                event.at,
                end.at if end else None,
                end.to_status if end else None,
                end.error_code if end else None,
                end.detail if end else None,
            )
        )
    return leases


def leases_told_once(leases: Sequence[LeaseShown]) -> Iterator[tuple[LeaseShown, int, int | None]]:
    """Each lease; how many in a row were like it but for their times, and when the last of those ended."""
    for _, same in groupby(leases, key=lambda lease: replace(lease, begins_at=0, ends_at=None)):
        alike = list(same)
        yield alike[0], len(alike), alike[-1].ends_at
