"""Brings messages and waiting machines together: takes as many as machines wait for, and gives them to rounds.

While nothing comes, the broker is not asked again and again: the desk listens for the next message.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections import Counter
from collections.abc import Callable, Sequence

from common.broker.base import Broker, Delivery
from common.broker.topology import way_of
from common.errors import BrokerError
from common.ways.way import Way
from gateway.tasks.handing_out import HandingOut
from gateway.tasks.open_ways import OpenWays
from gateway.tasks.queues import Queues
from gateway.tasks.waiting_room import WaitingRoom

log = logging.getLogger("crawlfleet.gateway.desk")

AT_ONCE = 64
"""Messages in one round."""
ROUNDS = 3
"""Rounds under way: the next messages are taken while the database answers for the last ones."""
LOOK_AGAIN_SECONDS = 0.05
"""While machines wait and no message does, and some came lately."""
LATELY_SECONDS = 1.0
AWAY_SECONDS = 2.0
GATHER_SECONDS = 0.005
"""A request waits this long for others to join it: one round costs about the same for one request as for many."""
KEEP_SECONDS = 1.0
"""A machine may get its task elsewhere before a message meant for it is handed out. The message is kept this long for
the next machine that asks."""


class Desk:
    """serve() runs beside the requests; one for each process."""

    def __init__(
        self,
        *,
        broker: Broker,
        handing_out: HandingOut,
        room: WaitingRoom,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._handing_out = handing_out
        self._room = room
        self._monotonic = monotonic
        self._changed = asyncio.Event()
        """Somebody came, or a round ended."""
        self._otherwise = asyncio.Event()
        """Those who wait want other shops than is listened for, or nobody waits any more."""
        self._listening: tuple[str, ...] = ()
        self._ending = False
        self._came_at = float("-inf")
        self._away_until = float("-inf")
        self._rounds: set[asyncio.Task[None]] = set()
        self._kept: list[Delivery] = []
        self._kept_since = 0.0
        self._unplaced: Counter[Way] = Counter()
        """Messages of rounds under way that have no machine yet."""
        self._open_ways = OpenWays(monotonic)
        self._queues = Queues(broker, room, self._open_ways)
        self._broken: BaseException | None = None
        self._looks = 0
        self.scarce = True
        """The last look found fewer messages than machines had places, and they are handed out."""
        self.away: str | None = None
        """The broker or the database could not be reached at the last round."""

    async def reaches_broker(self) -> bool:
        """Asked of the broker now: while no machine waits nothing else is, and it may have gone since."""
        return await self._queues.reached()

    @property
    def serves_soon(self) -> bool:
        """Whether who comes now gets tasks within a look or two."""
        return not self.scarce and len(self._room) < AT_ONCE

    def changed(self) -> None:
        """Somebody came to wait, or left."""
        if len(self._room):
            self._changed.set()
        if self._queues.lanes != self._listening:
            self._otherwise.set()

    async def serve(self) -> None:
        """Until cancelled; what was taken is settled first."""
        try:
            while self._broken is None:
                self._changed.clear()
                if self._free <= 0 or len(self._rounds) >= ROUNDS:
                    await self._wait()
                    await asyncio.sleep(GATHER_SECONDS)
                    continue
                taking = asyncio.create_task(self._take())
                try:
                    pause_seconds = await asyncio.shield(taking)
                except asyncio.CancelledError:
                    # Said twice: it may not listen yet, and whoever begins to listen takes the event back.
                    self._ending = True
                    self._otherwise.set()
                    await taking
                    raise
                await asyncio.sleep(pause_seconds)
        finally:
            await asyncio.gather(*self._rounds, return_exceptions=True)
            self._begin(self._take_kept(), keep=False)
            await asyncio.gather(*self._rounds, return_exceptions=True)
        raise self._broken

    async def _wait(self) -> None:
        """Until something changed; meanwhile messages that were kept long enough are given up, and a broker that is
        away is asked again. With nobody waiting nothing else would, and a gateway that is never ready gets nobody."""
        keep_until = self._kept_since + KEEP_SECONDS if self._kept else math.inf
        ask_at = self._away_until if self.away else math.inf
        left_seconds = min(keep_until, ask_at) - self._monotonic()
        try:
            async with asyncio.timeout(max(0.0, left_seconds) if left_seconds < math.inf else None):
                await self._changed.wait()
        except TimeoutError:
            if keep_until <= ask_at:
                self._begin(self._take_kept(), keep=False)
            else:
                await self._ask_again()

    async def _ask_again(self) -> None:
        """Of a database that was away this says nothing: whoever asks whether this gateway is ready has it asked."""
        try:
            await self._queues.answer()
        except BrokerError as error:
            self._say_away("broker", error)
        else:
            self.away = None

    def gives(self, offered: Sequence[str]) -> tuple[str, ...]:
        """Those of the ways offered that are looked for here: all but those whose queue could not be read."""
        return self._open_ways.of(offered)

    @property
    def _free(self) -> int:
        """How many more tasks those who wait can take."""
        return self._room.room - self._unplaced.total()

    def _free_for(self, way: Way) -> int:
        return self._room.room_for(way) - self._unplaced[way]

    async def _take(self) -> float:
        """Take messages and begin their round. Seconds to wait before the next."""
        away_seconds = self._away_until - self._monotonic()
        if away_seconds > 0:
            return away_seconds
        if self._kept and self._monotonic() - self._kept_since > KEEP_SECONDS:
            # Places came, and none of a way that these go.
            self._begin(self._take_kept(), keep=False)
        taken: Sequence[Delivery] = self._take_kept(self._free)
        if taken:
            self._begin(taken, keep=True)
            return 0.0
        wanted = min(AT_ONCE, self._free)
        self._looks += 1
        called_away = False
        try:
            taken, plenty = await self._queues.taken(wanted, self._free_for)
            if plenty:
                self.scarce = False
            elif not taken:
                self._no_more()
            if not taken and self._may_listen:
                taken = await self._listen()
                called_away = self._otherwise.is_set()
        except BrokerError as error:
            self._no_more()
            self._say_away("broker", error)
            return 0.0
        if self._monotonic() > self._away_until and not self._rounds:
            self.away = None
        if not taken:
            return 0.0 if called_away else LOOK_AGAIN_SECONDS
        self._came_at = self._monotonic()
        self._begin(taken, keep=True, fill=plenty, last=not plenty)
        return 0.0

    def _begin(self, taken: Sequence[Delivery], *, keep: bool, fill: bool = False, last: bool = False) -> None:
        if taken:
            self._unplaced.update(way_of(one.queue) for one in taken)
            round_ = asyncio.create_task(self._round(taken, keep=keep, fill=fill, last=last))
            self._rounds.add(round_)
            round_.add_done_callback(self._ended)

    def _take_kept(self, most: int | None = None) -> list[Delivery]:
        """Those that there are places for; with None all."""
        free = {way: len(self._kept) if most is None else self._free_for(way) for way in Way}
        taken: list[Delivery] = []
        left: list[Delivery] = []
        for one in self._kept:
            way = way_of(one.queue)
            if free[way] > 0 and (most is None or len(taken) < most):
                free[way] -= 1
                taken.append(one)
            else:
                left.append(one)
        self._kept = left
        return taken

    @property
    def _may_listen(self) -> bool:
        return not self._kept and not self._ending and self._monotonic() - self._came_at > LATELY_SECONDS

    async def _listen(self) -> Sequence[Delivery]:
        self._listening = self._queues.lanes
        self._otherwise.clear()
        return await self._queues.first(self._listening, self._otherwise)

    async def _round(self, taken: Sequence[Delivery], *, keep: bool, fill: bool, last: bool) -> None:
        """`fill`: see HandingOut.round. `last`: no more messages waited when these were taken."""
        look = self._looks

        def placed() -> None:
            self._unplaced.subtract(way_of(one.queue) for one in taken)

        ended = await self._handing_out.round(taken, placed, keep=keep, fill=fill)
        if ended.away is not None or (last and look == self._looks):
            self._no_more()
        if ended.away is not None:
            self._say_away("database", ended.away)
        if ended.kept:
            self._kept_since = self._kept_since if self._kept else self._monotonic()
            self._kept.extend(ended.kept)
            self._otherwise.set()

    def _ended(self, round_: asyncio.Task[None]) -> None:
        self._rounds.discard(round_)
        if not round_.cancelled() and (error := round_.exception()) is not None:
            self._broken = error
        self._changed.set()

    def _no_more(self) -> None:
        if not self.scarce:
            self.scarce = True
            self._room.nothing_more()

    def _say_away(self, what: str, error: Exception) -> None:
        if self.away is None:
            log.warning("no tasks for volunteers: the %s is away: %s", what, error)
        self.away = what
        self._away_until = self._monotonic() + AWAY_SECONDS
