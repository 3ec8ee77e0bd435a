"""Listing: what operators ask about jobs, products and prices. Only reads."""

from __future__ import annotations

from common.job import Job, Sighting
from common.store import rows
from common.store.database import Database
from common.store.values import JobFilter, PriceObservation, Product, StatusCount


class Listing:
    """`limit` bounds every list. `jobs` and `products` may read the whole table; `counts` reads indexes only."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def jobs(self, f: JobFilter, *, limit: int) -> list[Job]:
        """Jobs that match the filter, the last changed first."""
        found = await self._db.one(
            "list_jobs",
            statuses=rows.as_json(f.statuses) if f.statuses else None,
            ids=rows.as_json(f.ids) if f.ids else None,
            platform=f.platform,
            error_code=f.error_code,
            older_than_ms=f.older_than_ms,
            newer_than_ms=f.newer_than_ms,
            broken=1 if f.broken else None,
            limit=limit,
        )
        return [rows.job(row) for row in found.rows]

    async def counts(self) -> list[StatusCount]:
        """How many jobs each platform has in each status; pairs without a job are left out."""
        found = await self._db.one("counts")
        return [rows.build(StatusCount, row, status=rows.status(row["status"])) for row in found.rows]

    async def products(
        self,
        *,
        platform: str | None = None,
        query: str | None = None,
        verdict: str | None = None,
        reason: str | None = None,
        gone: bool = False,
        limit: int,
    ) -> list[Product]:
        """Products, the last seen first; `query` is looked for in title, canonical link and key."""
        found = await self._db.one(
            "list_products",
            platform=platform,
            pattern=None if query is None else f"%{_like(query)}%",
            verdict=verdict,
            reason=reason,
            gone=1 if gone else None,
            limit=limit,
        )
        return [rows.build(Product, row) for row in found.rows]

    async def product(self, key_or_job_id: str) -> Product | None:
        """A product by its key, or the one a job saw last."""
        found = await self._db.one("product", key=key_or_job_id)
        return rows.build(Product, found.rows[0]) if found.rows else None

    async def history(self, product_key: str, *, limit: int) -> list[PriceObservation]:
        """A product's prices, the newest first."""
        found = await self._db.one("history", product_key=product_key, limit=limit)
        return [rows.build(PriceObservation, row) for row in found.rows]

    async def ids_starting_with(self, prefix: str, *, limit: int) -> list[str]:
        """Ids of jobs that begin with `prefix`, in order."""
        return rows.ids((await self._db.one("ids_starting_with", prefix=prefix, limit=limit)).rows)

    async def sightings(self, job_id: str) -> list[Sighting]:
        """The posts that named a job's link, in the order they were seen."""
        return [rows.build(Sighting, row) for row in (await self._db.one("sightings", id=job_id)).rows]


def _like(text: str) -> str:
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
