"""Taobao and Tmall: their links, the addresses to fetch and their pages, as one shop."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from urllib.parse import SplitResult

from common.offer import Failure, Offer
from common.page import Page
from common.shops.base import Shop, ShopLink
from common.shops.in_browser import InBrowser
from common.shops.taobao import links as taobao_links
from common.shops.taobao.app import APP
from common.shops.taobao.scripts import IN_BROWSER
from common.shops.taobao.share_page import read_share_page
from common.shops.taobao.wrappers import WRAPPERS
from common.ways.way import Way

if TYPE_CHECKING:
    from common.shops.official import OfficialInterface


class Taobao(Shop):
    platform = "taobao"
    ways = (Way.OFFICIAL, Way.HTTP, Way.BROWSER)
    wrappers = WRAPPERS
    app = APP

    def owns(self, host: str) -> bool:
        """Any host below one of the two shops' own domains."""
        return taobao_links.owns(host)

    def link(self, url: str, parts: SplitResult) -> ShopLink | None:
        return taobao_links.link(url, parts)

    def fetch_urls(self, link: ShopLink) -> Sequence[str]:
        """The world page first: it shows title and price to anybody, the item page leads strangers to a login."""
        if link.short or not link.item_id:
            return (link.url_norm,)
        return (f"https://world.taobao.com/item/{link.item_id}.htm", link.url_norm)

    @property
    def in_browser(self) -> InBrowser:
        return IN_BROWSER

    def read(self, page: Page, link: ShopLink | None) -> Offer | Failure:
        from common.shops.taobao.pages import read_page  # noqa: PLC0415  # only the process that reads loads readers

        return read_page(page, link)

    def share_target(self, body: bytes) -> str | None:
        return read_share_page(body)

    def official(self) -> OfficialInterface:
        from common.shops.taobao.official.interface import TaobaoOfficial  # noqa: PLC0415  # only who asks it loads it

        return TaobaoOfficial()

    def currency(self, region: str) -> str | None:
        from common.shops.taobao.price import CURRENCY  # noqa: PLC0415  # as above

        return CURRENCY
