"""Which jobs are meant, where many are listed, counted or steered at once. Times are UTC milliseconds."""

from __future__ import annotations

from dataclasses import dataclass

from common.job import JobStatus


@dataclass(frozen=True, slots=True)
class JobFilter:
    """Which jobs are wanted: those that match every field given. Ages are counted from updated_at."""

    statuses: tuple[JobStatus, ...] = ()
    platform: str | None = None
    error_code: str | None = None
    older_than_ms: int | None = None
    newer_than_ms: int | None = None
    broken: bool = False
    """Only links that are BROKEN."""
    single: str | None = None
    """A single shop of the platform: on the open web its registrable domain."""
    source: str | None = None
    """The network of any post that named the link; `operator` for links that operators added."""
    account: str | None = None
    """The account of any post that named the link."""
    text: str | None = None
    """Words, each in the canonical link or the title of the product; or how the id begins."""
    as_of_ms: int | None = None
    """Only jobs that last changed up to then, and ages counted from then: so two looks mean the same jobs."""
