"""One round of messages: who may have each job, one claim for all of them, and what becomes of each message.

A message is acked once the database holds what became of it: a lease, or a time when the job is due again. It is never
nacked, for a nack counts towards its delivery limit.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from common.broker.base import Delivery
from common.broker.message import MalformedMessage, decode
from common.broker.settling import settle
from common.broker.topology import shop_of, way_of
from common.errors import StoreError
from common.links.address import parse
from common.protocol.base import MAX_ADDRESS_CHARS
from common.shops.registry import Shops
from common.shops.table import OPEN_WEB
from common.store.values.claims import Claim, ClaimOutcome
from common.store.volunteers.leases import GatewayStore
from common.store.volunteers.values import LiveLease, MachineClaim, OfferedJob
from common.timing.budget_line import BudgetLine
from common.ways.way import Way
from gateway import metrics
from gateway.tasks.lease_tokens import held_token, stored_token
from gateway.tasks.waiting_room import Waiter, WaitingRoom

PUT_OFF_SECONDS = 30.0
"""A job that nobody here may take is due again after this, and later after longer (GatewayStore.put_off) …"""
SOON_SECONDS = 5.0
"""… or after this while there are few such jobs. When little is to be done, idle gateways get most messages, even those
that an operator's worker waits for …"""
SOON_AT_MOST = 10
"""… which means at most this many within PUT_OFF_SECONDS. More would push aside other work, and keep database and
broker busy."""
FULL_SECONDS = 1.0
"""A job for which there is no place any more is due again after this."""
REDELIVERY_SECONDS = 10.0
"""A message comes again after this when the database was away."""


@dataclass(frozen=True, slots=True)
class Round:
    """How a round went."""

    away: StoreError | None
    """What the database said while it was away; None: it answered."""
    kept: Sequence[Delivery] = ()
    """Messages for which there was no place any more."""


@dataclass(frozen=True, slots=True, eq=False)
class _Place:
    """A job, and the machine that shall have it."""

    delivery: Delivery
    job: OfferedJob
    waiter: Waiter
    token: str
    """As the machine holds it."""

    @property
    def claim(self) -> MachineClaim:
        machine, queue = self.waiter.machine, self.delivery.queue
        return MachineClaim(
            job_id=self.job.id,
            platform=shop_of(queue, self.delivery.routing_key),
            machine=machine.id,
            person=machine.person,
            trusted=machine.trusted,
            request_id=self.waiter.request_id,
            lease_token=stored_token(machine.id, self.token),
            leases_at_once=self.waiter.leases_at_once,
            tasks_per_day=self.waiter.tasks_per_day,
            way=way_of(queue),
        )


class HandingOut:
    """Never raises for a message, a broker or a database that is away."""

    def __init__(
        self,
        *,
        store: GatewayStore,
        shops: Shops,
        room: WaitingRoom,
        lease_ms: int,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store = store
        self._shops = shops
        self._room = room
        self._lease_ms = lease_ms
        self._monotonic = monotonic
        self._soon: deque[float] = deque(maxlen=SOON_AT_MOST)
        """When jobs that nobody here may take were put off for SOON_SECONDS, the last of them."""
        self._budget_line = BudgetLine(monotonic)

    async def round(
        self, taken: Sequence[Delivery], placed: Callable[[], None], *, keep: bool, fill: bool = False
    ) -> Round:
        """Hand out these messages. `placed` is called once every machine that gets a task has one place less. `keep`:
        return the messages for which no place was left; without it their jobs are due again soon. `fill`: see
        WaitingRoom.give_place."""
        try:
            named = await self._named(taken)
            known = {job.id: job for job in await self._store.offered([job_id for _, job_id in named])} if named else {}
        except StoreError as error:
            await asyncio.gather(*(settle(one.retry_after(REDELIVERY_SECONDS)) for one, _ in named))
            return Round(error)
        finally:
            placed()
        places: list[_Place] = []
        aside: list[tuple[Delivery, OfferedJob | None]] = []
        kept: list[Delivery] = []
        for delivery, job_id in named:
            job = known.get(job_id)
            if job is not None and (place := self._place(delivery, job, fill=fill)) is not None:
                places.append(place)
            elif job is not None and keep and not self._room.room_for(way_of(delivery.queue)):
                kept.append(delivery)
            else:
                aside.append((delivery, job))
        errors = await asyncio.gather(self._claim(places), *(self.set_aside(*one) for one in aside))
        return Round(next((error for error in errors if error is not None), None), kept)

    async def set_aside(self, delivery: Delivery, job: OfferedJob | None) -> StoreError | None:
        """A job that nobody here may take now, or no job at all."""
        if job is None:
            metrics.claims.labels(str(ClaimOutcome.UNKNOWN_JOB)).inc()
            await settle(delivery.dead_letter("unknown job id"))
            return None
        metrics.claims.labels("NOBODY_MAY").inc()
        if not self._room.room_for(way_of(delivery.queue)):
            return await self._put_off(delivery, job, FULL_SECONDS)
        return await self._put_off(delivery, job, self._nobody_may_seconds(), nobody_may=True)

    def _nobody_may_seconds(self) -> float:
        now = self._monotonic()
        if len(self._soon) == SOON_AT_MOST and now - self._soon[0] < PUT_OFF_SECONDS:
            return PUT_OFF_SECONDS
        self._soon.append(now)
        return SOON_SECONDS

    async def _named(self, taken: Sequence[Delivery]) -> list[tuple[Delivery, str]]:
        named: list[tuple[Delivery, str]] = []
        for delivery in taken:
            try:
                named.append((delivery, decode(delivery.body)))
            except MalformedMessage as problem:
                metrics.claims.labels("MALFORMED").inc()
                await settle(delivery.dead_letter(f"malformed: {problem}"))
        return named

    def _place(self, delivery: Delivery, job: OfferedJob, *, fill: bool) -> _Place | None:
        if len(job.url_norm) > MAX_ADDRESS_CHARS:
            return None  # accepted before such links were none; no answer could name it
        link = self._shops.link(job.url_norm)
        if link is None and not self._ours(job):
            return None  # a shop that was added a moment ago, and that this gateway tells nobody of yet
        domain = link.shop_id if link is not None and job.platform == OPEN_WEB else None
        short, way = link is None or link.short, way_of(delivery.queue)
        waiter = self._room.give_place(job, way=way, short=short, domain=domain, fill=fill)
        if waiter is None:
            return None
        return _Place(delivery, job, waiter, held_token(waiter.machine.join_hash, waiter.request_id, job.id))

    def _ours(self, job: OfferedJob) -> bool:
        """Whether the job's host is a shop's; what is no address at all is the worker's to refuse."""
        parts = parse(job.url_norm)
        return parts is None or self._shops.for_host(parts.hostname or "") is not None

    async def _claim(self, places: Sequence[_Place]) -> StoreError | None:
        undecided = set(places)
        try:
            return await self._claim_all(places, undecided)
        finally:
            # The database was away, or the gateway stops: no answer may wait for these for ever.
            for place in undecided:
                place.waiter.came(None, unsure=True)

    async def _claim_all(self, places: Sequence[_Place], undecided: set[_Place]) -> StoreError | None:
        """Those that are decided are taken out of `undecided`."""
        try:
            claims = await self._store.claim_all([place.claim for place in places], lease_ms=self._lease_ms)
        except StoreError as error:
            await asyncio.gather(*(settle(place.delivery.retry_after(REDELIVERY_SECONDS)) for place in places))
            return error
        begun = [(place, claim) for place, claim in zip(places, claims, strict=True) if claim is not None]
        for place, claim in begun:
            undecided.discard(place)
            place.waiter.came(self._task(place, claim))
        self._room.answer(place.waiter for place, _ in begun)
        await asyncio.gather(*(settle(place.delivery.ack()) for place, _ in begun))
        late = [place for place, claim in zip(places, claims, strict=True) if claim is None]
        errors = await asyncio.gather(*(self._claim_late(place, undecided) for place in late))
        return next((error for error in errors if error is not None), None)

    async def _claim_late(self, place: _Place, undecided: set[_Place]) -> StoreError | None:
        """Of a job that was not simply there. What the others of its round got, they have by now."""
        try:
            claim = await self._store.claim_late(place.claim, lease_ms=self._lease_ms)
        except StoreError as error:
            await settle(place.delivery.retry_after(REDELIVERY_SECONDS))
            return error
        task = self._task(place, claim)
        undecided.discard(place)
        place.waiter.came(task)
        self._room.answer([place.waiter])
        if task is None:
            return await self._turn_away(place, claim)
        await settle(place.delivery.ack())
        return None

    def _task(self, place: _Place, claim: Claim) -> LiveLease | None:
        metrics.claims.labels(str(claim.outcome)).inc()
        if claim.outcome is not ClaimOutcome.CLAIMED or claim.job is None:
            return None
        found = claim.job
        via = found.via or Way.HTTP
        return LiveLease(found.id, place.token, found.url_norm, found.platform, found.attempt, self._lease_ms, via)

    async def _turn_away(self, place: _Place, claim: Claim) -> StoreError | None:
        if claim.outcome is ClaimOutcome.OVER_BUDGET:
            seconds = self._budget_line.put_off_seconds(
                place.job.platform,
                wait_seconds=claim.wait_seconds or 0.0,
                room_every_seconds=claim.room_every_seconds,
            )
            return await self._put_off(place.delivery, place.job, seconds)
        if claim.outcome in {ClaimOutcome.LEASE_OVER, ClaimOutcome.EXCLUDED}:
            # Its machine had the job by this very claim before, and asks again late; or may not have it since a moment
            # ago. The machine's next claim is another one, and others may have the job.
            return await self._put_off(place.delivery, place.job, PUT_OFF_SECONDS)
        soon_seconds, delivery = claim.soon_seconds, place.delivery
        await settle(delivery.ack() if soon_seconds is None else delivery.retry_after(soon_seconds))
        return None

    async def _put_off(
        self, delivery: Delivery, job: OfferedJob, seconds: float, *, nobody_may: bool = False
    ) -> StoreError | None:
        """The job is due again then, whether the dispatcher has noted yet that this message was sent or not."""
        try:
            way = way_of(delivery.queue)
            await self._store.put_off(job.id, way, delay_ms=int(seconds * 1000), nobody_may=nobody_may)
        except StoreError as error:
            await settle(delivery.retry_after(REDELIVERY_SECONDS))
            return error
        await settle(delivery.ack())
        return None
