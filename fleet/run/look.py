"""One look at a product by one way, for a person: nothing of it is recorded but the calls of a budget."""

from __future__ import annotations

from contextlib import AsyncExitStack, nullcontext, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from common.errors import ConfigError, CrawlfleetError
from common.shops.reading import READERS
from common.shops.registry import Shops
from common.shops.table import OPEN_WEB
from common.ways.way import Way
from fleet.opening import no_file_yet, opened_store
from fleet.run.parts import outside, parsing_child, polite_client
from fleet.run.proxies import proxies_of
from fleet.run.ways.ways import WayParts, way_of

if TYPE_CHECKING:
    from common.outcome.crawl_result import CrawlResult
    from common.settings import Settings
    from common.store import Store


@dataclass(frozen=True, slots=True)
class _Look:
    """A link that somebody wants to see, in the place of a job."""

    url_norm: str
    platform: str
    id: str = "look"
    attempt: int = 1
    content_hash: str | None = None
    crawl_interval_ms: int | None = None
    via: Way | None = None


async def look(settings: Settings, url: str, way: Way) -> CrawlResult:
    """What this way makes of the link's product now, judged.

    Raises CrawlError as the way does; ConfigError for a link of no shop and a way that this machine cannot; StoreError
    where the fleet's database is needed (shops that the settings do not name; official: the budget is one for all;
    another: the list of proxies).
    """
    shops = Shops(settings.shops)
    link = shops.link(url)
    if (link is None or link.platform == OPEN_WEB) and not no_file_yet(settings.database):
        # A shop that the settings name is looked at without the database, too: only its currency may be missing then.
        with nullcontext() if link is None else suppress(CrawlfleetError):
            async with opened_store(settings) as named:
                shops.add_domains(*await named.domains.for_shops())
        link = shops.link(url)
    if link is None:
        raise ConfigError(
            f"{url} is no product link of a shop here; `crawlfleet shops add-domain` adds a shop of the open web."
        )
    async with AsyncExitStack() as stack:
        store: Store | None = None
        if _needs_store(settings, way):
            store = await stack.enter_async_context(opened_store(settings))
        book = await stack.enter_async_context(proxies_of(settings, store)) if store else None
        net = await stack.enter_async_context(outside(settings, book=book))
        child = await stack.enter_async_context(parsing_child(settings, READERS))
        client = polite_client(settings, net.to_shops, child)
        one = way_of(way, WayParts(settings, client, shops, child, store, net, looking=True))
        if why := one.missing():
            raise ConfigError(f"this machine cannot look by {way}: {why}")
        await one.open()
        stack.push_async_callback(one.close)
        return await one.crawl(_Look(url, link.platform))


def _needs_store(settings: Settings, way: Way) -> bool:
    return way is Way.OFFICIAL or settings.proxies.use
