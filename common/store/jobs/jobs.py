"""JobStore: one method per transition, each one guarded statement or one atomic batch.

Limits: a list or count that a method returns is of what that very send changed. When an answer is lost and the batch is
sent again, the work is done once, but the second answer leaves out what the first had changed (add, publish, reap,
recrawl, requeue, recheck, cancel). Nothing is lost by it: the jobs are in the state they were given.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from common.job import Job, NewJob
from common.store import rows
from common.store.database.database import Database
from common.store.database.in_parts import in_parts
from common.store.drivers.base import Statement, Value
from common.store.jobs.endings import BROKEN_AGAIN_MS
from common.store.jobs.leases import Leases
from common.store.operators.events import counted
from common.store.values.jobs import DueJob, JobEvent, OwedLetter, Reaped, Waiting
from common.ways.way import Way


class JobStore(Leases):
    """The transitions of dispatchers and operators; those of a worker come from Leases.

    Every method raises StoreUnavailable when the database cannot be reached in time, StoreRejected when it refuses.
    """

    async def add(self, jobs: Sequence[NewJob]) -> list[str]:
        """Accept links as jobs. Returns the ids of new jobs; a link whose url_norm is known is skipped.

        Tens of thousands go in several batches: cut off, the first of them are accepted.
        """
        added: list[str] = []
        for part in in_parts(job_rows(jobs)) if jobs else ():
            added += rows.ids((await self._db.run(add_statement(self._db, part)))[0].rows)
        return added

    async def due(
        self,
        platform: str,
        *,
        limit: int,
        window: int,
        retry_overdue_ms: int,
        via: Way | None = None,
        counted: Way = Way.HTTP,
        again: Way | None = Way.HTTP,
    ) -> list[DueJob]:
        """Jobs to publish now, highest priority first, then all accounts in turn; none of a paused shop.

        NEW ones that go the way `via` (None: that no way was chosen for; publish() chooses), and jobs that were
        published before and go the way `again`.

        NEW jobs take the room that QUEUED ones of the way `counted`, overdue or not, leave in `window`. Overdue
        QUEUED and FAILED_RETRYABLE jobs come whatever the window says: whether their messages were lost or still
        wait, only the broker knows.
        """
        found = await self._db.one(
            "due",
            platform=platform,
            via=via and via.value,
            counted=counted.value,
            again=again and again.value,
            limit=limit,
            window=window,
            retry_overdue_ms=retry_overdue_ms,
        )
        return [
            rows.build(DueJob, row, status=rows.status(row["status"]), via=rows.way_or_none(row["via"]))
            for row in found.rows
        ]

    async def choose_way(self, ids: Sequence[str], via: Way) -> int:
        """NEW jobs that no way was chosen for begin at this one, once its window has room. Returns how many changed."""
        if not ids:
            return 0
        return len((await self._db.one("choose_way", ids=rows.as_json(ids), via=via.value)).rows)

    async def publish(self, ids: Sequence[str], *, republish_after_ms: int, via: Way = Way.HTTP) -> int:
        """Call after the broker's confirm: NEW and due FAILED_RETRYABLE jobs become QUEUED. Returns how many changed.

        `via`: the way that their messages name. A job that has chosen another meanwhile is left as it is.

        A QUEUED job that nobody claims is due again after `republish_after_ms`.
        """
        if not ids:
            return 0
        written = await self._db.one(
            "publish", ids=rows.as_json(ids), republish_after_ms=republish_after_ms, via=via.value
        )
        return written.changed

    async def messages_lost(self) -> int:
        """Call when the broker that held them is gone: QUEUED jobs are due now. Returns how many were not before.

        One whose message is left after all is published twice, which costs a message.
        """
        return (await self._db.one("messages_lost")).changed

    async def reap(self, *, limit: int) -> list[Reaped]:
        """End leases that ran out: QUEUED again and due now, or DEAD when the attempts are spent.

        No failure of the link is counted, for it was the worker that vanished.
        """
        found = await self._db.one("reap", limit=limit, broken_again_ms=BROKEN_AGAIN_MS)
        return [rows.build(Reaped, row, status=rows.status(row["status"])) for row in found.rows]

    async def letters_owed(self, *, limit: int) -> list[OwedLetter]:
        """Jobs that ended DEAD and whose dead letter is still to be published, the longest first."""
        return [rows.build(OwedLetter, row) for row in (await self._db.one("letters_owed", limit=limit)).rows]

    async def letters_published(self, ids: Sequence[str]) -> None:
        """Call after the broker's confirm: these jobs owe no dead letter any more."""
        if ids:
            await self._db.one("letters_published", ids=rows.as_json(ids))

    async def recrawl(self, *, limit: int) -> list[str]:
        """Jobs whose next_crawl_at has come: NEW again, with all attempts; a BROKEN one with a single attempt."""
        return rows.ids((await self._db.one("recrawl", limit=limit)).rows)

    async def requeue(self, ids: Sequence[str], *, event: str | None = None) -> list[str]:
        """DEAD and FAILED_PERMANENT become NEW, not BROKEN, with all attempts. Returns those that did.

        `event`: the operator's event that counts them, in the same batch; so of recheck and cancel.
        """
        return await self._steered(self._db.bind("requeue", ids=rows.as_json(ids)), event) if ids else []

    async def recheck(self, ids: Sequence[str], *, event: str | None = None) -> list[str]:
        """As requeue, of SUCCEEDED jobs too: any job that has ended becomes NEW."""
        return await self._steered(self._db.bind("recheck", ids=rows.as_json(ids)), event) if ids else []

    async def cancel(self, ids: Sequence[str], *, reason: str, event: str | None = None) -> list[str]:
        """Open jobs become FAILED_PERMANENT (CANCELLED). Returns those that did. A running crawl loses its lease."""
        return await self._steered(self._db.bind("cancel", ids=rows.as_json(ids), reason=reason), event) if ids else []

    async def _steered(self, change: Statement, event: str | None) -> list[str]:
        changed, *_ = await self._db.run(change, *counted(self._db, event))
        return rows.ids(changed.rows)

    async def get(self, job_id: str) -> Job | None:
        """The job with its result_json; None when there is none."""
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
                via=rows.way_or_none(row["via"]),
            )
            for row in found.rows
        ]

    async def open_count(self) -> int:
        """How many jobs are in an open state: NEW, QUEUED, RUNNING, FAILED_RETRYABLE."""
        return rows.number((await self._db.one("open_count")).rows[0]["open"])

    async def next_try(self, ways: Collection[Way] = tuple(Way)) -> tuple[int, int | None]:
        """How many jobs wait for their next try or a second look and for nothing else (none of those in `waiting`), and
        in how many milliseconds the first of them is due."""
        row = (await self._db.one("next_try", ways=rows.as_json(ways))).rows[0]
        return rows.number(row["waiting"]), None if row["in_ms"] is None else rows.number(row["in_ms"])

    async def waiting(self, ways: Collection[Way] = tuple(Way)) -> Waiting:
        """How many of the open jobs wait because their shop is paused, no worker knew it, their way is paused or none
        of `ways`. None of them is RUNNING."""
        row = (await self._db.one("waiting_count", ways=rows.as_json(ways))).rows[0]
        return Waiting(rows.number(row["waiting"]), rows.number(row["paused"]))

    async def reroute(self, *, limit: int, again_ms: int) -> tuple[int, int]:
        """Jobs that wait for a way which is switched off or not in use: how many go another way now, and how many ended
        with the wall's reason because there is none (FAILED_PERMANENT, crawled again after `again_ms`)."""
        moved, ended = await self._db.run(
            self._db.bind("reroute", limit=limit), self._db.bind("no_way", limit=limit, again_ms=again_ms)
        )
        return len(moved.rows), len(ended.rows)

    async def now_ms(self) -> int:
        """The clock that leases run on, in UTC milliseconds."""
        return rows.number((await self._db.one("now")).rows[0]["now_ms"])


def job_rows(jobs: Sequence[NewJob]) -> list[list[Value]]:
    """What add_statement takes; each begins with the job's id."""
    return [
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


def add_statement(database: Database, added: Sequence[Sequence[Value]], *, sighted: bool = False) -> Statement:
    """One statement for many links. `sighted`: only those whose sighting is recorded, as in a poll's batch."""
    return database.bind("add_jobs", rows=rows.as_json(added), sighted=int(sighted))
