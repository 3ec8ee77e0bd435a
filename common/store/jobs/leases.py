"""What a worker does with a job: claim it, renew its lease, and end the lease in one of five ways.

Every step is guarded by the lease token and by the lease's end on the database's clock. A step that finds the lease
lost changes no row. Every step may be sent twice: a step that changed nothing asks job_events whether an earlier send
of the same step had committed, and answers as that one would have.

Rows written per job (a hosted database bills them): a claim writes the job, its event and two index entries; so does
each end of a lease, and besides the count of its hour. A product and a price add one and two; a renewal writes the job
and one index entry.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from common.errors import ErrorCode
from common.job import JobStatus
from common.outcome.crawl_outcome import Failed, RetryLater
from common.outcome.crawl_result import CrawlResult
from common.outcome.sight_rules import USUAL, SightRules
from common.store import rows
from common.store.database.database import Database
from common.store.drivers.base import Row, Statement, Value
from common.store.drivers.group_commit import Part
from common.store.jobs import endings
from common.store.values.claims import Claim, ClaimOutcome
from common.ways.way import Way

if TYPE_CHECKING:
    from common.store.sights.recording import Recording

ClaimRow = tuple[str, str, str, int, str | None, str | None, str | None, int]
"""Job, lease token, worker, milliseconds, platform or None for any, person or None for an operator's worker, way or
None for any, 1 when the worker goes by the job's ties."""

NOBODY_MAY_MS = 600_000
"""A job that nobody who is here may take is due again after a quarter of the time that it has waited, at most this."""
_WAITING = frozenset({JobStatus.NEW, JobStatus.QUEUED, JobStatus.FAILED_RETRYABLE})


class Leases:
    """What a worker does to a job: the half of JobStore that a process with workers alone loads."""

    def __init__(self, database: Database, rules: SightRules = USUAL) -> None:
        self._db = database
        self._rules = rules

    @cached_property
    def _recording(self) -> Recording:
        from common.store.sights.recording import Recording  # noqa: PLC0415  # a thirtieth of a worker's start

        return Recording(self._db, self._rules)

    async def claim(
        self,
        job_id: str,
        *,
        worker_id: str,
        lease_token: str,
        lease_ms: int,
        platform: str | None = None,
        person: str | None = None,
        way: Way | None = None,
        keeps_ties: bool = False,
    ) -> Claim:
        """Begin a lease of `lease_ms`. `lease_token` is new for each claim, and the same when a claim is sent again.

        `platform`: the shop the message's queue is for; a job of any other is not touched. None: any shop's.
        `person`: the volunteer whose machine asks, who is not given every job (EXCLUDED), and none that goes by an
        official interface. None: an operator's worker, which is not given for a time what waits for another worker's
        second look.
        `way`: the way that the message's queue is for; a job that goes another is not touched. None: whichever it goes.
        `keeps_ties`: the worker goes by ProxyStore.ties. One that does not is not given a job that a shop refused
        through a proxy, as long as it is tied (EXCLUDED), unless it goes by the shop's official interface.
        A token begins one lease. Sent again when that lease is over, it gets LEASE_OVER; then say unbegun().
        The job in the answer comes without its previous result_json.
        """
        row = (job_id, lease_token, worker_id, lease_ms, platform, person, way and way.value, int(keeps_ties))
        (claimed,) = await self._db.run(self._db.bind_rows("claim", row))
        if claimed.rows:
            return Claim(ClaimOutcome.CLAIMED, rows.job(claimed.rows[0]))
        return await self.claim_late(row)

    async def claim_late(self, row: ClaimRow, then: Sequence[Part] = ()) -> Claim:
        """A claim that got nothing: is it that the message came before the dispatcher's own write, or out of a TTL
        queue? Then it is claimed now; else why not. Rare."""
        job_id, token, worker_id, _, platform, person, way, keeps_ties = row
        named: dict[str, Value] = {"id": job_id, "token": token, "person": person, "worker": worker_id}
        named["keeps_ties"] = keeps_ties
        _, claimed, *_, seen = await self._db.run(
            self._db.bind("arrived", platform=platform, way=way, **named),
            self._db.bind("claim", rows=rows.as_json([row])),
            *then,
            self._db.bind("look", way=way, **named),
        )
        if claimed.rows:
            return Claim(ClaimOutcome.CLAIMED, rows.job(claimed.rows[0]))
        if not seen.rows:
            return Claim(ClaimOutcome.UNKNOWN_JOB)
        if platform is not None and seen.rows[0]["platform"] != platform:
            return Claim(ClaimOutcome.WRONG_QUEUE)
        chosen = seen.rows[0]["via"] or way or Way.HTTP
        other_way = (way is not None and chosen != way) or (person is not None and chosen == Way.OFFICIAL)
        if other_way and not seen.rows[0]["token_used"]:
            return Claim(ClaimOutcome.WRONG_QUEUE)
        return _not_claimed(seen.rows[0], token)

    async def renew(self, leases: Sequence[tuple[str, str]], *, lease_ms: int) -> set[str]:
        """Extend leases, (job id, lease token) each, to `lease_ms` from now. Returns the ids still held."""
        if not leases:
            return set()
        held = await self._db.one("renew", leases=rows.as_json(leases), lease_ms=lease_ms)
        return set(rows.ids(held.rows))

    async def succeed(self, job_id: str, lease_token: str, result: CrawlResult) -> JobStatus | None:
        """Record the result with its product and price, all or nothing: SUCCEEDED.

        NEW: it is doubted and waits for a second sight (common/outcome/second_sight.py), the attempt given back.
        None: the lease was lost, nothing was written.
        """
        became, _ = await self._recording.record(job_id, lease_token, result)
        return became

    async def retry_later(
        self, job_id: str, lease_token: str, *, delay_ms: int, error_code: ErrorCode, detail: str
    ) -> JobStatus | None:
        """FAILED_RETRYABLE, due in `delay_ms`; DEAD when the attempts are spent; None when the lease was lost."""
        retrying = endings.retry_later_statement(
            self._db, job_id, lease_token, delay_ms=delay_ms, error_code=error_code, detail=detail
        )
        ended = await self._end(retrying, job_id, lease_token)
        return ended if ended in {JobStatus.FAILED_RETRYABLE, JobStatus.DEAD} else None

    async def fail(
        self, job_id: str, lease_token: str, *, error_code: ErrorCode, detail: str, next_crawl_ms: int | None = None
    ) -> bool:
        """FAILED_PERMANENT, to be crawled again in `next_crawl_ms` (None: never). False: the lease was lost.

        A link that is BROKEN now is crawled weekly instead; so is one whose page three crawls in a row found gone, and
        the product it led to is marked gone.
        """
        failing = endings.fail_statements(
            self._db, job_id, lease_token, error_code=error_code, detail=detail, next_crawl_ms=next_crawl_ms
        )
        failed, *_ = await self._db.run(*failing)
        return bool(failed.rows) or await endings.ended_as(self._db, job_id, lease_token) is JobStatus.FAILED_PERMANENT

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
        """The way that this lease went did not do: NEW at the shop's next way, the attempt given back.

        Where there is none below it: as retry_later(), or as fail() when `delay_ms` is None. What it came to; None when
        the lease was lost.
        """
        outcome = (
            Failed(job_id, lease_token, error_code, detail, next_crawl_ms)
            if delay_ms is None
            else RetryLater(job_id, lease_token, delay_ms, error_code, detail)
        )
        for answer in await self._db.run(*endings.failure_statements(self._db, outcome)):
            if answer.rows:
                return rows.status(answer.rows[0]["status"])
        ended = await endings.ended_as(self._db, job_id, lease_token, down=True)
        ends = {JobStatus.FAILED_PERMANENT} if delay_ms is None else {JobStatus.FAILED_RETRYABLE, JobStatus.DEAD}
        return ended if ended in ends | {JobStatus.NEW} else None

    async def release(self, job_id: str, lease_token: str) -> bool:
        """Give the job back: QUEUED, due for publishing now, its attempt not spent. False: the lease was lost."""
        giving_back = self._db.bind("release", id=job_id, token=lease_token)
        return await self._end(giving_back, job_id, lease_token) is JobStatus.QUEUED

    async def put_off(self, job_id: str, way: Way, *, delay_ms: int, nobody_may: bool = False) -> None:
        """A job is QUEUED and due again in `delay_ms`: its message, that named this way, is gone.

        `nobody_may`: nobody who is here may take it. Until then it has no place in the dispatcher's window; the longer
        it has waited, the longer it waits, up to NOBODY_MAY_MS.

        Nothing happens to one that goes another way, runs, is over, or waits for a time of its own.
        """
        grown_ms = NOBODY_MAY_MS if nobody_may else 0
        put_off = self._db.bind("put_off", id=job_id, way=way.value, delay_ms=delay_ms, grown_ms=grown_ms)
        await self._db.run(put_off, *([self._db.bind("nobody_may", id=job_id, way=way.value)] if nobody_may else []))

    async def give_back(
        self, job_id: str, lease_token: str, *, delay_ms: int, error_code: ErrorCode, detail: str
    ) -> None:
        """The worker cannot do this job, and nothing came of its crawl: the attempt is not spent.

        With the reason it is due in `delay_ms`: FAILED_RETRYABLE, or QUEUED where that is 0. When the lease was lost
        meanwhile: as unbegun().
        """
        giving = endings.give_back_statement(self._db, job_id, lease_token, delay_ms, error_code, detail)
        (given_back,) = await self._db.run(giving)
        if not given_back.rows:
            await self.unbegun(job_id, lease_token)

    async def unbegun(self, job_id: str, lease_token: str) -> None:
        """The worker's word that no crawl began under this token, whose lease it may hold or may have lost unheard.

        The attempt is given back, once: a lease still held ends as by release(); one that was reaped is forgiven; a job
        that was buried by that reap is NEW again. Nothing happens when the token never began a lease.
        """
        named: dict[str, Value] = {"id": job_id, "token": lease_token}
        await self._db.run(
            self._db.bind("unbegun_buried", **named),
            self._db.bind("unbegun_reaped", **named),
            self._db.bind("unbegun_held", **named),
            self._db.bind("unbegun", **named),
        )

    async def _end(self, ending: Statement, job_id: str, lease_token: str) -> JobStatus | None:
        (ended,) = await self._db.run(ending)
        if ended.rows:
            return rows.status(ended.rows[0]["status"])
        return await endings.ended_as(self._db, job_id, lease_token)


def _not_claimed(row: Row, lease_token: str) -> Claim:
    job = rows.job(row)
    now_ms = rows.number(row["now_ms"])
    if job.status is JobStatus.RUNNING and job.lease_token == lease_token and (job.lock_expires_at or 0) > now_ms:
        return Claim(ClaimOutcome.CLAIMED, job)
    if row["token_used"]:
        return Claim(ClaimOutcome.LEASE_OVER, job)
    if job.status not in _WAITING:
        return Claim(ClaimOutcome.NOT_CLAIMABLE, job)
    if job.status is not JobStatus.QUEUED and job.next_run_at is not None and job.next_run_at > now_ms:
        return Claim(ClaimOutcome.NOT_CLAIMABLE, job, wait_seconds=(job.next_run_at - now_ms) / 1000)
    if row["shop_paused"]:
        return Claim(ClaimOutcome.SHOP_PAUSED, job)
    if row["way_off"]:
        return Claim(ClaimOutcome.WAY_OFF, job)
    excluded_ms = row["excluded_ms"]
    if isinstance(excluded_ms, int):
        return Claim(ClaimOutcome.EXCLUDED, job, wait_seconds=excluded_ms / 1000 if excluded_ms >= 0 else None)
    wait_ms = row["budget_wait_ms"]
    if isinstance(wait_ms, int | float) and wait_ms > 0:
        every_ms = row["budget_interval_ms"]
        every_seconds = every_ms / 1000 if isinstance(every_ms, int | float) else 0.0
        return Claim(ClaimOutcome.OVER_BUDGET, job, wait_seconds=wait_ms / 1000, room_every_seconds=every_seconds)
    # The budget got room, or the job became due, between the claim and this look: ask again at once.
    return Claim(ClaimOutcome.OVER_BUDGET, job, wait_seconds=0.0)
