"""What the database still owes is brought back: jobs to recrawl, leases that ran out, jobs of a way that is off."""

from __future__ import annotations

import logging
from collections.abc import Callable

from common.job import JobStatus
from common.store.jobs.jobs import JobStore
from common.timing.units import DAY_MS
from dispatcher import metrics
from dispatcher.summary import DispatchSummary

log = logging.getLogger("crawlfleet.dispatcher")

SWEEP_LIMIT = 500
"""Leases reaped and jobs recrawled per round, so that a statement stays short even after a long outage."""
REROUTE_SECONDS = 5.0
"""How often jobs are looked for whose way was switched off."""
WALLED_AGAIN_MS = DAY_MS
"""A job that ended because its way was switched off is crawled again after this."""


class Sweep:
    """One part of each round; all that it changes it counts, also in the metrics."""

    def __init__(self, jobs: JobStore, *, monotonic: Callable[[], float]) -> None:
        self._jobs = jobs
        self._monotonic = monotonic
        self._next_reroute = monotonic()

    async def sweep(self, summary: DispatchSummary) -> None:
        """What is due by now, SWEEP_LIMIT of each; where there is more, the summary says so. Raises StoreError."""
        await self._reroute(summary)
        recrawled = await self._jobs.recrawl(limit=SWEEP_LIMIT)
        reaped = await self._jobs.reap(limit=SWEEP_LIMIT)
        summary.recrawled = len(recrawled)
        metrics.recrawled.inc(len(recrawled))
        for lease in reaped:
            buried = lease.status == JobStatus.DEAD
            summary.buried += buried
            summary.reaped += 1
            metrics.reaped.labels(lease.status).inc()
            log.info(
                "lease ran out%s",
                ", attempts spent" if buried else "",
                extra={"job_id": lease.id, "status": str(lease.status), "transition": "bury" if buried else "reap"},
            )
        summary.more |= len(reaped) >= SWEEP_LIMIT or len(recrawled) >= SWEEP_LIMIT

    async def _reroute(self, summary: DispatchSummary) -> None:
        """Jobs of ways that were switched off wait for nothing: they go another way, or end."""
        now = self._monotonic()
        if now < self._next_reroute:
            return
        self._next_reroute = now + REROUTE_SECONDS
        moved, ended = await self._jobs.reroute(limit=SWEEP_LIMIT, again_ms=WALLED_AGAIN_MS)
        metrics.rerouted.labels("moved").inc(moved)
        metrics.rerouted.labels("ended").inc(ended)
        if moved or ended:
            log.info("%d jobs go another way, for theirs is switched off; %d failed for there is none", moved, ended)
        if moved >= SWEEP_LIMIT or ended >= SWEEP_LIMIT:
            self._next_reroute = now
            summary.more = True
