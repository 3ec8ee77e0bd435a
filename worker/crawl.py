"""One job's crawl: the addresses its shop names, in order, until one reads as a product."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from common.errors import CrawlError, ErrorCode
from common.finding.expand import Expansion
from common.job import Crawlable
from common.links.address import parse
from common.offer import Failure, FailureReason, Offer, Verdict, VerdictStatus
from common.outcome.content_hash import content_hash
from common.outcome.crawl_result import CrawlResult, result_json
from common.outcome.recrawl_pace import RecrawlPace
from common.page import Page
from common.shops.base import Shop, ShopLink
from common.shops.belonging import MayBeAsked, belonging
from common.shops.registry import Shops

log = logging.getLogger("crawlfleet.worker.crawl")

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


Expand = Callable[[ShopLink], Awaitable[Expansion]]
Read = Callable[[Shop, Page, ShopLink], Awaitable[Offer | Failure]]
"""Reads a page that a stranger wrote. Raises CrawlError when that does not end well."""


class Crawler:
    """Fetches, reads and judges a job's page. Records nothing."""

    def __init__(
        self,
        *,
        shops: Shops,
        fetcher: PageFetcher,
        expand: Expand,
        read: Read,
        judge: Callable[[Offer], Verdict],
        pace: RecrawlPace,
    ) -> None:
        self._shops = shops
        self._fetcher = fetcher
        self._expand = expand
        self._read = read
        self._judge = judge
        self._pace = pace

    async def crawl(self, job: Crawlable) -> CrawlResult:
        """The job's product as its page shows it now, judged. Raises CrawlError when no address gives an offer."""
        link = await self._product_link(job)
        shop = self._shops.for_platform(link.platform)
        page, offer = await self._read_first(shop, link)
        verdict = self._judge(offer)
        meaning = content_hash(offer)
        trusted = verdict.status is VerdictStatus.OK and job.content_hash is not None
        changed = meaning != job.content_hash if trusted else None
        return CrawlResult(
            result_json=result_json(offer, verdict, page.url),
            content_hash=meaning,
            offer=offer,
            verdict=verdict,
            url_norm=link.url_norm,
            platform=link.platform,
            region=link.region,
            fetched_url=page.url,
            next_crawl_in_ms=self._pace.after_success(job.crawl_interval_ms, changed=changed),
        )

    async def _product_link(self, job: Crawlable) -> ShopLink:
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

    def _not_ours(self, job: Crawlable) -> CrawlError:
        """Another worker may know a shop whose host this one does not; no worker can make a product of another page."""
        parts = parse(job.url_norm)
        if parts and parts.hostname and self._shops.for_host(parts.hostname) is None:
            return CrawlError(
                ErrorCode.SHOP_UNKNOWN, f"this worker does not know the shop {parts.hostname} (shops.other.domains)"
            )
        return CrawlError(ErrorCode.INVALID_URL, f"{job.url_norm} is no product link")

    async def _read_first(self, shop: Shop, link: ShopLink) -> tuple[Page, Offer]:
        """The first address that gives an offer. Raises CrawlError: the first address's code, the details of all."""
        refusals: list[CrawlError] = []
        for url in shop.fetch_urls(link):
            may_be_asked = MayBeAsked(shop, link)
            try:
                page = await self._fetcher.fetch(url, allow_host=may_be_asked)
            except CrawlError as error:
                if may_be_asked.refused:
                    raise _refusal(may_be_asked.refused, url) from error
                refusals.append(error)
                if error.code not in _TRY_NEXT_CODE:
                    break
                continue
            outcome = await self._read(shop, page, link)
            if isinstance(outcome, Offer):
                outcome = belonging(shop, link, page.url, outcome)
            if isinstance(outcome, Offer):
                return page, outcome
            if outcome.reason not in TRY_NEXT_ADDRESS:
                raise _refusal(outcome, page.url)
            refusals.append(_refusal(outcome, page.url))
        raise _summed_up(refusals, link)


def _summed_up(refusals: Sequence[CrawlError], link: ShopLink) -> CrawlError:
    if not refusals:
        return CrawlError(ErrorCode.INVALID_URL, f"no address to fetch for {link.url_norm}")
    details = "; then ".join(refusal.detail for refusal in refusals)
    wishes = [refusal.retry_after_seconds for refusal in refusals if refusal.retry_after_seconds is not None]
    return CrawlError(refusals[0].code, details, retry_after_seconds=max(wishes, default=None))


def _refusal(failure: Failure, url: str) -> CrawlError:
    return CrawlError(failure.reason.error_code, f"{failure.reason}: {failure.detail} ({url})")
