"""A PC that lies: it speaks the protocol as anybody may, and does whatever could harm the fleet.

All PCs of one person tell the same lie about a page, so that they would confirm each other if they could. No page
states such a price, so that a stored one would show.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from random import Random

from common.errors import ErrorCode
from common.offer import Availability, Offer
from common.protocol.base import Lease, Leases
from common.protocol.reports import Found, NotFound, Report, Reported, Taken
from common.protocol.tasks import Claim, Claimed, LeaseGivenBack, Release, Released, Renewed, Task
from tests.simulation.lent.shop import price_of
from worker.source.calls import GatewayAway, GatewayCalls, TurnedAway

WAIT_SECONDS = 10.0
PAUSE_SECONDS = 3.0
LATE_SECONDS = 40.0
"""A lease is over by then."""
LIE = 777


class Liar:
    """`overheard`: see Street. `pc`: its own name there. `wrong`: answers that no machine of a liar's should have been
    given."""

    def __init__(
        self, calls: GatewayCalls, dice: Random, overheard: Sequence[tuple[str, str, str]], pc: str, wrong: list[str]
    ) -> None:
        self._calls = calls
        self._dice = dice
        self._overheard = overheard
        self._pc = pc
        self._wrong = wrong

    async def run(self, stop: asyncio.Event) -> None:
        """Raises TurnedAway for good."""
        acts: tuple[Callable[[Sequence[Task]], object], ...] = (
            self._lies, self._lies, self._gone, self._twice, self._late, self._silent, self._release, self._others
        )  # fmt: skip
        while not stop.is_set():
            try:
                tasks = await self._tasks()
                if tasks:
                    await self._dice.choice(acts)(tasks)  # type: ignore[misc]  # each is a coroutine function
                else:
                    await self._others(tasks)
            except GatewayAway:
                pass
            except TurnedAway as turned:
                if turned.for_good:
                    raise
            await asyncio.sleep(self._dice.random() * PAUSE_SECONDS)

    async def _tasks(self) -> Sequence[Task]:
        asked = Claim(request_id=f"{self._dice.getrandbits(128):032x}", free=3, wait_seconds=WAIT_SECONDS)
        return (await self._calls.post("claim", asked, Claimed, wait_seconds=WAIT_SECONDS)).tasks

    async def _lies(self, tasks: Sequence[Task]) -> None:
        await self._report([_lie(task) for task in tasks])

    async def _gone(self, tasks: Sequence[Task]) -> None:
        await self._report([_gone(task.job_id, task.lease_token) for task in tasks])

    async def _twice(self, tasks: Sequence[Task]) -> None:
        first = await self._report([_lie(task) for task in tasks])
        second = await self._report([_gone(task.job_id, task.lease_token) for task in tasks])
        if first != second:
            self._wrong.append(f"a liar reported otherwise on the same leases and was told {first}, then {second}")

    async def _late(self, tasks: Sequence[Task]) -> None:
        await self._keep(tasks)
        await asyncio.sleep(LATE_SECONDS)
        await self._report([_lie(task) for task in tasks])

    async def _silent(self, tasks: Sequence[Task]) -> None:
        """Neither confirmed nor reported."""

    async def _keep(self, tasks: Sequence[Task]) -> None:
        leases = tuple(Lease(job_id=task.job_id, lease_token=task.lease_token) for task in tasks)
        await self._calls.post("renew", Leases(leases=leases), Renewed)

    async def _release(self, tasks: Sequence[Task]) -> None:
        given = tuple(LeaseGivenBack(job_id=task.job_id, lease_token=task.lease_token) for task in tasks)
        await self._calls.post("release", Release(leases=given), Released)

    async def _others(self, tasks: Sequence[Task]) -> None:
        """By tokens of other machines, as if it had overheard them: none of it may count."""
        others = [(job_id, token) for pc, job_id, token in self._overheard[-10:] if pc != self._pc]
        if not others:
            return
        leases = tuple(Lease(job_id=job_id, lease_token=token) for job_id, token in others)
        held = (await self._calls.post("renew", Leases(leases=leases), Renewed)).held
        given = tuple(LeaseGivenBack(job_id=job_id, lease_token=token) for job_id, token in others)
        released = (await self._calls.post("release", Release(leases=given), Released)).released
        taken = await self._report([_gone(job_id, token) for job_id, token in others])
        own = {task.job_id for task in tasks}
        if set(held) - own or set(released) - own or set(taken) - {Taken.LOST}:
            self._wrong.append(
                f"a liar used other machines' leases: kept {held}, gave back {released}, was told {taken}"
            )

    async def _report(self, outcomes: Sequence[Found | NotFound]) -> Sequence[Taken]:
        said = await self._calls.post("report", Report(outcomes=tuple(outcomes)), Reported)
        return [one.taken for one in said.outcomes]


def _lie(task: Task) -> Found:
    number = task.link.rpartition("/")[2]
    offer = Offer(
        title=f"Mug of stoneware with a handle, kiln number {number}, sold 0",
        price_minor=price_of(int(number)) * LIE,
        currency="TWD",
        availability=Availability.IN_STOCK,
        item_id=number,
        shop_id="7",
    )
    return Found(job_id=task.job_id, lease_token=task.lease_token, offer=offer, fetched_url=task.link, link=task.link)


def _gone(job_id: str, lease_token: str) -> NotFound:
    return NotFound(
        job_id=job_id, lease_token=lease_token, error_code=ErrorCode.CONTENT_NOT_FOUND, detail="the page is gone"
    )
