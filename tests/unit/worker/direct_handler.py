"""A handler that takes broker messages as a direct worker does, for tests of one message's life."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from common.broker.base import Delivery
from common.settings_tables.work import WorkSettings
from common.timing.budget_line import BudgetLine
from common.ways.way import Way
from worker.handle import Crawls, TaskHandler
from worker.leases import HeldLeases
from worker.presence import Presence
from worker.record import Recorder
from worker.source.claim import Claimer
from worker.source.direct import OfferedMessage
from worker.tally import Tally


class DirectHandler:
    def __init__(
        self,
        *,
        jobs: Any,
        crawler: Crawls,
        recorder: Recorder,
        held: HeldLeases,
        tally: Tally,
        settings: WorkSettings,
        monotonic: Callable[[], float],
    ) -> None:
        presence = Presence(worker_id=settings.worker_id, tally=tally)
        self._claimer = Claimer(jobs, presence.say, settings, monotonic)
        self._tally = tally
        self._jobs = jobs
        self._lanes = {Way.HTTP: settings.platforms}
        self._budget_line = BudgetLine(monotonic)
        self._handler = TaskHandler(
            leases=jobs,
            crawler=crawler,
            recorder=recorder,
            held=held,
            tally=tally,
            settings=settings,
            monotonic=monotonic,
        )

    async def one_waits(self) -> None:
        """Returns once a claim waits here for its shop's budget."""
        async with asyncio.timeout(60):
            while not self._claimer._in_line.total():
                await asyncio.sleep(0.001)

    async def handle(self, delivery: Delivery) -> None:
        put_off = self._jobs.put_off
        message = OfferedMessage(delivery, self._claimer, self._tally, self._lanes, put_off, self._budget_line)
        await self._handler.handle(message)
