"""What a worker asks of whoever gives it tasks. One conformance suite runs against every implementation.

A source hands out offers. begin() makes a task of one: a job under a lease of this worker. The worker ends the lease
through the source's `leases`, always with the lease's token, and then settles the offer.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from typing import Protocol

from common.errors import ErrorCode
from common.job import Crawlable, JobStatus
from common.outcome.crawl_outcome import CrawlOutcome, Recorded
from common.outcome.crawl_result import CrawlResult


@dataclass(frozen=True, slots=True)
class Task:
    """A job under a lease."""

    job: Crawlable
    lease_token: str
    asked_at: float
    """On the monotonic clock, when the lease was asked for first: it began no sooner."""


class Offered(Protocol):
    """One thing that a source handed out. Its holder calls begin() once, then exactly one of the other four, once."""

    @property
    def origin(self) -> str:
        """Where it came from, for the log."""

    async def begin(self) -> Task | None:
        """The task; None when there is none to do after all, and the offer is settled then.

        Cancelled, it gives back what it took. Raises StoreRejected.
        """

    async def recorded(self, outcome: CrawlOutcome, recorded: Recorded) -> None:
        """The lease ended so."""

    async def dropped(self) -> None:
        """The lease was lost or given back: nothing more comes of it here."""

    async def kept(self) -> None:
        """The outcome waits on disk."""

    async def put_off(self, seconds: float) -> None:
        """It could not be handled now. Never raises for a source that is away."""


class TaskLeases(Protocol):
    """The leases of tasks. Each call is safe to send twice, and raises StoreUnavailable or StoreRejected.

    For a direct worker this is common/store/jobs/leases.py, for a gateway's worker source/gateway/leases.py.
    """

    async def renew(self, leases: Sequence[tuple[str, str]], *, lease_ms: int) -> set[str]:
        """Keep leases, (job id, lease token) each, alive. The ids still held."""

    async def succeed(self, job_id: str, lease_token: str, result: CrawlResult) -> JobStatus | None:
        """Report the page as it was read: SUCCEEDED, or NEW when it waits for a second sight, which a gateway does not
        tell. None: the lease was lost."""

    async def retry_later(
        self, job_id: str, lease_token: str, *, delay_ms: int, error_code: ErrorCode, detail: str
    ) -> JobStatus | None:
        """Report that another attempt may work. None: the lease was lost."""

    async def fail(
        self, job_id: str, lease_token: str, *, error_code: ErrorCode, detail: str, next_crawl_ms: int | None = None
    ) -> bool:
        """Report that trying again soon would not help. False: the lease was lost."""

    async def next_way(
        self,
        job_id: str,
        lease_token: str,
        *,
        error_code: ErrorCode,
        detail: str,
        delay_ms: int | None,
        next_crawl_ms: int | None = None,
    ) -> JobStatus | None:
        """Report that the way it went did not do (NEXT_WAY in common/errors). NEW: another way is tried. Where there
        is none: as retry_later(), or as fail() when `delay_ms` is None. None: the lease was lost."""

    async def release(self, job_id: str, lease_token: str) -> bool:
        """Give the job back unfinished. False: the lease was lost."""

    async def give_back(
        self, job_id: str, lease_token: str, *, delay_ms: int, error_code: ErrorCode, detail: str
    ) -> None:
        """Give the job back because this worker cannot do it, not before `delay_ms` from now. Its attempt is not spent,
        also when the lease was lost meanwhile."""


@dataclass(frozen=True, slots=True)
class Idle:
    """Why nothing comes."""

    sentence: str
    nothing_waits: bool
    """There is nothing left to take, as far as can be known: no task, or none that this worker may have until somebody
    acts or the day ends."""
    because: str | None = None
    """Why it may have none, where some may wait."""


class Source(Protocol):
    """Tasks for one worker."""

    @property
    def leases(self) -> TaskLeases: ...

    def offered(self, at_once: int) -> AsyncGenerator[Offered, None]:
        """What may be done, without end. At most `at_once` are held unsettled; waits out an outage.

        Closing the iterator takes nothing more; what was handed out stays with its holders.
        """

    async def idle(self) -> Idle:
        """Asked when nothing came for a while. Never raises."""

    async def seen(self, state: str, running: int, done: int, failed: int) -> None:
        """Report that this worker is alive. Raises StoreError."""
