"""What a machine's request names of its own, leases and an earlier claim, asked for in one batch with its token."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from common.store import rows
from common.store.database.database import Database
from common.store.drivers.base import Row, Rows
from common.store.drivers.group_commit import RowStatement
from common.store.volunteers.values import LiveLease, ReportedLease
from common.ways.way import Way


@dataclass(frozen=True, slots=True)
class Named:
    """What a request names."""

    lease_tokens: Sequence[str] = ()
    """As the database has them."""
    request_id: str | None = None
    """Of a claim, which may have been sent before."""


@dataclass(frozen=True, slots=True)
class Found:
    """What there is of it, of this machine's alone."""

    leases: Mapping[str, ReportedLease] = field(default_factory=dict)
    """By token."""
    live: Sequence[LiveLease] = ()
    """The live leases that the claim was answered with."""

    @property
    def held(self) -> int:
        """How many of the leases live."""
        return sum(lease.held and lease.ended_as is None for lease in self.leases.values())


def named_parts(database: Database, machine: str, named: Named) -> list[RowStatement]:
    """What asks for it; each part reads."""
    parts: list[RowStatement] = []
    if named.lease_tokens:
        asked = [(machine, token) for token in named.lease_tokens]
        parts.append(database.bind_rows("leases_of_machine", *asked, key=("machine", "lease_token")))
    if named.request_id is not None:
        asked = [(machine, named.request_id)]
        parts.append(database.bind_rows("leases_of_request", *asked, key=("machine", "request_id")))
    return parts


def found_of(named: Named, answers: Sequence[Rows]) -> Found:
    """`answers`: of named_parts()."""
    left = list(answers)
    leases = reported_leases(left.pop(0).rows) if named.lease_tokens else {}
    return Found(leases, live_leases(left.pop(0).rows) if named.request_id is not None else ())


def reported_leases(found: Sequence[Row]) -> dict[str, ReportedLease]:
    """By token."""
    leases = (
        rows.build(ReportedLease, row, job_id=row["id"], held=bool(row["held"]), via=Way(str(row["via"])))
        for row in found
    )
    return {lease.lease_token: lease for lease in leases}


def live_leases(found: Sequence[Row]) -> list[LiveLease]:
    return [rows.build(LiveLease, row, job_id=row["id"], via=Way(str(row["via"]))) for row in found]
