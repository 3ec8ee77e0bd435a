"""claim, renew and release."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace

from common.errors import StoreError
from common.protocol.base import LEASE_ENDS_SECONDS, Leases
from common.protocol.refusals import Reason, Refusal
from common.protocol.tasks import Claim, Claimed, Release, Released, Renewed, Task
from common.store.volunteers.leases import GatewayStore
from common.store.volunteers.values import KnownMachine, LiveLease
from common.waiting import call_off
from common.ways.way import Way
from gateway import metrics
from gateway.people.admission import Admission
from gateway.people.joining import Telling
from gateway.people.starts import TwoAtOnce
from gateway.refusing import Refusing
from gateway.tasks.desk import Desk
from gateway.tasks.lease_tokens import held_token, stored_token
from gateway.tasks.paused_shops import PausedShops
from gateway.tasks.waiting_room import Waiter, WaitingRoom

NO_WAY_SECONDS = 300.0
"""A machine that offers no way which it may go asks again after this."""
ASK_AGAIN_SECONDS = 1.0
"""A machine that got no task asks again after this. It is short, since a job that comes while nobody waits is put off.
"""

HungUp = Callable[[], Awaitable[object]]
"""Ends when the machine has closed the connection."""


class Claiming:
    """Raises Refusing, StoreError."""

    def __init__(
        self,
        *,
        store: GatewayStore,
        admission: Admission,
        room: WaitingRoom,
        desk: Desk,
        telling: Telling,
        paused: PausedShops,
        two: TwoAtOnce,
        lease_ms: int,
    ) -> None:
        """`telling`: the number of the settings, which every answer carries."""
        self._store = store
        self._admission = admission
        self._room = room
        self._desk = desk
        self._telling = telling
        self._paused = paused
        self._two = two
        self._lease_ms = lease_ms

    async def claim(self, machine: KnownMachine, asked: Claim, gone: HungUp) -> Claimed:
        """Tasks as soon as there are some, or none after `wait_seconds`. `gone` ends when the machine hangs up."""
        await self._two.heard(machine.id, asked.start)
        return self._told(machine, await self._answer(machine, asked, gone))

    def _told(self, machine: KnownMachine, answer: Claimed) -> Claimed:
        """The answer, with what the PC's owner should know besides."""
        return answer.model_copy(update={"beside": self._two.told(machine.id)})

    async def _answer(self, machine: KnownMachine, asked: Claim, gone: HungUp) -> Claimed:
        if held := await self._held(machine, asked.request_id):
            return self._claimed(held)
        if refusal := self._admission.standing(machine):
            if refusal.reason.status != 200:
                raise Refusing(refusal.reason, refusal.sentence, retry_after_seconds=refusal.retry_after_seconds)
            return Claimed(settings=self._telling.number, none=refusal)
        ways = await self._admission.ways(machine, self._desk.gives(asked.ways))
        if not ways:
            return Claimed(settings=self._telling.number, none=_no_way(asked), ways=())
        tasks = await self._wait(self._waiter(machine, asked, ways), asked.wait_seconds, gone)
        if not tasks and not self._desk.away and (refusal := await self._paused.refusal()):
            answer = Claimed(settings=self._telling.number, none=refusal)
        else:
            answer = self._claimed(tasks)
        return answer.model_copy(update={"ways": tuple(way.value for way in ways)})

    async def claim_beside(
        self, machine: KnownMachine, asked: Claim, live: Sequence[LiveLease], gone: HungUp
    ) -> Claimed:
        """The claim that comes with a report. As claim(), but a report never waits for a task: where there is none, or
        many machines wait already, the answer is none at once. `live`: the leases that this claim was answered with
        before. Raises StoreError alone."""
        await self._two.heard(machine.id, asked.start)
        return self._told(machine, await self._answer_beside(machine, asked, live, gone))

    async def _answer_beside(
        self, machine: KnownMachine, asked: Claim, live: Sequence[LiveLease], gone: HungUp
    ) -> Claimed:
        if live:
            return self._claimed(_all_held(machine, asked.request_id, live))
        if self._room.has_served(machine.id, asked.request_id) and (
            held := await self._held(machine, asked.request_id)
        ):
            return self._claimed(held)
        if refusal := self._admission.standing(machine):
            return Claimed(settings=self._telling.number, none=refusal)
        ways = await self._admission.ways(machine, self._desk.gives(asked.ways))
        if not ways or not self._desk.serves_soon:
            return self._claimed(())
        waiter = self._waiter(machine, asked, ways, hasty=True)
        return self._claimed(await self._wait(waiter, asked.wait_seconds, gone))

    def _waiter(self, machine: KnownMachine, asked: Claim, ways: Sequence[Way], *, hasty: bool = False) -> Waiter:
        most = self._admission.room(machine)
        return Waiter(
            machine,
            asked.request_id,
            frozenset(asked.shops),
            min(asked.free, most),
            self._admission.leases_at_once(machine),
            self._admission.tasks_per_day(machine),
            frozenset(asked.not_domains),
            frozenset(ways),
            most,
            hasty=hasty,
        )

    async def _held(self, machine: KnownMachine, request_id: str) -> list[LiveLease]:
        """The live leases that this claim was answered with, here or at another gateway; the database is asked only
        where there can be some."""
        held: list[LiveLease] = []
        while True:
            served = self._room.has_served(machine.id, request_id)
            if served or machine.leases:
                held = await self._store.of_request(machine.id, request_id)
            if held or self._room.has_served(machine.id, request_id) == served:
                break
        return _all_held(machine, request_id, held)

    async def _wait(self, waiter: Waiter, seconds: float, gone: HungUp) -> Sequence[LiveLease]:
        waiter = self._room.enter(waiter)
        self._desk.changed()
        metrics.waiting.set(len(self._room))
        answered = asyncio.ensure_future(waiter.answered.wait())
        left = asyncio.ensure_future(gone())
        try:
            # One round of the desk at the least, for a machine that does not wait.
            await asyncio.wait({answered, left}, timeout=max(seconds, 0.2), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._room.leave(waiter)
            if waiter.pending:
                await waiter.settled.wait()
            self._desk.changed()
            for task in (answered, left):
                with suppress(Exception):
                    await call_off(task)
            metrics.waiting.set(len(self._room))
        return await self._surely(waiter) if waiter.unsure else waiter.tasks

    async def _surely(self, waiter: Waiter) -> Sequence[LiveLease]:
        """Also what a batch began whose answer was lost. Raises StoreError: then nothing is known, and the machine asks
        again with the same request id."""
        machine, request_id = waiter.machine, waiter.request_id
        try:
            return _all_held(machine, request_id, await self._store.of_request(machine.id, request_id))
        except StoreError:
            if not waiter.tasks:
                raise
            return waiter.tasks

    def _claimed(self, leases: Sequence[LiveLease]) -> Claimed:
        if not leases:
            away = self._desk.away
            sentence = f"the fleet's {away} is away" if away else "no task waits that this machine may have"
            refusal = Refusal(
                reason=Reason.UNAVAILABLE if away else Reason.NOTHING_WAITS,
                sentence=sentence,
                retry_after_seconds=ASK_AGAIN_SECONDS,
            )
            return Claimed(settings=self._telling.number, none=refusal)
        return Claimed(
            settings=self._telling.number,
            tasks=tuple(
                Task(
                    job_id=lease.job_id,
                    lease_token=lease.lease_token,
                    link=lease.url_norm,
                    shop=lease.platform,
                    attempt=lease.attempt,
                    lease_seconds=max(0.001, lease.left_ms / 1000),
                    way=lease.via.value,
                )
                for lease in leases
            ),
        )

    async def renew(self, machine: KnownMachine, asked: Leases) -> Renewed:
        tokens = [stored_token(machine.id, lease.lease_token) for lease in asked.leases]
        held = await self._store.renew(
            machine.id, tokens, lease_ms=self._lease_ms, ends_ms=int(LEASE_ENDS_SECONDS * 1000)
        )
        return Renewed(settings=self._telling.number, held=_those_of(asked, held))

    async def release(self, machine: KnownMachine, asked: Release) -> Released:
        named = {stored_token(machine.id, lease.lease_token): lease.reason for lease in asked.leases}
        released = await self._store.release(machine.id, named)
        return Released(settings=self._telling.number, released=_those_of(asked, released))


def _no_way(asked: Claim) -> Refusal:
    named = ", ".join(asked.ways)
    return Refusal(
        reason=Reason.NOTHING_WAITS,
        sentence=f"this machine is given no task by {named} here; by plain HTTP (--ways http) it is"[:200],
        retry_after_seconds=NO_WAY_SECONDS,
    )


def _all_held(machine: KnownMachine, request_id: str, leases: Sequence[LiveLease]) -> list[LiveLease]:
    """With their tokens as the machine holds them."""
    return [replace(one, lease_token=held_token(machine.join_hash, request_id, one.job_id)) for one in leases]


def _those_of(asked: Leases, ids: set[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(lease.job_id for lease in asked.leases if lease.job_id in ids))
