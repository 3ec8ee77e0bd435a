"""Machines that wait for tasks, and which of them gets which job. Pure but for the future each waits on."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field

from common.store.volunteers.values import EVERYBODY, KnownMachine, LiveLease, OfferedJob


@dataclass(slots=True, eq=False)
class Waiter:
    """One claim that waits."""

    machine: KnownMachine
    request_id: str
    shops: frozenset[str]
    """Of these only; empty: of any."""
    room: int
    leases_at_once: int | None = None
    tasks_per_day: int | None = None
    """What the machine may have; the database holds it to them, whatever other claims of the machine wait."""
    tasks: list[LiveLease] = field(default_factory=list)
    pending: int = 0
    """Claims under way for it."""
    settled: asyncio.Event = field(default_factory=asyncio.Event)
    """No claim is under way for it any more; asked only after it has left."""
    answered: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def key(self) -> tuple[str, str]:
        """Which claim it is, also when it is sent again."""
        return self.machine.id, self.request_id

    def came(self, task: LiveLease | None) -> None:
        """One claim under way for it is decided: with a task, or with none and its place given back."""
        self.pending -= 1
        if task is None:
            self.room += 1
        else:
            self.tasks.append(task)
        if not self.pending:
            self.settled.set()

    def may_take(self, job: OfferedJob, *, short: bool) -> bool:
        """`short`: the link is a short link. Where one leads nobody can check but by following it, so only machines
        that the operator trusts get those."""
        if self.shops and job.platform not in self.shops:
            return False
        if self.machine.trusted:
            return True
        return not short and job.not_for.isdisjoint({self.machine.person, EVERYBODY})


class WaitingRoom:
    """Those who wait longest come first; who got a task stands behind the others."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[tuple[str, str], Waiter] = OrderedDict()

    def __len__(self) -> int:
        return len(self._waiting)

    @property
    def room(self) -> int:
        """How many tasks all of them can take."""
        return sum(waiter.room for waiter in self._waiting.values())

    def shops(self, known: Iterable[str]) -> tuple[str, ...]:
        """Those of the shops known that anybody here takes tasks of."""
        if any(not waiter.shops for waiter in self._waiting.values()):
            return tuple(known)
        wanted = {shop for waiter in self._waiting.values() for shop in waiter.shops}
        return tuple(shop for shop in known if shop in wanted)

    def enter(self, waiter: Waiter) -> None:
        """The same claim sent again takes the place of the first, which is answered with nothing."""
        before = self._waiting.pop(waiter.key, None)
        if before is not None:
            before.answered.set()
        self._waiting[waiter.key] = waiter

    def leave(self, waiter: Waiter) -> None:
        """Called again, it does nothing."""
        if self._waiting.get(waiter.key) is waiter:
            del self._waiting[waiter.key]

    def give_place(self, job: OfferedJob, *, short: bool) -> Waiter | None:
        """Who shall have this job, with one place taken until came() is called; None when nobody here may take it."""
        for key, waiter in self._waiting.items():
            if waiter.room > 0 and waiter.may_take(job, short=short):
                waiter.room -= 1
                waiter.pending += 1
                waiter.settled.clear()
                self._waiting.move_to_end(key)
                return waiter
        return None

    def answer(self) -> None:
        """Let go whoever got tasks."""
        for key, waiter in tuple(self._waiting.items()):
            if waiter.tasks:
                del self._waiting[key]
                waiter.answered.set()

    def empty(self) -> None:
        """Let everybody go: the gateway stops."""
        while self._waiting:
            self._waiting.popitem()[1].answered.set()
