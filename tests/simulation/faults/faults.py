"""What happens to a world while its faults last, in an order and at times that the seed chooses."""

from __future__ import annotations

import asyncio
from random import Random

from common.store import Store
from tests.simulation.broker import BrokerServer
from tests.simulation.faults.weather import Weather
from tests.simulation.fleet import Fleet, Member
from tests.simulation.loop import Process, SimulatedLoop
from tests.simulation.trace import Trace

STEPS_TO_LIVE = 300
STEPS_AFTER_WRITE = 8
FREEZE_SECONDS = 60.0
AWAY_SECONDS = 25.0

HAPPENINGS = (
    "kill", "kill at a step", "freeze", "sleep", "stop", "clock", "cut", "purge", "shuffle", "forge",
    "database away", "broker away", "cancel", "requeue",
)  # fmt: skip


class Faults:
    """Runs in a process of its own, which nothing happens to."""

    happenings: tuple[str, ...] = HAPPENINGS

    def __init__(
        self, loop: SimulatedLoop, fleet: Fleet, broker: BrokerServer, weather: Weather, trace: Trace, dice: Random
    ) -> None:
        self._loop = loop
        self._fleet = fleet
        self._broker = broker
        self._weather = weather
        self._trace = trace
        self._dice = dice
        self._kinds = [kind for kind in self.happenings if dice.random() < 0.5] or ["kill"]

    async def happen(self, seconds: float, mean_pause: float, operator: Store, jobs: list[str]) -> None:
        """Faults until `seconds` have passed, `mean_pause` apart; `operator` is a store that somebody types at."""
        end = self._loop.now + seconds
        while self._loop.now < end:
            await asyncio.sleep(self._dice.expovariate(1 / mean_pause))
            await self._one(self._dice.choice(self._kinds), operator, jobs)

    async def _one(self, kind: str, operator: Store, jobs: list[str]) -> None:
        dice = self._dice
        member = dice.choice(self._fleet.members)
        if kind in {"cut", "purge", "shuffle", "forge", "database away", "broker away", "cancel", "requeue"}:
            self._trace(self._loop.now, kind)
        if kind == "kill":
            self._fleet.kill(member)
        elif kind == "kill at a step":
            self._doom(member, STEPS_TO_LIVE)
        elif kind in {"freeze", "sleep"}:
            self._fleet.freeze(member, dice.random() * FREEZE_SECONDS, asleep=kind == "sleep")
        elif kind == "stop":
            self._fleet.ask_to_stop(member)
        elif kind == "clock":
            self._fleet.move_clock(member, (dice.random() - 0.3) * 100.0)
        elif kind == "cut":
            for channel in self._broker.channels:
                self._loop.start(self._broker.process, channel.cut())
        elif kind == "purge":
            self._broker.purge()
        elif kind == "shuffle":
            self._broker.shuffle()
        elif kind == "forge":
            body = dice.choice([b"noise", b"{}", b'{"job_id":"aaaaaaaaaaaaaaaaaaaaaaaaaa","v":1}'])
            self._loop.start(self._broker.process, self._broker.forge(body))
        elif kind == "database away":
            self._weather.database_away = True
            await asyncio.sleep(dice.random() * AWAY_SECONDS)
            self._weather.database_away = False
        elif kind == "broker away":
            self._weather.broker_away = True
            await asyncio.sleep(dice.random() * AWAY_SECONDS)
            self._weather.broker_away = False
        elif kind == "cancel" and dice.random() < 0.5:
            await operator.jobs.cancel([dice.choice(jobs)], reason="somebody said so")
        elif kind == "requeue":
            await operator.jobs.requeue([dice.choice(jobs)])

    def after_write(self, process: Process, what: str) -> None:
        """Called at the moment a claim or record of this process was committed."""
        member = self._fleet.member(process)
        if member is None:
            return
        if self._weather.falls(self._weather.kill_after_write):
            self._doom(member, STEPS_AFTER_WRITE)
        if self._weather.falls(self._weather.freeze_after_write):
            self._fleet.freeze(member, self._dice.random() * FREEZE_SECONDS, asleep=self._dice.random() < 0.5)

    def _doom(self, member: Member, steps: int) -> None:
        """Kill it before one of its next steps, whatever that step is."""
        if member.process is not None and member.process.runs:
            member.process.kill_at_step = member.process.steps + self._dice.randrange(steps)

    def end(self) -> None:
        """Nothing fails any more. Who is frozen thaws when it was to."""
        self._weather.clear()
        for member in self._fleet.members:
            if member.process is not None:
                member.process.kill_at_step = None
