"""The dispatcher's care for volunteers' results: those that wait are settled or given up, doubtful ones are taken back.

Nothing here is needed for the ledger: a result that waits is not recorded, and its job is published like any other. Two
dispatchers at once settle each result once.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from common.errors import StoreRejected
from common.store.trust.second_looks import TrustStore
from common.trust.reader import own_reader
from common.trust.states import ResultState
from dispatcher import metrics

log = logging.getLogger("crawlfleet.dispatcher.second_looks")

SETTLE_SECONDS = 5.0
UNCONFIRM_SECONDS = 30.0
FORGET_SECONDS = 600.0
AT_ONCE = 500


class SecondLooks:
    """Call look_after() every round: each of its steps has an interval of its own, and is skipped until it is due."""

    def __init__(self, trust: TrustStore, *, monotonic: Callable[[], float]) -> None:
        self._trust = trust
        self._monotonic = monotonic
        self._due = dict.fromkeys((SETTLE_SECONDS, UNCONFIRM_SECONDS, FORGET_SECONDS), monotonic())

    async def look_after(self) -> None:
        """Call it before recrawls are begun: a result is held against what its own job came to. Raises
        StoreUnavailable."""
        try:
            await self._look_after()
        except StoreRejected as error:
            # Jobs are published whether or not volunteers' results can be settled.
            log.error("volunteers' results that wait could not be looked after: %s", error)

    async def _look_after(self) -> None:
        if self._is_due(SETTLE_SECONDS):
            await self._settle()
            await self._take_back()
        if self._is_due(UNCONFIRM_SECONDS):
            await self._trust.end_lost_waits(limit=AT_ONCE)
            ended = await self._trust.unconfirm(limit=AT_ONCE)
            metrics.second_looks.labels(ResultState.UNCONFIRMED).inc(len(ended))
            if ended:
                log.warning("%d volunteers' results had no second look: no other volunteer or worker came", len(ended))
        if self._is_due(FORGET_SECONDS):
            forgotten = await self._trust.forget(limit=AT_ONCE)
            if forgotten >= AT_ONCE:  # there may be more: the next round goes on
                self._due[FORGET_SECONDS] = self._monotonic()

    def take_back(self) -> None:
        """Stop telling how many results wait. Call it when the lead is lost: the dispatcher that leads now tells it."""
        metrics.second_looks_waiting.set(0)

    async def _settle(self) -> None:
        for state, count in (await self._trust.settle(limit=AT_ONCE, reader_version=own_reader())).items():
            metrics.second_looks.labels(state).inc(count)
        waiting, _ = await self._trust.waiting()
        metrics.second_looks_waiting.set(waiting)

    async def _take_back(self) -> None:
        taken = await self._trust.take_back(limit=AT_ONCE)
        metrics.second_looks.labels(ResultState.QUARANTINED).inc(taken.results)
        if taken.results:
            log.warning(
                "%d unchecked results of volunteers who were set aside were taken back; %d jobs are crawled again",
                taken.results,
                taken.jobs,
            )

    def _is_due(self, every_seconds: float) -> bool:
        now = self._monotonic()
        if now < self._due[every_seconds]:
            return False
        self._due[every_seconds] = now + every_seconds
        return True
