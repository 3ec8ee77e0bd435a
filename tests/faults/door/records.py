"""What the database holds of volunteers at a run's end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from common.store.drivers.base import Driver
from tests.faults.ledger import paged

_LEASES = """SELECT lease_token, job_id, person, claimed_at, ended_at, ended_as
    FROM gateway_leases WHERE lease_token > :after ORDER BY lease_token LIMIT :rows"""
_RESULTS = """SELECT lease_token, job_id, person, state, reported_at
    FROM volunteer_results WHERE lease_token > :after ORDER BY lease_token LIMIT :rows"""
_PERSONS = """SELECT p.id, p.name, p.revoked_at, COALESCE(s.failed, 0) AS failed, s.set_aside_at
    FROM persons p LEFT JOIN standings s ON s.person = p.id WHERE p.id > :after ORDER BY p.id LIMIT :rows"""


@dataclass(frozen=True, slots=True)
class LentLease:
    """A lease that a gateway gave to a machine."""

    token: str
    job_id: str
    person: str
    claimed_at: int
    ended_at: int | None
    ended_as: str | None


@dataclass(frozen=True, slots=True)
class ResultRow:
    """What a volunteer reported under a lease."""

    token: str
    job_id: str
    person: str
    state: str
    reported_at: int


@dataclass(frozen=True, slots=True)
class PersonRow:
    id: str
    name: str
    revoked_at: int | None = None
    failed: int = 0
    set_aside_at: int | None = None


@dataclass(frozen=True, slots=True)
class DoorRecords:
    leases: Sequence[LentLease] = ()
    results: Sequence[ResultRow] = ()
    persons: Sequence[PersonRow] = ()


async def read_door_records(driver: Driver) -> DoorRecords:
    """In answers of a bounded size."""
    leases = [
        LentLease(row["lease_token"], row["job_id"], row["person"], row["claimed_at"], row["ended_at"], row["ended_as"])
        async for row in paged(driver, _LEASES, "lease_token", "")
    ]
    results = [
        ResultRow(row["lease_token"], row["job_id"], row["person"], row["state"], row["reported_at"])
        async for row in paged(driver, _RESULTS, "lease_token", "")
    ]
    persons = [
        PersonRow(row["id"], row["name"], row["revoked_at"], row["failed"], row["set_aside_at"])
        async for row in paged(driver, _PERSONS, "id", "")
    ]
    return DoorRecords(leases, results, persons)
