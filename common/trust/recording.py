"""What of a volunteer's report reaches a product's row. Pure.

Product, verdict, price, currency, its kind and availability are recorded as reported, for they were compared
(common/trust/agreement.py) or left to the dice. All else is recorded as far as two say so:

* a list price and the range of prices: when it was checked, what both looks say. Two volunteers' looks agree in them
  anyway; who confirms an operator's sight of a doubted price may state others.

* a name, a brand, a seller or a picture: by one person alone only of a product that nobody knew, as its price is; where
  something is known, what is known or what both looks say. Of two names that are alike, the words that both have.
* a GTIN or MPN, a coupon's price, further pictures, choices, details, an address of its own: what two persons said, be
  it in two looks or in two crawls that followed each other. Never one alone.
* a stock count changes by itself, and is taken as reported.

What is left out leaves on the product's row what it has. What an operator's worker saw is recorded whole, elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from dataclasses import fields, replace
from typing import Any, TypeVar

from common.details.kinds import Details
from common.offer import Offer
from common.outcome.crawl_result import CrawlResult
from common.trust.agreement import Seen
from common.trust.in_common import in_common

_NAMES = ("brand", "seller", "seller_id", "shop_id", "image_url")
_BESIDE = ("list_price_minor", "price_min_minor", "price_max_minor")
_NEVER_ALONE = ("gtin", "mpn", "coupon_price_minor", "url")
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
"""Thai, Lao, Burmese, Khmer, Japanese and Chinese are written without spaces."""
_WORD = re.compile(rf"\s+|[0-9][0-9.,]*|[^\W\d_{_UNSPACED}]+|.", re.DOTALL)
T = TypeVar("T", bound=Hashable)


def recorded(result: CrawlResult, *, known: Seen | None, other: Offer | None, checked: bool) -> CrawlResult:
    """The result as its product's row may have it.

    `known`: what is trusted of the product now. `other`: what somebody else said of it, in the first of two looks
    (`checked`; an operator's sight that waited is one) or in the crawl before this one; None when nobody did.
    """
    offer = result.offer
    if offer is None:
        return result
    alone = known is None and not checked
    said: dict[str, Any] = {}
    for name in _NAMES:
        value = getattr(offer, name)
        if not alone and value not in (getattr(known, name, None), getattr(other, name, None)):
            said[name] = None
    for name in (*_NEVER_ALONE, *(_BESIDE if checked else ())):
        if getattr(offer, name) != getattr(other, name, None):
            said[name] = None
    if checked and offer.title not in (known and known.title, other and other.title):
        said["title"] = shared_words(offer.title, other.title if other else None)
    said["images"] = _both(offer.images, other.images if other else ())
    said["variants"] = _both(offer.variants, other.variants if other else ())
    said["details"] = _agreed(offer.details, other.details if other else Details())
    return replace(result, offer=replace(offer, **said))


def shared_words(one: str | None, other: str | None) -> str | None:
    """The words of the one name that the other has too, in order; a sign of a script without spaces is a word."""
    if one is None or other is None:
        return None
    a, b = _WORD.findall(one), _WORD.findall(other)
    same = ""
    after = (0, 0)
    for at, to in in_common(a, b):
        # A gap on either side is a gap between words.
        same += a[at] if (at, to) == after else f" {a[at]}"
        after = (at + 1, to + 1)
    return " ".join(same.split()) or None


def _both(one: Sequence[T], other: Sequence[T]) -> tuple[T, ...]:
    there = frozenset(other)
    return tuple(item for item in one if item in there)


def _agreed(one: Details, other: Details) -> Details:
    same = {f.name: getattr(one, f.name) for f in fields(Details) if getattr(one, f.name) == getattr(other, f.name)}
    return Details(**same)
