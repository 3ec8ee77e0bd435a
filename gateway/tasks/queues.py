"""The broker's queues of those who wait: their shops' by plain HTTP, and those of their other ways."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress

from common.broker.base import Broker, Delivery
from common.errors import BrokerError, RightMissing, TopologyMissing
from common.settings import PLATFORMS
from common.ways.way import Way
from gateway.tasks.open_ways import OpenWays
from gateway.tasks.waiting_room import WaitingRoom

LISTEN_SECONDS = 15.0
"""So long the next message is listened for before the queues are looked into again."""


class Queues:
    """Raises BrokerError."""

    def __init__(self, broker: Broker, room: WaitingRoom, open_ways: OpenWays) -> None:
        self._broker = broker
        self._room = room
        self._open_ways = open_ways
        self._looks = 0

    @property
    def lanes(self) -> tuple[str, ...]:
        return (*self._room.shops(PLATFORMS), *self._other_ways)

    @property
    def _other_ways(self) -> tuple[Way, ...]:
        return self._open_ways.of(self._room.other_ways)

    async def answer(self) -> None:
        """Returns when the broker does; takes nothing."""
        await self._broker.depths()

    async def reached(self) -> bool:
        """Whether the broker answers now, whatever it lacks or refuses: what may be taken is told when it is."""
        try:
            await self.answer()
        except (RightMissing, TopologyMissing):
            return True
        except BrokerError:
            return False
        return True

    async def taken(self, most: int, free_for: Callable[[Way], int]) -> tuple[list[Delivery], bool]:
        """Messages, of each way no more than those who go it have places for; and whether as many wait as there are
        places. Which way comes first changes from look to look: either can fill all places."""
        self._looks += 1
        taken: list[Delivery] = []
        plenty = False
        ways = (*self._other_ways, Way.HTTP)
        for way in ways[:: 1 if self._looks % 2 else -1]:
            free = min(most - len(taken), free_for(way))
            queues = self._room.shops(PLATFORMS) if way is Way.HTTP else (way.value,)
            if free <= 0:
                continue
            try:
                came = await self._broker.take(queues, free)
            except BrokerError as error:
                if way is not Way.HTTP and isinstance(error, (RightMissing, TopologyMissing)):
                    self._open_ways.leave_out((way,), error)
                    continue
                if not taken:
                    raise
                break
            taken += came
            plenty = plenty or (way is Way.HTTP and len(came) >= free)
        return taken, plenty or len(taken) >= most

    async def first(self, lanes: Sequence[str], until: asyncio.Event) -> Sequence[Delivery]:
        """The next message of these; none once `until` is set or the time is over."""
        if not lanes:
            # Who waits takes of none that is looked into.
            with suppress(TimeoutError):
                async with asyncio.timeout(LISTEN_SECONDS):
                    await until.wait()
            return ()
        try:
            return await self._broker.first(lanes, until=until, seconds=LISTEN_SECONDS)
        except (RightMissing, TopologyMissing) as error:
            others = [way for way in Way if way in lanes]
            if not others:
                raise
            self._open_ways.leave_out(others, error)
            return ()
