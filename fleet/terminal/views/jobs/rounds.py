"""A job's events where one round of them came again and again, as on a machine without a network. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from common.job import JobStatus

if TYPE_CHECKING:
    from common.store import JobEvent

    Round = Sequence[JobEvent]


def rounds_told_once(events: Sequence[JobEvent]) -> Iterator[tuple[Round, int, int]]:
    """Each claim with what followed it; how often the same came in a row, and when the last of those ended. What came
    before the first claim is a round of its own."""
    for _, same in groupby(_rounds(events), key=_said):
        alike = list(same)
        yield alike[0], len(alike), alike[-1][-1].at


def _rounds(events: Sequence[JobEvent]) -> Iterator[Round]:
    current: list[JobEvent] = []
    for event in events:
        if event.to_status is JobStatus.RUNNING and current:
            yield current
            current = []
        current.append(event)
    if current:
        yield current


def _said(events: Round) -> list[tuple[object, ...]]:
    """All that is told of them but when."""
    return [(one.from_status, one.to_status, one.attempt, one.via, one.worker, one.why, one.detail) for one in events]
