"""A handler that takes broker messages as a direct worker does, for tests of one message's life."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from common.settings import WorkSettings
from worker.claim import Claimer
from worker.handle import Crawls, TaskHandler
from worker.leases import HeldLeases
from worker.presence import Presence, Tally
from worker.record import Recorder
from worker.source.direct import OfferedMessage


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
        self._handler = TaskHandler(
            leases=jobs,
            crawler=crawler,
            recorder=recorder,
            held=held,
            tally=tally,
            settings=settings,
            monotonic=monotonic,
        )

    async def handle(self, message: Any) -> None:
        await self._handler.handle(OfferedMessage(message, self._claimer, self._tally))
