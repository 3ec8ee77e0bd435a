"""Give the ingestor a source of your own: it returns posts and a cursor; links, jobs and the atomic write are shared.

In the project a source is one file in ingestor/sources and one line in its registry; here one stands in for `jsonl`.

Prints:
    ingest: 1 account, 2 posts read, 2 links, 1 new job, 2 sightings, 0 posts skipped, 0 accounts failed
    https://shopee.tw/product/310001/9100001 named by notes/1 notes/2
    ingest: 1 account, 0 posts read, 0 links, 0 new jobs, 0 sightings, 0 posts skipped, 0 accounts failed
"""

import asyncio
import tempfile
from pathlib import Path
from typing import Any

from common.net.client import Answer
from common.parsing.process import ParsingChild
from common.settings import DatabaseSettings, Settings
from common.settings_tables.feeds import FeedSettings
from common.shops.registry import Shops
from common.store import JobFilter, init_schema, open_store
from ingestor.service import IngestService
from ingestor.sources.base import Poll, Post

NOTES = ["Best mug: https://shopee.tw/Mug-i.310001.9100001", "Still: shopee.tw/product/310001/9100001"]


class Notes:
    """The cursor says how many notes were read."""

    async def poll(self, feed: FeedSettings, cursor: str | None) -> Poll:
        read = int(cursor or 0)
        posts = [Post(f"notes/{number}", text=note) for number, note in enumerate(NOTES[read:], read + 1)]
        return Poll(posts, cursor=str(len(NOTES)))


class NoNetwork:
    async def get(self, url: str, **options: Any) -> Answer:
        raise SystemExit(f"nothing here asks the network, and yet: {url}")


async def main(folder: Path) -> None:
    database = DatabaseSettings(url=f"file:{folder / 'jobs.db'}")
    settings = Settings(database=database, feeds=(FeedSettings(source="jsonl", account="notes"),))
    await init_schema(database)
    store = await open_store(database)
    parser = ParsingChild()
    ingestor = IngestService(
        settings,
        store=store,
        shops=Shops(),
        client=NoNetwork(),
        shop_client=NoNetwork(),
        parser=parser,
        sources={"jsonl": Notes()},
    )
    print((await ingestor.run_once()).line())
    for job in await store.listing.jobs(JobFilter(), limit=10):
        posts = [sighting.source_post_id for sighting in await store.listing.sightings(job.id)]
        print(job.url_norm, "named by", *posts)
    print((await ingestor.run_once()).line())
    await parser.aclose()
    await store.close()


with tempfile.TemporaryDirectory() as folder:
    asyncio.run(main(Path(folder)))
