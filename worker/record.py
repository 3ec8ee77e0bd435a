"""Records one crawl's outcome. While the database is away the outcome is kept on disk and sent again."""

from __future__ import annotations

import asyncio
import logging

from common.errors import NEXT_WAY, ErrorCode, StoreError, StoreRejected, StoreUnavailable
from common.job import JobStatus
from common.outcome.crawl_outcome import CrawlOutcome, Failed, GivenBack, Recorded, RetryLater, Succeeded
from worker import metrics
from worker.keeping.room import Room
from worker.keeping.spool import Spool
from worker.source.base import TaskLeases

log = logging.getLogger("crawlfleet.worker.record")

OFFER_AGAIN_SECONDS = 2.0
REFUSED_AGAIN_MS = 600_000
"""An outcome of an earlier run that cannot be stored: its job is tried again after so long."""


_ENDED = {
    JobStatus.NEW: Recorded.NEXT_WAY,
    JobStatus.FAILED_RETRYABLE: Recorded.FAILED_RETRYABLE,
    JobStatus.FAILED_PERMANENT: Recorded.FAILED_PERMANENT,
    JobStatus.DEAD: Recorded.DEAD,
}


class Recorder:
    """Records at most one outcome per lease: with its lease token an outcome may be sent any number of times."""

    def __init__(self, leases: TaskLeases, spool: Spool, room: Room | None = None) -> None:
        """`room` is told of each result that the disk refuses."""
        self._leases = leases
        self._spool = spool
        self._room = room
        self._held_up: dict[str, str] = {}
        """Why the outcomes that were offered in vain wait, by their lease tokens; the latest reason is the last."""

    @property
    def held_up(self) -> int:
        """How many outcomes of this run wait because nobody takes them."""
        return len(self._held_up)

    @property
    def held_up_by(self) -> str:
        """What the one that was offered last met."""
        return next(reversed(self._held_up.values()), "")

    async def record(self, outcome: CrawlOutcome) -> Recorded:
        """Record the outcome, however long the database is away. LOST when the lease was not held any more.

        Cancelled while waiting, it leaves the outcome on disk for the next start. One that the disk refuses waits in
        memory, and is offered to the disk again beside the database. Raises StoreRejected for one that the
        database will never take: it is counted and logged, set aside when it was on disk, and the lease is still held.
        """
        spooled = False
        try:
            while True:
                try:
                    recorded = await self.offer(outcome)
                    break
                except StoreUnavailable as error:
                    spooled = spooled or self._keep(outcome, str(error))
                    self._held_up.pop(outcome.lease_token, None)
                    self._held_up[outcome.lease_token] = str(error)
                    await asyncio.sleep(OFFER_AGAIN_SECONDS)
        except StoreRejected as error:
            self._refused(outcome, error, spooled=spooled)
            raise
        except asyncio.CancelledError:
            # The database may have taken it or not; sending it again at the next start is safe.
            if not spooled and not self._keep(outcome, "stopped before the database answered"):
                log.error("an outcome is lost: neither the database nor the disk takes it", extra=_about(outcome))
            raise
        finally:
            self._held_up.pop(outcome.lease_token, None)
        if spooled:
            self._spool.drop(outcome.lease_token)
        return recorded

    async def replay(self) -> int:
        """Record what an earlier process left on disk. Returns how many were accepted.

        What the database refuses is set aside, its job fails with INTERNAL_ERROR, and the rest goes on. Raises
        StoreUnavailable, and OSError for the disk.
        """
        taken = 0
        for outcome in self._spool.waiting():
            try:
                recorded = await self.offer(outcome)
            except StoreRejected as error:
                self._refused(outcome, error, spooled=True)
                await self._give_up(outcome, error)
                continue
            self._spool.drop(outcome.lease_token)
            taken += recorded is not Recorded.LOST
            log.info(
                "an outcome kept from an earlier run was %s",
                "too late: its lease had run out" if recorded is Recorded.LOST else "recorded",
                extra={"job_id": outcome.job_id, "status": str(recorded)},
            )
        return taken

    async def replay_when_it_can(self, again_seconds: float) -> None:
        """As replay(), as soon as the database and the disk answer. Never raises for either."""
        while True:
            try:
                await self.replay()
                return
            except StoreError as error:
                log.warning("outcomes kept on disk wait for the database: %s", error)
            except OSError as error:
                log.error("outcomes kept on disk cannot be read, they are tried again: %s", error)
            except Exception:
                log.exception("outcomes kept on disk could not be recorded; the next start tries again")
                return
            await asyncio.sleep(again_seconds)

    async def _give_up(self, outcome: CrawlOutcome, error: StoreRejected) -> None:
        again = RetryLater(
            outcome.job_id, outcome.lease_token, REFUSED_AGAIN_MS, ErrorCode.INTERNAL_ERROR, not_stored(error)
        )
        try:
            await self.offer(again)
        except StoreRejected as second:
            log.error("the database refuses to fail the job, too: %s", second, extra={"job_id": outcome.job_id})

    def _refused(self, outcome: CrawlOutcome, error: StoreRejected, *, spooled: bool) -> None:
        metrics.refused.inc()
        log.error("the database will not store an outcome: %s", error, extra={"job_id": outcome.job_id})
        if spooled:
            self._spool.refuse(outcome.lease_token, str(error))

    async def offer(self, outcome: CrawlOutcome) -> Recorded:
        """Try once to record the outcome. Raises StoreUnavailable, StoreRejected."""
        job_id, token = outcome.job_id, outcome.lease_token
        if isinstance(outcome, Succeeded):
            became = await self._leases.succeed(job_id, token, outcome.result)
            if became is None:
                return Recorded.LOST
            return Recorded.WAITS if became is JobStatus.NEW else Recorded.SUCCEEDED
        if isinstance(outcome, Failed | RetryLater) and outcome.error_code in NEXT_WAY:
            return await self._next_way(outcome)
        if isinstance(outcome, Failed):
            accepted = await self._leases.fail(
                job_id,
                token,
                error_code=outcome.error_code,
                detail=outcome.detail,
                next_crawl_ms=outcome.next_crawl_ms,
            )
            return Recorded.FAILED_PERMANENT if accepted else Recorded.LOST
        if isinstance(outcome, GivenBack):
            await self._leases.give_back(
                job_id, token, delay_ms=outcome.delay_ms, error_code=outcome.error_code, detail=outcome.detail
            )
            return Recorded.GIVEN_BACK
        status = await self._leases.retry_later(
            job_id, token, delay_ms=outcome.delay_ms, error_code=outcome.error_code, detail=outcome.detail
        )
        if status is None:
            return Recorded.LOST
        return Recorded.DEAD if status == JobStatus.DEAD else Recorded.FAILED_RETRYABLE

    async def _next_way(self, outcome: Failed | RetryLater) -> Recorded:
        ended = await self._leases.next_way(
            outcome.job_id,
            outcome.lease_token,
            error_code=outcome.error_code,
            detail=outcome.detail,
            delay_ms=outcome.delay_ms if isinstance(outcome, RetryLater) else None,
            next_crawl_ms=outcome.next_crawl_ms if isinstance(outcome, Failed) else None,
        )
        return _ENDED.get(ended, Recorded.LOST) if ended else Recorded.LOST

    def _keep(self, outcome: CrawlOutcome, why: str) -> bool:
        """Whether it is on disk now. What hinders it is said once for all results, not each time it is tried."""
        try:
            self._spool.put(outcome)
        except (OSError, ValueError) as problem:
            if self._room is None or not isinstance(problem, OSError) or self._room.refused(problem):
                log.error("an outcome cannot be kept on disk, it waits in memory: %s", problem, extra=_about(outcome))
            return False
        metrics.spooled.inc()
        log.warning("the outcome waits on disk: %s", why, extra=_about(outcome))
        return True


def _about(outcome: CrawlOutcome) -> dict[str, str]:
    return {"job_id": outcome.job_id}


def not_stored(error: StoreRejected) -> str:
    """What stands in the job's row instead of the outcome; plain enough for any database."""
    return f"its outcome could not be stored: {error}".encode("ascii", "backslashreplace").decode("ascii")
