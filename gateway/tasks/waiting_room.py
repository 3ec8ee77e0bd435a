"""Machines that wait for tasks, and which of them gets which job. Pure but for the event each waits on.

Few jobs are spread over many machines. Where there are as many as all of them can take, one machine has its places
filled before the next: each answer costs a machine and its gateway a request, and tasks that began together end in one
report.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from common.settings import PLATFORMS
from common.shops.table import OPEN_WEB
from common.store.volunteers.values import EVERYBODY, KnownMachine, LiveLease, OfferedJob
from common.ways.way import Way
from gateway.tasks.left_out import LeftOut

REMEMBERED = 10_000
"""Claims that were answered with tasks, the last of them."""


@dataclass(slots=True, eq=False)
class Waiter:
    """One claim that waits. When it is sent again meanwhile, both requests wait as one and get the same answer."""

    machine: KnownMachine
    request_id: str
    shops: frozenset[str]
    """Of these only; empty: of any."""
    room: int
    leases_at_once: int | None = None
    tasks_per_day: int | None = None
    """The machine's two limits. The database enforces them over all claims of the machine together."""
    not_domains: frozenset[str] = frozenset()
    """Shops of the open web that its owner leaves out, by registrable domain."""
    ways: frozenset[Way] = frozenset({Way.HTTP})
    """The ways that it offers and may go."""
    most: int | None = None
    """How many more tasks its machine may be given now, by all its claims together; None: any number."""
    hasty: bool = False
    """It does not wait for a task that may come."""
    tasks: list[LiveLease] = field(default_factory=list)
    asking: int = 0
    """Requests that wait for its answer."""
    pending: int = 0
    """Claims under way for it."""
    settled: asyncio.Event = field(default_factory=asyncio.Event)
    """Set while no claim in the database is under way for it. Only waited for once it has left."""
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    unsure: bool = False
    """A claim for it got no answer of the database, and may have begun a lease all the same."""

    @property
    def key(self) -> tuple[str, str]:
        """Which claim it is, also when it is sent again."""
        return self.machine.id, self.request_id

    @property
    def places(self) -> int:
        """How many tasks it has got, is about to get, and may still get."""
        return (0 if self.answered.is_set() else self.room) + self.pending + len(self.tasks)

    @property
    def lanes(self) -> list[tuple[Way, str | None]]:
        """What it takes messages of: of shops by plain HTTP (None: any), and of other ways, each of which has one queue
        for all shops."""
        shops = [(Way.HTTP, shop) for shop in self.shops or (None,)] if Way.HTTP in self.ways else []
        return [*shops, *((way, None) for way in self.ways if way is not Way.HTTP)]

    def came(self, task: LiveLease | None, *, unsure: bool = False) -> None:
        """One claim under way for it is decided: with a task, or with none and its place given back."""
        self.pending -= 1
        self.unsure = self.unsure or unsure
        if task is None:
            self.room += 1
        else:
            self.tasks.append(task)
        if not self.pending:
            self.settled.set()

    def may_take(self, job: OfferedJob, *, way: Way, short: bool) -> bool:
        """`way`: of the job's message. `short`: the link is a short link. Nobody can check where a short link leads
        except by following it, so only machines that the operator trusts get those."""
        # A tie is to the proxy by which a shop's pages are asked for; an official interface is asked without any.
        if (
            (job.tied and way is not Way.OFFICIAL)
            or way not in self.ways
            or (self.shops and job.platform not in self.shops)
        ):
            return False
        if f"worker {self.machine.id}" in job.not_for:
            return False
        if self.machine.trusted:
            return True
        return not short and job.not_for.isdisjoint({self.machine.person, EVERYBODY})


class WaitingRoom:
    """Claims in the order in which they get tasks: the longest wait first, and behind all others once a task was given.

    All claims of one machine count as one: together they have as many places as the machine may be given tasks, and
    when one of them gets a task all move behind the others. Else a machine that asks a hundred times at once would get
    nearly every task.
    """

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._left_out = LeftOut(monotonic)
        self._waiting: OrderedDict[tuple[str, str], Waiter] = OrderedDict()
        self._asking: dict[tuple[str, str], Waiter] = {}
        self._of_machine: defaultdict[str, dict[tuple[str, str], Waiter]] = defaultdict(dict)
        """Machine → its claims among those asking."""
        self._wanted: Counter[tuple[Way, str | None]] = Counter()
        """See Waiter.lanes."""
        self._served: OrderedDict[tuple[str, str], None] = OrderedDict()

    def __len__(self) -> int:
        return len(self._waiting)

    @property
    def room(self) -> int:
        """How many tasks all of them can take."""
        return sum(waiter.room for waiter in self._waiting.values())

    def room_for(self, way: Way) -> int:
        """How many tasks of this way they can take, if they took no other."""
        return sum(waiter.room for waiter in self._waiting.values() if way in waiter.ways)

    def shops(self, known: Iterable[str]) -> tuple[str, ...]:
        """Those of the shops known that anybody here takes tasks of by plain HTTP."""
        if self._wanted[Way.HTTP, None]:
            return tuple(known)
        return tuple(shop for shop in known if self._wanted[Way.HTTP, shop])

    @property
    def other_ways(self) -> tuple[Way, ...]:
        """The ways beside plain HTTP that anybody here takes tasks of."""
        return tuple(way for way in Way if way is not Way.HTTP and self._wanted[way, None])

    def has_served(self, machine: str, request_id: str) -> bool:
        """Whether this claim was answered with tasks here, as far as is remembered."""
        return (machine, request_id) in self._served

    def enter(self, waiter: Waiter) -> Waiter:
        """Whom to wait with: the claim itself, or the same one sent before, which still waits or is being served."""
        same = self._asking.get(waiter.key)
        if same is None:
            siblings = self._of_machine[waiter.machine.id]
            if waiter.most is not None:
                waiter.room = max(0, min(waiter.room, waiter.most - sum(one.places for one in siblings.values())))
            same = self._asking[waiter.key] = siblings[waiter.key] = waiter
            if waiter.room:
                self._waiting[waiter.key] = waiter
                self._wanted.update(waiter.lanes)
                self._hold_to_choice(waiter)
            elif waiter.hasty:
                waiter.answered.set()
        same.asking += 1
        return same

    def leave(self, waiter: Waiter) -> None:
        """A request waits no longer; with the last one the claim leaves."""
        waiter.asking -= 1
        if not waiter.asking:
            self._stop(waiter)
            self._asking.pop(waiter.key, None)
            siblings = self._of_machine[waiter.machine.id]
            siblings.pop(waiter.key, None)
            if not siblings:
                del self._of_machine[waiter.machine.id]

    def give_place(
        self, job: OfferedJob, *, short: bool, way: Way = Way.HTTP, domain: str | None = None, fill: bool = False
    ) -> Waiter | None:
        """Who shall have this job, with one place taken until came() is called; None when nobody here may take it.
        `way`: of its message. `domain`: of a shop of the open web, its registrable one. `fill`: who has places left
        stays the first."""
        left_out = []
        for waiter in self._waiting.values():
            if way is not Way.HTTP and way in waiter.ways and waiter.shops and job.platform not in waiter.shops:
                # Another way's queue holds all shops' jobs, and this one is put off because of its choice.
                left_out.append(waiter)
                continue
            if waiter.room > 0 and waiter.may_take(job, way=way, short=short):
                if domain in waiter.not_domains:
                    left_out.append(waiter)
                    continue
                waiter.room -= 1
                waiter.pending += 1
                waiter.settled.clear()
                if not (fill and waiter.room):
                    self._stand_behind(waiter.machine.id)
                return waiter
        for waiter in left_out:
            self._left_out.note(waiter.machine.id)
            self._hold_to_choice(waiter)
        return None

    def answer(self, waiters: Iterable[Waiter]) -> None:
        """Let go whoever of these got tasks."""
        for waiter in waiters:
            if waiter.tasks and not waiter.answered.is_set():
                self._stop(waiter)
                self._served[waiter.key] = None
                if len(self._served) > REMEMBERED:
                    self._served.popitem(last=False)
                waiter.answered.set()

    def nothing_more(self) -> None:
        """Let everybody go who waits only while there is something."""
        for waiter in tuple(self._waiting.values()):
            if waiter.hasty and not waiter.pending:
                self._stop(waiter)
                waiter.answered.set()

    def empty(self) -> None:
        """Let everybody go: the gateway stops."""
        for waiter in tuple(self._waiting.values()):
            self._stop(waiter)
            waiter.answered.set()

    def _hold_to_choice(self, waiter: Waiter) -> None:
        """When too many jobs were put off because of what this machine leaves out, look for no more jobs of the open
        web for it, nor of ways other than plain HTTP: see LeftOut."""
        if not (waiter.not_domains or waiter.shops) or not self._left_out.enough(waiter.machine.id):
            return
        self._wants_no_more(waiter)
        if waiter.not_domains:
            waiter.shops = (waiter.shops or frozenset(PLATFORMS)) - {OPEN_WEB}
        waiter.ways &= {Way.HTTP}
        if waiter.shops and waiter.ways:
            self._wanted.update(waiter.lanes)
        else:
            self._waiting.pop(waiter.key, None)
            if waiter.hasty:
                waiter.answered.set()

    def _stand_behind(self, machine: str) -> None:
        for key in self._of_machine[machine]:
            if key in self._waiting:
                self._waiting.move_to_end(key)

    def _stop(self, waiter: Waiter) -> None:
        if self._waiting.pop(waiter.key, None) is not None:
            self._wants_no_more(waiter)

    def _wants_no_more(self, waiter: Waiter) -> None:
        """Forget shops that nobody wants any more: their names are whatever machines send, and would pile up."""
        for lane in waiter.lanes:
            self._wanted[lane] -= 1
            if self._wanted[lane] <= 0:
                del self._wanted[lane]
