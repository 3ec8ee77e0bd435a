"""The product that a job asks for, which every way must know first."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from common.errors import CrawlError, ErrorCode, StoreError
from common.finding.expand import Expansion
from common.job import Crawlable
from common.links.address import parse
from common.shops.base import ShopLink
from common.shops.registry import Shops

Expand = Callable[[ShopLink], Awaitable[Expansion]]
Look = Callable[[], Awaitable[bool]]


class ProductLinks:
    """Job → the link to its product. A short link is followed first, politely and by plain HTTP, whatever the way."""

    def __init__(self, shops: Shops, expand: Expand, *, look: Look | None = None) -> None:
        """`look`: asks whether shops were added meanwhile, True when so."""
        self._shops = shops
        self._expand = expand
        self._look = look

    async def of(self, job: Crawlable) -> ShopLink:
        """Never a short link. Raises CrawlError: SHOP_UNKNOWN, INVALID_URL, and what following a short link came to."""
        link = self._shops.link(job.url_norm)
        if link is None and await self._more_shops():
            link = self._shops.link(job.url_norm)
        if link is None:
            raise self._not_ours(job)
        if not link.short:
            return link
        found = await self._expand(link)
        if found.link is None or found.link.short:
            code = found.code or ErrorCode.CONTENT_NOT_FOUND
            raise CrawlError(code, found.detail or f"the short link {link.url_norm} leads to no product")
        return found.link

    async def _more_shops(self) -> bool:
        """Whoever accepted the link may have known its shop for some seconds longer than this worker."""
        try:
            return self._look is not None and await self._look()
        except StoreError:
            return False

    def _not_ours(self, job: Crawlable) -> CrawlError:
        """Another worker may know a shop whose host this one does not; no worker can make a product of another page."""
        parts = parse(job.url_norm)
        if parts and parts.hostname and self._shops.for_host(parts.hostname) is None:
            return CrawlError(
                ErrorCode.SHOP_UNKNOWN, f"this worker does not know the shop {parts.hostname}: crawlfleet shops domains"
            )
        return CrawlError(ErrorCode.INVALID_URL, f"{job.url_norm} is no product link")
