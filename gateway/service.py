"""A gateway put together: requests, the desk behind them, and the sweep, until it is stopped."""

from __future__ import annotations

import asyncio
import random
import socket
import time
from collections.abc import Awaitable, Callable

from common.broker.base import Broker
from common.errors import StoreError
from common.outcome.recrawl_pace import pace_of
from common.settings import Settings
from common.shops.registry import Shops
from common.store import Store
from common.trust.reader import reader_of
from gateway.people.admission import Admission
from gateway.people.joining import Joining, Telling
from gateway.people.starts import TwoAtOnce
from gateway.reports.judging import Judging
from gateway.reports.reporting import Reporting
from gateway.tasks.claiming import Claiming
from gateway.tasks.desk import Desk
from gateway.tasks.handing_out import HandingOut
from gateway.tasks.official_budget import OfficialBudget
from gateway.tasks.paused_shops import PausedShops
from gateway.tasks.sweeping import sweep_forever
from gateway.tasks.waiting_room import WaitingRoom
from gateway.web.app import application
from gateway.web.calls import Calls
from gateway.web.connections.patience import Patience
from gateway.web.listening import bind, server
from gateway.web.openapi import document
from gateway.web.page import Release, page
from gateway.web.readiness import Readiness

SERVED = "volunteers are served"
LOOK_SECONDS = 10.0
"""Between two looks whether database and broker answer, for whoever is told how this gateway stands."""
ANSWER_SECONDS = 3
"""Of database and broker, when somebody asks whether this gateway is ready."""
_DICE = random.SystemRandom().random


class GatewayService:
    """Runs until stop(). Stopping loses nothing: who waits is answered, who works reports to any other gateway."""

    def __init__(
        self,
        settings: Settings,
        *,
        store: Store,
        broker: Broker,
        shops: Shops | None = None,
        version: str,
    ) -> None:
        """`shops` may be added to while it runs. `version`: of this program, which operators' workers read with too.

        Raises ConfigError."""
        self._store = store
        self._settings = settings.gateway
        shops = shops or Shops(settings.shops)
        telling = Telling(settings.gateway, settings.fetch, shops)
        lease_ms = int(settings.gateway.lease_seconds * 1000)
        self._room = WaitingRoom(time.monotonic)
        handing_out = HandingOut(
            store=store.gateway, shops=shops, room=self._room, lease_ms=lease_ms, monotonic=time.monotonic
        )
        self._desk = Desk(broker=broker, handing_out=handing_out, room=self._room, monotonic=time.monotonic)
        admission = Admission(store.people, settings.gateway, time.monotonic)
        judging = Judging(shops, pace_of(settings.work), settings.work.retry_delays_seconds)
        calls = Calls(
            people=store.people,
            admission=admission,
            joining=Joining(store.people, telling, time.monotonic),
            claiming=Claiming(
                store=store.gateway,
                admission=admission,
                room=self._room,
                desk=self._desk,
                telling=telling,
                paused=PausedShops(store.gateway, time.monotonic),
                two=TwoAtOnce(store.people, time.monotonic),
                lease_ms=lease_ms,
            ),
            reporting=Reporting(store, judging, telling=telling, reader_version=reader_of(version), dice=_DICE),
            official=OfficialBudget(store.official, shops, telling),
            telling=telling,
            oldest_version=settings.gateway.oldest_version,
            monotonic=time.monotonic,
        )
        front = page(
            Release(version, settings.gateway.release_sha256, settings.gateway.release_url), settings.fetch.contact
        )
        self._ready = Readiness(self._answers, time.monotonic)
        self._patience = Patience(per_address=settings.gateway.connections_per_address or None)
        self._server = server(
            application(calls, page=front, openapi=document(version), ready=self._ready),
            settings.gateway,
            patience=self._patience,
        )

    def stop(self) -> None:
        """Take no more requests; those under way are answered."""
        self._server.should_exit = True
        self._room.empty()

    async def run(
        self,
        *,
        on_ready: Callable[[socket.socket], None] | None = None,
        say: Callable[[str], None] | None = None,
    ) -> None:
        """Serve until stop(). `on_ready` is given the listening socket, `say` every ten seconds whether volunteers are
        served. Raises ConfigError, CleartextRefused."""
        listening = bind(self._settings, patience=self._patience)
        background = [
            asyncio.create_task(self._desk.serve()),
            asyncio.create_task(sweep_forever(self._store.gateway)),
        ]
        if say:
            background.append(asyncio.create_task(self._keep_telling(say)))
        serving = asyncio.create_task(self._server.serve(sockets=[listening]))
        try:
            if on_ready:
                # It listens already: who connects now is answered as soon as the server has started.
                on_ready(listening)
            await asyncio.wait({serving, *background}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.stop()
            for task in background:
                task.cancel()
            ended = await asyncio.gather(*background, return_exceptions=True)
            await serving
            listening.close()
        for error in ended:
            if isinstance(error, Exception):
                raise error

    async def _keep_telling(self, say: Callable[[str], None]) -> None:
        while True:
            why = await self._ready()
            say(SERVED if why is None else f"{why}: volunteers get no tasks; looking again every {LOOK_SECONDS:.0f} s")
            await asyncio.sleep(LOOK_SECONDS)

    async def _answers(self) -> str | None:
        if self._desk.away:
            return f"the {self._desk.away} is away"
        if not await _within(self._desk.reaches_broker()):
            return "the broker is away"
        if not await _within(self._database_answers()):
            return "the database is away"
        return None

    async def _database_answers(self) -> bool:
        try:
            await self._store.jobs.now_ms()
        except StoreError:
            return False
        return True


async def _within(answers: Awaitable[bool]) -> bool:
    """False also for a server that keeps whoever asks waiting."""
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            return await answers
    except TimeoutError:
        return False
