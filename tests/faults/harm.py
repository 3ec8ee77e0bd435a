"""Does to a running fleet what the plan says."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from random import Random
from typing import Any

import aio_pika

from common.broker import topology
from common.broker.message import encode
from common.settings import PLATFORMS
from tests.faults.door.cheats import Cheats
from tests.faults.door.disk import SmallDisk
from tests.faults.door.line import DoorLine
from tests.faults.door.persons import Persons
from tests.faults.members import Members
from tests.faults.plan import Fault
from tests.servers.libsql import LibsqlServer
from tests.servers.rabbitmq import RabbitServer

PATIENCE_SECONDS = 20.0
AT_ONCE = 20
"""Messages forged, or doubled, by one fault."""


class Harm:
    """`broker_url` and `job_ids` are for messages that nobody of the fleet sends. `cheats` and `disk` are there where
    volunteers are."""

    def __init__(
        self,
        members: Members,
        rabbitmq: RabbitServer,
        libsql: LibsqlServer,
        broker_url: str,
        job_ids: Sequence[str],
        dice: Random,
        *,
        persons: Persons,
        cheats: Cheats | None = None,
        disk: SmallDisk | None = None,
    ) -> None:
        self._persons = persons
        self._cheats = cheats
        self._disk = disk
        self._members = members
        self._rabbitmq = rabbitmq
        self._libsql = libsql
        self._broker_url = broker_url
        self._job_ids = job_ids
        self._dice = dice
        self._lasting: set[asyncio.Task[None]] = set()
        self.done: Counter[str] = Counter()

    async def all(self, faults: Sequence[Fault], progress: Callable[[], float]) -> None:
        """Each at its share of the work, but PATIENCE_SECONDS after the one before it at the latest.

        Returns when nothing is amiss any more.
        """
        for fault in faults:
            latest = time.monotonic() + PATIENCE_SECONDS
            while progress() < fault.at_share and time.monotonic() < latest:
                await asyncio.sleep(0.05)
            if fault.kind.partition(" ")[2].startswith("gateway"):
                # One that is harmed again before it serves was hardly there.
                while not self._members.gateways_serve and time.monotonic() < latest + PATIENCE_SECONDS:
                    await asyncio.sleep(0.05)
            await self._one(fault)
            self.done[fault.kind] += 1
        await asyncio.gather(*self._lasting)

    async def _one(self, fault: Fault) -> None:
        verb, _, rest = fault.kind.partition(" ")
        if rest == "broker":
            await asyncio.to_thread(self._rabbitmq.kill if verb == "kill" else self._rabbitmq.stop)
            await asyncio.to_thread(self._rabbitmq.start)
        elif rest == "database":
            await asyncio.to_thread(self._libsql.kill if verb == "kill" else self._libsql.stop)
            await asyncio.to_thread(self._libsql.start)
        elif verb == "kill" and " amid a " in rest:
            await self._kill_amid(rest.rpartition(" ")[2], fault.lasts_seconds)
        elif verb == "kill":
            self._members.of(rest, fault.who).kill()
        elif verb == "stop":
            self._members.of(rest, fault.who).stop()
        elif verb == "freeze":
            self._beside(self._members.of(rest, fault.who).freeze(fault.lasts_seconds))
        elif verb in {"cut", "lose"}:
            self._beside(self._lines(fault, loses_answers=verb == "lose"))
        elif verb == "revoke" and rest == "volunteer":
            if (person := self._members.of(rest, fault.who).person) is not None:
                self._beside(self._persons.revoke(person))
        elif self._cheats is not None and verb in {"tell", "revoke"}:
            self._beside(self._cheating(self._cheats, fault))
        elif self._disk is not None and verb == "fill":
            self._beside(self._disk.full(fault.lasts_seconds))
        elif verb == "purge":
            await self._purge()
        elif verb == "forge":
            await self._send([self._forged() for _ in range(AT_ONCE)])
        elif verb == "double":
            await self._send([encode(self._dice.choice(self._job_ids)) for _ in range(AT_ONCE)])
        else:
            raise ValueError(f"nobody knows how to do {fault.kind!r}")

    def _beside(self, work: Coroutine[Any, Any, None]) -> None:
        self._lasting.add(asyncio.ensure_future(work))

    async def _lines(self, fault: Fault, *, loses_answers: bool) -> None:
        """One process's line, or everybody's."""
        to = fault.kind.rpartition(" ")[2]
        members = self._members.with_line(to)
        if fault.who < 0.7:
            members = [members[int(fault.who / 0.7 * len(members))]]
        lines = [member.lines[to] for member in members]
        for line in lines:
            if loses_answers:
                line.loses_answers = True
            else:
                await line.cut()
        await asyncio.sleep(fault.lasts_seconds)
        for line in lines:
            # What came back in part is no answer: its connection ends with the fault.
            line.loses_answers = False
            await line.cut()
            await line.mend()

    async def _kill_amid(self, call: str, seconds: float) -> None:
        """The gateway to which the next such request of a volunteer goes, so long after its first bytes."""
        request = f"POST /v1/{call}".encode()
        lines = [
            line
            for member in self._members.with_line("gateway")
            if isinstance(line := member.lines["gateway"], DoorLine)
        ]
        heard = [line.heard(request) for line in lines]
        done, _ = await asyncio.wait(heard, timeout=PATIENCE_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        for port in {future.result() for future in done}:
            await asyncio.sleep(seconds)
            next(member for member in self._members.all if member.port == port).kill()

    async def _cheating(self, cheats: Cheats, fault: Fault) -> None:
        if fault.kind == "tell lies":
            await cheats.tell_lies()
        elif fault.kind == "tell too late":
            await cheats.tell_too_late()
        else:
            await cheats.be_revoked_amid_a_report(fault.lasts_seconds)

    def _forged(self) -> bytes:
        unknown = "".join(self._dice.choices("abcdefghijklmnopqrstuvwxyz234567", k=26))
        real = self._dice.choice(self._job_ids)
        return self._dice.choice([b"\x00 noise", b"{}", encode(unknown), encode(real), b'{"job_id":7,"v":1}'])

    async def _send(self, bodies: Sequence[bytes]) -> None:
        """To any queue, whatever they are, as whoever may publish could."""
        async with await aio_pika.connect(self._broker_url) as connection:
            channel = await connection.channel()
            jobs = await channel.get_exchange(topology.JOBS)
            for body in bodies:
                await jobs.publish(aio_pika.Message(body, delivery_mode=2), f"{self._dice.choice(PLATFORMS)}.any")

    async def _purge(self) -> None:
        """Every work and retry queue. Dead letters stay: they are what an operator is told."""
        work = [topology.work_queue(platform) for platform in PLATFORMS]
        retries = [topology.retry_queue(name) for name, _ in topology.RETRY_DELAYS]
        async with await aio_pika.connect(self._broker_url) as connection:
            channel = await (await connection.channel()).get_underlay_channel()
            for name in work + retries:
                await channel.queue_purge(name)
