"""What a decision about a volunteer's result rests on. Times are UTC milliseconds by the database's clock."""

from __future__ import annotations

from dataclasses import dataclass

from common.offer import Offer
from common.outcome.crawl_outcome import Failed, RetryLater, Succeeded
from common.outcome.second_sight import Weighed
from common.trust.agreement import Seen

Told = Succeeded | RetryLater | Failed
"""What a report may say. A machine that cannot do a job gives it back, which is no report."""


@dataclass(frozen=True, slots=True)
class TrustRecord:
    """How far a person is trusted with one shop. A person without a row is trusted as far as this default says."""

    cv: int = 0
    """Results confirmed in a row."""
    outdated_cv: int = 0
    """What `cv` was when a page was last found changed between two looks; 0 when it never was."""
    reader_version: str = ""
    """Of the last confirmed result."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Checks that a person failed, at any shop, since an operator last forgave. The default: none."""

    failed: int = 0
    failed_at: int | None = None
    confirmed_since: int = 0
    set_aside_at: int | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """One outcome that a volunteer's machine reports, with what the gateway knows of who says so."""

    job_id: str
    lease_token: str
    person: str
    machine: str
    reader_version: str


@dataclass(frozen=True, slots=True)
class WaitingResult:
    """An earlier result of the same job that waits for a second look."""

    lease_token: str
    person: str
    reader_version: str
    reported_at: int
    repeats: bool
    """It said what was trusted before."""
    outcome: Told
    record: TrustRecord
    doubted: bool = False
    """The fleet itself doubted it, as it would an operator's worker's, and recorded nothing of it."""
    forgiven: int = 0
    """So many doubted results of this person that nobody else saw were forgiven in the last FORGIVEN_WITHIN_MS."""


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything that is known about a report when it is decided."""

    now_ms: int
    attempt: int
    max_attempts: int
    record: TrustRecord
    standing: Standing
    known: Seen | None
    """What is trusted of this job's product now; None when the job never led to one."""
    taken_key: bool
    """The result names a product that other links led to before."""
    waiting: tuple[WaitingResult, ...] = ()
    not_understood: bool = False
    """One more waits, in words of a newer version."""
    before: Offer | None = None
    """The sight that waits and is confirmed by this report; else what the job's last crawl brought, when another person
    brought it."""
    weighed: Weighed | None = None
    """Of a page that was read: whether it is doubted, as an operator's worker's would be."""
