"""What the store answers about volunteers. All times are UTC milliseconds by the database's clock."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from common.trust.states import ResultState


class Heard(StrEnum):
    """What a volunteer is told of a report: never whether somebody else looks as well."""

    HEARD = "HEARD"
    LOST = "LOST"
    """The lease was not held any more; nothing was written."""


@dataclass(frozen=True, slots=True)
class TrustRow:
    """How far a person is trusted with one shop. Shown in totals a day old only, or a liar would count along."""

    person: str
    shop: str
    """A platform, or other/<registrable domain>."""
    reader_version: str
    cv: int
    """Results confirmed in a row."""
    outdated_cv: int
    confirmed: int
    failed: int
    credit: int
    """Results that stand: confirmed, or unchecked for 30 days."""


@dataclass(frozen=True, slots=True)
class ReportRow:
    """What one machine said of a job, and how that stands."""

    lease_token: str
    person: str
    machine: str
    reader_version: str
    state: ResultState
    reported_at: int
    settled_at: int | None
    """None while it waits, and while it stands unchecked."""
    outcome_json: str | None
    """What it said, while it waits: common/outcome/crawl_outcome.py."""
    ended_as: str
    """The job's status that the attempt led to."""
    error_code: str | None
    person_name: str
    machine_name: str


@dataclass(frozen=True, slots=True)
class LooksWanted:
    """Results of a shop that wait for a second look, and whether somebody could come."""

    shop: str
    """A platform."""
    waiting: int
    oldest_at: int | None
    third_looks: int
    """Jobs whose two looks differ: only an operator's worker is given them."""
    operators_seen: int
    """Operators' workers seen lately that take the shop's jobs and go the way of some of these: direct ones, and
    trusted machines at a gateway."""


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A person who failed a check at some time, or was set aside."""

    person: str
    failed: int
    """Checks failed since an operator last forgave."""
    failed_at: int | None
    confirmed_since: int
    set_aside_at: int | None
    set_aside_reason: str | None
    forgiven_at: int | None


@dataclass(frozen=True, slots=True)
class FailedCheck:
    """A report that another look contradicted."""

    job_id: str
    shop: str
    machine: str
    reported_at: int
    settled_at: int


@dataclass(frozen=True, slots=True)
class AwaitedLooks:
    """Results of a person that wait for somebody else's look."""

    person: str
    results: int
    oldest_at: int


@dataclass(frozen=True, slots=True)
class DoubtedResults:
    """What was taken back in one go from persons who were set aside."""

    results: int
    jobs: int
    """Of their jobs: so many are crawled again, because nothing newer stands there."""
