"""Handles one message: claim, crawl, record, ack. In this order, so that a crash at any line loses nothing."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Protocol

from common.broker.base import Delivery
from common.broker.message import MalformedMessage, decode
from common.broker.topology import platform_of
from common.errors import BrokerError, CrawlError, ErrorCode
from common.job import Job
from common.outcome.crawl_outcome import CrawlOutcome, Recorded, RetryLater, Succeeded, outcome_of_error
from common.outcome.crawl_result import CrawlResult
from common.outcome.recrawl_pace import pace_of
from common.settings import WorkSettings
from common.store import Claim, ClaimOutcome, JobStore
from worker import metrics
from worker.claim import SHORT_WAIT_SECONDS, Claimer, in_time
from worker.leases import HeldLeases
from worker.presence import Presence, Tally
from worker.record import Recorder

log = logging.getLogger("crawlfleet.worker.handle")

CLOCKS_APART_SECONDS = 1.0
"""A message may come this much before its job is due, when the broker's clock runs ahead of the database's."""


class Crawls(Protocol):
    """See Crawler."""

    async def crawl(self, job: Job) -> CrawlResult: ...


class MessageHandler:
    """Each call of handle() deals with one message; many calls may run at once."""

    def __init__(
        self,
        *,
        jobs: JobStore,
        crawler: Crawls,
        recorder: Recorder,
        leases: HeldLeases,
        presence: Presence,
        tally: Tally,
        settings: WorkSettings,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._jobs = jobs
        self._crawler = crawler
        self._recorder = recorder
        self._leases = leases
        self._tally = tally
        self._settings = settings
        self._pace = pace_of(settings)
        self._monotonic = monotonic
        self._claimer = Claimer(jobs, presence, settings, monotonic)

    async def handle(self, delivery: Delivery) -> None:
        """Settles the message, whatever becomes of it. Never raises for a bad message or a failed crawl.

        Cancelled, it gives the lease back first. Raises StoreRejected when the database refuses a statement.
        """
        try:
            job_id = decode(delivery.body)
        except MalformedMessage as problem:
            metrics.malformed.inc()
            self._tally.malformed += 1
            log.warning("malformed message: %s", problem, extra={"queue": delivery.queue, "reason": str(problem)})
            await _settle(delivery.dead_letter(f"malformed: {problem}"))
            return
        try:
            claimed = await self._claimer.claim(job_id, platform_of(delivery.queue))
        except asyncio.CancelledError:
            await _settle(delivery.requeue())
            raise
        claim = claimed.claim
        metrics.messages.labels(str(claim.outcome)).inc()
        if claim.outcome is ClaimOutcome.CLAIMED and claim.job is not None:
            await self._run(delivery, claim.job, claimed.lease_token, claimed.sent_at)
        else:
            self._tally.skipped += 1
            await _settle(self._turn_away(delivery, job_id, claim))

    async def _turn_away(self, delivery: Delivery, job_id: str, claim: Claim) -> bool | None:
        """End a message that is no claim. Only a budget and a moment's wait make a copy of it: any other message whose
        job is still to be done is acked, for the dispatcher publishes it in time. So a forged message costs itself."""
        if claim.outcome is ClaimOutcome.UNKNOWN_JOB:
            log.warning("no such job", extra={"job_id": job_id, "queue": delivery.queue})
            return await delivery.dead_letter("unknown job id")
        if claim.outcome is ClaimOutcome.WRONG_QUEUE:
            log.warning("a message for another shop's queue", extra={"job_id": job_id, "queue": delivery.queue})
        if claim.outcome is ClaimOutcome.OVER_BUDGET:
            return await delivery.retry_after(claim.wait_seconds or SHORT_WAIT_SECONDS)
        if claim.wait_seconds and claim.wait_seconds <= CLOCKS_APART_SECONDS:
            return await delivery.retry_after(claim.wait_seconds)
        await delivery.ack()
        return None

    async def _run(self, delivery: Delivery, job: Job, token: str, claimed_at: float) -> None:
        crawl = asyncio.ensure_future(self._crawl(job, token))
        self._leases.hold(job.id, token, claimed_at=claimed_at, on_lost=crawl.cancel)
        metrics.running.inc()
        started = self._monotonic()
        recording = False
        try:
            if started - claimed_at > self._settings.renew_seconds:
                # The answer took so long that the lease may run out before its turn to be renewed.
                await self._leases.renew_once()
            outcome = await _outcome_of(crawl)
            if outcome is None:
                self._tally.lost += 1
                await _settle(delivery.ack())
                return
            recording = True
            self._leases.end(job.id, token)
            recorded = await self._recorder.record(outcome)
            self._note(job, outcome, recorded, self._monotonic() - started)
            await _settle(self._end(delivery, outcome, recorded))
        except asyncio.CancelledError:
            crawl.cancel()
            # An outcome that is being recorded must not be undone; it is kept on disk until the database answers.
            if not recording:
                await self._give_back(job, token)
            await _settle(delivery.requeue() if recording else delivery.ack())
            raise
        finally:
            metrics.running.dec()
            self._leases.drop(job.id, token)

    async def _crawl(self, job: Job, token: str) -> CrawlOutcome:
        try:
            async with asyncio.timeout(self._settings.crawl_timeout_seconds):
                return Succeeded(job.id, token, await self._crawler.crawl(job))
        except CrawlError as error:
            return self._failed(job, token, error)
        except TimeoutError:
            limit = self._settings.crawl_timeout_seconds
            return self._failed(job, token, CrawlError(ErrorCode.TIMEOUT, f"the crawl took longer than {limit:g} s"))
        except Exception as error:
            log.exception("a crawl broke", extra={"job_id": job.id, "url": job.url_norm})
            broken = CrawlError(ErrorCode.INTERNAL_ERROR, f"{type(error).__name__}: {error}")
            return self._failed(job, token, broken)

    def _failed(self, job: Job, token: str, error: CrawlError) -> CrawlOutcome:
        delays = self._settings.retry_delays_seconds
        return outcome_of_error(job, token, error, retry_delays_seconds=delays, pace=self._pace)

    async def _end(self, delivery: Delivery, outcome: CrawlOutcome, recorded: Recorded) -> bool | None:
        if recorded is Recorded.FAILED_RETRYABLE and isinstance(outcome, RetryLater):
            return await delivery.retry_after(outcome.delay_ms / 1000)
        # A job that is DEAD now owes a dead letter; the dispatcher publishes it.
        await delivery.ack()
        return None

    async def _give_back(self, job: Job, token: str) -> None:
        self._leases.end(job.id, token)
        if await in_time(self._jobs.release(job.id, token), job.id):
            self._tally.released += 1
            log.info("released", extra={"job_id": job.id, "transition": "release"})

    def _note(self, job: Job, outcome: CrawlOutcome, recorded: Recorded, seconds: float) -> None:
        code = None if isinstance(outcome, Succeeded) else str(outcome.error_code)
        reason = None if isinstance(outcome, Succeeded) else outcome.detail
        metrics.recorded.labels(job.platform, str(recorded)).inc()
        metrics.crawl_seconds.labels(job.platform).observe(seconds)
        if recorded is Recorded.LOST:
            self._tally.lost += 1
        elif recorded is Recorded.SUCCEEDED:
            self._tally.succeeded += 1
        elif recorded is Recorded.FAILED_RETRYABLE:
            self._tally.retried += 1
        else:
            self._tally.failed += 1
        if code:
            metrics.errors.labels(job.platform, code).inc()
            self._tally.by_code[code] = self._tally.by_code.get(code, 0) + 1
        log.info(
            "%s",
            job.url_norm,
            extra={
                "job_id": job.id,
                "worker_id": self._settings.worker_id,
                "attempt": job.attempt,
                "platform": job.platform,
                "status": str(recorded),
                "duration_ms": round(seconds * 1000),
                "error_code": code,
                "reason": reason,
            },
        )


async def _outcome_of(crawl: asyncio.Future[CrawlOutcome]) -> CrawlOutcome | None:
    """The crawl's outcome; None when it was cancelled because its lease was lost."""
    await asyncio.wait([crawl])
    return None if crawl.cancelled() else crawl.result()


async def _settle(end: Awaitable[bool | None]) -> None:
    """Await an end of a delivery. When the channel is gone the broker delivers again, and the next claim decides."""
    try:
        if await end is False:
            metrics.no_room.inc()
    except BrokerError as error:
        log.debug("could not settle a message: %s", error)
