"""Gateways and lent PCs of a world, beside its dispatchers and workers."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import Random
from typing import Any

from common.settings import Settings
from common.shops.registry import Shops
from common.store import Store
from gateway.service import GatewayService
from tests.simulation.broker import SimulatedBroker
from tests.simulation.fleet import Fleet, Live, Member
from tests.simulation.lent.liar import Liar
from tests.simulation.lent.persons import VERSION, Person, joined
from tests.simulation.lent.shop import LastingShop
from tests.simulation.lent.street import Street
from tests.simulation.loop import Process
from worker.presence import Presence
from worker.service import Worker
from worker.source.calls import TurnedAway
from worker.source.gateway.source import GatewaySource
from worker.tally import Tally


class LentFleet(Fleet):
    """The roles of a Fleet, and "gateway", "pc" and "liar"."""

    def __init__(self, *parts: Any, street: Street, shop: LastingShop, settings: Settings, **more: Any) -> None:
        """`parts`, `more`: a Fleet's, whose shop is `shop`."""
        super().__init__(*parts, **more)
        self._street = street
        self._lasting = shop
        self._settings = settings
        self._shops = Shops(settings.shops)
        self._owners: dict[str, Person] = {}
        """PC → who lends it."""
        self._away: set[str] = set()
        """PCs that the gateways want nothing more of."""

    def lend(self, persons: Sequence[Person]) -> None:
        """Start their PCs."""
        number = 0
        for person in persons:
            for _ in range(person.pcs):
                number += 1
                role = "pc" if person.is_honest else "liar"
                self._owners[f"{role}-{number}"] = person
                self.add(role, number)

    def _live_as(self, role: str) -> Live:
        lent: dict[str, Live] = {"gateway": self._serve, "pc": self._lend, "liar": self._lie}
        return lent.get(role) or super()._live_as(role)

    def _crawler(self, process: Process) -> Any:
        return self._lasting.lasting_crawler(process)

    def _again(self, member: Member) -> None:
        if member.process is not None:
            self._street.gone(member.process)
        if member.name not in self._away:
            super()._again(member)

    async def _serve(self, member: Member, process: Process, store: Store, broker: SimulatedBroker) -> None:
        service = GatewayService(self._settings, store=store, broker=broker, shops=self._shops, version=VERSION)
        member.stop = service.stop
        await service.run()

    async def _lend(self, member: Member, process: Process, store: Store, broker: SimulatedBroker) -> None:
        folder = self._folder / member.name
        calls = await joined(self._owners[member.name], folder)
        assert calls.membership is not None, "it has joined"
        told = calls.membership.told
        tally = Tally()
        presence = Presence(worker_id=calls.membership.machine, tally=tally)
        here = {
            "worker_id": process.name,
            "spool_dir": folder / "spool",
            "lease_seconds": told.lease_seconds,
            "renew_seconds": told.renew_seconds,
        }
        worker = Worker(
            source=GatewaySource(
                calls,
                say=presence.say,
                monotonic=self._loop.time,
                start=f"{self._dice.getrandbits(64):016x}",
            ),
            crawler=self._crawler(process),
            settings=self._work.model_copy(update=here),
            tally=tally,
            presence=presence,
            monotonic=self._loop.time,
        )
        member.stop = worker.stop
        try:
            await worker.run()
        except TurnedAway as turned:
            self._turned_away(member, turned)
            raise
        finally:
            await calls.close()

    async def _lie(self, member: Member, process: Process, store: Store, broker: SimulatedBroker) -> None:
        stop = asyncio.Event()
        member.stop = stop.set
        calls = await joined(self._owners[member.name], self._folder / member.name)
        dice = Random(f"{member.name} {self._dice.random()}")
        try:
            await Liar(calls, dice, self._street.overheard, member.name, self.wrong).run(stop)
        except TurnedAway as turned:
            self._turned_away(member, turned)
            raise
        finally:
            await calls.close()

    def _turned_away(self, member: Member, turned: TurnedAway) -> None:
        if turned.for_good:
            self._away.add(member.name)
