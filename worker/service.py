"""The worker: takes tasks of its source, keeps its leases alive, says what it does, and stops without losing work."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import aclosing, suppress

from common.errors import BrokerError, ConfigError, StoreError
from common.output.counting import counted
from common.output.trouble import Trouble
from common.private_files import found
from common.settings_tables.work import WorkSettings
from common.store import STOPPED
from common.timing.backoff import backoff_seconds
from common.waiting import call_off, wait_or_stop
from worker.grace import Grace
from worker.handle import Crawls, TaskHandler
from worker.keeping.room import NoRoom, Room
from worker.keeping.spool import Spool
from worker.leases import HeldLeases
from worker.means.network import Look, Network
from worker.presence import Held, Presence
from worker.record import Recorder
from worker.source.base import Offered, Source
from worker.tally import Tally

log = logging.getLogger("crawlfleet.worker")

LOOK_SECONDS = 0.5
"""How often a worker checks whether it is paused or idle."""
IDLE_LOOKS = 4
"""After this many checks in a row without an offer the source is asked why; `--until-idle` ends when nothing waits."""


class Worker:
    """Runs until stop(), which SIGTERM calls: take nothing more, let crawls end within the grace, release the rest."""

    def __init__(
        self,
        *,
        source: Source,
        crawler: Crawls,
        settings: WorkSettings,
        tally: Tally,
        presence: Presence,
        look: Look | None = None,
        held: Callable[[], Held | None] = lambda: None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """`look` tells whether this machine has a network, once crawls have said that it has none. `held`: why the
        owner of this machine wants nothing taken now; None when there is no reason."""
        self._held_by_owner = held
        self._source = source
        self._settings = settings
        self._monotonic = monotonic
        self.tally = tally
        self.presence = presence
        self.rests: str | None = None
        """Why nothing is taken now though tasks may wait: the paused file, no room, no network, no means."""
        self._leases = HeldLeases(
            source.leases,
            lease_seconds=settings.lease_seconds,
            renew_seconds=settings.renew_seconds,
            monotonic=monotonic,
        )
        self._network = Network(look, monotonic=monotonic) if look else Network(monotonic=monotonic)
        self._room = Room(settings.spool_dir, monotonic=monotonic)
        self._recorder = Recorder(source.leases, Spool(settings.spool_dir), self._room)
        self._handler = TaskHandler(
            leases=source.leases,
            crawler=crawler,
            recorder=self._recorder,
            held=self._leases,
            tally=self.tally,
            settings=settings,
            on_outcome=self._network.note,
            monotonic=monotonic,
        )
        self._tasks: set[asyncio.Task[None]] = set()
        self._heard = 0
        self._results_wait = False
        self._grace = Grace(settings.grace_seconds, monotonic)
        self._stop = self._grace.stopped

    @property
    def running(self) -> int:
        """Offers under way now; the benchmarks wait until there is none."""
        return len(self._tasks)

    def stop(self) -> None:
        """Take nothing more and end: from now on running crawls have the grace. Called twice: do not wait for them."""
        self._grace.stop()

    async def run(
        self,
        *,
        until_idle: bool = False,
        waits_for_room: bool = True,
        on_ready: Callable[[], None] | None = None,
    ) -> Tally:
        """Work until stop(), or with `until_idle` until nothing is left to take. With `until_idle` a BrokerError of the
        source is raised, unless this machine had lost its network; otherwise it is waited out. ConfigError is always
        raised. Without `waits_for_room` it raises NoRoom when results cannot be kept on disk, once the crawls under way
        have ended."""
        background = [
            asyncio.create_task(self._leases.renew_forever()),
            asyncio.create_task(self.presence.report_forever(self._source)),
            asyncio.create_task(self._recorder.replay_when_it_can(self._settings.renew_seconds)),
        ]
        try:
            await self._take(until_idle, waits_for_room, on_ready)
        finally:
            await self._finish()
            for task in background:
                task.cancel()
            await asyncio.gather(*background, return_exceptions=True)
            self.presence.say(STOPPED)
            with suppress(TimeoutError):
                async with asyncio.timeout(5):
                    await self.presence.report(self._source)
        return self.tally

    async def _take(self, until_idle: bool, waits_for_room: bool, on_ready: Callable[[], None] | None) -> None:
        refused = Trouble(self._monotonic, log)
        while not self._stop.is_set():
            if held := self._held():
                if held.ends and not self._tasks:
                    return
                await self._rest(held.sentence)
                continue
            if short := self._room.missing():
                if not waits_for_room and not self._tasks:
                    raise NoRoom(short)
                await self._rest(short)
                continue
            if reason := await self._network.absent():
                await self._rest(reason)
                continue
            self.rests = None
            pump = asyncio.create_task(self._pump())
            if on_ready:
                on_ready()
                on_ready = None
            try:
                if await self._watch(pump, until_idle):
                    return
                refused.over("tasks can be taken again")
            except BrokerError as error:
                # Only the first connection of a pump raises; later ones are waited for where they are made.
                if isinstance(error, ConfigError) or (until_idle and not self._network.was_lost):
                    raise
                refused.met(f"no task can be taken, asked again with growing pauses: {error}")
                self.presence.say("waiting for the broker")
                await wait_or_stop(self._stop, backoff_seconds(refused.times, base_seconds=1, max_seconds=15))
            finally:
                with suppress(BrokerError):  # it was heard above
                    await call_off(pump)

    async def _rest(self, why: str) -> None:
        """Take nothing for a moment, and say why; crawls under way go on."""
        self.rests = why
        self.presence.say(f"{why}; {len(self._tasks)} under way" if self._tasks else why)
        await wait_or_stop(self._stop, LOOK_SECONDS)

    async def _pump(self) -> None:
        async with aclosing(self._source.offered(self._settings.concurrency)) as offers:
            async for offered in offers:
                self._heard += 1
                task = asyncio.create_task(self._handle(offered))
                self._tasks.add(task)
                self.presence.running = len(self._tasks)
                task.add_done_callback(self._let_go)

    def _let_go(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self.presence.running = len(self._tasks)

    async def _handle(self, offered: Offered) -> None:
        self.presence.say(self._at_work())
        try:
            await self._handler.handle(offered)
        except Exception as error:
            # The database refused, or there is a bug: put this offer off, go on with the others.
            log.error(
                "a task could not be handled: %s",
                error,
                extra={"queue": offered.origin},
                exc_info=not isinstance(error, StoreError),
            )
            await offered.put_off(60)

    def _at_work(self) -> str:
        """What becomes of the offers that were taken. A result that nobody takes is no crawl under way."""
        waiting = self._recorder.held_up
        crawls = f"{len(self._tasks) - waiting} under way"
        if not waiting:
            return f"working: {crawls}"
        results = "1 result waits" if waiting == 1 else f"{waiting} results wait"
        return f"waiting: {results} to be sent, tried every few seconds: {self._recorder.held_up_by}; {crawls}"

    def _say_what_results_wait_for(self) -> None:
        """While some do, and once they do not; what else was said stands."""
        waited, self._results_wait = self._results_wait, self._recorder.held_up > 0
        if self._tasks and (waited or self._results_wait):
            self.presence.say(self._at_work())

    async def _watch(self, pump: asyncio.Task[None], until_idle: bool) -> bool:
        """Return when the pump must end: True when the worker is done, False when it is paused."""
        quiet_looks = 0
        heard = self._heard
        while True:
            stop = asyncio.create_task(self._stop.wait())
            await asyncio.wait({stop, pump}, timeout=LOOK_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            stop.cancel()
            if self._stop.is_set():
                return True
            if pump.done():
                pump.result()
                return True
            if self._held() or self._network.lost or self._room.missing():
                return False
            self._say_what_results_wait_for()
            quiet_looks = quiet_looks + 1 if heard == self._heard and not self._tasks else 0
            heard = self._heard
            if quiet_looks >= IDLE_LOOKS and quiet_looks % IDLE_LOOKS == 0:
                idle = await self._source.idle()
                self.presence.say(idle.sentence)
                if until_idle and idle.nothing_waits:
                    if idle.because:
                        log.warning("no task may be taken, so this ends as if none waited: %s", idle.because)
                    return True

    def _held(self) -> Held | None:
        path = self._settings.paused_file
        is_paused = found(path) if path else False
        if is_paused is None:
            return Held(f"paused: this user may not see whether the file {path} exists; let it look into that folder")
        if is_paused:
            return Held(f"paused: the file {path} exists; remove it to go on")
        return self._held_by_owner()

    async def _finish(self) -> None:
        """Let running crawls end within the grace; release the rest."""
        if self._tasks:
            crawls = counted(len(self._tasks), "crawl")
            self.presence.say(f"stopping: {crawls} may take {self._grace.left_seconds:.0f} s to end")
            await self._grace.let_end(self._tasks)
