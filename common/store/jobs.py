"""JobStore: one method per transition, each one guarded statement or one atomic batch.

Limits, plainly: lists that a method returns name what that very send changed. When an answer is lost and the batch is
sent again, the work is done once but the second answer may leave out what the first had changed (add, publish, reap,
recrawl, requeue, cancel). Nothing is lost by it: the jobs stand in the state they were given.
"""

from __future__ import annotations

from collections.abc import Sequence

from common.job import Job, NewJob
from common.store import rows
from common.store.database import Database
from common.store.drivers.base import Statement
from common.store.leases import BROKEN_AGAIN_MS, Leases
from common.store.values import DueJob, JobEvent, Reaped


class JobStore(Leases):
    """Transitions of dispatchers and operators, and the worker's from Leases.

    Every method raises StoreUnavailable when the database cannot be reached in time, StoreRejected when it refuses.
    """

    async def add(self, jobs: Sequence[NewJob]) -> list[str]:
        """Accept links. Returns the ids newly inserted; a link whose url_norm is known is skipped."""
        if not jobs:
            return []
        (added,) = await self._db.run(add_statement(self._db, jobs))
        return rows.ids(added.rows)

    async def due(self, platform: str, *, limit: int, window: int, retry_overdue_ms: int) -> list[DueJob]:
        """Jobs to publish now, by priority, then by how long they have waited. None of a paused shop.

        NEW jobs fill the window that jobs in flight leave; overdue QUEUED and FAILED_RETRYABLE jobs are not held back
        by it.
        """
        found = await self._db.one(
            "due", platform=platform, limit=limit, window=window, retry_overdue_ms=retry_overdue_ms
        )
        return [rows.build(DueJob, row, status=rows.status(row["status"])) for row in found.rows]

    async def publish(self, ids: Sequence[str], *, republish_after_ms: int) -> int:
        """After the broker's confirm: NEW and due FAILED_RETRYABLE become QUEUED; QUEUED waits on. Returns how many."""
        if not ids:
            return 0
        return (await self._db.one("publish", ids=rows.as_json(ids), republish_after_ms=republish_after_ms)).changed

    async def reap(self, *, limit: int) -> list[Reaped]:
        """End leases that ran out: QUEUED again and due now, or DEAD when the attempts are spent.

        No failure is counted: that a worker vanished says nothing of the link.
        """
        found = await self._db.one("reap", limit=limit, broken_again_ms=BROKEN_AGAIN_MS)
        return [rows.build(Reaped, row, status=rows.status(row["status"])) for row in found.rows]

    async def recrawl(self, *, limit: int) -> list[str]:
        """Jobs whose next_crawl_at has come: NEW again, with all attempts; a BROKEN one with a single attempt."""
        return rows.ids((await self._db.one("recrawl", limit=limit)).rows)

    async def requeue(self, ids: Sequence[str]) -> list[str]:
        """DEAD and FAILED_PERMANENT become NEW, not BROKEN, with all attempts. Returns those that did."""
        return rows.ids((await self._db.one("requeue", ids=rows.as_json(ids))).rows) if ids else []

    async def cancel(self, ids: Sequence[str], *, reason: str) -> list[str]:
        """Open jobs become FAILED_PERMANENT (CANCELLED). Returns those that did. A running crawl loses its lease."""
        return rows.ids((await self._db.one("cancel", ids=rows.as_json(ids), reason=reason)).rows) if ids else []

    async def get(self, job_id: str) -> Job | None:
        found = await self._db.one("get", id=job_id)
        return rows.job(found.rows[0]) if found.rows else None

    async def events(self, job_id: str) -> list[JobEvent]:
        """Every change of status, oldest first."""
        found = await self._db.one("events", id=job_id)
        return [
            rows.build(
                JobEvent,
                row,
                from_status=None if row["from_status"] is None else rows.status(row["from_status"]),
                to_status=rows.status(row["to_status"]),
            )
            for row in found.rows
        ]

    async def open_count(self) -> int:
        """Jobs that still owe a crawl: NEW, QUEUED, RUNNING, FAILED_RETRYABLE."""
        return rows.number((await self._db.one("open_count")).rows[0]["open"])

    async def waiting_count(self) -> int:
        """Of those: jobs that wait because their shop is paused. None of them is RUNNING."""
        return rows.number((await self._db.one("waiting_count")).rows[0]["waiting"])

    async def now_ms(self) -> int:
        """The clock leases run on."""
        return rows.number((await self._db.one("now")).rows[0]["now_ms"])


def add_statement(database: Database, jobs: Sequence[NewJob]) -> Statement:
    """One statement for any number of links; the poll's batch uses it too."""
    values = [
        [
            job.id,
            job.source,
            job.source_account,
            job.source_post_id,
            job.url,
            job.url_norm,
            job.platform,
            job.region,
            job.shop_id,
            job.item_id,
            job.priority,
            job.max_attempts,
        ]
        for job in jobs
    ]
    return database.bind("add_jobs", rows=rows.as_json(values))
