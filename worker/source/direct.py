"""Tasks from the broker, leases from the store: the way of a worker that an operator trusts with both credentials."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing, suppress

from common.broker.base import Broker, Delivery
from common.broker.message import MalformedMessage, decode
from common.broker.topology import platform_of, work_queue
from common.errors import BrokerError
from common.outcome.crawl_outcome import CrawlOutcome, Recorded, RetryLater
from common.settings import WorkSettings
from common.store import Claim, ClaimOutcome, JobStore, Store
from worker import metrics
from worker.claim import SHORT_WAIT_SECONDS, Claimer
from worker.presence import Tally
from worker.source.base import Idle, Task

log = logging.getLogger("crawlfleet.worker.source")

CLOCKS_APART_SECONDS = 1.0
"""A message may come this much before its job is due, when the broker's clock runs ahead of the database's."""


class DirectSource:
    """See Source for what each method promises."""

    def __init__(
        self,
        *,
        store: Store,
        broker: Broker,
        settings: WorkSettings,
        version: str,
        tally: Tally,
        say: Callable[[str], None],
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """`say` is told what the worker waits for when that is the database."""
        self._store = store
        self._broker = broker
        self._settings = settings
        self._version = version
        self._tally = tally
        self._claimer = Claimer(store.jobs, say, settings, monotonic)

    @property
    def leases(self) -> JobStore:
        return self._store.jobs

    async def offered(self, at_once: int) -> AsyncGenerator[OfferedMessage, None]:
        async with aclosing(self._broker.consume(self._settings.platforms, at_once)) as deliveries:
            async for delivery in deliveries:
                yield OfferedMessage(delivery, self._claimer, self._tally)

    async def idle(self) -> Idle:
        waiting = await self._waiting_messages()
        if waiting:
            return Idle(f"idle: {waiting} messages wait, none came", nothing_waits=False)
        return Idle("idle: no message waits in its queues", nothing_waits=waiting == 0)

    async def _waiting_messages(self) -> int | None:
        names = {work_queue(platform) for platform in self._settings.platforms}
        try:
            ready = {depth.name: depth.ready for depth in await self._broker.depths() if depth.name in names}
        except BrokerError:
            return None
        return sum(ready.values()) if ready.keys() == names else None

    async def seen(self, state: str, running: int, done: int, failed: int) -> None:
        await self._store.fleet.worker_seen(
            self._settings.worker_id,
            role="worker",
            version=self._version,
            state=state,
            running=running,
            done=done,
            failed=failed,
        )


class OfferedMessage:
    """One message, acked once the database holds what came of it. See Offered for what each method promises."""

    def __init__(self, delivery: Delivery, claimer: Claimer, tally: Tally) -> None:
        self._delivery = delivery
        self._claimer = claimer
        self._tally = tally

    @property
    def origin(self) -> str:
        return self._delivery.queue

    async def begin(self) -> Task | None:
        delivery = self._delivery
        try:
            job_id = decode(delivery.body)
        except MalformedMessage as problem:
            metrics.malformed.inc()
            self._tally.malformed += 1
            log.warning("malformed message: %s", problem, extra={"queue": delivery.queue, "reason": str(problem)})
            await _settle(delivery.dead_letter(f"malformed: {problem}"))
            return None
        try:
            claimed = await self._claimer.claim(job_id, platform_of(delivery.queue))
        except asyncio.CancelledError:
            await _settle(delivery.requeue())
            raise
        claim = claimed.claim
        metrics.messages.labels(str(claim.outcome)).inc()
        if claim.outcome is ClaimOutcome.CLAIMED and claim.job is not None:
            return Task(claim.job, claimed.lease_token, claimed.sent_at)
        self._tally.skipped += 1
        await _settle(self._turn_away(job_id, claim))
        return None

    async def _turn_away(self, job_id: str, claim: Claim) -> bool | None:
        """End a message that is no claim. Only a budget and a moment's wait make a copy of it: any other message whose
        job is still to be done is acked, for the dispatcher publishes it in time. So a forged message costs itself."""
        delivery = self._delivery
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

    async def recorded(self, outcome: CrawlOutcome, recorded: Recorded) -> None:
        if recorded is Recorded.FAILED_RETRYABLE and isinstance(outcome, RetryLater):
            await _settle(self._delivery.retry_after(outcome.delay_ms / 1000))
            return
        # A job that is DEAD now owes a dead letter; the dispatcher publishes it.
        await _settle(self._delivery.ack())

    async def dropped(self) -> None:
        await _settle(self._delivery.ack())

    async def kept(self) -> None:
        await _settle(self._delivery.requeue())

    async def put_off(self, seconds: float) -> None:
        with suppress(BrokerError):
            await self._delivery.retry_after(seconds)


async def _settle(end: Awaitable[bool | None]) -> None:
    """Await an end of a delivery. When the channel is gone the broker delivers again, and the next claim decides."""
    try:
        if await end is False:
            metrics.no_room.inc()
    except BrokerError as error:
        log.debug("could not settle a message: %s", error)
