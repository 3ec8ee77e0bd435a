"""The fleet as a whole: who leads, how many work, how crawls ended, each shop's policy. Times are UTC milliseconds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from common.job import JobStatus

DISPATCHER = "dispatcher"
"""The role that dispatchers lead, one at a time."""


@dataclass(frozen=True, slots=True)
class Leader:
    """Who leads a role until `expires_at` (UTC milliseconds), or led it until then."""

    holder: str
    expires_at: int
    schema_version: int | None = None
    """For which its program was written; None: it does not say so."""


@dataclass(frozen=True, slots=True)
class FleetCounts:
    """The fleet at the database's time `now` (UTC milliseconds)."""

    now: int
    machines: int
    """Volunteers' machines that were seen lately, and the persons they belong to."""
    persons: int
    processes: Mapping[str, int]
    """Role → processes that were seen lately."""
    feeds: Mapping[tuple[str, str], int]
    """(source, ok or failed) → accounts whose last poll ended so, within a day."""
    recrawls_due: Mapping[str, int]
    """Platform → ended jobs whose next crawl is due."""


@dataclass(frozen=True, slots=True)
class EndedInHour:
    """Crawls that ended within one hour (UTC, hours since 1970), by how their job stood then."""

    hour: int
    status: JobStatus
    count: int


@dataclass(frozen=True, slots=True)
class ShopRow:
    """A shop's policy, with figures counted from its jobs. `requests_per_second` None: no fleet-wide budget."""

    platform: str
    paused: bool
    paused_reason: str | None
    requests_per_second: float | None
    burst: int
    last_success_at: int | None
    succeeded_last_hour: int
    failed_last_hour: int
    """FAILED_PERMANENT and DEAD."""
    waiting_retry: int
    """FAILED_RETRYABLE now."""
    reviewed_at: int | None = None
    """When somebody last read the shop's terms."""
    reviewed_by: str | None = None
    review_note: str | None = None
