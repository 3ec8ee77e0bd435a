"""What a report means, judged here as a worker judges a page: nothing is taken on a machine's word. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from common.errors import CrawlError, ErrorCode
from common.links.address import parse
from common.offer import Failure, Offer
from common.outcome.crawl_outcome import CrawlOutcome, Succeeded, outcome_of_error
from common.outcome.judge import judge
from common.outcome.page_result import page_result
from common.outcome.recrawl_pace import RecrawlPace
from common.protocol.base import LEASE_ENDS_SECONDS
from common.protocol.reports import Found, NotFound
from common.reading.evidence.weighing.believed import believable
from common.shops.base import Shop, ShopLink
from common.shops.belonging import belonging
from common.shops.bounded import bounded
from common.shops.registry import Shops
from common.store.volunteers.values import ReportedLease
from common.ways.way import Way

_NEVER_REPORTED = frozenset({ErrorCode.CANCELLED, ErrorCode.LEASE_EXPIRED, ErrorCode.UNCONFIRMED})
"""Written by the store alone."""

MOST_PUT_OFF_SECONDS = LEASE_ENDS_SECONDS
"""A volunteer's report can put a job off for this long at most, as long as a lease could hold it. Else somebody who
took every task and reported that shops want hours of rest would hold up the fleet."""


class Impossible(ValueError):
    """The report cannot be true, or is not about the task's link. Its text is for the machine's owner."""


class Judging:
    """Knows the fleet's shops, the pace of recrawls and of retries; nothing of machines, persons or trust."""

    def __init__(self, shops: Shops, pace: RecrawlPace, retry_delays_seconds: Sequence[float]) -> None:
        self._shops = shops
        self._pace = pace
        self._delays = retry_delays_seconds

    def outcome(self, lease: ReportedLease, said: Found | NotFound, *, trusted: bool) -> CrawlOutcome:
        """As a worker of the operator's own would have recorded it. Raises Impossible.

        `trusted`: a machine of the operator's reports it. When any other machine says how long the shop wants to be
        left alone, that counts for MOST_PUT_OFF_SECONDS, or the usual delay of that attempt, at the most."""
        if lease.via is Way.OFFICIAL and not trusted:
            raise Impossible("a job of an official interface, which is the operator's own machines'")
        if isinstance(said, NotFound):
            return self._failure(lease, said, trusted=trusted)
        link = self._link(lease, said)
        shop = self._shops.for_platform(link.platform)
        # By the job's own way, which is the operator's: nothing in a report makes its offer an official interface's.
        official = lease.via is Way.OFFICIAL
        offer = _stated(shop, link, said) if official else self._offer(shop, link, said)
        verdict = judge(offer, from_official=official)
        result = page_result(
            offer,
            verdict,
            url_norm=link.url_norm,
            platform=link.platform,
            region=link.region,
            fetched_url=said.fetched_url,
            via=lease.via,
            last_hash=lease.content_hash,
            interval_ms=lease.crawl_interval_ms,
            pace=self._pace,
        )
        return Succeeded(lease.job_id, lease.lease_token, result)

    def _failure(self, lease: ReportedLease, said: NotFound, *, trusted: bool) -> CrawlOutcome:
        if said.error_code in _NEVER_REPORTED:
            raise Impossible(f"{said.error_code} is nothing that a worker meets")
        wait_seconds = said.retry_after_seconds
        if wait_seconds is not None and not trusted:
            usual_seconds = self._delays[min(max(lease.attempt, 1), len(self._delays)) - 1]
            wait_seconds = min(wait_seconds, max(usual_seconds, MOST_PUT_OFF_SECONDS))
        # Older programs tell so of names too, where a machine's resolver may have lied (Misled in common/errors).
        code = ErrorCode.DNS_ERROR if said.error_code is ErrorCode.ADDRESS_REFUSED else said.error_code
        error = CrawlError(code, said.detail, retry_after_seconds=wait_seconds)
        return outcome_of_error(lease, lease.lease_token, error, retry_delays_seconds=self._delays, pace=self._pace)

    def _link(self, lease: ReportedLease, said: Found) -> ShopLink:
        asked = self._shops.link(lease.url_norm)
        if asked is None:
            raise Impossible("the task's link is no shop's any more")
        if not asked.short:
            if said.link != asked.url_norm:
                raise Impossible("the offer is of another link than the task's")
            return asked
        led_to = self._shops.link(said.link)
        if led_to is None or led_to.short or led_to.url_norm != said.link:
            raise Impossible("what the short link led to is no product's canonical link")
        if led_to.platform != asked.platform:
            raise Impossible("a short link leads to its own shop's products alone")
        return led_to

    def _offer(self, shop: Shop, link: ShopLink, said: Found) -> Offer:
        parts = parse(said.fetched_url)
        if parts is None or parts.scheme not in {"http", "https"} or not shop.fetchable(parts.hostname or ""):
            raise Impossible("the page was fetched from a host that is not the shop's")
        offer = belonging(shop, link, said.fetched_url, bounded(said.offer))
        if isinstance(offer, Failure):
            raise Impossible("the offer does not belong to the task's link")
        _in_its_market(shop, link, offer)
        if shop.free_form and offer.price_minor is not None:
            # On the open web every price was weighed; the points decide whether it may be stored.
            points = believable(offer)
            grounds = offer.price_grounds if points == offer.price_strength else {}
            offer = replace(offer, price_strength=points, price_grounds=grounds)
        # A page's word for its own address stands only where it is the shop's: on the product it is a link to click.
        return _own_address(shop, offer)


def _stated(shop: Shop, link: ShopLink, said: Found) -> Offer:
    """What the shop's official interface stated. Raises Impossible."""
    interface = shop.official()
    host = interface.host(link.region) if interface else None
    parts = parse(said.fetched_url)
    if host is None or parts is None or parts.scheme != "https" or parts.hostname != host:
        raise Impossible("a job of an official interface, and the answer came from elsewhere")
    offer = belonging(shop, link, link.url_norm, bounded(said.offer))
    if isinstance(offer, Failure):
        raise Impossible("the offer does not belong to the task's link")
    _in_its_market(shop, link, offer)
    return _own_address(shop, offer)


def _in_its_market(shop: Shop, link: ShopLink, offer: Offer) -> None:
    market = shop.currency(link.region)
    if market and offer.currency and offer.currency != market:
        raise Impossible(f"a price in {offer.currency}, and this market's are in {market}")


def _own_address(shop: Shop, offer: Offer) -> Offer:
    """Without an address that is not the shop's."""
    own = parse(offer.url or "")
    fits = own is not None and shop.fetchable(own.hostname or "")
    return offer if fits or offer.url is None else replace(offer, url=None)
