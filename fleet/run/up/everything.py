"""All roles in one process: started together, and ended in the order that loses nothing."""

from __future__ import annotations

import asyncio
import dataclasses
import logging
import socket
from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Any

from common.errors import StoreError
from common.output.counting import counted
from common.store import Store, Waiting
from common.waiting import call_off, wait_or_stop
from common.ways.way import Way
from dispatcher.service import DispatchService
from fleet.run.gateway import shown_address
from fleet.run.up.how_far import HowFar
from ingestor.service import IngestService
from ingestor.summary import IngestSummary
from worker.direct import WorkService
from worker.tally import Tally

if TYPE_CHECKING:
    from fleet.console.serving import ConsoleService
    from gateway.service import GatewayService

log = logging.getLogger("crawlfleet.up")

IDLE_LOOK_SECONDS = 0.25
"""Until the next look whether anything is left …"""
PAUSES_PER_LOOK = 9
"""… and at least so many times what the last one took: with hundreds of thousands of open jobs it takes a second of the
database, which the crawls need."""
LONGEST_PAUSE_SECONDS = 10.0
"""A look may have been slow for another reason."""
NOBODY_WAITS = Waiting(0, 0)


@dataclasses.dataclass(slots=True)
class UpSummary:
    """What one run came to. `ingest` is None unless every feed was polled once, until idle."""

    ingest: IngestSummary | None
    published: int
    tally: Tally
    waiting: Waiting = NOBODY_WAITS
    """Jobs left because their shop or their way is paused, or nobody here goes it; only known when it ran until
    idle."""

    def line(self) -> str:
        read = self.ingest
        posts = f"{counted(read.posts, 'post')}, {counted(read.jobs_added, 'new job')}; " if read else ""
        return f"up: {posts}{self.published} published; {self.tally.line()}{self._left()}"

    def _left(self) -> str:
        """Why jobs are left, and what shows it."""
        held = self.waiting.of_paused_shops
        others = self.waiting.jobs - held
        whys = [f"{held} wait for a paused shop: `crawlfleet shops`"] if held else []
        if others:
            whys.append(f"{others} wait for a shop that is not named here or another way: `crawlfleet doctor`")
        return "".join(f"; {why}" for why in whys)

    def as_dict(self) -> dict[str, object]:
        ingest = dataclasses.asdict(self.ingest) if self.ingest else None
        work = self.tally.as_dict()
        return {
            "ingest": ingest,
            "published": self.published,
            "work": work,
            "waiting_for_paused_shop": self.waiting.jobs,
            "held_by_paused_shop": self.waiting.of_paused_shops,
        }


class Everything:
    """Starts the services together and ends them in the order that loses nothing: feeds, door, dispatcher, workers.

    `ways`: those that the workers go. `doors`: what serves HTTP here, by the name that the log gives it.
    """

    def __init__(
        self,
        store: Store,
        ingestor: IngestService,
        dispatcher: DispatchService,
        workers: list[WorkService],
        ways: Collection[Way],
        doors: Mapping[str, GatewayService | ConsoleService],
    ) -> None:
        self._doors = doors
        self._store = store
        self._ingestor = ingestor
        self._dispatcher = dispatcher
        self._workers = workers
        self._ways = ways
        self._stop = asyncio.Event()
        self._waiting = NOBODY_WAITS

    def stop(self) -> None:
        if self._stop.is_set():
            for worker in self._workers:
                worker.stop()
        for door in self._doors.values():
            door.stop()
        self._stop.set()

    async def run(
        self, *, until_idle: bool, progress: Callable[[HowFar], None] | None, on_ready: Callable[[], None]
    ) -> UpSummary:
        """`on_ready` is called after each good round of the dispatcher."""
        dispatch = asyncio.create_task(self._dispatcher.run_forever(self._stop, on_round=on_ready))
        work = [asyncio.create_task(worker.run(waits_for_room=not until_idle)) for worker in self._workers]
        feeds = None if until_idle else asyncio.create_task(self._ingestor.run_forever(self._stop))
        doors = [asyncio.create_task(door.run(on_ready=_told(name))) for name, door in self._doors.items()]
        background: list[asyncio.Task[Any]] = [dispatch, *work, *([feeds] if feeds else []), *doors]
        summary = None
        try:
            if until_idle:
                idle = asyncio.create_task(self._until_idle(progress))
                await asyncio.wait({idle, *background}, return_when=asyncio.FIRST_COMPLETED)
                if idle.done():
                    summary = idle.result()
                await call_off(idle)
            else:
                await asyncio.wait(background, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._stop.set()
            for door in self._doors.values():
                door.stop()
            for worker in self._workers:
                worker.stop()
            ended = await asyncio.gather(*background, return_exceptions=True)
        for outcome in ended:
            if isinstance(outcome, BaseException):
                raise outcome
        tally = Tally()
        for worker in self._workers:
            tally.add(worker.tally)
        return UpSummary(summary, self._dispatcher.total.published, tally, self._waiting)

    def _rests(self) -> str | None:
        whys = [worker.rests for worker in self._workers]
        return whys[0] if all(whys) else None

    async def _until_idle(self, progress: Callable[[HowFar], None] | None) -> IngestSummary:
        """Poll every feed once, then wait until no accepted job owes a crawl that could be made now.

        Jobs of a paused shop wait for an operator, not for this process.
        """
        summary = await self._ingestor.run_once()
        clock = asyncio.get_running_loop().time
        while not self._stop.is_set():
            began = clock()
            # Counted before the jobs that are open: a job that ends between the two is not told twice.
            ended = sum(worker.tally.succeeded + worker.tally.failed for worker in self._workers)
            try:
                self._waiting = await self._store.jobs.waiting(self._ways)
                still_open = await self._store.jobs.open_count() - self._waiting.jobs
                to_try, again_ms = await self._store.jobs.next_try(self._ways) if progress else (0, None)
            except StoreError:
                still_open = -1
            took_seconds = clock() - began
            if progress and still_open >= 0:
                next_ms = again_ms if to_try == still_open else None
                progress(HowFar(ended, still_open, next_ms, self._waiting.of_paused_shops, self._rests()))
            if still_open == 0:
                break
            pause_seconds = min(PAUSES_PER_LOOK * took_seconds, LONGEST_PAUSE_SECONDS)
            await wait_or_stop(self._stop, max(IDLE_LOOK_SECONDS, pause_seconds))
        return summary


def _told(door: str) -> Callable[[socket.socket], None]:
    """Says in the log where this part of the process is found."""
    return lambda listening: log.info("%s listens on %s", door, shown_address(listening))
