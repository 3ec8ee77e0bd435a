"""Run one dispatcher round and one worker over one job, with a saved page in place of the network.
Everything else is real: an embedded database, the in-memory broker, claim, reading, judging, recording, ack.

Prints:
    dispatched: 1 published
    worked: 1 succeeded, 0 failed
    SUCCEEDED after 1 attempt: Oak cutting board 40 cm, 54.00 EUR
"""

import asyncio
import tempfile
from collections.abc import Callable
from pathlib import Path

from common.broker.memory import MemoryBroker
from common.finding.expand import Expansion
from common.money import format_minor
from common.outcome.judge import judge
from common.outcome.recrawl_pace import pace_of
from common.page import Page
from common.parsing.process import ParsingChild
from common.settings import DatabaseSettings, Settings, ShopSettings, ShopsSettings
from common.settings_tables.work import WorkSettings
from common.shops.base import ShopLink
from common.shops.registry import Shops
from common.store import open_store
from dispatcher.service import DispatchService
from fleet.demo.pages import other_page
from fleet.operations.jobs.adding import Accepted, add_jobs
from worker.direct import WorkService
from worker.read_apart import PageReader
from worker.ways.asked_for import ProductLinks
from worker.ways.http import HttpWay
from worker.ways.judged import Judging


class SavedPage:
    async def fetch(self, url: str, *, allow_host: Callable[[str], bool]) -> Page:
        return Page(url, other_page("Oak cutting board 40 cm", "54.00", "EUR", "OAK-40"))


async def no_short_links(link: ShopLink) -> Expansion:
    return Expansion(link)


async def main(folder: Path) -> None:
    database, work = DatabaseSettings(url=f"file:{folder / 'jobs.db'}"), WorkSettings(spool_dir=folder / "spool")
    pinewood = ShopsSettings(other=ShopSettings(domains=("pinewood.example",)))
    settings = Settings(database=database, shops=pinewood, work=work)
    (added,) = await add_jobs(settings, ["https://shop.pinewood.example/boards/oak-40"], priority=0)
    if not isinstance(added, Accepted):
        raise SystemExit(added.detail)
    store, broker, shops = await open_store(settings.database), MemoryBroker(settings.broker), Shops(settings.shops)
    await broker.declare()
    dispatcher = DispatchService(store=store, broker=broker, settings=settings.dispatch, holder="example")
    print(f"dispatched: {(await dispatcher.run_until_drained()).published} published")
    read, judging = PageReader(parser := ParsingChild()).read, Judging(judge, pace_of(settings.work))
    links = ProductLinks(shops, no_short_links)
    crawler = HttpWay(shops=shops, links=links, fetcher=SavedPage(), read=read, judging=judging)
    worker = WorkService(store=store, broker=broker, crawler=crawler, settings=settings.work, version="example")
    print("worked:", (await worker.run(until_idle=True)).line())
    job, product = await store.jobs.get(added.job_id), await store.listing.product(added.job_id)
    if job and product and product.price_minor and product.currency:
        price = f"{format_minor(product.price_minor, product.currency)} {product.currency}"
        print(f"{job.status} after {job.attempt} attempt: {product.title}, {price}")
    await asyncio.gather(parser.aclose(), store.close())


with tempfile.TemporaryDirectory() as folder:
    asyncio.run(main(Path(folder)))
