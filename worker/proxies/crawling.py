"""Crawls whose requests know which job they belong to, so that a refused job is never tried another way."""

from __future__ import annotations

import logging

from common.errors import Category, CrawlError, ErrorCode, StoreError
from common.job import Crawlable
from common.outcome.crawl_result import CrawlResult
from common.store.proxies.proxies import ProxyStore
from common.timing.units import DAY_MS, HOUR_MS
from worker.handle import Crawls
from worker.proxies.trip import Trip, on_trip

log = logging.getLogger("crawlfleet.worker.proxies")

AWAY_SECONDS = 10.0
REFUSED_MS = DAY_MS
"""A refused job goes the same way for a day; by then its attempts are spent or the shop has taken it again."""
TIED_MS = REFUSED_MS + HOUR_MS
"""A tie outlives the refusal that led to it, which may be recorded late, by a worker whose database was away."""


class CrawlsByRoute:
    """Crawls as `crawls` does. A refusal is written down before it is told, so it holds for every worker.

    Every crawl first asks the database for its job's ties. The job's row cannot tell that there are some: a job that
    was given back, say by a worker that stopped, keeps nothing of what came before.
    """

    def __init__(self, crawls: Crawls, store: ProxyStore) -> None:
        self._crawls = crawls
        self._store = store

    async def crawl(self, job: Crawlable) -> CrawlResult:
        """Raises CrawlError as `crawls` does; WAY_PAUSED while nobody knows whether the job was refused before."""
        trip = Trip(job.id, turn=max(0, job.attempt - 1), ties=await self._ties(job))
        done = False
        try:
            with on_trip(trip):
                result = await self._crawls.crawl(job)
            done = True
        except CrawlError as error:
            if error.code.category is Category.RATE_LIMITING:
                trip.was_refused()
            raise
        finally:
            if trip.refused and not done:
                await self._written(job, trip)
        return result

    async def _ties(self, job: Crawlable) -> dict[str, str | None]:
        try:
            return await self._store.ties(job.id, refused_ms=REFUSED_MS)
        except StoreError as error:
            detail = f"not asked for while the database does not say which way it may go: {error}"
            raise CrawlError(ErrorCode.WAY_PAUSED, detail, retry_after_seconds=AWAY_SECONDS) from error

    async def _written(self, job: Crawlable, trip: Trip) -> None:
        try:
            await self._store.tie(job.id, trip.refused, for_ms=TIED_MS)
        except StoreError as error:
            log.error("a refusal could not be written down: %s", error, extra={"job_id": job.id})
