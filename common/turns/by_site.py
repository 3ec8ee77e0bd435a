"""One thing that many want, handed from one to the next: the brief before the others, and sites by what they took."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from common.turns.time_limit import not_counted

BRIEF_IN_A_ROW = 20
"""After so many brief turns one of the others gets its turn: nobody waits for ever."""
_KEPT_SITES = 1_000


class Turns:
    """Held by one at a time. Safe between tasks of one event loop. Seconds, by the clock that is passed in.

    Who is brief goes before who is not. Among equals it is the turn of the site that has held it for the shortest time:
    a site whose turns are long gets fewer of them, and one that was away is owed nothing for that.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._brief, self._others = _Lane(), _Lane()
        self._brief_in_a_row = 0
        self._taken = False

    @property
    def taken(self) -> bool:
        return self._taken

    @asynccontextmanager
    async def turn(self, site: str, *, brief: bool = False) -> AsyncIterator[None]:
        """Waits for a turn of this site's, and holds it. A `time_limit` around it does not count the waiting."""
        lane = self._brief if brief else self._others
        with not_counted():
            await self._come(lane, site)
        began = self._clock()
        try:
            yield
        finally:
            lane.held(site, self._clock() - began)
            self._pass_on()

    async def _come(self, lane: _Lane, site: str) -> None:
        lane.arrive(site)
        if not self._taken:
            self._taken = True
            lane.begin(site)
            return
        called = lane.line_up(site)
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():
                self._pass_on()
            else:
                lane.leave(site, called)
            raise

    def _pass_on(self) -> None:
        brief_first = self._brief_in_a_row < BRIEF_IN_A_ROW
        for lane in (self._brief, self._others) if brief_first else (self._others, self._brief):
            if called := lane.next():
                self._brief_in_a_row = self._brief_in_a_row + 1 if lane is self._brief else 0
                called.set_result(None)
                return
        self._brief_in_a_row = 0
        self._taken = False


class _Lane:
    """Sites in line, each with the time it has held the turn; start-time fair queueing."""

    def __init__(self) -> None:
        self._line: dict[str, deque[asyncio.Future[None]]] = {}
        self._seconds: dict[str, float] = {}
        self._now_at = 0.0
        """What the site whose turn it is had held before it: who comes anew begins here."""

    def arrive(self, site: str) -> None:
        self._seconds[site] = max(self._seconds.get(site, 0.0), self._now_at)

    def begin(self, site: str) -> None:
        self._now_at = max(self._now_at, self._seconds.get(site, 0.0))

    def held(self, site: str, seconds: float) -> None:
        self._seconds[site] = self._seconds.get(site, 0.0) + seconds
        if len(self._seconds) > _KEPT_SITES:
            # Who is not in line and has held no more than a newcomer is one.
            kept = self._seconds.items()
            self._seconds = {name: took for name, took in kept if name in self._line or took > self._now_at}

    def line_up(self, site: str) -> asyncio.Future[None]:
        called = asyncio.get_running_loop().create_future()
        self._line.setdefault(site, deque()).append(called)
        return called

    def leave(self, site: str, called: asyncio.Future[None]) -> None:
        waiting = self._line.get(site)
        if waiting and called in waiting:  # else next() has passed it over already
            waiting.remove(called)
            if not waiting:
                del self._line[site]

    def next(self) -> asyncio.Future[None] | None:
        """The first in line of the site whose turn it is, out of the line; None when nobody waits."""
        while self._line:
            site = min(self._line, key=lambda one: self._seconds.get(one, 0.0))
            waiting = self._line.pop(site)
            called = waiting.popleft()
            if waiting:
                self._line[site] = waiting  # behind those that have held it for as long
            if not called.done():
                self.begin(site)
                return called
        return None
