"""A world with gateways and lent PCs, some of them liars'."""

from __future__ import annotations

import asyncio
from contextlib import AbstractContextManager
from pathlib import Path
from random import Random
from typing import Any

from common.settings import Settings
from common.settings_tables.dispatch import DispatchSettings
from common.settings_tables.work import WorkSettings
from common.store import Store
from tests.faults import books
from tests.faults.door.books import check_door, leases_of_persons
from tests.faults.door.records import read_door_records
from tests.faults.ledger import read_records
from tests.simulation.database import SimulatedDriver
from tests.simulation.fleet import Fleet
from tests.simulation.lent.chance import without_sockets
from tests.simulation.lent.faults import LentFaults
from tests.simulation.lent.fleet import LentFleet
from tests.simulation.lent.persons import Person, invite
from tests.simulation.lent.shop import LastingShop
from tests.simulation.lent.street import Street
from tests.simulation.world import World

LEASE_SECONDS = 30.0
EMPTIED_EVERY_SECONDS = 20.0
_LEFT = """SELECT
    (SELECT count(*) FROM crawl_jobs WHERE letter_owed_at IS NOT NULL)
    + (SELECT count(*) FROM volunteer_results WHERE state = 'waiting')
    + (SELECT count(*) FROM gateway_leases WHERE ended_as IS NULL)"""
_LENT = """SELECT 1 FROM gateway_leases l JOIN persons p ON p.id = l.person
    WHERE l.lease_token = ? AND NOT p.trusted"""


class LentWorld(World):
    """As a World; see docs/reliability.md."""

    def __init__(self, seed: int, folder: Path) -> None:
        dice = Random(f"lent {seed}")
        self._dice = dice
        self.persons = [
            Person(f"honest-{number}", True, dice.choice([1, 1, 2])) for number in range(dice.choice([1, 2, 3]))
        ]
        if dice.random() < 0.7:
            self.persons.append(Person("liar", False, dice.choice([1, 2])))
        super().__init__(seed, folder)
        self.watch.is_volunteers = lambda token: bool(self.database.ask(_LENT, token))
        self._letters: list[str | None] = []

    def _made_shop(self, *, slow: float) -> LastingShop:
        self.lasting = LastingShop(self.loop, self.trace, Random(f"shop {self.seed}"), slow=slow)
        return self.lasting

    def _made_fleet(self, *, work: WorkSettings, dispatch: DispatchSettings, folder: Path) -> Fleet:
        told: dict[str, Any] = {"gateway": {"lease_seconds": LEASE_SECONDS, "renew_seconds": 10.0}, "work": work}
        self.street = Street(self.loop, self.weather, self.trace, Random(f"street {self.seed}"))
        self.lent = LentFleet(
            self.loop, self.database, self.broker, self.lasting, self.trace, Random(f"fleet {self.seed}"),
            work=work, dispatch=dispatch, folder=folder,
            street=self.street, shop=self.lasting, settings=Settings(**told),
        )  # fmt: skip
        return self.lent

    def _made_faults(self) -> LentFaults:
        return LentFaults(
            self.loop, self.fleet, self.broker, self.weather, self.trace, Random(f"faults {self.seed}"),
            street=self.street, persons=self.persons,
        )  # fmt: skip

    def surroundings(self) -> AbstractContextManager[None]:
        return without_sockets(self.seed, self.street)

    async def _muster(self, store: Store) -> None:
        for number in range(self._dice.choice([1, 1, 2])):
            self.fleet.add("gateway", number + 1)
        self.loop.start(self.loop.process("reader of dead letters"), self._empty())
        await invite(store, self.persons)
        self.lent.lend(self.persons)

    async def _empty(self) -> None:
        """An operator takes the dead letters out now and then: a full queue would let the next ones wait for good."""
        while True:
            self._letters += [letter.job_id for letter in await self.broker.memory.take_dead_letters(1000)]
            await asyncio.sleep(EMPTIED_EVERY_SECONDS)

    def _settled(self) -> bool:
        return super()._settled() and self.database.ask(_LEFT) == [(0,)]

    def _books(self) -> list[str]:
        return [*self.street.wrong, *self.loop.run_until_complete(self._checked())]

    async def _checked(self) -> list[str]:
        driver = SimulatedDriver(self.database, self.loop.process("books"))
        records, door = await read_records(driver, posts=0), await read_door_records(driver)
        letters = [*self._letters, *(letter.job_id for letter in await self.broker.memory.dead_letters(1000))]
        cheats = {person.id for person in self.persons if not person.is_honest}
        return [
            *books.check(
                records, self.lasting.kinds, self.lasting.fetches, letters, unfetched=leases_of_persons(door, cheats)
            ),
            *check_door(records, door, self.lasting.fetches, cheats),
        ]
