"""The browser as a way of crawling: the pages that a job's shop names, in order, until one shows a product."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec

from common.errors import CrawlError, ErrorCode
from common.errors.extras import adding_extra
from common.job import Crawlable
from common.offer import Offer
from common.outcome.crawl_result import CrawlResult
from common.settings import PLATFORMS, Settings
from common.shops.base import Shop, ShopLink
from common.shops.belonging import belonging
from common.shops.registry import Shops
from common.ways.way import Way
from worker.ways.asked_for import ProductLinks
from worker.ways.browser.engine.browsers import Browsers
from worker.ways.browser.engine.finding import installed_browser, what_to_install
from worker.ways.browser.engine.process import BrowserUnavailable
from worker.ways.browser.engine.starting import who_may_not
from worker.ways.browser.looking import Look, Looker
from worker.ways.http import TRY_NEXT_ADDRESS
from worker.ways.judged import Judging
from worker.ways.reading import refusal

UNAVAILABLE_SECONDS = 300.0
"""A job whose worker can start no browser now waits so long for another worker, or for memory."""


def missing_for_browser(settings: Settings) -> str | None:
    """Why no browser can run on this machine: one sentence with what to do. None: nothing speaks against it."""
    if find_spec("playwright") is None:
        return f"Playwright is not installed: {adding_extra('browser')}"
    chosen = settings.browser.executable
    if chosen is not None and not chosen.is_file():
        return f"browser.executable names {chosen}, which is no file; {what_to_install()}"
    if chosen is None and installed_browser() is None:
        return f"no browser is installed: {what_to_install()}"
    if settings.fetch.ca_file is not None and not settings.fetch.allow_addresses:
        return (
            "a browser cannot be given fetch.ca_file safely: leave that out (it is for tests and demos, which set "
            "fetch.allow_addresses too)"
        )
    return who_may_not(settings.browser.user)


class BrowserWay:
    """See WayOfCrawling for what each method promises. One page at a time, however many crawls wait."""

    way = Way.BROWSER
    platforms = PLATFORMS

    def __init__(
        self,
        *,
        settings: Settings,
        shops: Shops,
        links: ProductLinks,
        browsers: Browsers,
        looker: Looker,
        judging: Judging,
    ) -> None:
        self._settings = settings
        self._shops = shops
        self._links = links
        self._browsers = browsers
        self._looker = looker
        self._judging = judging

    def missing(self) -> str | None:
        return missing_for_browser(self._settings)

    async def open(self) -> None:
        """A browser starts when the first job wants one."""

    async def close(self) -> None:
        await self._browsers.aclose()

    async def crawl(self, job: Crawlable) -> CrawlResult:
        """The job's product as its page shows it in the browser, judged. Raises CrawlError: WAY_PAUSED while this
        machine can start no browser, else what Looker.look raises, and the refusals of the pages."""
        link = await self._links.of(job)
        shop = self._shops.for_platform(link.platform)
        try:
            look, offer = await self._first(shop, link)
        except BrowserUnavailable as error:
            raise CrawlError(ErrorCode.WAY_PAUSED, str(error), retry_after_seconds=UNAVAILABLE_SECONDS) from error
        return self._judging.result(job, link, offer, fetched_url=look.url, via=self.way)

    async def _first(self, shop: Shop, link: ShopLink) -> tuple[Look, Offer]:
        refusals: list[CrawlError] = []
        for url in shop.browser_urls(link):
            look = await self._looker.look(shop, link, url)
            outcome = look.outcome
            if isinstance(outcome, Offer):
                outcome = belonging(shop, link, look.url, outcome)
            if isinstance(outcome, Offer):
                return look, outcome
            refusals.append(refusal(outcome, look.url))
            if outcome.reason not in TRY_NEXT_ADDRESS:
                break
        raise _summed_up(refusals, link)


def _summed_up(refusals: Sequence[CrawlError], link: ShopLink) -> CrawlError:
    if not refusals:
        return CrawlError(ErrorCode.INVALID_URL, f"no page to open for {link.url_norm}")
    return CrawlError(refusals[-1].code, "; then ".join(refusal.detail for refusal in refusals))
