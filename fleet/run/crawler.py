"""Puts a worker's crawler together from its parts."""

from __future__ import annotations

from common.finding.expand import Expansion, expansion
from common.outcome.judge import judge
from common.outcome.recrawl_pace import pace_of
from common.parsing.task import Parser
from common.polite.client import PoliteClient
from common.settings import Settings
from common.shops.base import ShopLink
from common.shops.registry import Shops
from worker.crawl import Crawler
from worker.fetch.fetcher import Fetcher
from worker.read_apart import PageReader


def make_crawler(settings: Settings, client: PoliteClient, shops: Shops, parser: Parser) -> Crawler:
    """One polite client for all crawlers of a process, so robots.txt and pacing are shared between them."""

    async def expand_link(link: ShopLink) -> Expansion:
        return await expansion(link, client, shops)

    return Crawler(
        shops=shops,
        fetcher=Fetcher(client),
        expand=expand_link,
        read=PageReader(parser).read,
        judge=judge,
        pace=pace_of(settings.work),
    )
