"""One address looked at in the browser: opened politely, read each time it has settled, until it shows a product."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import urldefrag, urlsplit

from common.errors import CrawlError, ErrorCode, PerhapsOurs
from common.net.address import shown
from common.net.answer.metering import Meter
from common.net.proxied.routes import Routes
from common.offer import Availability, Failure, FailureReason, Offer
from common.page import Page
from common.polite.client import PoliteClient, turns_amid
from common.shops.base import Shop, ShopLink
from common.shops.belonging import MayBeAsked
from worker import metrics
from worker.fetch.statuses import status_error
from worker.means.network import WhyOurs
from worker.ways.browser.engine.browsers import Browsers
from worker.ways.browser.engine.process import Started
from worker.ways.browser.limits import PageLimits
from worker.ways.browser.page.first_of import first_of
from worker.ways.browser.page.gate import Admission
from worker.ways.browser.page.metered import Metered
from worker.ways.browser.page.network import MainAnswer
from worker.ways.browser.page.requests import RequestCount
from worker.ways.browser.page.visit import Seen, Visit, visiting
from worker.ways.browser.passage import Passage, passage_for
from worker.ways.browser.proxy.allowance import Allowance
from worker.ways.reading import Read, refusal

_MAY_STILL_COME = frozenset(
    {
        FailureReason.EMPTY_SHELL,
        FailureReason.UNREADABLE,
        FailureReason.NOT_A_PRODUCT,
        FailureReason.LISTING,
        FailureReason.HOME,
        FailureReason.ARTICLE,
        FailureReason.SEARCH,
    }
)
"""What a page is that has not shown its product yet. A wall or "gone" is believed at once."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What one look took."""

    seconds: float
    wire_bytes: int
    requests: int
    refused_requests: int


@dataclass(frozen=True, slots=True)
class Look:
    """`url` is where the page ended up."""

    url: str
    outcome: Offer | Failure
    cost: Cost


class Looker:
    """Looks at one page at a time; callers wait for their turn."""

    def __init__(
        self,
        browsers: Browsers,
        client: PoliteClient,
        read: Read,
        limits: PageLimits,
        *,
        why_ours: WhyOurs | None = None,
        routes: Routes | None = None,
        meter: Meter | None = None,
    ) -> None:
        """`routes`: the way that a page's domain goes is gone by all that the page asks for; None: from here. `meter`
        watches and bounds all that pages fetch; None: nobody does."""
        self._meter = meter
        self._browsers = browsers
        self._routes = routes
        self._client = client
        self._read = read
        self._limits = limits
        self._why_ours = why_ours

    async def look(self, shop: Shop, link: ShopLink, url: str) -> Look:
        """What the shop makes of the page.

        Raises CrawlError: what asking for it by plain HTTP raises, PARSE_LIMIT for a page that takes more than it may,
        INTERNAL_ERROR for a browser, or a page's process, that ended. Raises BrowserUnavailable.
        """
        asked = 0

        async def permission(address: str) -> None:
            nonlocal asked
            may_be_asked = MayBeAsked(shop, link)
            try:
                with turns_amid(asked):
                    await self._client.turn(address, allow_host=may_be_asked)
                asked += 1
            except CrawlError as error:
                if may_be_asked.refused:
                    raise refusal(may_be_asked.refused, url) from error
                raise

        needs = shop.in_browser
        # One of its own for each request: a script of another shop's is refused, and no word of what the page is.
        count = RequestCount(self._limits, lambda host: MayBeAsked(shop, link)(host) or needs.serves(host))
        metered = Metered(self._meter) if self._meter is not None else None
        allowance = Allowance(lambda host: shop.fetchable(host) or needs.serves(host), self._limits.wire_bytes, metered)
        passage: Passage | None = None
        try:
            async with passage_for(self._routes, url) as passage, self._browsers.for_one_page() as started:
                had_browser = time.monotonic()
                allowance.through = passage.proxy
                admission = Admission(count, permission, metered=metered)
                try:
                    with started.proxy.serving(allowance), started.gate.admitting(admission):
                        at, outcome = await self._on_page(started, admission, allowance, (shop, link, url), passage)
                finally:
                    cost = _cost(time.monotonic() - had_browser, allowance, count)
                    _measure(cost)
            if metered is not None and metered.stopped is not None and not isinstance(outcome, Offer):
                # Half a page says nothing of the product.
                raise metered.stopped
        except CrawlError as error:
            if metered is not None and metered.stopped is not None:
                raise metered.stopped from None
            if passage is None:
                raise
            raise await self._with_own_network(error, passage.began) from error
        finally:
            if metered is not None:
                metered.over()
        return Look(at, outcome, cost)

    async def _on_page(
        self,
        started: Started,
        admission: Admission,
        allowance: Allowance,
        asked: tuple[Shop, ShopLink, str],
        passage: Passage,
    ) -> tuple[str, Offer | Failure]:
        """Raises CrawlError; whatever else goes wrong on the way is told as one."""
        from playwright.async_api import Error  # noqa: PLC0415  # only where the browser is on

        shop, link, url = asked
        needs = shop.in_browser
        try:
            async with visiting(started, self._limits, wanted=needs.holds_product, metered=admission.metered) as visit:
                admission.main_frame = visit.main_frame
                # Here and not at the gate, so that the time to open the page begins with its turn.
                await admission.permission(url)
                admission.permitted = urldefrag(url).url
                passage.begins()
                await self._opened(visit, url, allowance, passage)
                at, outcome = await self._first_product(visit, shop, link, url, passage)
                if admission.refusal is not None and not _final(outcome):
                    # Its scripts lead where it may not go, and without that it shows no product.
                    raise admission.refusal
                return at, outcome
        except (Error, TimeoutError) as error:
            if started.over_memory:
                what = f"{shown(url)} needs more memory than a page may have in the browser"
                raise CrawlError(ErrorCode.PARSE_LIMIT, what) from error
            raise _told(error, url, admission, allowance, alive=started.alive) from error

    async def _opened(self, visit: Visit, url: str, allowance: Allowance, passage: Passage) -> None:
        """Raises CrawlError for an answer that is a refusal by its status, or longer than all a page may bring."""
        from playwright.async_api import Error  # noqa: PLC0415  # only where the browser is on

        async with asyncio.timeout(self._limits.open_seconds + self._limits.step_seconds):
            try:
                await first_of(visit.open(url), allowance.is_spent.wait())
            except Error:
                # Chromium opens no refusal without a body (ERR_HTTP_RESPONSE_CODE_FAILURE), and it is one all the same.
                if not visit.documents or visit.documents[-1].status < 400:
                    raise
        if allowance.spent:
            raise CrawlError(ErrorCode.INVALID_RESPONSE, f"{shown(url)}: more bytes than a page may bring")
        self._heed(visit.documents, passage)
        if visit.documents and not 200 <= (last := visit.documents[-1]).status < 300:
            raise status_error(last.url, last.status, last.retry_after, now=datetime.now(UTC))

    def _heed(self, documents: Sequence[MainAnswer], passage: Passage) -> None:
        """Tells whoever paces and ties. Raises CrawlError where the last one is a refusal by its status."""
        for document in documents:
            self._client.answered(document.url, document.status, document.retry_after)
            passage.answered(document.url, document.status)
        if documents and (last := documents[-1]).status >= 400:
            raise status_error(last.url, last.status, last.retry_after, now=datetime.now(UTC))

    async def _first_product(
        self, visit: Visit, shop: Shop, link: ShopLink, url: str, passage: Passage
    ) -> tuple[str, Offer | Failure]:
        at = url
        outcome: Offer | Failure = Failure(FailureReason.EMPTY_SHELL, "the page never showed anything")
        heeded = len(visit.documents)
        async for seen in visit.moments():
            # Its scripts may have led elsewhere since then.
            later, heeded = visit.documents[heeded:], len(visit.documents)
            self._heed(later, passage)
            at, outcome = seen.url, await self._outcome(shop, link, url, seen)
            if _final(outcome):
                break
        return at, outcome

    async def _outcome(self, shop: Shop, link: ShopLink, url: str, seen: Seen) -> Offer | Failure:
        """The answers first, for they hold what the page is made of; a wall among them does not hide a page that shows
        the product all the same."""
        wall: Failure | None = None
        for answer in reversed(seen.answers):
            page = Page(answer.url, answer.body, answer.status, answer.content_type, url)
            outcome = await self._read(shop, page, link)
            if isinstance(outcome, Offer):
                return outcome
            if outcome.reason not in _MAY_STILL_COME:
                wall = wall or outcome
        body = f"<!DOCTYPE html>{seen.html}".encode("utf-8", "replace")
        outcome = await self._read(shop, Page(seen.url, body, 200, "text/html; charset=utf-8", url), link)
        return outcome if isinstance(outcome, Offer) or wall is None else wall

    async def _with_own_network(self, error: CrawlError, since: float) -> CrawlError:
        if isinstance(error, PerhapsOurs) and self._why_ours and (why := await self._why_ours(error, since)):
            return CrawlError(ErrorCode.NO_NETWORK, f"{why}: {error.detail}")
        return error


_KILLED = "killed"
"""Of a page's process: by the system, short of memory, or by somebody. It says nothing of the page."""


def _final(outcome: Offer | Failure) -> bool:
    """Whether waiting longer cannot make more of it."""
    if isinstance(outcome, Failure):
        return outcome.reason not in _MAY_STILL_COME
    return outcome.price_minor is not None or outcome.availability is Availability.OUT_OF_STOCK


def _told(error: Exception, url: str, admission: Admission, allowance: Allowance, *, alive: bool) -> CrawlError:
    """What the browser's own error stands for."""
    if admission.refusal is not None:
        return admission.refusal
    if not alive:
        return CrawlError(ErrorCode.INTERNAL_ERROR, f"the browser ended while it showed {shown(url)}")
    said = (str(error).strip().splitlines() or ["no reason"])[0][:200]
    if admission.crash == _KILLED:
        return CrawlError(ErrorCode.INTERNAL_ERROR, f"the browser's process of {shown(url)} was killed")
    if admission.crash is not None or "crash" in said.lower():
        return CrawlError(ErrorCode.PARSE_LIMIT, f"{shown(url)}: the page crashed")
    host = (urlsplit(url).hostname or "").lower()
    if host in allowance.refusals:
        return allowance.refusals[host]
    if "Download is starting" in said:
        return CrawlError(ErrorCode.INVALID_RESPONSE, f"{shown(url)} is a download, no page")
    if isinstance(error, TimeoutError) or "Timeout" in type(error).__name__ or "ERR_TIMED_OUT" in said:
        return CrawlError(ErrorCode.TIMEOUT, f"{shown(url)}: the browser did not open it in time")
    return CrawlError(ErrorCode.NETWORK_ERROR, f"{shown(url)}: {said}")


def _cost(seconds: float, allowance: Allowance, count: RequestCount) -> Cost:
    return Cost(seconds, allowance.received + allowance.sent, count.asked, count.refused.total())


def _measure(cost: Cost) -> None:
    metrics.browser_page_seconds.observe(cost.seconds)
    metrics.browser_page_bytes.observe(cost.wire_bytes)
    metrics.browser_requests.labels("passed").inc(cost.requests - cost.refused_requests)
    metrics.browser_requests.labels("refused").inc(cost.refused_requests)
