"""Short links, expanded through the client that is passed in. Only their own shop's hosts are visited on the way.

Whoever runs a service passes in the polite client (common/polite): short links obey robots.txt and pace like pages.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from common.errors import CrawlError, ErrorCode
from common.links.address import parse
from common.shops.base import ShopLink
from common.shops.registry import Shops

if TYPE_CHECKING:
    from common.net.client import Answer, HttpClient

_MAX_PAGES = 4
"""A short link may lead to another one: at most so many requests, redirects within each not counted."""


class _Arrived(Exception):
    def __init__(self, link: ShopLink) -> None:
        super().__init__(link.url_norm)
        self.link = link


@dataclass(frozen=True, slots=True)
class Expansion:
    """What became of a short link: a link, or a code (`code.retry` says whether asking again can help) and why."""

    link: ShopLink | None
    code: ErrorCode | None = None
    detail: str = ""


async def expansion(short: ShopLink, client: HttpClient, shops: Shops) -> Expansion:
    """Follow a short link's redirects, and the address its share page carries, to a product.

    The product keeps the address the post wrote as its `url`. Only hosts of the short link's own shop are asked,
    whatever its answers name, and a product of another shop is no end: who means it links to it. Raises nothing but
    bugs.
    """
    if not short.short:
        return Expansion(short)

    async def stop_at_product(address: str) -> None:
        found = shops.link(address)
        if found and not found.short and found.platform == short.platform:
            raise _Arrived(found)

    fetchable = shops.for_platform(short.platform).fetchable
    address, asked = short.url_norm, set[str]()
    try:
        while len(asked) < _MAX_PAGES:
            asked.add(address)
            page = await client.get(address, allow_host=fetchable, before_hop=stop_at_product)
            await stop_at_product(page.url)
            if page.status >= 400:
                return _by_status(page.status, address)
            target = _share_target(page, shops)
            if target is None:
                break
            await stop_at_product(target)
            if target in asked or not _lies_at(target, fetchable):
                break
            address = target
    except _Arrived as arrived:
        return Expansion(replace(arrived.link, url=short.url))
    except CrawlError as error:
        return Expansion(None, error.code, error.detail)
    return Expansion(None, ErrorCode.CONTENT_NOT_FOUND, f"{short.url_norm} leads to no product of a known shop")


def _share_target(page: Answer, shops: Shops) -> str | None:
    """What the shop that answered takes its page to lead to."""
    parts = parse(page.url)
    shop = shops.for_host(parts.netloc) if parts else None
    return shop.share_target(page.body) if shop else None


def _lies_at(address: str, fetchable: Callable[[str], bool]) -> bool:
    parts = parse(address)
    return parts is not None and fetchable(parts.netloc)


def _by_status(status: int, address: str) -> Expansion:
    if status in {404, 410}:
        return Expansion(None, ErrorCode.CONTENT_NOT_FOUND, f"{address} answered {status}: the short link is gone")
    if status == 429:
        return Expansion(None, ErrorCode.RATE_LIMITED, f"{address} answered 429")
    code = ErrorCode.ACCESS_DENIED if status < 500 else ErrorCode.NETWORK_ERROR
    return Expansion(None, code, f"{address} answered {status}")
