"""Shopee: its links, the addresses to fetch and its pages, as one shop."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from urllib.parse import SplitResult

from common.offer import Failure, Offer
from common.page import Page
from common.shops.base import Shop, ShopLink
from common.shops.in_browser import InBrowser
from common.shops.shopee import links as shopee_links
from common.shops.shopee.app import APP
from common.shops.shopee.scripts import IN_BROWSER
from common.shops.shopee.wrappers import WRAPPERS
from common.ways.way import Way

if TYPE_CHECKING:
    from common.shops.official import OfficialInterface


class Shopee(Shop):
    platform = "shopee"
    ways = (Way.OFFICIAL, Way.HTTP, Way.BROWSER)
    wrappers = WRAPPERS
    app = APP

    def owns(self, host: str) -> bool:
        """Any host below one of Shopee's own domains."""
        return shopee_links.owns(host)

    def link(self, url: str, parts: SplitResult) -> ShopLink | None:
        return shopee_links.link(url, parts)

    def fetch_urls(self, link: ShopLink) -> Sequence[str]:
        """The product page, then the answer its own scripts ask for; a short link has only itself."""
        if link.short or not link.item_id or not link.shop_id:
            return (link.url_norm,)
        site = f"https://{shopee_links.MARKETS[link.region]}"
        return (
            link.url_norm,
            f"{site}/api/v4/pdp/get_pc?item_id={link.item_id}&shop_id={link.shop_id}",
            f"{site}/api/v4/item/get?itemid={link.item_id}&shopid={link.shop_id}",
        )

    @property
    def in_browser(self) -> InBrowser:
        return IN_BROWSER

    def browser_urls(self, link: ShopLink) -> Sequence[str]:
        """The product page alone: its scripts ask for the answer by themselves."""
        return (link.url_norm,)

    def read(self, page: Page, link: ShopLink | None) -> Offer | Failure:
        from common.shops.shopee.pages import read_page  # noqa: PLC0415  # only the process that reads loads readers

        return read_page(page, link)

    def official(self) -> OfficialInterface:
        from common.shops.shopee.official.interface import ShopeeOfficial  # noqa: PLC0415  # only who asks it loads it

        return ShopeeOfficial()

    def currency(self, region: str) -> str | None:
        from common.shops.shopee.answers import CURRENCIES  # noqa: PLC0415  # as above

        return CURRENCIES.get(region)
