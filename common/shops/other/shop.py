"""The shops an operator named in shops.other.domains, read by what every shop page may carry."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import SplitResult

from common.offer import Failure, Offer
from common.page import Page
from common.shops.base import ShopLink
from common.shops.other import links as other_links
from common.shops.other import pages as other_pages


class Other:
    platform = "other"
    adapter = "generic"
    adapter_version = 1

    def __init__(self, domains: Sequence[str] = ()) -> None:
        self.domains = other_links.clean_domains(domains)

    def owns(self, host: str) -> bool:
        return other_links.owns(host, self.domains)

    def link(self, url: str, parts: SplitResult) -> ShopLink | None:
        return other_links.link(url, parts)

    def fetch_urls(self, link: ShopLink) -> Sequence[str]:
        return (link.url_norm,)

    def fetchable(self, host: str) -> bool:
        return self.owns(host)

    def read(self, page: Page, link: ShopLink | None) -> Offer | Failure:
        return other_pages.read_page(page, link)
