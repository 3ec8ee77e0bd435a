"""What the store is asked with and answers about volunteers. Times are UTC milliseconds by the database's clock."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from common.ways.way import Way

EVERYBODY = "*"


@dataclass(frozen=True, slots=True)
class Joining:
    """What became of a joining. `machine` is None when there is none: the invite is not open, or has no place left."""

    machine: str | None
    invite_open: bool
    """The invite exists, has not expired and is not revoked."""


@dataclass(frozen=True, slots=True)
class KnownMachine:
    """The machine a token belongs to, and what decides whether it may have tasks."""

    id: str
    person: str
    name: str
    join_hash: str
    token_is_current: bool
    """False: it is the next one, given out and used now for the first time."""
    token_expires_at: int
    paused_at: int | None
    revoked_at: int | None
    left_at: int | None
    trusted: bool
    tasks_per_day: int | None
    leases_at_once: int | None
    set_aside_at: int | None
    person_paused_at: int | None
    person_paused_reason: str | None
    person_revoked_at: int | None
    tasks_today: int
    unconfirmed_today: int
    given_up_today: int
    """Given back, lost, or with a report that was refused."""
    leases: int
    last_seen_at: int | None
    """As noted, which is once a minute."""
    now_ms: int
    ways: str | None = None
    """It takes tasks of, as noted, with commas; None: plain HTTP."""


@dataclass(frozen=True, slots=True)
class OfferedJob:
    """A job that a message names, before anybody claims it."""

    id: str
    platform: str
    status: str
    url_norm: str
    not_for: frozenset[str]
    """Persons who may not have it now; EVERYBODY stands for all that the operator does not trust."""
    tied: bool = False
    """A shop refused it through a proxy: it goes no other way, so to no machine at a gateway."""


@dataclass(frozen=True, slots=True)
class LiveLease:
    """A lease that a machine holds."""

    job_id: str
    lease_token: str
    url_norm: str
    platform: str
    attempt: int
    left_ms: int
    via: Way = Way.HTTP


@dataclass(frozen=True, slots=True)
class ReportedLease:
    """A lease that a machine reports on, with what judging needs of its job."""

    job_id: str
    lease_token: str
    url_norm: str
    platform: str
    region: str
    attempt: int
    content_hash: str | None
    crawl_interval_ms: int | None
    held: bool
    ended_as: str | None
    reason: str | None
    via: Way = Way.HTTP
    """The job's way, which it keeps as long as the lease is held."""

    @property
    def id(self) -> str:
        """As a Crawlable names it."""
        return self.job_id


class End(StrEnum):
    """How a machine's lease ended."""

    RECORDED = "recorded"
    REFUSED = "refused"
    RELEASED = "released"
    UNCONFIRMED = "unconfirmed"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A volunteer, with what their machines did today (UTC)."""

    id: str
    name: str
    machines_max: int
    expires_at: int
    trusted: bool
    tasks_per_day: int | None
    leases_at_once: int | None
    created_at: int
    paused_at: int | None
    paused_reason: str | None
    revoked_at: int | None
    machines: int
    """Joined in all."""
    active: int
    """Neither left nor revoked."""
    tasks_today: int
    recorded_today: int
    last_at: int | None
    """The last request of any of them, to the minute."""


@dataclass(frozen=True, slots=True)
class MachineRow:
    """A machine, with what it did today (UTC). `requests` and `bytes` are its own word."""

    id: str
    person: str
    name: str
    platform: str
    version: str
    joined_at: int
    token_expires_at: int
    paused_at: int | None
    revoked_at: int | None
    left_at: int | None
    tasks: int
    recorded: int
    failed: int
    refused: int
    released: int
    unconfirmed: int
    lost: int
    requests: int
    bytes: int
    last_at: int | None
    leases: int
    two_at_once: bool = False
    """Two workers go by its membership, as with a copied folder."""


@dataclass(frozen=True, slots=True)
class TwoAtOnce:
    """A machine by whose membership two workers go at once, as a gateway saw lately."""

    machine: str
    name: str
    person: str
    """Whose it is, by name."""


@dataclass(frozen=True, slots=True)
class MachineClaim:
    """A job to claim for a machine."""

    job_id: str
    platform: str
    machine: str
    person: str
    trusted: bool
    request_id: str
    lease_token: str
    leases_at_once: int | None = None
    tasks_per_day: int | None = None
    """What the machine may have; None: no limit."""
    way: Way = Way.HTTP
    """Of the message; a job that goes another is not claimed."""


@dataclass(frozen=True, slots=True)
class MachinesNow:
    """Machines at the gateways, however many gateways there are."""

    joined: int
    """Those that may come: neither left nor revoked."""
    seen: int
    """Of those, lately."""
    trusted_seen: int
    """Of those seen, the operator's own."""
    leases: int
    browser_seen: int = 0
    """Of those seen, those that take tasks of the way browser."""
    official_seen: int = 0
    """Of those seen, the operator's own that take tasks of the way official."""

    @property
    def ways_seen(self) -> tuple[str, ...]:
        """The ways beside plain HTTP that some of those seen go."""
        seen = ((Way.BROWSER, self.browser_seen), (Way.OFFICIAL, self.official_seen))
        return tuple(way.value for way, machines in seen if machines)
