"""Brings messages and waiting machines together: takes as many as machines wait for, claims, acks.

A message is acked once the database holds what became of it: a lease, or a time when the job is due again. It is never
nacked, for a nack counts towards its delivery limit.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Sequence

from common.broker.base import Broker, Delivery
from common.broker.message import MalformedMessage, decode
from common.errors import BrokerError, StoreError
from common.job import JobStatus
from common.settings import PLATFORMS
from common.shops.registry import Shops
from common.store.values import Claim, ClaimOutcome
from common.store.volunteers.leases import GatewayStore
from common.store.volunteers.values import LiveLease, MachineClaim, OfferedJob
from gateway import metrics
from gateway.tasks.lease_tokens import held_token, stored_token
from gateway.tasks.waiting_room import Waiter, WaitingRoom

log = logging.getLogger("crawlfleet.gateway.desk")

AT_ONCE = 64
"""Messages in one round."""
LOOK_AGAIN_SECONDS = 0.05
"""While machines wait and no message does."""
AWAY_SECONDS = 2.0
PUT_OFF_SECONDS = 30.0
"""A job that nobody here may take is due again after this."""
CLOCKS_APART_SECONDS = 1.0


class Desk:
    """serve() runs beside the requests; one for each process."""

    def __init__(self, *, broker: Broker, store: GatewayStore, shops: Shops, room: WaitingRoom, lease_ms: int) -> None:
        self._broker = broker
        self._store = store
        self._shops = shops
        self._room = room
        self._lease_ms = lease_ms
        self._somebody = asyncio.Event()
        self.away: str | None = None
        """The broker or the database could not be reached at the last round."""

    def entered(self) -> None:
        """Somebody waits."""
        self._somebody.set()

    async def serve(self) -> None:
        """Until cancelled; what was taken is settled first."""
        while True:
            if not self._room.room:
                self._somebody.clear()
                await self._somebody.wait()
            round_ = asyncio.create_task(self._round())
            try:
                pause_seconds = await asyncio.shield(round_)
            except asyncio.CancelledError:
                await round_
                raise
            await asyncio.sleep(pause_seconds)

    async def _round(self) -> float:
        """Seconds to wait before the next one."""
        try:
            taken = await self._broker.take(self._room.shops(PLATFORMS), min(AT_ONCE, self._room.room))
            self.away = None
        except BrokerError as error:
            self._say_away("broker", error)
            return AWAY_SECONDS
        if not taken:
            return LOOK_AGAIN_SECONDS
        try:
            await self._hand_out(taken)
        except StoreError as error:
            self._say_away("database", error)
            await asyncio.gather(*(self._settle(one.retry_after(10)) for one in taken))
            return AWAY_SECONDS
        finally:
            self._room.answer()
        return 0.0

    def _say_away(self, what: str, error: Exception) -> None:
        if self.away is None:
            log.warning("no tasks for volunteers: the %s is away: %s", what, error)
        self.away = what

    async def _hand_out(self, taken: Sequence[Delivery]) -> None:
        named: list[tuple[Delivery, str]] = []
        for delivery in taken:
            try:
                named.append((delivery, decode(delivery.body)))
            except MalformedMessage as problem:
                metrics.claims.labels("MALFORMED").inc()
                await self._settle(delivery.dead_letter(f"malformed: {problem}"))
        known = {job.id: job for job in await self._store.offered([job_id for _, job_id in named])} if named else {}
        await asyncio.gather(*(self._give(delivery, job_id, known.get(job_id)) for delivery, job_id in named))

    async def _give(self, delivery: Delivery, job_id: str, job: OfferedJob | None) -> None:
        if job is None:
            metrics.claims.labels(str(ClaimOutcome.UNKNOWN_JOB)).inc()
            await self._settle(delivery.dead_letter("unknown job id"))
            return
        link = self._shops.link(job.url_norm)
        waiter = self._room.give_place(job, short=link is None or link.short)
        task = None
        try:
            if waiter is None:
                metrics.claims.labels("NOBODY_MAY").inc()
                await self._put_off(delivery, job, PUT_OFF_SECONDS)
            else:
                task = await self._claim(delivery, job, waiter)
        except StoreError as error:
            self._say_away("database", error)
            await self._settle(delivery.retry_after(10))
        finally:
            if waiter is not None:
                waiter.came(task)

    async def _claim(self, delivery: Delivery, job: OfferedJob, waiter: Waiter) -> LiveLease | None:
        machine = waiter.machine
        held = held_token(machine.join_hash, waiter.request_id, job.id)
        claim = await self._store.claim(
            MachineClaim(
                job_id=job.id,
                platform=delivery.queue.removeprefix("crawl."),
                machine=machine.id,
                person=machine.person,
                trusted=machine.trusted,
                request_id=waiter.request_id,
                lease_token=stored_token(machine.id, held),
                leases_at_once=waiter.leases_at_once,
                tasks_per_day=waiter.tasks_per_day,
            ),
            lease_ms=self._lease_ms,
        )
        metrics.claims.labels(str(claim.outcome)).inc()
        if claim.outcome is ClaimOutcome.CLAIMED and claim.job is not None:
            found = claim.job
            await self._settle(delivery.ack())
            return LiveLease(found.id, held, found.url_norm, found.platform, found.attempt, self._lease_ms)
        await self._turn_away(delivery, job, claim)
        return None

    async def _turn_away(self, delivery: Delivery, job: OfferedJob, claim: Claim) -> None:
        wait_seconds = claim.wait_seconds or 0.0
        if claim.outcome is ClaimOutcome.OVER_BUDGET:
            await self._put_off(delivery, job, max(wait_seconds, 1.0))
        elif 0 < wait_seconds <= CLOCKS_APART_SECONDS:
            await self._settle(delivery.retry_after(wait_seconds))
        else:
            await self._settle(delivery.ack())

    async def _put_off(self, delivery: Delivery, job: OfferedJob, seconds: float) -> None:
        """The job is due again then. A message that outran the dispatcher's note that it was sent comes back itself:
        that note, written later, would make the job wait until it counts as lost."""
        if job.status == JobStatus.NEW:
            await self._settle(delivery.retry_after(seconds))
            return
        await self._store.put_off(job.id, delay_ms=int(seconds * 1000))
        await self._settle(delivery.ack())

    async def _settle(self, end: Awaitable[bool | None]) -> None:
        try:
            await end
        except BrokerError as error:
            log.debug("could not settle a message: %s", error)
