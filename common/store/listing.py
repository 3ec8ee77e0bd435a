"""Listing: what operators ask about jobs, products and prices. Only reads."""

from __future__ import annotations

from collections.abc import Sequence

from common.job import Job, Sighting
from common.outcome.second_sight import Doubt
from common.store import rows
from common.store.database.database import Database
from common.store.drivers.base import Value
from common.store.operators.jobs_meant import JobsMeant
from common.store.operators.values import START, Cursor, Page
from common.store.sights.values import LookBy, PendingSight, PriceObservation
from common.store.texts.index import TextIndex
from common.store.texts.like import like, word_patterns
from common.store.texts.looking import all_looked_at, page_found
from common.store.values.job_filter import JobFilter
from common.store.values.jobs import StatusCount
from common.store.values.products import Product

PRODUCTS_A_PAGE = 200
"""With the longest descriptions that are kept, far below what libsql-server's answers hold."""
FIRST_LOOKED_AT = 4_000
"""Of a list, for words that more have."""


class Listing:
    """`limit` bounds every list. `jobs` and `products` may read the whole table; `counts` reads indexes only."""

    def __init__(self, database: Database) -> None:
        self._db = database
        self.meant = JobsMeant(database)
        self._texts = TextIndex(database)

    async def jobs(self, f: JobFilter, *, limit: int) -> list[Job]:
        """Jobs that match the filter, the last changed first."""
        found: list[Job] = []
        async for page in self.meant.pages(f, limit=limit):
            found += page.rows
        return found

    async def counts(self) -> list[StatusCount]:
        """How many jobs each platform has in each status; pairs without a job are left out."""
        found = await self._db.one("counts")
        return [rows.build(StatusCount, row, status=rows.status(row["status"])) for row in found.rows]

    async def without_message(self, *, soon_ms: int) -> dict[str, int]:
        """By platform: QUEUED jobs that are put off until somebody may take them, or that the dispatcher is to publish
        within `soon_ms` or their shop's time for one page. No message need stand for them, and none is lost: a gateway
        that may not crawl a page yet puts its job off for as long."""
        found = await self._db.one("without_message", soon_ms=soon_ms)
        return {str(row["platform"]): rows.number(row["count"]) for row in found.rows}

    async def products(self, *, limit: int) -> list[Product]:
        """All products, the last seen first."""
        found: list[Product] = []
        place: Cursor | None = START
        while place is not None and len(found) < limit:
            left = limit - len(found)
            page = await self.products_page(limit=left, after=place)
            found += page.rows
            place = page.next
        return found

    async def products_page(
        self,
        *,
        platform: str | None = None,
        single: str | None = None,
        query: str | None = None,
        text: str | None = None,
        verdict: str | None = None,
        reason: str | None = None,
        older_than_ms: int | None = None,
        newer_than_ms: int | None = None,
        gone: bool = False,
        pending: bool = False,
        limit: int,
        after: Cursor = START,
    ) -> Page[Product]:
        """Products, the last seen first; `query` as it stands, and each word of `text`, are looked for in title,
        canonical link, key and GTIN. Ages are counted from when a product was last seen. `pending`: those of which
        a sight waits for a second one. At most PRODUCTS_A_PAGE come at a time, however high `limit` is."""
        limit = min(limit, PRODUCTS_A_PAGE)
        values: dict[str, Value] = {
            "platform": platform,
            "single": single,
            "pattern": None if query is None else f"%{like(query)}%",
            "patterns": word_patterns(text),
            "verdict": verdict,
            "reason": reason,
            "older_than_ms": older_than_ms,
            "newer_than_ms": newer_than_ms,
            "gone": 1 if gone else None,
            "pending": 1 if pending else None,
            "up_to": after.at,
            "after_id": after.name,
            "limit": limit + 1,
        }
        narrowing = await self._texts.narrowing(text, query)
        name = "products_page"
        found = await page_found(
            self._db,
            name,
            values,
            narrowing,
            first_looked_at=None if narrowing is None else FIRST_LOOKED_AT,
            whole=limit + 1,
            otherwise=lambda: all_looked_at(self._db, name, values, narrowing),
        )
        products = [rows.build(Product, row) for row in found.rows][:limit]
        more = len(found.rows) > limit
        return Page(products, Cursor(products[-1].last_seen_at, products[-1].product_key) if more else None)

    async def product(self, key_or_job_id: str) -> Product | None:
        """A product by its key, or the one a job saw last."""
        found = await self._db.one("product", key=key_or_job_id)
        return rows.build(Product, found.rows[0]) if found.rows else None

    async def history(self, product_key: str, *, limit: int) -> list[PriceObservation]:
        """A product's prices, the newest first."""
        found = await self._db.one("history", product_key=product_key, limit=limit)
        return [rows.build(PriceObservation, row) for row in found.rows]

    async def pending(
        self, *, keys: Sequence[str] | None = None, job_id: str | None = None, limit: int
    ) -> list[PendingSight]:
        """Sights that wait for a second one, oldest first: of these products, of this job, or all."""
        asked = None if keys is None else rows.as_json(keys)
        found = await self._db.one("pending_sights", keys=asked, job_id=job_id, limit=limit)
        return [
            rows.build(PendingSight, row, doubt=Doubt(str(row["doubt"])), look_by=LookBy(str(row["look_by"])))
            for row in found.rows
        ]

    async def ids_starting_with(self, prefix: str, *, limit: int) -> list[str]:
        """Ids of jobs that begin with `prefix`, in order."""
        return rows.ids((await self._db.one("ids_starting_with", prefix=prefix, limit=limit)).rows)

    async def keys_starting_with(self, prefix: str, *, limit: int) -> list[str]:
        """Keys of products that begin with `prefix`, in order."""
        found = await self._db.one("keys_starting_with", prefix=prefix, limit=limit)
        return [str(row["product_key"]) for row in found.rows]

    async def sightings(self, job_id: str) -> list[Sighting]:
        """The posts that named a job's link, in the order they were seen."""
        return [rows.build(Sighting, row) for row in (await self._db.one("sightings", id=job_id)).rows]
