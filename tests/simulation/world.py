"""One world, from its seed to its verdict."""

from __future__ import annotations

import asyncio
import tempfile
import warnings
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from common.errors import StoreUnavailable
from common.job import NewJob
from common.settings import BrokerSettings
from common.settings_tables.dispatch import DispatchSettings
from common.settings_tables.work import WorkSettings
from common.store import Store
from common.ways.way import Way
from tests.simulation import books
from tests.simulation.broker import BrokerServer
from tests.simulation.chance import by_seed
from tests.simulation.database import EPOCH_MS, LATE_SECONDS, Database
from tests.simulation.faults.faults import Faults
from tests.simulation.faults.weather import drawn
from tests.simulation.fleet import Fleet
from tests.simulation.loop import SimulatedLoop
from tests.simulation.shop import Shop
from tests.simulation.trace import Trace
from tests.simulation.watch import Watch

LEASE_SECONDS = 30.0
BOUND_SECONDS = 900.0
"""After the last fault every job has ended, and every message is settled, within this time."""
LOOK_SECONDS = 5.0
RESTLESS_EVERY = 5
"""One world in so many has pages whose prices leap."""
WALLED_EVERY = 6
"""One world in so many has pages that plain HTTP shows a login, and the browser's way below it."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one seed came to. `wrong` is empty when every promise held."""

    seed: int
    wrong: list[str]
    trace: Trace
    simulated_seconds: float
    jobs: int
    fetches: int
    faults: int

    def without_trace(self) -> Verdict:
        """For a process that hands it on: traces are long, and those of worlds that went well are never read."""
        return replace(self, trace=Trace())


class World:
    """Everything of one seed. Make a new one for each run."""

    def __init__(self, seed: int, folder: Path) -> None:
        dice = Random(f"world {seed}")
        self.loop = loop = SimulatedLoop(Random(f"turns {seed}"))
        self.trace = trace = Trace()
        self.weather = weather = drawn(Random(f"weather {seed}"))
        self.dice = dice
        self.database = Database(loop, weather, trace, Random(f"database {seed}"))
        self.broker = BrokerServer(
            loop, weather, trace, Random(f"broker {seed}"),
            BrokerSettings(url="memory:", queue_max_length=dice.choice([3, 100, 100])),
        )  # fmt: skip
        self.seed = seed
        self.shop = self._made_shop(slow=dice.choice([0.0, 0.1, 0.3]))
        self.watch = Watch(self.database, self.broker, self.shop, trace)
        work = WorkSettings(
            concurrency=dice.randint(1, 3),
            lease_seconds=LEASE_SECONDS,
            renew_seconds=dice.choice([5.0, 10.0, 15.0]),
            crawl_timeout_seconds=dice.choice([20.0, 45.0]),
            grace_seconds=dice.choice([0.5, 5.0]),
            retry_delays_seconds=(3, 6, 9),
        )
        dispatch = DispatchSettings(
            interval_seconds=2.0,
            window=dice.choice([2, 5, 50]),
            batch=dice.choice([1, 3, 50]),
            republish_after_seconds=60.0,
            retry_overdue_seconds=20.0,
            leader_seconds=8.0,
            health_seconds=60.0,
        )
        self.fleet = self._made_fleet(work=work, dispatch=dispatch, folder=folder)
        self.faults = self._made_faults()
        self.watch.on_lease = self.faults.after_write
        self.accepted: list[str] = []
        self.settled = False

    @property
    def _is_walled(self) -> bool:
        return self.seed % WALLED_EVERY == WALLED_EVERY - 1

    def _made_shop(self, *, slow: float) -> Shop:
        restless = self.seed % RESTLESS_EVERY == RESTLESS_EVERY - 1
        return Shop(
            self.loop,
            self.trace,
            Random(f"shop {self.seed}"),
            slow=slow,
            leaps=Random(f"leaps {self.seed}") if restless else None,
            walls=Random(f"walls {self.seed}") if self._is_walled else None,
        )

    def _made_fleet(self, *, work: WorkSettings, dispatch: DispatchSettings, folder: Path) -> Fleet:
        return Fleet(
            self.loop, self.database, self.broker, self.shop, self.trace, Random(f"fleet {self.seed}"),
            work=work, dispatch=dispatch, folder=folder, ladder=(Way.HTTP, Way.BROWSER) if self._is_walled else (),
        )  # fmt: skip

    def _made_faults(self) -> Faults:
        return Faults(self.loop, self.fleet, self.broker, self.weather, self.trace, Random(f"faults {self.seed}"))

    def surroundings(self) -> AbstractContextManager[None]:
        """What the world is lived in, beside by_seed."""
        return nullcontext()

    async def _muster(self, store: Store) -> None:
        """Whoever takes part beside dispatchers and workers comes. `store`: an operator's."""

    async def live(self) -> None:
        """Begin, suffer, and settle down."""
        dice = self.dice
        await self.broker.memory.declare()
        for number in range(dice.choice([1, 1, 2])):
            self.fleet.add("dispatcher", number + 1)
        for number in range(dice.randint(1, 3)):
            self.fleet.add("worker", number + 1)
        jobs = [self.shop.job(number, dice.choice([3, 5])) for number in range(dice.randint(4, 14))]
        operator = self.loop.process("operator")
        store = self.fleet.store(operator)
        await self._muster(store)
        accept = self.loop.start(operator, self._accept(store, jobs))
        seconds, pause = dice.uniform(20, 120), dice.choice([5.0, 15.0, 40.0])
        suffer = self.loop.start(operator, self._suffer(store, seconds, pause, [job.id for job in jobs]))
        await asyncio.wait([accept, suffer])
        accept.result()
        self.faults.end()
        self.trace(self.loop.now, "the faults are over")
        until = self.loop.now + BOUND_SECONDS
        while not self.settled and self.loop.now < until:
            await asyncio.sleep(LOOK_SECONDS)
            self.settled = self._settled()

    async def _accept(self, store: Store, jobs: Sequence[NewJob]) -> None:
        """As the ingestor: what was refused is sent again until it is taken."""
        for job in jobs:
            while True:
                try:
                    await store.jobs.add([job])
                    break
                except StoreUnavailable:
                    await asyncio.sleep(1.0)
            self.accepted.append(job.id)
            await asyncio.sleep(self.dice.choice([0.0, 0.0, 5.0]))

    async def _suffer(self, store: Store, seconds: float, pause: float, jobs: list[str]) -> None:
        end = self.loop.now + seconds
        while self.loop.now < end:
            try:
                await self.faults.happen(end - self.loop.now, pause, store, jobs)
            except StoreUnavailable:
                continue

    def _settled(self) -> bool:
        return self.watch.all_ended() and self.broker.ready() == 0 and self.broker.unacked() == 0

    def verdict(self, seed: int) -> Verdict:
        """The books, once live() has ended."""
        wrong = [*self.watch.wrong, *self.fleet.wrong]
        wrong += self._books()
        if self.watch.all_ended() and not self.settled:
            ready, held = self.broker.ready(), self.broker.unacked()
            wrong.append(f"every job has ended, but {ready} messages wait and {held} are held by somebody")
        wrong += [f"nobody took an error: {context.get('exception')!r}" for context in self.loop.broken]
        own = (self.broker.process, self.database.process)
        wrong += [f"the simulation itself broke: {error!r}" for process in own for error in self.loop.errors(process)]
        return Verdict(seed, wrong, self.trace, self.loop.now, len(self.accepted), self.shop.fetched, self.trace.faults)

    def _books(self) -> list[str]:
        return books.check(self.database, self.shop, self.accepted, self._explained)

    def _explained(self, token: str) -> bool:
        if token not in self.watch.leases:
            return True
        _, worker, begun_ms = self.watch.leases[token]
        begun = (begun_ms - EPOCH_MS) / 1000
        # A claim whose sender gave up may still be written this much later, and begin a lease that nobody hears of.
        return self.trace.had_fault(worker, begun - LATE_SECONDS - 1.0, begun + LEASE_SECONDS + 5.0)


@contextmanager
def _folder() -> Iterator[Path]:
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(prefix="crawlfleet-world-", dir=memory if memory.is_dir() else None) as name:
        yield Path(name)


def run(seed: int, kind: type[World] = World) -> Verdict:
    """Live through the world of this seed."""
    with _folder() as folder, warnings.catch_warnings():
        world = kind(seed, folder)
        # What a killed process had begun is never awaited.
        warnings.filterwarnings("ignore", "coroutine .* was never awaited", RuntimeWarning)
        with by_seed(seed, world.loop), world.surroundings():
            try:
                world.loop.run_until_complete(world.live())
                return world.verdict(seed)
            finally:
                world.weather.clear()
                world.loop.bury()
                world.database.connection.close()
