"""Listing: operators' questions. Skeleton."""

from __future__ import annotations

from common.job import Job, Sighting
from common.store.values import JobFilter, PriceObservation, Product, StatusCount


class Listing:
    async def jobs(self, f: JobFilter, *, limit: int) -> list[Job]:
        raise NotImplementedError

    async def counts(self) -> list[StatusCount]:
        raise NotImplementedError

    async def products(self, *, platform: str | None = None, query: str | None = None, limit: int) -> list[Product]:
        raise NotImplementedError

    async def product(self, key_or_job_id: str) -> Product | None:
        raise NotImplementedError

    async def history(self, product_key: str, *, limit: int) -> list[PriceObservation]:
        raise NotImplementedError

    async def sightings(self, job_id: str) -> list[Sighting]:
        raise NotImplementedError
