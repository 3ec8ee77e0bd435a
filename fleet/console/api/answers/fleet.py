"""The fleet as a whole: who works, what waits, what is wrong, and what operators did."""

from __future__ import annotations

from common.broker.base import QueueDepth
from common.store import OperatorEvent, StatusCount, WorkerRow
from fleet.console.api.shaping import Answer, listed, of
from fleet.doctor.finding import Finding
from fleet.operations.console.overview import Hour

Workers = listed("Workers", of("Worker", WorkerRow, more={"alive": bool}), paged=False)

AuditEvent = of("OperatorEvent", OperatorEvent)
Audit = listed("Audit", AuditEvent)


class Queues(Answer):
    items: list[of("Queue", QueueDepth)]  # type: ignore[valid-type]


class Findings(Answer):
    items: list[of("Finding", Finding)]  # type: ignore[valid-type]
    age_seconds: float | None
    """How long ago it was looked; None: the look goes on, and the one before is over two minutes old."""


class PolledAccounts(Answer):
    source: str
    outcome: str
    """ok or failed."""
    count: int


class FleetNow(Answer):
    """Who works, and what is due."""

    machines: int
    persons: int
    processes: dict[str, int]
    feeds: list[PolledAccounts]
    recrawls_due: dict[str, int]


class OverviewShape(Answer):
    jobs: list[of("JobsByStatus", StatusCount)]  # type: ignore[valid-type]
    hours: list[of("Hour", Hour)]  # type: ignore[valid-type]
    """The last 24, the oldest first; the last one goes on."""
    fleet: FleetNow
    now_ms: int
    """The database's clock when it was asked."""
