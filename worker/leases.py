"""The leases this worker holds: all are renewed in one statement, and the crawl of a lost one is cancelled."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass

from common.errors import CrawlfleetError
from worker import metrics
from worker.source.base import TaskLeases

log = logging.getLogger("crawlfleet.worker.leases")


@dataclass(slots=True)
class _Held:
    token: str
    valid_until: float
    """On this process's monotonic clock, counted from before the claim or renewal was sent, so never too late."""
    on_lost: Callable[[], object]
    ending: bool = False
    """Its worker is ending it: the answer to that says whether it was still held, not a renewal on its way."""


class HeldLeases:
    """Keeps leases alive while their crawls run. Their source decides which are held."""

    def __init__(
        self, leases: TaskLeases, *, lease_seconds: float, renew_seconds: float, monotonic: Callable[[], float]
    ) -> None:
        self._leases = leases
        self._lease_seconds = lease_seconds
        self._renew_seconds = renew_seconds
        self._monotonic = monotonic
        self._held: dict[str, _Held] = {}

    def __len__(self) -> int:
        return len(self._held)

    def hold(self, job_id: str, token: str, *, claimed_at: float, on_lost: Callable[[], object]) -> None:
        """Renew this lease from now on. `on_lost` is called at most once, when it is gone for good.

        One of the same job that is held here is: there is a newer one."""
        self._give_up({job_id}, answered=True)
        self._held[job_id] = _Held(token, claimed_at + self._lease_seconds, on_lost)

    def end(self, job_id: str, token: str) -> None:
        """The worker ends this lease now. It is renewed until drop(): that may take long; `on_lost` is not called."""
        held = self._held.get(job_id)
        if held and held.token == token:
            held.ending = True

    def drop(self, job_id: str, token: str) -> None:
        """Stop renewing this lease; it has ended or will run out."""
        held = self._held.get(job_id)
        if held and held.token == token:
            del self._held[job_id]

    async def renew_forever(self) -> None:
        """Renew at every interval. While the database is away, a lease is given up only once it must have run out.

        A bug costs one renewal: without the next ones every crawl that takes longer than its lease would be for
        nothing."""
        while True:
            await asyncio.sleep(self._renew_seconds)
            try:
                await self.renew_once()
            except Exception:
                log.exception("leases could not be renewed; the next renewal tries again")

    async def renew_once(self) -> None:
        """Renew all leases now; those lost are dropped and their `on_lost` is called.

        Never raises CrawlfleetError: what hinders a renewal passes, or ends the worker elsewhere."""
        asked = {job_id: held.token for job_id, held in self._held.items()}
        if not asked:
            return
        sent_at = self._monotonic()
        try:
            kept = await self._leases.renew(list(asked.items()), lease_ms=int(self._lease_seconds * 1000))
        except CrawlfleetError as error:
            log.warning("could not renew %d leases: %s", len(asked), error, extra={"count": len(asked)})
            self._give_up({job_id for job_id in asked if self._expired(job_id)}, answered=False)
            return
        for job_id in kept:
            if (held := self._held.get(job_id)) and held.token == asked[job_id]:
                held.valid_until = sent_at + self._lease_seconds
        self._give_up(
            {job_id for job_id, token in asked.items() if job_id not in kept and self._token(job_id) == token},
            answered=True,
        )

    def _token(self, job_id: str) -> str | None:
        held = self._held.get(job_id)
        return held.token if held else None

    def _expired(self, job_id: str) -> bool:
        held = self._held.get(job_id)
        return held is not None and self._monotonic() >= held.valid_until

    def _give_up(self, lost: set[str], *, answered: bool) -> None:
        for job_id in lost:
            held = self._held.pop(job_id, None)
            if held is None:
                continue
            if held.ending:
                # Recorded in time, or too late: the recording says which.
                if not answered:
                    log.warning("a lease ran out while its end waits to be sent", extra={"job_id": job_id})
                continue
            metrics.lost_leases.inc()
            log.warning("%s", _LOST, extra={"job_id": job_id})
            held.on_lost()


_LOST = (
    "lease lost, as after a sleep of this machine: the job is no longer this worker's; its crawl is cancelled and "
    "nothing is written"
)
