"""Tasks from the broker, leases from the store: the way of a worker that an operator trusts with both credentials."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Mapping
from contextlib import aclosing, suppress
from typing import Protocol

from common.broker.base import Broker, Delivery
from common.broker.message import MalformedMessage, decode
from common.broker.settling import settle
from common.broker.topology import shop_of, way_of, work_queue
from common.errors import BrokerError, StoreError
from common.outcome.crawl_outcome import WAITS_OF_ITS_OWN, CrawlOutcome, GivenBack, Recorded, RetryLater
from common.settings_tables.work import WorkSettings
from common.store import Claim, ClaimOutcome, Store
from common.store.jobs.leases import Leases
from common.timing.budget_line import BudgetLine
from common.ways.way import Way
from worker import metrics
from worker.source.base import Idle, Task
from worker.source.claim import Claimer
from worker.tally import Tally

log = logging.getLogger("crawlfleet.worker.source")

NOT_THIS_WORKERS_SECONDS = 10.0
"""A job of a shop that this worker does not take by that way, or that waits for another worker's look, is published
again after so long, for another to get its message."""

Lanes = Mapping[Way, Collection[str]]


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
        lanes: Lanes | None = None,
        keeps_ties: bool = False,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """`say` is told what the worker waits for when that is the database. `lanes`: the ways it goes, each with the
        platforms whose jobs it takes there; None: plain HTTP for all of `settings.platforms`. `keeps_ties`: see
        Leases.claim."""
        self._lanes = {Way.HTTP: settings.platforms} if lanes is None else lanes
        self._store = store
        self._broker = broker
        self._settings = settings
        self._version = version
        self._tally = tally
        self._claimer = Claimer(store.leases, say, settings, monotonic, keeps_ties=keeps_ties)
        self._put_off = store.leases.put_off
        self._budget_line = BudgetLine(monotonic)

    @property
    def leases(self) -> Leases:
        return self._store.leases

    async def offered(self, at_once: int) -> AsyncGenerator[OfferedMessage, None]:
        async with aclosing(self._broker.consume(self._names(), at_once)) as deliveries:
            async for delivery in deliveries:
                yield OfferedMessage(
                    delivery, self._claimer, self._tally, self._lanes, self._put_off, self._budget_line
                )

    def _names(self) -> list[str]:
        """What its work queues are for."""
        beside = [way.value for way, platforms in self._lanes.items() if way is not Way.HTTP and platforms]
        return [*self._lanes.get(Way.HTTP, ()), *beside]

    async def idle(self) -> Idle:
        try:
            waiting = await self._waiting_messages()
        except BrokerError as error:
            return Idle(f"waiting for the broker: {error}", nothing_waits=False)
        if waiting:
            return Idle(f"idle: {waiting} messages wait, none came", nothing_waits=False)
        return Idle("idle: no message waits in its queues", nothing_waits=waiting == 0)

    async def _waiting_messages(self) -> int | None:
        names = {work_queue(name) for name in self._names()}
        ready = {depth.name: depth.ready for depth in await self._broker.depths(names.__contains__)}
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
            ways=[way for way, platforms in self._lanes.items() if platforms],
            platforms=list(dict.fromkeys(name for platforms in self._lanes.values() for name in platforms)),
        )


class PutOff(Protocol):
    """Leases.put_off."""

    def __call__(self, job_id: str, way: Way, *, delay_ms: int, nobody_may: bool = False) -> Awaitable[None]: ...


class OfferedMessage:
    """One message, acked once the database holds what came of it. See Offered for what each method promises."""

    def __init__(
        self,
        delivery: Delivery,
        claimer: Claimer,
        tally: Tally,
        lanes: Lanes,
        put_off: PutOff,
        budget_line: BudgetLine,
    ) -> None:
        """`put_off`: has a job published again later by the way that its message names, which this worker took and may
        not use."""
        self._delivery = delivery
        self._lanes = lanes
        self._claimer = claimer
        self._tally = tally
        self._put_off = put_off
        self._budget_line = budget_line

    @property
    def origin(self) -> str:
        return self._delivery.queue

    async def begin(self) -> Task | None:
        """The claimed job. None: it was turned away, and its message is settled (acked, put off or dead-lettered).
        Waits while the database is away. Cancelled, it gives the message back."""
        try:
            return await self._begun()
        except asyncio.CancelledError:
            await _settle(self._delivery.requeue())
            raise

    async def _begun(self) -> Task | None:
        delivery = self._delivery
        try:
            job_id = decode(delivery.body)
        except MalformedMessage as problem:
            metrics.malformed.inc()
            self._tally.malformed += 1
            log.warning("malformed message: %s", problem, extra={"queue": delivery.queue, "reason": str(problem)})
            await _settle(delivery.dead_letter(f"malformed: {problem}"))
            return None
        way = way_of(delivery.queue)
        platform = shop_of(delivery.queue, delivery.routing_key)
        if platform not in self._lanes.get(way, ()):
            # A queue of a way holds every platform's jobs, and another worker can do this one. Handed on as it is, its
            # message would live beside each that is published later.
            await self._for_another(job_id, way)
            await _settle(delivery.ack())
            return None
        claimed = await self._claimer.claim(job_id, platform, way)
        claim = claimed.claim
        metrics.messages.labels(str(claim.outcome)).inc()
        if claim.outcome is ClaimOutcome.CLAIMED and claim.job is not None:
            return Task(claim.job, claimed.lease_token, claimed.sent_at)
        self._tally.skipped += 1
        await _settle(self._turn_away(job_id, way, claim))
        return None

    async def _turn_away(self, job_id: str, way: Way, claim: Claim) -> bool | None:
        """Settle a message that led to no claim. Only one that waits for a moment is copied to a retry queue. Any other
        is acked, since the dispatcher publishes a job again while it is still to be done; so a forged message leads to
        no second one."""
        delivery = self._delivery
        if claim.outcome is ClaimOutcome.UNKNOWN_JOB:
            log.warning("no such job", extra={"job_id": job_id, "queue": delivery.queue})
            return await delivery.dead_letter("unknown job id")
        if claim.outcome is ClaimOutcome.WRONG_QUEUE:
            log.warning(
                "a message in another queue than its job's",
                extra={"job_id": job_id, "queue": delivery.queue},
            )
        if claim.outcome is ClaimOutcome.OVER_BUDGET:
            return await self._over_budget(job_id, way, claim)
        if claim.outcome is ClaimOutcome.EXCLUDED:
            # It waits for another worker's second look, or for one with proxies: there may be none.
            await self._for_another(job_id, way, nobody_may=True)
        elif claim.soon_seconds is not None:
            return await delivery.retry_after(claim.soon_seconds)
        await delivery.ack()
        return None

    async def _over_budget(self, job_id: str, way: Way, claim: Claim) -> bool | None:
        """The job is published again when its turn in the shop's budget comes, without a copy that comes in vain."""
        platform = shop_of(self._delivery.queue, self._delivery.routing_key)
        seconds = self._budget_line.put_off_seconds(
            platform, wait_seconds=claim.wait_seconds or 0.0, room_every_seconds=claim.room_every_seconds
        )
        try:
            await self._put_off(job_id, way, delay_ms=round(seconds * 1000))
        except StoreError:
            return await self._delivery.retry_after(seconds)
        await self._delivery.ack()
        return None

    async def _for_another(self, job_id: str, way: Way, *, nobody_may: bool = False) -> None:
        """Have the job published again soon, for another worker; if that cannot be written, the dispatcher does so once
        the job is overdue. `nobody_may`: there may be no such worker, so it is published less and less often, and
        leaves its place in the dispatcher's window to another job."""
        with suppress(StoreError):
            delay_ms = int(NOT_THIS_WORKERS_SECONDS * 1000)
            await self._put_off(job_id, way, delay_ms=delay_ms, nobody_may=nobody_may)

    async def recorded(self, outcome: CrawlOutcome, recorded: Recorded) -> None:
        if recorded is Recorded.FAILED_RETRYABLE and isinstance(outcome, RetryLater):
            await _settle(self._delivery.retry_after(outcome.delay_ms / 1000))
            return
        if isinstance(outcome, GivenBack) and outcome.error_code in WAITS_OF_ITS_OWN:
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
    if not await settle(end):
        metrics.no_room.inc()
