"""JobStore: one method per transition. Skeleton."""

from __future__ import annotations

from collections.abc import Sequence

from common.errors import ErrorCode
from common.job import Job, JobStatus, NewJob
from common.store.result import CrawlResult
from common.store.values import Claim, DueJob, JobEvent, Reaped


class JobStore:
    async def add(self, jobs: Sequence[NewJob]) -> list[str]:
        raise NotImplementedError

    async def due(self, platform: str, *, limit: int, window: int, retry_overdue_ms: int) -> list[DueJob]:
        raise NotImplementedError

    async def publish(self, ids: Sequence[str], *, republish_after_ms: int) -> int:
        raise NotImplementedError

    async def claim(self, job_id: str, *, worker_id: str, lease_token: str, lease_ms: int) -> Claim:
        raise NotImplementedError

    async def renew(self, leases: Sequence[tuple[str, str]], *, lease_ms: int) -> set[str]:
        raise NotImplementedError

    async def succeed(self, job_id: str, lease_token: str, result: CrawlResult) -> bool:
        raise NotImplementedError

    async def retry_later(
        self, job_id: str, lease_token: str, *, delay_ms: int, error_code: ErrorCode, detail: str
    ) -> JobStatus | None:
        raise NotImplementedError

    async def fail(
        self, job_id: str, lease_token: str, *, error_code: ErrorCode, detail: str, next_crawl_ms: int | None = None
    ) -> bool:
        raise NotImplementedError

    async def release(self, job_id: str, lease_token: str) -> bool:
        raise NotImplementedError

    async def reap(self, *, limit: int) -> list[Reaped]:
        raise NotImplementedError

    async def recrawl(self, *, limit: int) -> list[str]:
        raise NotImplementedError

    async def requeue(self, ids: Sequence[str]) -> list[str]:
        raise NotImplementedError

    async def cancel(self, ids: Sequence[str], *, reason: str) -> list[str]:
        raise NotImplementedError

    async def get(self, job_id: str) -> Job | None:
        raise NotImplementedError

    async def events(self, job_id: str) -> list[JobEvent]:
        raise NotImplementedError

    async def open_count(self) -> int:
        raise NotImplementedError

    async def now_ms(self) -> int:
        raise NotImplementedError
