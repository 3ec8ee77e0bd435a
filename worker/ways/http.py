"""By plain HTTP: the addresses that a job's shop names, in order, until one reads as a product."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol
from urllib.parse import urlsplit

from common.errors import CrawlError, ErrorCode
from common.job import Crawlable
from common.offer import FailureReason, Offer
from common.outcome.crawl_result import CrawlResult
from common.page import Page
from common.settings import PLATFORMS
from common.shops.base import Shop, ShopLink
from common.shops.belonging import MayBeAsked, belonging
from common.shops.registry import Shops
from common.ways.way import Way
from worker.ways.asked_for import ProductLinks
from worker.ways.judged import Judging
from worker.ways.reading import Read, refusal

TRY_NEXT_ADDRESS = frozenset(
    {
        FailureReason.LOGIN_WALL,
        FailureReason.CAPTCHA,
        FailureReason.BLOCKED,
        FailureReason.EMPTY_SHELL,
        FailureReason.TOKEN_NEEDED,
        FailureReason.UNREADABLE,
    }
)
"""Another address of the same item may still work after these; after any other failure it would not."""

_TRY_NEXT_CODE = frozenset(
    {
        ErrorCode.AUTH_FAILED,
        ErrorCode.ACCESS_DENIED,
        ErrorCode.INVALID_RESPONSE,
        # robots.txt may disallow the login page that one address redirects to, and allow the other addresses.
        ErrorCode.ROBOTS_DISALLOWED,
    }
)


class PageFetcher(Protocol):
    """The guarded, polite way to the network (worker/fetch, common/polite)."""

    async def fetch(self, url: str, *, allow_host: Callable[[str], bool]) -> Page: ...


WhyUnsealed = Callable[[str], Awaitable[str | None]]
"""Why what came from this host without TLS need not be the shop's own; None when it is as far as can be told."""


class HttpWay:
    """Fetches, reads and judges a job's page. See WayOfCrawling for what each method promises."""

    way = Way.HTTP
    platforms = PLATFORMS

    def __init__(
        self,
        *,
        shops: Shops,
        links: ProductLinks,
        fetcher: PageFetcher,
        read: Read,
        judging: Judging,
        why_unsealed: WhyUnsealed | None = None,
    ) -> None:
        """`why_unsealed` is asked of a page without TLS that shows no product: it may be the login page of a hotel."""
        self._shops = shops
        self._links = links
        self._fetcher = fetcher
        self._read = read
        self._judging = judging
        self._why_unsealed = why_unsealed

    def missing(self) -> str | None:
        return None

    async def open(self) -> None:
        """Its client belongs to the process."""

    async def close(self) -> None:
        """As open()."""

    async def crawl(self, job: Crawlable) -> CrawlResult:
        """The job's product as its page shows it now, judged. Raises CrawlError when no address gives an offer."""
        link = await self._links.of(job)
        shop = self._shops.for_platform(link.platform)
        page, offer = await self._read_first(shop, link)
        return self._judging.result(job, link, offer, fetched_url=page.url, via=self.way)

    async def _read_first(self, shop: Shop, link: ShopLink) -> tuple[Page, Offer]:
        """The first address that gives an offer. Raises CrawlError: the first address's code, the details of all."""
        refusals: list[CrawlError] = []
        for url in shop.fetch_urls(link):
            may_be_asked = MayBeAsked(shop, link)
            try:
                page = await self._fetcher.fetch(url, allow_host=may_be_asked)
            except CrawlError as error:
                if may_be_asked.refused:
                    raise refusal(may_be_asked.refused, url) from error
                refusals.append(error)
                if error.code not in _TRY_NEXT_CODE:
                    break
                continue
            outcome = await self._read(shop, page, link)
            if isinstance(outcome, Offer):
                outcome = belonging(shop, link, page.url, outcome)
            if isinstance(outcome, Offer):
                return page, outcome
            await self._refuse_unsealed(page.url)
            if outcome.reason not in TRY_NEXT_ADDRESS:
                raise refusal(outcome, page.url)
            refusals.append(refusal(outcome, page.url))
        raise _summed_up(refusals, link)

    async def _refuse_unsealed(self, url: str) -> None:
        """Raises CrawlError (NO_NETWORK) when somebody on the way may have written the page at `url`."""
        at = urlsplit(url)
        if self._why_unsealed is None or at.scheme != "http" or not at.hostname:
            return
        if why := await self._why_unsealed(at.hostname):
            raise CrawlError(ErrorCode.NO_NETWORK, f"{why}: {at.hostname} shows no product, without TLS")


def _summed_up(refusals: Sequence[CrawlError], link: ShopLink) -> CrawlError:
    if not refusals:
        return CrawlError(ErrorCode.INVALID_URL, f"no address to fetch for {link.url_norm}")
    details = "; then ".join(refusal.detail for refusal in refusals)
    wishes = [refusal.retry_after_seconds for refusal in refusals if refusal.retry_after_seconds is not None]
    return CrawlError(refusals[0].code, details, retry_after_seconds=max(wishes, default=None))
