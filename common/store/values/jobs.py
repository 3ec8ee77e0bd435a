"""Jobs as the store answers them: to publish, reaped, owed a letter, counted, and how each went. Times are UTC ms."""

from __future__ import annotations

from dataclasses import dataclass

from common.job import JobStatus
from common.ways.way import Way


@dataclass(frozen=True, slots=True)
class DueJob:
    """A job to publish now."""

    id: str
    platform: str
    region: str
    shop_id: str | None
    via: Way | None
    """None: no way was chosen for it yet."""
    status: JobStatus


@dataclass(frozen=True, slots=True)
class Reaped:
    """A job whose lease ran out: `status` is QUEUED, or DEAD when its attempts were spent."""

    id: str
    platform: str
    region: str
    status: JobStatus


@dataclass(frozen=True, slots=True)
class OwedLetter:
    """A job that ended DEAD and whose dead letter is still to be published."""

    id: str
    platform: str
    region: str
    error_code: str | None

    @property
    def routing_key(self) -> str:
        return f"{self.platform}.{self.region or 'any'}"


@dataclass(frozen=True, slots=True)
class JobEvent:
    """One change of status, as the database's trigger wrote it. `from_status` is None for the insert."""

    job_id: str
    seq: int
    """1, 2, 3 … within the job."""
    from_status: JobStatus | None
    to_status: JobStatus
    attempt: int
    lease_token: str | None
    worker: str | None
    error_code: str | None
    at: int
    via: Way | None = None
    """The way that the job goes, or by which the lease went that ended."""
    detail: str | None = None
    """Its first 300 characters. Of next_way: why that way did not do. Of release: why a volunteer gave the job back, by
    its machine's word, or why its report was refused."""

    @property
    def why(self) -> str:
        """The error, or what else sent a job back that was under way; empty for what needs no reason."""
        if self.error_code is not None:
            return self.error_code
        return _SENT_BACK.get(self.to_status, "") if self.from_status is JobStatus.RUNNING else ""


_SENT_BACK = {JobStatus.NEW: "second look wanted", JobStatus.QUEUED: "given back unfinished"}
"""Why a job that was under way stands there, without an error: the arrows second_look and release."""


@dataclass(frozen=True, slots=True)
class StatusCount:
    """How many jobs a platform has in one status, and since when the oldest of them."""

    platform: str
    status: JobStatus
    count: int
    oldest_updated_at: int


@dataclass(frozen=True, slots=True)
class Waiting:
    """Open jobs that nobody takes now."""

    jobs: int
    of_paused_shops: int
    """Of them: those whose shop is paused, whatever else they wait for."""
