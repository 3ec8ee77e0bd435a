"""JobsMeant: the jobs that an operator's filters mean, page by page, and how many there are."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from dataclasses import replace

from common.errors import StoreRejected
from common.job import Job
from common.store import rows
from common.store.database.database import Database
from common.store.drivers.base import Rows, Value
from common.store.operators.values import END_MS, START, Cursor, ErrorCount, JobName, JobsPage, Page
from common.store.texts.index import FEW, Narrowing, TextIndex
from common.store.texts.like import word_patterns
from common.store.texts.looking import all_looked_at, page_found
from common.store.values.job_filter import JobFilter

_ID = re.compile(r"[a-z2-7]{4,26}")
"""What may begin an id: 26 letters and digits."""
PAGE = 500
"""Rows asked for at a time."""
FIRST_LOOKED_AT = 2_000
"""Of a list, for words and accounts that many may have."""
MANY = 20_000
"""An account with so many sightings has its jobs wherever one looks; those of one with fewer are looked up."""
MOST_CHARACTERS = 1_500_000
"""Of results in one answer: at most 4.5 MB, and libsql-server gives up at 10."""


class JobsMeant:
    """Only reads. Raises StoreUnavailable when the database cannot be reached in time, StoreRejected if it refuses."""

    def __init__(self, database: Database) -> None:
        self._db = database
        self._texts = TextIndex(database)

    async def page(
        self, wanted: JobFilter, *, limit: int, after: Cursor = START, oldest_first: bool = False
    ) -> JobsPage:
        """At most `limit` whole jobs, fewer when their results are large, the last changed first, or the first.

        A place of the one order is none of the other's.
        """
        if oldest_first:
            began = after == START
            behind: dict[str, Value] = {"from_ms": 0 if began else after.at, "before_id": "{" if began else after.name}
            name, values = "jobs_page_oldest", _values(wanted, START) | behind
        else:
            name, values = "jobs_page", _values(wanted, after)
        values |= {"limit": limit + 1, "most_characters": MOST_CHARACTERS}
        found = await self._page(name, wanted, values, whole=limit + 1)
        jobs = [rows.job(row) for row in found.rows][:limit]
        more = bool(found.rows) and rows.number(found.rows[0]["found"]) > len(jobs)
        return Page(jobs, Cursor(jobs[-1].updated_at, jobs[-1].id) if more else None)

    async def pages(
        self, wanted: JobFilter, *, limit: int, after: Cursor = START, oldest_first: bool = False
    ) -> AsyncIterator[JobsPage]:
        """`limit` jobs in all, a page at a time."""
        place: Cursor | None = after
        while place is not None and limit > 0:
            page = await self.page(wanted, limit=min(limit, PAGE), after=place, oldest_first=oldest_first)
            yield page
            place, limit = page.next, limit - len(page.rows)

    async def names(self, wanted: JobFilter, *, limit: int, after: Cursor = START) -> Page[JobName]:
        """As page(), without the results."""
        values = _values(wanted, after) | {"limit": limit + 1}
        found = await self._page("job_names_page", wanted, values, whole=limit + 1)
        names = [rows.build(JobName, row, status=rows.status(row["status"])) for row in found.rows][:limit]
        more = len(found.rows) > limit
        return Page(names, Cursor(names[-1].updated_at, names[-1].id) if more else None)

    async def count(self, wanted: JobFilter, *, most: int = END_MS) -> int:
        """How many jobs match, counted no further than `most`. May look at every job."""
        values = _values(wanted, START) | {"most": most}
        found = await self._count(wanted, values)
        return rows.number(found.rows[0]["count"])

    async def errors(self, wanted: JobFilter, *, limit: int) -> list[ErrorCount]:
        """How many of them failed with which error at which shop, the most first."""
        name, values = "errors_by_shop", _values(wanted, START) | {"limit": limit}
        if wanted.broken:
            found = await self._db.one(f"{name}_broken", **values)
        elif await self._few_named(wanted):
            found = await self._db.one(f"{name}_named", **values)
        else:
            found = await self._all(name, wanted, values, await self._texts.narrowing(wanted.text))
        return [rows.build(ErrorCount, row) for row in found.rows]

    async def of_ids(self, wanted: JobFilter, ids: Sequence[str]) -> list[Job]:
        """Those of the jobs named that match, found by their ids, however many are named; without their results."""
        jobs: list[Job] = []
        for at in range(0, len(ids), PAGE):
            named = rows.as_json(ids[at : at + PAGE])
            found = await self._db.one("jobs_of_ids", **_values(wanted, START), ids=named, limit=PAGE)
            jobs += [rows.job(row) for row in found.rows]
        return jobs

    async def _page(self, name: str, wanted: JobFilter, values: dict[str, Value], *, whole: int) -> Rows:
        """`whole`: so many rows are a whole page."""
        if wanted.broken:
            return await self._db.one(f"{name}_broken", **values)
        narrowing = await self._texts.narrowing(wanted.text)
        if not (narrowing is not None and narrowing.few) and await self._few_named(wanted):
            return await self._db.one(f"{name}_named", **values)
        of_many = wanted.text or wanted.source or wanted.account
        return await page_found(
            self._db,
            name,
            values,
            narrowing,
            first_looked_at=FIRST_LOOKED_AT if of_many else None,
            whole=whole,
            otherwise=lambda: self._all(name, wanted, values, narrowing),
        )

    async def _count(self, wanted: JobFilter, values: dict[str, Value]) -> Rows:
        name = "jobs_count"
        if wanted.broken:
            return await self._db.one(f"{name}_broken", **values)
        if _standing(wanted):
            told = ("statuses", "platform", "most")
            return await self._db.one(f"{name}_standing", **{one: values[one] for one in told})
        narrowing = await self._texts.narrowing(wanted.text)
        if narrowing is not None and narrowing.match and (narrowing.few or _only(wanted, text=wanted.text)):
            with suppress(StoreRejected):
                return await self._db.one(f"{name}_gathered", **values, **narrowing.gathered)
        if wanted.account and _only(wanted, source=wanted.source, account=wanted.account):
            most, source, account = values["most"], wanted.source, wanted.account
            return await self._db.one("jobs_count_of_account", most=most, source=source, account=account)
        if await self._few_named(wanted):
            return await self._db.one(f"{name}_named", **values)
        if _only(wanted, source=wanted.source, account=wanted.account) and await self._many_named(wanted):
            return await self._db.one(f"{name}_each", **values)
        return await self._all(name, wanted, values, narrowing)

    async def _all(self, name: str, wanted: JobFilter, values: dict[str, Value], narrowing: Narrowing | None) -> Rows:
        """The texts of the index are no help where few jobs are left to look at without them."""
        pays = narrowing is not None and (_only(wanted, text=wanted.text) or not await self._few_without_words(wanted))
        return await all_looked_at(self._db, name, values, narrowing, scanned=pays)

    async def _few_without_words(self, wanted: JobFilter) -> bool:
        found = await self._db.one("jobs_count", **_values(replace(wanted, text=None), START), most=FEW + 1)
        return rows.number(found.rows[0]["count"]) <= FEW

    async def _few_named(self, wanted: JobFilter) -> bool:
        """Whether an account is meant whose jobs are soon looked up."""
        return bool(wanted.account) and not await self._many_named(wanted)

    async def _many_named(self, wanted: JobFilter) -> bool:
        found = await self._db.one("named_about", source=wanted.source, account=wanted.account, most=MANY)
        return rows.number(found.rows[0]["count"]) == MANY


def _only(wanted: JobFilter, **filters: str | None) -> bool:
    """Whether nothing but these filters says which jobs are wanted."""
    return any(filters.values()) and wanted == JobFilter(**filters)  # type: ignore[arg-type]


def _standing(wanted: JobFilter) -> bool:
    """Whether nothing but states, and perhaps a platform (no market of one), says which are wanted."""
    of_market = "." in (wanted.platform or "")
    return bool(wanted.statuses) and not of_market and wanted == JobFilter(wanted.statuses, wanted.platform)


def _values(wanted: JobFilter, after: Cursor) -> dict[str, Value]:
    """The values of `matching`."""
    up_to, after_id = after.at, after.name
    if wanted.as_of_ms is not None and wanted.as_of_ms < up_to:
        up_to, after_id = wanted.as_of_ms, ""
    return {
        "statuses": rows.as_json(dict.fromkeys(wanted.statuses)) if wanted.statuses else None,
        "platform": wanted.platform,
        "single": wanted.single,
        "error_code": wanted.error_code,
        "older_than_ms": wanted.older_than_ms,
        "newer_than_ms": wanted.newer_than_ms,
        "as_of": wanted.as_of_ms,
        "up_to": up_to,
        "after_id": after_id,
        "broken": 1 if wanted.broken else None,
        "source": wanted.source,
        "account": wanted.account,
        "patterns": word_patterns(wanted.text),
        "id_prefix": wanted.text.lower() if wanted.text and _ID.fullmatch(wanted.text.lower()) else None,
    }
