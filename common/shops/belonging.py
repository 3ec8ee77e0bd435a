"""Whether what came back may stand for the link that was asked for. Pure.

A page says many things about itself: its canonical link, its item's number, its shop. None of them moves a result: the
key is made of the link that was asked for, and a page that is another item's, or another shop's, is refused.
docs/reading.md lists every place where a page names something.
"""

from __future__ import annotations

import dataclasses

from common.links.address import parse
from common.links.domains import registrable_domain
from common.offer import Failure, FailureReason, Offer
from common.shops.base import Shop, ShopLink


def belonging(shop: Shop, link: ShopLink, page_url: str, offer: Offer) -> Offer | Failure:
    """The offer as this link's, or WRONG_ITEM. `page_url` is where the answer came from, after redirects.

    The item that the link names is the offer's; a page that names none is taken at its address. On the open web the
    answer must come from the registrable domain that was asked, and the offer's address is kept only if it lies there.
    """
    parts = parse(page_url)
    if parts is None:
        return _wrong(link, "an address that cannot be read")
    if shop.free_form:
        asked, answered = _site(link.url_norm), _site(page_url)
        if answered != asked:
            return _wrong(link, f"{answered or page_url}, another shop")
        return offer if offer.url is None or _site(offer.url) == asked else dataclasses.replace(offer, url=page_url)
    end = shop.link(page_url, parts) if shop.owns(parts.hostname or "") else None
    if end is not None and end.item_id and (end.region, end.item_id) != (link.region, link.item_id):
        return _wrong(link, end.url_norm)
    if link.item_id and offer.item_id and offer.item_id != link.item_id:
        return _wrong(link, f"a page of item {offer.item_id}")
    return dataclasses.replace(offer, item_id=link.item_id) if link.item_id else offer


class MayBeAsked:
    """Whether a host may be asked for this link: one of its shop's, on the open web of its registrable domain.

    An answer from elsewhere would not be taken. Not even asking keeps one shop from sending the fleet to another, whose
    budget and turns such requests would take.
    """

    def __init__(self, shop: Shop, link: ShopLink) -> None:
        self._shop = shop
        self._link = link
        self.refused: Failure | None = None
        """WRONG_ITEM after another shop's host was refused."""

    def __call__(self, host: str) -> bool:
        if not self._shop.fetchable(host):
            return False
        if self._shop.free_form and (registrable_domain(host) or host) != _site(self._link.url_norm):
            self.refused = _wrong(self._link, f"{host}, another shop")
            return False
        return True


def _wrong(link: ShopLink, led_to: str) -> Failure:
    return Failure(FailureReason.WRONG_ITEM, f"asked for {link.url_norm}, was led to {led_to}")


def _site(url: str) -> str | None:
    """The registrable domain, else the host (an IP address)."""
    parts = parse(url)
    host = parts.hostname if parts else None
    return (registrable_domain(host) or host) if host else None
