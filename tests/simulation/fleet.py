"""Dispatchers and workers of a world: started, killed, frozen, stopped and started again."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from random import Random

from common.errors import CrawlfleetError
from common.outcome.sight_rules import SightRules
from common.settings_tables.dispatch import DispatchSettings
from common.settings_tables.work import WorkSettings
from common.store import Store
from common.store.drivers.group_commit import GroupCommit
from common.ways.way import Way
from dispatcher.service import DispatchService
from tests.simulation.broker import BrokerServer, SimulatedBroker
from tests.simulation.database import Database, SimulatedDriver
from tests.simulation.loop import Process, SimulatedLoop
from tests.simulation.shop import Shop
from tests.simulation.trace import Trace
from worker.direct import WorkService
from worker.handle import Crawls

PATIENCE_SECONDS = 3.0
RESTART_SECONDS = 10.0
SIGHTS = SightRules(again_ms=4_000, another_ms=8_000)


class Member:
    """A place in the fleet. Each process that fills it is a run of its own, with a name of its own."""

    def __init__(self, role: str, number: int) -> None:
        self.role = role
        self.name = f"{role}-{number}"
        self.runs = 0
        self.process: Process | None = None
        self.stop: Callable[[], None] = lambda: None


Live = Callable[[Member, Process, Store, SimulatedBroker], Awaitable[None]]
"""What a process does until it is asked to stop."""


class Fleet:
    """Restarts whatever ends, as a supervisor does."""

    def __init__(
        self, loop: SimulatedLoop, database: Database, broker: BrokerServer, shop: Shop, trace: Trace, dice: Random,
        *, work: WorkSettings, dispatch: DispatchSettings, folder: Path, ladder: Sequence[Way] = (),
    ) -> None:  # fmt: skip
        """`ladder`: every shop's ways. The first worker offers all of them, each further one but the last; with none,
        all go by plain HTTP as if there were no ladder."""
        self._loop = loop
        self._database = database
        self._broker = broker
        self._shop = shop
        self._trace = trace
        self._dice = dice
        self._work = work
        self._dispatch = dispatch
        self._folder = folder
        self._ladder = ladder
        self.members: list[Member] = []
        self.wrong: list[str] = []
        loop.on_kill = self._killed

    def add(self, role: str, number: int) -> Member:
        member = Member(role, number)
        self.members.append(member)
        self._start(member)
        return member

    def store(self, process: Process) -> Store:
        driver = GroupCommit(SimulatedDriver(self._database, process), max_units=16)
        return Store(driver, clock_ms=None, patience_seconds=PATIENCE_SECONDS, sights=SIGHTS)

    def member(self, process: Process) -> Member | None:
        return next((one for one in self.members if one.process is process), None)

    def kill(self, member: Member) -> None:
        if member.process is not None and not member.process.killed:
            self._loop.kill(member.process)

    def freeze(self, member: Member, seconds: float, *, asleep: bool) -> None:
        """Stop it where it is. `asleep`: its own clock stands still as well, as that of a PC whose lid is closed."""
        process = member.process
        if process is None or not process.runs:
            return
        self._trace(self._loop.now, "freeze", process.name, f"{seconds:.1f} s", "asleep" if asleep else "")
        self._trace.fault(self._loop.now, process.name)
        process.frozen = True
        self._loop.after(self._database.process, seconds, self._thaw, process, seconds if asleep else 0.0)

    def _thaw(self, process: Process, slept: float) -> None:
        if not process.frozen:
            return
        self._trace(self._loop.now, "thaw", process.name)
        self._trace.fault(self._loop.now, process.name)
        process.frozen = False
        process.offset -= slept

    def move_clock(self, member: Member, seconds: float) -> None:
        """The process's own clock jumps; nobody else's does."""
        if member.process is not None and member.process.runs:
            self._trace(self._loop.now, "clock jumps", member.process.name, f"{seconds:.1f} s")
            self._trace.fault(self._loop.now, member.process.name)
            member.process.offset += seconds

    def ask_to_stop(self, member: Member) -> None:
        if member.process is not None and member.process.runs and not member.process.stopping:
            self._trace(self._loop.now, "stop", member.process.name)
            self._trace.fault(self._loop.now, member.process.name)
            member.process.stopping = True
            self._loop.after(member.process, 0.0, member.stop)

    def _start(self, member: Member) -> None:
        member.runs += 1
        member.process = process = self._loop.process(f"{member.name}.{member.runs}")
        self._trace(self._loop.now, "start", process.name)
        self._loop.start(process, self._live(member, process))

    def _again(self, member: Member) -> None:
        self._loop.after(self._database.process, self._dice.random() * RESTART_SECONDS, self._start, member)

    def _killed(self, process: Process) -> None:
        self._trace(self._loop.now, "kill", process.name)
        self._trace.fault(self._loop.now, process.name)
        self._loop.after(self._broker.process, 0.05, self._hang_up, process)
        member = self.member(process)
        if member is not None:
            self._again(member)

    def _hang_up(self, process: Process) -> None:
        self._loop.start(self._broker.process, self._broker.close(process))

    async def _live(self, member: Member, process: Process) -> None:
        broker = SimulatedBroker(self._broker, process)
        store = self.store(process)
        try:
            await self._live_as(member.role)(member, process, store, broker)
        except CrawlfleetError as error:
            self._trace(self._loop.now, "ends by itself", process.name, type(error).__name__)
        except Exception as error:
            self.wrong.append(f"{process.name} ended by an error nobody expected: {type(error).__name__}: {error}")
        else:
            if not process.stopping:
                self.wrong.append(f"{process.name} ended although nobody asked it to")
        await broker.close()
        self._trace(self._loop.now, "end", process.name)
        self._again(member)

    def _live_as(self, role: str) -> Live:
        return self._work_until_stopped if role == "worker" else self._dispatch_until_stopped

    def _crawler(self, process: Process) -> Crawls:
        return self._shop.crawler(process)

    async def _work_until_stopped(
        self, member: Member, process: Process, store: Store, broker: SimulatedBroker
    ) -> None:
        # The folder stays with the place, so that the next run finds what this one left.
        here = {"worker_id": process.name, "spool_dir": self._folder / member.name}
        service = WorkService(
            store=store,
            broker=broker,
            crawler=self._crawler(process),
            settings=self._work.model_copy(update=here),
            version="0",
            monotonic=self._loop.time,
            lanes=self._lanes(member),
        )
        member.stop = service.stop
        await service.run()

    def _lanes(self, member: Member) -> dict[Way, tuple[str, ...]] | None:
        if not self._ladder:
            return None
        offered = self._ladder if member.name == "worker-1" else self._ladder[:-1]
        return dict.fromkeys(offered, self._work.platforms)

    async def _dispatch_until_stopped(
        self, member: Member, process: Process, store: Store, broker: SimulatedBroker
    ) -> None:
        stop = asyncio.Event()
        member.stop = stop.set
        service = DispatchService(
            store=store,
            broker=broker,
            settings=self._dispatch,
            holder=process.name,
            ladders=(dict.fromkeys(self._work.platforms, self._ladder), self._ladder) if self._ladder else None,
            monotonic=self._loop.time,
        )
        await service.run_forever(stop)
