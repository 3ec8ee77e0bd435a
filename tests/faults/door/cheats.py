"""Volunteers who cheat: they lie about prices and pages, report too late, or while they are being revoked.

Each has joined as anybody does and holds a machine's token. Every price they tell is one that no page states, and no
two are the same, so that a stored one would show.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

from common.errors import ErrorCode
from common.job import job_id_for
from common.offer import Availability, Offer
from common.protocol.base import Lease, Leases
from common.protocol.refusals import Reason
from common.protocol.reports import Found, NotFound, Report, Reported, Taken
from common.protocol.tasks import Claim, Claimed, Renewed, Task
from fleet.run.parts import version
from tests.faults.door.line import DoorLine
from tests.faults.door.persons import Person, Persons, until
from tests.faults.members import Members
from tests.faults.plan import LENT_LEASE_SECONDS
from worker.source.calls import GatewayCalls, TurnedAway
from worker.source.membership import MembershipFile

WAIT_SECONDS = 5.0
ASKS = 6
"""So often a cheat asks for tasks before it gives up."""
FIRST_LIE = 70_000
"""In whole units; no page of a run states as much."""

Outcomes = tuple[Found | NotFound, ...]


class Cheats:
    """`wrong`: answers of gateways that no cheat should have been given. `kinds`: each link, and what its page is
    like."""

    def __init__(
        self, persons: Persons, members: Members, folder: Path, kinds: Mapping[str, str], dice: Random
    ) -> None:
        self._persons = persons
        self._members = members
        self._line: DoorLine | None = None
        """To the gateways; nobody harms it."""
        self._folder = folder
        self._kinds = kinds
        self._dice = dice
        self._liar: Person | None = None
        self._lies = 0
        self._gone: set[str] = set()
        self.told = 0
        self.set_aside = 0
        self.wrong: list[str] = []

    async def tell_lies(self) -> None:
        """By one person until it is set aside, then by another."""
        person = self._liar = self._liar or await self._newcomer()
        async with self._calls(person) as calls:
            try:
                outcomes = tuple(self._lie(task) for task in await self._tasks(calls, 3))
                if not outcomes:
                    return
                first = await self._report(calls, outcomes)
                again = await self._report(calls, outcomes)
                if first != again:
                    self.wrong.append(f"{person.name} sent a report twice and was told {first}, then {again}")
                other = tuple(self._price(one.job_id, one.lease_token, self._link_of(one)) for one in outcomes)
                third = await self._report(calls, other)
                if third != first:
                    self.wrong.append(f"{person.name} reported otherwise on the same leases: {first}, then {third}")
            except TurnedAway as turned:
                if turned.refusal.reason is not Reason.SET_ASIDE:
                    raise
                self._liar = None
                self.set_aside += 1

    async def tell_too_late(self) -> None:
        """Tasks are kept beyond their leases, silently or after one renewal; what is said then counts for nothing."""
        person = await self._newcomer()
        async with self._calls(person) as calls:
            tasks = await self._tasks(calls, 2)
            if not tasks:
                return
            if self._dice.random() < 0.5:
                await self._renew(calls, tasks)
            await asyncio.sleep(LENT_LEASE_SECONDS + 1)
            outcomes = tuple(self._price(task.job_id, task.lease_token, task.link) for task in tasks)
            for taken in await self._report(calls, outcomes):
                if taken is not Taken.LOST:
                    self.wrong.append(f"{person.name} reported after its lease, and was told {taken}")

    async def be_revoked_amid_a_report(self, seconds: float) -> None:
        """The operator's word and the report, which begins `seconds` later, are under way at once; a report after it is
        refused. When the database had the word the books know."""
        person = await self._newcomer()
        async with self._calls(person) as calls:
            tasks = await self._tasks(calls, 3)
            outcomes = tuple(self._price(task.job_id, task.lease_token, task.link) for task in tasks)

            async def report() -> None:
                await asyncio.sleep(seconds)
                if outcomes:
                    await self._report(calls, outcomes)

            revoking = asyncio.ensure_future(self._persons.revoke(person))
            try:
                await report()
            except TurnedAway as turned:
                self._expect_revoked(person, turned)
            await revoking
            try:
                await self._tasks(calls, 1)
                self.wrong.append(f"{person.name} was revoked, and its claim was answered")
            except TurnedAway as turned:
                self._expect_revoked(person, turned)

    def _expect_revoked(self, person: Person, turned: TurnedAway) -> None:
        if turned.refusal.reason is not Reason.REVOKED:
            self.wrong.append(f"{person.name} was revoked and told {turned}")

    async def _newcomer(self) -> Person:
        self._line = self._line or await self._members.door_line()
        return await self._persons.newcomer(self._folder, self._line.port, honest=False)

    @asynccontextmanager
    async def _calls(self, person: Person) -> AsyncIterator[GatewayCalls]:
        file = MembershipFile(person.home)
        member = file.read()
        assert member is not None
        calls = GatewayCalls(member.gateway, version=version(), file=file, membership=member)
        try:
            yield calls
        finally:
            await calls.close()

    async def _tasks(self, calls: GatewayCalls, free: int) -> tuple[Task, ...]:
        for _ in range(ASKS):
            asked = Claim(request_id=f"{self._dice.getrandbits(128):032x}", free=free, wait_seconds=WAIT_SECONDS)
            if tasks := await self._claim(calls, asked):
                return tasks
        return ()

    async def _claim(self, calls: GatewayCalls, asked: Claim) -> tuple[Task, ...]:
        return (await until(lambda: calls.post("claim", asked, Claimed, wait_seconds=WAIT_SECONDS))).tasks

    async def _renew(self, calls: GatewayCalls, tasks: tuple[Task, ...]) -> None:
        leases = tuple(Lease(job_id=task.job_id, lease_token=task.lease_token) for task in tasks)
        await until(lambda: calls.post("renew", Leases(leases=leases), Renewed))

    async def _report(self, calls: GatewayCalls, outcomes: Outcomes) -> tuple[Taken, ...]:
        self.told += len(outcomes)
        answer = await until(lambda: calls.post("report", Report(outcomes=outcomes), Reported))
        return tuple(one.taken for one in answer.outcomes)

    def _lie(self, task: Task) -> Found | NotFound:
        """A wrong price; a page that is there and said to be gone, once for each so that no two agree; or the offer of
        another link."""
        kind = self._dice.random()
        if kind < 0.25 and task.link not in self._gone:
            self._gone.add(task.link)
            return NotFound(
                job_id=task.job_id,
                lease_token=task.lease_token,
                error_code=ErrorCode.CONTENT_NOT_FOUND,
                detail="the page is gone",
            )
        link = self._dice.choice(list(self._kinds)) if kind > 0.85 else task.link
        return self._price(task.job_id, task.lease_token, link)

    def _link_of(self, outcome: Found | NotFound) -> str:
        if isinstance(outcome, Found):
            return outcome.link
        return next(link for link in self._kinds if job_id_for(link) == outcome.job_id)

    def _price(self, job_id: str, lease_token: str, link: str) -> Found:
        self._lies += 1
        number = link.rpartition("-" if "boards" in link else "/")[2]
        shopee = "shopee" in link
        offer = Offer(
            title=f"Pinewood number {number}",
            price_minor=(FIRST_LIE + self._lies) * 100,
            currency="TWD" if shopee else "EUR",
            availability=Availability.IN_STOCK,
            item_id=number if shopee else None,
            sku=None if shopee else f"OAK-{number}",
            came_from={"title": "json-ld", "price_minor": "json-ld", "availability": "json-ld"},
            price_strength=None if shopee else 8,
        )
        return Found(job_id=job_id, lease_token=lease_token, offer=offer, fetched_url=link, link=link)
