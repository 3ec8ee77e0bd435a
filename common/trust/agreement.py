"""Whether two looks at one page saw the same offer. Pure.

Compared is what a person would be misled by: which product it is, whether its price may be stored, price, currency and
availability, what stands beside the price, its name, and the site its picture comes from. Not compared is what changes
by itself: stock, the picture's path, variants, words in the name that count something.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from common.links.domains import site_of
from common.offer import Availability, Offer, VerdictStatus
from common.outcome.crawl_result import CrawlResult, product_key
from common.trust.in_common import likeness

ALIKE = 0.8
"""Two names are one product's when their likeness (0 to 1, by characters) is at least this."""
_NAME_CHARACTERS = 300


@dataclass(frozen=True, slots=True)
class Seen:
    """What one look at a page saw, or what is trusted of a product now."""

    product_key: str
    verdict: str
    price_minor: int | None
    currency: str | None
    availability: str
    list_price_minor: int | None = None
    price_kind: str | None = None
    price_min_minor: int | None = None
    price_max_minor: int | None = None
    title: str | None = None
    brand: str | None = None
    seller: str | None = None
    image_url: str | None = None
    via: str = "http"
    """By which way. Another way may show another price of the same product at the same time, and nobody lies."""

    @property
    def value(self) -> tuple[object, ...]:
        """What must never change by a single person's word."""
        return (self.product_key, self.verdict, self.price_minor, self.currency, self.availability)

    @property
    def beside(self) -> tuple[object, ...]:
        """What stands beside the price."""
        return (self.list_price_minor, self.price_kind, self.price_min_minor, self.price_max_minor)


def seen(result: CrawlResult) -> Seen:
    """What a crawl saw. A price whose verdict is not ok is none: it would not be stored."""
    offer = result.offer or Offer()
    return replace(_seen(result.product_key, result.verdict.status.value, offer), via=str(result.via))


def seen_of_row(told: Mapping[str, Any], *, platform: str, region: str, url_norm: str) -> Seen:
    """What a recorded result saw: `told` is crawl_jobs.result_json, read."""
    fields = told.get("offer") or {}
    # As it stands there: a newer version may have a word that this one does not know.
    availability = str(fields.get("availability", Availability.UNKNOWN))
    offer = Offer(
        item_id=fields.get("item_id"),
        sku=fields.get("sku"),
        title=fields.get("title"),
        brand=fields.get("brand"),
        seller=fields.get("seller"),
        image_url=fields.get("image_url"),
        currency=fields.get("currency"),
        price_minor=fields.get("price_minor"),
        list_price_minor=fields.get("list_price_minor"),
        price_kind=fields.get("price_kind"),
        price_min_minor=fields.get("price_min_minor"),
        price_max_minor=fields.get("price_max_minor"),
    )
    status = str((told.get("verdict") or {}).get("status"))
    key = str(told.get("product_key") or product_key(platform, region, url_norm, offer))
    found = _seen(key, status, offer)
    return replace(found, availability=availability, via=str(told.get("via", "http")))


def agree(one: Seen, other: Seen) -> bool:
    """Whether two looks confirm each other."""
    return (
        one.value == other.value
        and one.beside == other.beside
        and alike(one.title, other.title)
        and _same_site(one.image_url, other.image_url)
    )


def repeats(known: Seen, result: Seen) -> bool:
    """Whether a result says nothing that is not trusted already, so that recording it changes nothing to be seen.

    A page that is sold out and shows no price leaves the price that is known.
    """
    if result.price_minor is None:
        known = replace(known, price_minor=None, currency=None, list_price_minor=None, price_kind=None)
        known = replace(known, price_min_minor=None, price_max_minor=None)
    return (
        known.value == result.value
        and known.beside == result.beside
        and result.title in {None, known.title}
        and result.brand in {None, known.brand}
        and result.seller in {None, known.seller}
        and (result.image_url is None or _same_site(known.image_url, result.image_url))
    )


def alike(one: str | None, other: str | None) -> bool:
    """Whether two names may be of one product: the same but for case, spaces and a few words."""
    if one is None or other is None:
        return one is other
    a, b = _plain(one), _plain(other)
    return a == b or likeness(a, b) >= ALIKE


def _plain(name: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())[:_NAME_CHARACTERS]


def _same_site(one: str | None, other: str | None) -> bool:
    """The path may be anything: shops move their pictures about."""
    if one is None or other is None:
        return one is other
    return site_of(one) == site_of(other)


def _seen(key: str, verdict: str, offer: Offer) -> Seen:
    priced = verdict == VerdictStatus.OK and offer.price_minor is not None
    return Seen(
        product_key=key,
        verdict=verdict,
        price_minor=offer.price_minor if priced else None,
        currency=offer.currency if priced else None,
        availability=offer.availability.value,
        list_price_minor=offer.list_price_minor if priced else None,
        price_kind=offer.price_kind if priced else None,
        price_min_minor=offer.price_min_minor if priced else None,
        price_max_minor=offer.price_max_minor if priced else None,
        title=offer.title,
        brand=offer.brand,
        seller=offer.seller,
        image_url=offer.image_url,
    )
