"""What a worker does with a job: claim it, renew its lease, and end the lease in one of four ways.

Every step is guarded by the lease token and by the lease's end on the database's clock. A step that finds the lease
lost changes no row. Every step may be sent twice: a step that changed nothing asks job_events whether an earlier send
of the same step had committed, and answers as that one would have.

Rows written per job (a hosted database bills them): a claim writes the job, its event and two index entries; so does
each end of a lease. A product and a price add one and two; a renewal writes the job and one index entry.
"""

from __future__ import annotations

from collections.abc import Sequence

from common.errors import ErrorCode
from common.job import JobStatus
from common.outcome.crawl_result import CrawlResult
from common.store import rows
from common.store.database import Database
from common.store.drivers.base import Row, Statement, Value
from common.store.endings import cut, fail_statements, retry_later_statement
from common.store.products import product_statements
from common.store.values import Claim, ClaimOutcome

_WAITING = frozenset({JobStatus.NEW, JobStatus.QUEUED, JobStatus.FAILED_RETRYABLE})


class Leases:
    """The worker's half of JobStore."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def claim(
        self,
        job_id: str,
        *,
        worker_id: str,
        lease_token: str,
        lease_ms: int,
        platform: str | None = None,
        person: str | None = None,
        then: Sequence[Statement] = (),
    ) -> Claim:
        """Begin a lease of `lease_ms`. `lease_token` is new for each claim, and the same when a claim is sent again.

        `platform`: the shop the message's queue is for; a job of any other is not touched. None: any shop's.
        `person`: the volunteer whose machine asks, who is not given every job (EXCLUDED). None: an operator's worker.
        A token begins one lease. Sent again when that lease is over, it gets LEASE_OVER; then say unbegun().
        The job in the answer comes without its previous result_json. `then` follows in the same batch, whatever came of
        the claim; sent again with it.
        """
        claim = self._db.bind_row("claim", job_id, lease_token, worker_id, lease_ms, platform, person)
        claimed, *_ = await self._db.run_row(claim, *then)
        if claimed.rows:
            return Claim(ClaimOutcome.CLAIMED, rows.job(claimed.rows[0]))
        # Rare: the message came before the dispatcher's own write, out of a TTL queue, or is not needed any more.
        bind = self._db.bind
        alone = bind("claim", rows=rows.as_json([claim.row]))
        _, claimed, *_, seen = await self._db.run(
            bind("arrived", id=job_id, token=lease_token, platform=platform, person=person),
            alone,
            *then,
            bind("look", id=job_id, token=lease_token, person=person),
        )
        if claimed.rows:
            return Claim(ClaimOutcome.CLAIMED, rows.job(claimed.rows[0]))
        if not seen.rows:
            return Claim(ClaimOutcome.UNKNOWN_JOB)
        if platform is not None and seen.rows[0]["platform"] != platform:
            return Claim(ClaimOutcome.WRONG_QUEUE)
        return _not_claimed(seen.rows[0], lease_token)

    async def renew(self, leases: Sequence[tuple[str, str]], *, lease_ms: int) -> set[str]:
        """Extend leases, (job id, lease token) each, to `lease_ms` from now. Returns the ids still held."""
        if not leases:
            return set()
        held = await self._db.one("renew", leases=rows.as_json(leases), lease_ms=lease_ms)
        return set(rows.ids(held.rows))

    async def succeed(self, job_id: str, lease_token: str, result: CrawlResult) -> bool:
        """Record the result with its product and price, all or nothing. False: the lease was lost, nothing written."""
        succeed = self._db.bind_row(
            "succeed", job_id, lease_token, result.result_json, result.content_hash, result.next_crawl_in_ms
        )
        answers = await self._db.run_row(succeed, *product_statements(self._db, job_id, lease_token, result))
        return bool(answers[0].rows) or await self._applied(job_id, lease_token) is JobStatus.SUCCEEDED

    async def retry_later(
        self, job_id: str, lease_token: str, *, delay_ms: int, error_code: ErrorCode, detail: str
    ) -> JobStatus | None:
        """FAILED_RETRYABLE, due in `delay_ms`; DEAD when the attempts are spent; None when the lease was lost."""
        retrying = retry_later_statement(
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
        failing = fail_statements(
            self._db, job_id, lease_token, error_code=error_code, detail=detail, next_crawl_ms=next_crawl_ms
        )
        failed, *_ = await self._db.run(*failing)
        return bool(failed.rows) or await self._applied(job_id, lease_token) is JobStatus.FAILED_PERMANENT

    async def release(self, job_id: str, lease_token: str) -> bool:
        """Give the job back: QUEUED, due for publishing now, its attempt not spent. False: the lease was lost."""
        giving_back = self._db.bind("release", id=job_id, token=lease_token)
        return await self._end(giving_back, job_id, lease_token) is JobStatus.QUEUED

    async def give_back(
        self, job_id: str, lease_token: str, *, delay_ms: int, error_code: ErrorCode, detail: str
    ) -> None:
        """The worker cannot do this job, and nothing came of its crawl: the attempt is not spent.

        `delay_ms` 0: as unbegun(), QUEUED and due now. Else FAILED_RETRYABLE with the reason, due in `delay_ms`; when
        the lease was lost meanwhile, as unbegun().
        """
        if delay_ms:
            named: dict[str, Value] = {"id": job_id, "token": lease_token, "delay_ms": delay_ms}
            given_back = await self._db.one("give_back", error_code=error_code.value, detail=cut(detail), **named)
            if given_back.rows:
                return
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
        return await self._applied(job_id, lease_token)

    async def _applied(self, job_id: str, lease_token: str) -> JobStatus | None:
        """How this lease ended, when its worker ended it; None when it is held, was reaped or was cancelled."""
        found = await self._db.one("applied", id=job_id, token=lease_token)
        return rows.status(found.rows[0]["to_status"]) if found.rows else None


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
    excluded_ms = row["excluded_ms"]
    if isinstance(excluded_ms, int):
        return Claim(ClaimOutcome.EXCLUDED, job, wait_seconds=excluded_ms / 1000 if excluded_ms >= 0 else None)
    wait_ms = row["budget_wait_ms"]
    if isinstance(wait_ms, int | float) and wait_ms > 0:
        return Claim(ClaimOutcome.OVER_BUDGET, job, wait_seconds=wait_ms / 1000)
    # The budget got room, or the job became due, between the claim and this look: ask again at once.
    return Claim(ClaimOutcome.OVER_BUDGET, job, wait_seconds=0.0)
