"""The official way: a job's item, asked for at its market's official interface."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import cached_property, partial

from common.config import official_secret
from common.errors import ConfigError, CrawlError, ErrorCode
from common.job import Crawlable
from common.outcome.crawl_result import CrawlResult
from common.outcome.judge import judge
from common.settings_tables.official import OfficialSettings
from common.shops.bounded import bounded
from common.shops.official import Account, Item
from common.shops.registry import Shops
from common.ways.way import Way
from worker.ways.asked_for import ProductLinks
from worker.ways.judged import Judging
from worker.ways.official.batches import Batches
from worker.ways.official.source import Keys, OfficialSource

MakeSource = Callable[[Keys], OfficialSource]


class OfficialWay:
    """See WayOfCrawling. A market that no [[official]] names has no keys here: the next way may read its products."""

    way = Way.OFFICIAL

    def __init__(
        self,
        accounts: Sequence[OfficialSettings],
        *,
        shops: Shops,
        links: ProductLinks,
        judging: Judging,
        source: MakeSource,
    ) -> None:
        self._accounts = accounts
        self._shops = shops
        self._links = links
        self._judging = replace(judging, judge=partial(judge, from_official=True))
        self._source = source
        self._batches: dict[str, Batches] = {}

    @property
    def platforms(self) -> Collection[str]:
        """Every one that has an official interface, with keys here or without: a job that nobody with keys is there for
        goes on to the next way, instead of waiting at this one."""
        return [shop.platform for shop in self._shops.shops if shop.official() is not None]

    def missing(self) -> str | None:
        if not self._accounts:
            return "no [[official]] of the settings names keys for a shop's official interface (docs/shops.md)"
        return next((why for why in self._keys if isinstance(why, str)), None)

    async def open(self) -> None:
        for keys in self._keys:
            if isinstance(keys, Keys):
                source = self._source(keys)
                self._batches[keys.label] = Batches(source.ask, most=source.most_items)

    async def close(self) -> None:
        for batches in self._batches.values():
            await batches.aclose()

    async def crawl(self, job: Crawlable) -> CrawlResult:
        """The job's product as the interface states it now, judged. Raises CrawlError."""
        link = await self._links.of(job)
        label = f"{link.platform}/{link.region}"
        interface = self._shops.for_platform(link.platform).official()
        item = Item(link.item_id or "", link.shop_id)
        host = interface.host(link.region) if interface else None
        if interface is None or host is None:
            raise CrawlError(ErrorCode.NOT_LISTED, f"{label} has no official interface")
        if label not in self._batches:
            raise CrawlError(ErrorCode.NOT_LISTED, f"this worker has no keys for {label} ([[official]])")
        if not interface.askable(item):
            raise CrawlError(ErrorCode.NOT_LISTED, f"{label}: its official interface has no item of such a number")
        offer = bounded(await self._batches[label].one(item))
        return self._judging.result(job, link, offer, fetched_url=f"https://{host}/", via=self.way)

    @cached_property
    def _keys(self) -> list[Keys | str]:
        return [keys_of(account, self._shops) for account in self._accounts]


def keys_of(account: OfficialSettings, shops: Shops) -> Keys | str:
    """What to ask with; else a sentence, no secret in it, why nobody can be asked with this account."""
    interface = shops.for_platform(account.shop).official()
    host = interface.host(account.region) if interface else None
    if interface is None or host is None:
        return f"[[official]] {account.label}: there is no official interface of that shop in that market"
    try:
        secret = official_secret(account)
    except ConfigError as unreadable:
        return str(unreadable)
    if not secret:
        variable = f"CRAWLFLEET_OFFICIAL_SECRET_{account.shop}_{account.region}".upper()
        return f"[[official]] {account.label} has no secret: set its secret_file, or {variable}"
    whose = Account(account.app_id, secret)
    now = partial(official_secret, account)
    return Keys(account.label, interface, account.region, host, whose, account.calls_per_hour, secret_now=now)
