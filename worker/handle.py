"""Handles one offer: begin its task, crawl, record, settle. In this order: a crash at any line loses nothing."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Protocol

from common.errors import CrawlError, ErrorCode, StoreRejected
from common.job import Crawlable
from common.money import format_minor
from common.offer import VerdictStatus
from common.outcome.crawl_outcome import CrawlOutcome, Recorded, Succeeded, outcome_of_error
from common.outcome.crawl_result import CrawlResult
from common.outcome.recrawl_pace import pace_of
from common.output.no_handles import no_handles_left
from common.settings_tables.work import WorkSettings
from common.turns.time_limit import time_limit
from common.ways.way import Way
from worker import metrics
from worker.leases import HeldLeases
from worker.means.memory import SHORT_OF_IT, Memory, ran_out
from worker.record import Recorder, not_stored
from worker.source.base import Offered, Task, TaskLeases
from worker.source.claim import in_time
from worker.tally import Tally

log = logging.getLogger("crawlfleet.worker.handle")


CRAWL_END_SECONDS = 2.0
"""A crawl that is cut off may take so long to end before its job is given back."""


class Crawls(Protocol):
    """See Crawler."""

    async def crawl(self, job: Crawlable) -> CrawlResult: ...


class TaskHandler:
    """Each call of handle() deals with one offer; many calls may run at once."""

    def __init__(
        self,
        *,
        leases: TaskLeases,
        crawler: Crawls,
        recorder: Recorder,
        held: HeldLeases,
        tally: Tally,
        settings: WorkSettings,
        on_outcome: Callable[[CrawlOutcome], None] = lambda outcome: None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """`on_outcome` is told how each crawl ended, before that is recorded."""
        self._leases = leases
        self._crawler = crawler
        self._recorder = recorder
        self._held = held
        self._tally = tally
        self._settings = settings
        self._pace = pace_of(settings)
        self._on_outcome = on_outcome
        self._memory = Memory()
        self._monotonic = monotonic

    async def handle(self, offered: Offered) -> None:
        """Settles the offer, whatever becomes of it. Never raises for a bad message or a failed crawl.

        An outcome that the database refuses ends the attempt with INTERNAL_ERROR. Cancelled, it gives the lease back
        first. Raises StoreRejected when the claim or that, too, is refused.
        """
        task = await offered.begin()
        if task is not None:
            await self._run(offered, task)

    async def _run(self, offered: Offered, task: Task) -> None:
        job, token = task.job, task.lease_token
        crawl = asyncio.ensure_future(self._crawl(job, token))
        self._held.hold(job.id, token, claimed_at=task.asked_at, on_lost=crawl.cancel)
        metrics.running.inc()
        started = self._monotonic()
        recording = False
        try:
            if started - task.asked_at > self._settings.renew_seconds:
                # The answer took so long that the lease may run out before its turn to be renewed.
                await self._held.renew_once()
            outcome = await _outcome_of(crawl)
            if outcome is None:
                self._tally.lost += 1
                await offered.dropped()
                return
            recording = True
            self._on_outcome(outcome)
            self._held.end(job.id, token)
            outcome, recorded = await self._record(job, outcome)
            self._note(job, outcome, recorded, self._monotonic() - started)
            await offered.recorded(outcome, recorded)
        except asyncio.CancelledError:
            crawl.cancel()
            # An outcome that is being recorded must not be undone; it is kept on disk until it is taken.
            if recording:
                await offered.kept()
            else:
                # What the crawl writes at its end, as that a shop refused it, stands before another worker may begin.
                await asyncio.wait([crawl], timeout=CRAWL_END_SECONDS)
                await self._give_back(job, token)
                await offered.dropped()
            raise
        finally:
            crawl.cancel()  # goes on only when a bug ended this
            metrics.running.dec()
            self._held.drop(job.id, token)

    async def _record(self, job: Crawlable, outcome: CrawlOutcome) -> tuple[CrawlOutcome, Recorded]:
        """What was recorded, and what that came to: for an outcome that cannot be stored, its attempt has failed."""
        try:
            return outcome, await self._recorder.record(outcome)
        except StoreRejected as error:
            refused = CrawlError(ErrorCode.INTERNAL_ERROR, not_stored(error))
        instead = self._failed(job, outcome.lease_token, refused)
        return instead, await self._recorder.record(instead)

    async def _crawl(self, job: Crawlable, token: str) -> CrawlOutcome:
        ran_out_before = self._memory.ran_out_times
        try:
            async with time_limit(self._settings.crawl_timeout_seconds):
                crawled = Succeeded(job.id, token, await self._crawler.crawl(job))
            self._memory.sufficed(job.id, ran_out_before)
            return crawled
        except CrawlError as error:
            return self._failed(job, token, error)
        except TimeoutError:
            limit = self._settings.crawl_timeout_seconds
            return self._failed(job, token, CrawlError(ErrorCode.TIMEOUT, f"the crawl took longer than {limit:g} s"))
        except Exception as error:
            if isinstance(error, OSError) and (spent := no_handles_left(error)):
                return self._failed(job, token, CrawlError(ErrorCode.NO_MEANS, spent))
            if ran_out(error) and self._memory.is_short(job.id):
                return self._failed(job, token, CrawlError(ErrorCode.NO_MEANS, SHORT_OF_IT))
            log.exception("a crawl broke", extra={"job_id": job.id, "url": job.url_norm})
            broken = CrawlError(ErrorCode.INTERNAL_ERROR, f"{type(error).__name__}: {error}")
            return self._failed(job, token, broken)

    def _failed(self, job: Crawlable, token: str, error: CrawlError) -> CrawlOutcome:
        delays = self._settings.retry_delays_seconds
        return outcome_of_error(job, token, error, retry_delays_seconds=delays, pace=self._pace)

    async def _give_back(self, job: Crawlable, token: str) -> None:
        self._held.end(job.id, token)
        if await in_time(self._leases.release(job.id, token), job.id):
            self._tally.released += 1
            log.info("released", extra={"job_id": job.id, "transition": "release"})

    def _note(self, job: Crawlable, outcome: CrawlOutcome, recorded: Recorded, seconds: float) -> None:
        code = None if isinstance(outcome, Succeeded) else str(outcome.error_code)
        reason = None if isinstance(outcome, Succeeded) else outcome.detail
        metrics.recorded.labels(job.platform, str(recorded)).inc()
        metrics.by_way.labels(job.platform, job.via or Way.HTTP, str(recorded)).inc()
        metrics.crawl_seconds.labels(job.platform).observe(seconds)
        self._tally.count(recorded, code)
        if code:
            metrics.errors.labels(job.platform, code).inc()
        log.log(
            logging.INFO if recorded in _FINE else logging.WARNING,
            "%s",
            f"{job.url_norm}: {_told(outcome)}{_BESIDE.get(recorded, '')}",
            extra={
                "job_id": job.id,
                "worker_id": self._settings.worker_id,
                "attempt": job.attempt,
                "platform": job.platform,
                "way": str(job.via or Way.HTTP),
                "status": str(recorded),
                "duration_ms": round(seconds * 1000),
                "error_code": code,
                "reason": reason,
            },
        )


_FINE = frozenset({Recorded.SUCCEEDED, Recorded.GIVEN_BACK, Recorded.NEXT_WAY})
"""What is no failure."""
_BESIDE = {
    Recorded.WAITS: "; doubted against what is recorded, it waits for a second look "
    "(`crawlfleet products list --pending`)",
    Recorded.LOST: "; too late: this worker held the job no more, so it does not count",
}
"""What became of it, where its title and price do not say so."""


def _told(outcome: CrawlOutcome) -> str:
    """What came of it, in a few words: title and price, or why not."""
    if not isinstance(outcome, Succeeded):
        return f"{outcome.error_code}: {outcome.detail}"
    offer, verdict = outcome.result.offer, outcome.result.verdict
    if offer is None:
        return "no product"
    price = "no price"
    if offer.price_minor is not None and offer.currency:
        price = f"{format_minor(offer.price_minor, offer.currency)} {offer.currency}"
    doubt = "" if verdict.status is VerdictStatus.OK else f" ({verdict.status}: {verdict.reason})"
    return f"{offer.title or 'no title'}, {price}{doubt}"


async def _outcome_of(crawl: asyncio.Future[CrawlOutcome]) -> CrawlOutcome | None:
    """The crawl's outcome; None when it was cancelled because its lease was lost."""
    await asyncio.wait([crawl])
    return None if crawl.cancelled() else crawl.result()
