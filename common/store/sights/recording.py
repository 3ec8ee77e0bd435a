"""Records what a crawl saw, at first sight or at the second. ReportStore uses its parts alone.

One batch for most results. One that `succeed` refuses although its lease is held costs a read and a second batch: it
changes something, or something waits.
"""

from __future__ import annotations

from collections.abc import Sequence

from common.job import JobStatus
from common.outcome.crawl_result import CrawlResult
from common.outcome.second_sight import Weighed, Weight, sight_of, stray, unstable
from common.outcome.sight_rules import SightRules
from common.shops.table import OPEN_WEB
from common.store import metrics, rows
from common.store.database.database import Database
from common.store.drivers.base import Row, Rows, Statement, Value
from common.store.drivers.group_commit import Part, RowStatement
from common.store.jobs.endings import ended_as
from common.store.jobs.products import product_statements
from common.store.sights.facts import KnownProduct, held_against, known_product, waiting_sight, weighed
from common.store.values.workers import ALIVE_MS, STOPPED

TRIES = 5
"""So often a sight is weighed anew because its product changed between the reading and the writing."""


class Recording:
    """Raises StoreUnavailable, StoreRejected. Every call is safe to send twice."""

    def __init__(self, database: Database, rules: SightRules) -> None:
        self._db = database
        self._rules = rules

    async def record(
        self, job_id: str, lease_token: str, result: CrawlResult, then: Sequence[Part] = ()
    ) -> tuple[JobStatus | None, Sequence[Rows]]:
        """SUCCEEDED: recorded. NEW: it waits for a second sight. None: the lease was lost, nothing was written.

        `then` follows in each batch that is sent; with what it answered in the last one. A product that other jobs
        change all the time may use up the tries: then the lease runs out, and the job is crawled again.
        """
        read = result
        first = succeed_parts(self._db, job_id, lease_token, result)
        answers = await self._db.run(*first, *then)
        told = answers[len(first) :]
        if answers[0].rows:
            return JobStatus.SUCCEEDED, told
        for _ in range(TRIES):
            found, waiting, product = await self._db.run(
                self._db.bind("sight_facts", id=job_id, token=lease_token),
                self._db.bind_rows("sights_of_job", (job_id,), key=("job_id",)),
                self._db.bind_rows("known_product", (read.product_key,), key=("product_key",)),
            )
            if not found.rows or not found.rows[0]["held"]:
                break
            shop_id = rows.text_or_none(found.rows[0]["shop_id"])
            held = await held_against(self._db, read, found.rows[0], product)
            result, known = held.result, known_product(held.product)
            weight = await weighed(self._db, job_id, held, waiting.rows, self._rules, shop_id)
            parts = self._parts(job_id, lease_token, result, weight, known, found.rows[0], waiting.rows)
            answers = await self._db.run(*parts, *then)
            told = answers[len(parts) :]
            if answers[0].rows or (weight.move is Weight.WAIT and answers[1].rows):
                waits = weight.move is Weight.WAIT
                count(result.platform, weight, recorded=not waits)
                return (JobStatus.NEW if waits else JobStatus.SUCCEEDED), told
        ended = await ended_as(self._db, job_id, lease_token)
        return (ended if ended in {JobStatus.SUCCEEDED, JobStatus.NEW} else None), told

    def _parts(
        self,
        job_id: str,
        token: str,
        result: CrawlResult,
        weight: Weighed,
        known: KnownProduct,
        job: Row,
        waiting: Sequence[Row],
    ) -> Sequence[Part]:
        """What does as was decided. The first part, or of a wait the second, has a row back when it took place."""
        if weight.move is Weight.WAIT:
            looking = self._db.bind_rows("second_look", (job_id, token, self._rules.again_ms))
            keeping = keep_statement(self._db, job_id, token, result, weight, worker=str(job["locked_by"]), person=None)
            excluding = self._db.bind(
                "exclude_worker", token=token, another_ms=self._rules.another_ms, alive_ms=ALIVE_MS, stopped=STOPPED
            )
            including = self._db.bind("exclude_earlier_workers_no_more", id=job_id, token=token)
            return (looking, keeping, including, excluding)
        if weight.move is Weight.QUARANTINE:
            result = unstable(result, [waiting_sight(row) for row in waiting])
        elif weight.move is Weight.STRAY:
            result = stray(result)
        return weighed_parts(self._db, job_id, token, result, weight, known)


def succeed_parts(
    database: Database,
    job_id: str,
    token: str,
    result: CrawlResult,
    *,
    shown: CrawlResult | None = None,
    weight: Weighed | None = None,
    weighed_at: str | None = None,
) -> list[RowStatement]:
    """The end first; then the product and its price, which are written only where it was accepted.

    `shown`: what the product has of the result; None: all of it. `weight`, `weighed_at`: what came of weighing it, and
    the product's version then; None: it was not weighed, and is accepted where there is nothing to doubt.
    """
    sight = sight_of(result)
    again_in_ms = result.next_crawl_in_ms
    if weight and weight.anew and result.first_crawl_in_ms is not None:
        again_in_ms = result.first_crawl_in_ms
    row = (
        *(job_id, token, result.result_json, result.content_hash, again_in_ms),
        *(result.product_key if result.teaches else None, weighed_at),
        *(sight.price_minor, sight.currency, sight.price_kind, sight.identity.title, sight.identity.gtin),
        result.name_of_its_own if result.platform == OPEN_WEB and result.offer is not None else None,
    )
    seen_at = weight.confirms.seen_at if weight and weight.confirms else None
    products = product_statements(database, job_id, token, shown or result, first_seen_at=seen_at)
    return [database.bind_rows("succeed", row), *products]


def weighed_parts(
    database: Database,
    job_id: str,
    token: str,
    result: CrawlResult,
    weight: Weighed,
    known: KnownProduct,
    *,
    shown: CrawlResult | None = None,
) -> list[Part]:
    """succeed_parts for a sight that was weighed, with what becomes of those that waited."""
    named: dict[str, Value] = {"id": job_id, "token": token, "content_hash": result.content_hash}
    key, at = result.product_key, known.version
    parts: list[Part] = [*succeed_parts(database, job_id, token, result, shown=shown, weight=weight, weighed_at=at)]
    if weight.anew:
        generation = known.generation + 1
        parts.insert(1, database.bind("begin_generation", product_key=key, generation=generation, **named))
    if weight.ends_wait:
        if weight.flickered:
            parts.append(database.bind("count_flicker", **named))
        parts += [database.bind("end_wait", **named), database.bind("end_workers_exclusion", **named)]
    return parts


def keep_statement(
    database: Database,
    job_id: str,
    token: str,
    result: CrawlResult,
    weight: Weighed,
    *,
    worker: str,
    person: str | None,
) -> Statement:
    """What follows `second_look` at once for a sight that waits. A statement of its own, so that nobody else's stands
    between the two."""
    sight = sight_of(result)
    return database.bind(
        "keep_sight",
        id=job_id,
        token=token,
        product_key=result.product_key,
        worker=worker,
        person=person,
        doubt=str(weight.doubt),
        title=sight.identity.title,
        brand=sight.identity.brand,
        gtin=sight.identity.gtin,
        image_url=sight.identity.image_url,
        price_minor=sight.price_minor,
        currency=sight.currency,
        price_kind=sight.price_kind,
        availability=sight.availability,
        result_json=result.result_json,
    )


def count(platform: str, weight: Weighed, *, recorded: bool) -> None:
    """What became of a sight. `recorded` False: somebody looks again. A batch that was sent again may count twice."""
    if not recorded:
        if weight.doubt is not None and weight.move is not Weight.STRAY:
            metrics.sights.labels(platform, "waits").inc()
        return
    if weight.move is Weight.QUARANTINE:
        metrics.sights.labels(platform, "unstable").inc()
    elif weight.move is Weight.STRAY:
        metrics.sights.labels(platform, "stray").inc()
    elif weight.ends_wait:
        metrics.sights.labels(platform, "flickered" if weight.flickered else "confirmed").inc()
    if weight.anew:
        metrics.sights.labels(platform, "anew").inc()
