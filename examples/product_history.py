"""Crawl one product twice, a day apart, and see its price history. The store takes any clock; this one is set by hand.

Prints:
    2026-11-02 45.00 EUR
    2026-11-01 54.00 EUR
    it changed, so the next look comes after 12 hours
"""

import asyncio
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from common.job import NewJob
from common.money import format_minor
from common.offer import Availability, Offer
from common.outcome.content_hash import content_hash
from common.outcome.crawl_result import CrawlResult
from common.outcome.judge import judge
from common.outcome.recrawl_pace import pace_of
from common.settings import DatabaseSettings
from common.settings_tables.work import WorkSettings
from common.store import init_schema, open_store
from common.timing.units import DAY_MS

LINK = "https://shop.pinewood.example/boards/oak-40"
NEW = NewJob(LINK, LINK, "other", "any", "pinewood.example", None, "jsonl", "me", "post-1")


async def main(folder: Path) -> None:
    settings = DatabaseSettings(url=f"file:{folder / 'jobs.db'}")
    await init_schema(settings)
    now = [int(datetime(2026, 11, 1, 12, tzinfo=UTC).timestamp()) * 1000]
    store = await open_store(settings, clock_ms=lambda: now[0])
    await store.jobs.add([NEW])
    pace = pace_of(WorkSettings())
    for price_minor, lease in [(5400, "first"), (4500, "second")]:
        job = (await store.jobs.claim(NEW.id, worker_id="w", lease_token=lease, lease_ms=60_000)).job
        if job is None:
            raise SystemExit("the job was not due")
        board = Offer("Oak board", price_minor, "EUR", availability=Availability.IN_STOCK, sku="OAK-40")
        meaning = content_hash(board)
        changed = meaning != job.content_hash if job.content_hash else None
        again_ms = pace.after_success(job.crawl_interval_ms, changed=changed)
        result = CrawlResult("{}", meaning, board, judge(board), LINK, "other", "any", LINK, again_ms)
        await store.jobs.succeed(NEW.id, lease, result)
        now[0] += DAY_MS
        await store.jobs.recrawl(limit=10)
    product = await store.listing.product(NEW.id)
    for seen in await store.listing.history(product.product_key if product else "", limit=10):
        if seen.price_minor is not None and seen.currency:
            day = datetime.fromtimestamp(seen.observed_at / 1000, UTC).date()
            print(day, format_minor(seen.price_minor, seen.currency), seen.currency)
    print(f"it changed, so the next look comes after {again_ms // 3_600_000} hours")
    await store.close()


with tempfile.TemporaryDirectory() as folder:
    asyncio.run(main(Path(folder)))
