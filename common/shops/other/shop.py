"""The shops an operator named in shops.other.domains, read by what every shop page may carry."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from urllib.parse import SplitResult

from common.links.address import host_name
from common.links.domains import is_at, registrable_domain, site_of
from common.offer import Failure, Offer
from common.page import Page
from common.settings_tables.shops import ShopSettings
from common.shops.base import Shop, ShopLink
from common.shops.in_browser import InBrowser
from common.shops.other import links as other_links
from common.shops.other.scripts import IN_BROWSER
from common.shops.table import OPEN_WEB


class Other(Shop):
    """Each registrable domain is a single shop of this platform."""

    platform = OPEN_WEB
    free_form = True

    def __init__(self, settings: ShopSettings | None = None) -> None:
        super().__init__(settings)
        self._named: Collection[str] = ()
        self._domains: frozenset[str] = frozenset()

    def owns(self, host: str) -> bool:
        named = self.settings.domains
        if named is not self._named:  # operators add and remove some while this process runs
            self._named, self._domains = named, frozenset(named)
        return is_at(host, self._domains)

    def link(self, url: str, parts: SplitResult) -> ShopLink | None:
        return other_links.link(url, parts)

    def fetch_urls(self, link: ShopLink) -> Sequence[str]:
        return (link.url_norm,)

    @property
    def in_browser(self) -> InBrowser:
        return IN_BROWSER

    def read(self, page: Page, link: ShopLink | None) -> Offer | Failure:
        from common.shops.other.pages import read_page  # noqa: PLC0415  # only the process that reads loads readers

        return read_page(replace(page, currency=self._told_currency(page, link)), link)

    def _told_currency(self, page: Page, link: ShopLink | None) -> str | None:
        """What an operator says of this shop; of the one that was asked for, wherever the page came from."""
        if page.currency is not None or not self.settings.currencies:
            return page.currency
        shop = link.shop_id if link is not None else site_of(page.requested_url or page.url)
        return self.settings.told_currencies.get(shop or "")

    def single_shop(self, typed: str) -> str | None:
        """By its registrable domain, whichever of its hosts was typed."""
        return registrable_domain(host_name(typed) or "")
