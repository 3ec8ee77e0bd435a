"""Whether what a crawl saw is recorded at the first sight, or waits until a second one says the same. Pure.

A price that leaps, a price in another currency or of another kind, and a page that shows another product are doubted:
most of them are a shop's slip, a page half changed, or a reading that failed in a way nobody knew. `weigh` decides, in
this order, the first that applies:

1. A page without an offer, or quarantined: RECORD as ever. It says nothing of what waits (inconclusive).
2. Nothing was recorded to hold it against, neither of the product nor of another one to which the same link led before
   (same_link.py): RECORD.
3. Nothing to doubt: RECORD. What waited was a flicker, unless the page shows no price and a price is what waits, or
   the page says what waits: another job recorded it meanwhile, or the factors were changed, and it was seen twice.
4. It shows another product, and nothing that could be recorded of that one (no price that may be stored, nor stock and
   a GTIN): STRAY, quarantined at once. A page that stands in for the product while the shop is down looks like this,
   and goes on for longer than a second look waits; the product's history must not end by it. What waits goes on
   waiting.
5. The last sight that waits says the same (price, currency, kind, availability, product): RECORD, with both times; a
   new generation where it is another product.
6. MOST_SIGHTS in a row were doubted and no two that followed each other agreed: QUARANTINE, with all of them as
   candidates.
7. Else WAIT: it is what the next sight is held against. So each different value begins the wait anew.

Walls, time-outs and other failures are no sights: nothing here is asked of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from common.details.gtin import gtin_14
from common.offer import Availability, PriceCandidate, PriceKind, Verdict, VerdictReason, VerdictStatus
from common.outcome.crawl_result import CrawlResult, result_json
from common.outcome.identity import Identity, Sameness, compare
from common.outcome.sight_rules import Factors

MOST_SIGHTS = 4
"""So many sights that do not agree, and the offer is quarantined; the wait is over."""


class Doubt(StrEnum):
    """Why a sight waits. The same names are in schema.sql (pending_results.doubt)."""

    PRICE_JUMPED = "PRICE_JUMPED"
    CURRENCY_CHANGED = "CURRENCY_CHANGED"
    PRICE_KIND_CHANGED = "PRICE_KIND_CHANGED"
    ANOTHER_PRODUCT = "ANOTHER_PRODUCT"


DOUBTS_OF_PRICE = frozenset({Doubt.PRICE_JUMPED, Doubt.CURRENCY_CHANGED, Doubt.PRICE_KIND_CHANGED})


@dataclass(frozen=True, slots=True)
class Sight:
    """What of an offer is compared: as recorded last, as it waits, or as it was seen now.

    A price stands here only when it may be stored: with the verdict ok, more than zero, in a currency.
    """

    identity: Identity = field(default_factory=Identity)
    price_minor: int | None = None
    currency: str | None = None
    price_kind: str | None = None
    availability: str = "UNKNOWN"


@dataclass(frozen=True, slots=True)
class Waiting:
    """A sight that waits for the next one."""

    sight: Sight
    seen_at: int
    """UTC milliseconds."""
    doubt: Doubt
    product_key: str
    person: str | None = None
    """The volunteer who saw it; None: an operator's worker."""


class Weight(StrEnum):
    RECORD = "record"
    WAIT = "wait"
    QUARANTINE = "quarantine"
    STRAY = "stray"


@dataclass(frozen=True, slots=True)
class Weighed:
    move: Weight
    doubt: Doubt | None = None
    """WAIT: why."""
    confirms: Waiting | None = None
    """RECORD: the sight that said the same before."""
    anew: bool = False
    """RECORD: it is another product; its history begins anew."""
    ends_wait: bool = False
    """RECORD, QUARANTINE: nothing waits afterwards."""

    @property
    def wants_another(self) -> bool:
        """Whether a volunteer's sight like this is kept and held against the next one."""
        return self.move in {Weight.WAIT, Weight.QUARANTINE}

    @property
    def flickered(self) -> bool:
        """What waited was not seen again, and what is known was."""
        return self.move is Weight.RECORD and self.ends_wait and self.confirms is None


def weigh(
    result: CrawlResult,
    known: Sight | None,
    waiting: Sequence[Waiting],
    factors: Factors,
    *,
    former: Sight | None = None,
) -> Weighed:
    """`known`: what is recorded of the product, None for nothing. `waiting`: the job's sights that wait, oldest first.
    `former`: the other product that the same link led to before (same_link.py)."""
    if not result.teaches:
        return Weighed(Weight.RECORD)
    found = sight_of(result)
    doubt = doubt_of(found, known, factors) if known is not None else None
    of_link = None
    if doubt is None and former is not None and (known is None or known.price_minor is None):
        of_link = _doubt_of_link(result, found, former, factors)
    last = waiting[-1] if waiting else None
    says_the_same = last is not None and last.product_key == result.product_key and same(last.sight, found)
    if doubt is None and of_link is None:
        if says_the_same:
            return Weighed(Weight.RECORD, confirms=last, ends_wait=True)
        tells = found.price_minor is not None or (last is not None and last.doubt is Doubt.ANOTHER_PRODUCT)
        return Weighed(Weight.RECORD, ends_wait=last is not None and tells)
    if doubt is Doubt.ANOTHER_PRODUCT and not worth_recording(found):
        return Weighed(Weight.STRAY, doubt)
    if says_the_same:
        anew = doubt is Doubt.ANOTHER_PRODUCT
        return Weighed(Weight.RECORD, confirms=last, anew=anew, ends_wait=True)
    if len(waiting) + 1 >= MOST_SIGHTS:
        return Weighed(Weight.QUARANTINE, doubt or of_link, ends_wait=True)
    return Weighed(Weight.WAIT, doubt or of_link)


def _doubt_of_link(result: CrawlResult, found: Sight, former: Sight, factors: Factors) -> Doubt | None:
    """A page that names another product may well show one; its price is doubted as the former one's would be."""
    if result.name_of_its_own:
        former = replace(former, identity=Identity())
    return doubt_of(found, former, factors)


def worth_recording(found: Sight) -> bool:
    """Whether a page says enough of another product to begin a history with it."""
    stock = found.availability != Availability.UNKNOWN
    return found.price_minor is not None or (stock and gtin_14(found.identity.gtin) is not None)


def doubt_of(found: Sight, known: Sight, factors: Factors) -> Doubt | None:
    """Why what was found is not taken at the first sight; None when it is."""
    if compare(known.identity, found.identity) is Sameness.OTHER:
        return Doubt.ANOTHER_PRODUCT
    if found.price_minor is None or known.price_minor is None:
        return None
    if found.currency != known.currency:
        return Doubt.CURRENCY_CHANGED
    if (found.price_kind or PriceKind.REGULAR) != (known.price_kind or PriceKind.REGULAR):
        return Doubt.PRICE_KIND_CHANGED
    times = found.price_minor / known.price_minor
    return Doubt.PRICE_JUMPED if times > factors.up or times < factors.down else None


def unstable(result: CrawlResult, waiting: Sequence[Waiting]) -> CrawlResult:
    """The result quarantined as UNSTABLE, with every price that was seen as a candidate, its own first."""
    seen = [sight_of(result), *(one.sight for one in reversed(waiting))]
    candidates = tuple(
        PriceCandidate(one.price_minor, one.currency, sources=("sight",)) for one in seen if one.price_minor is not None
    )
    return _quarantined(result, VerdictReason.UNSTABLE, tuple(dict.fromkeys(candidates)))


def stray(result: CrawlResult) -> CrawlResult:
    """The result quarantined, because it shows another product and nothing that could be recorded of it."""
    return _quarantined(result, VerdictReason.ANOTHER_PRODUCT)


def _quarantined(
    result: CrawlResult, reason: VerdictReason, candidates: tuple[PriceCandidate, ...] = ()
) -> CrawlResult:
    """Without its hash: the next crawl has nothing to compare with, and the result as it was read is not this one."""
    offer = result.offer
    if offer is None:
        return result
    offer = replace(offer, candidates=candidates + offer.candidates)
    verdict = Verdict(VerdictStatus.QUARANTINE, reason)
    told = result_json(offer, verdict, result.fetched_url, result.via, product_of_link=result.product_of_link)
    return replace(result, result_json=told, offer=offer, verdict=verdict, content_hash=None)


def same(one: Sight, other: Sight) -> bool:
    """Whether two sights confirm each other: price, currency, kind and availability, and no two products."""
    return (
        (one.price_minor, one.currency, one.price_kind or PriceKind.REGULAR, one.availability)
        == (other.price_minor, other.currency, other.price_kind or PriceKind.REGULAR, other.availability)
    ) and compare(one.identity, other.identity) is not Sameness.OTHER


def sight_of(result: CrawlResult) -> Sight:
    """What a crawl saw. Of a page without an offer: nothing."""
    offer = result.offer
    if offer is None:
        return Sight()
    priced = result.storable
    return Sight(
        Identity(offer.title, offer.brand, offer.gtin, offer.image_url),
        offer.price_minor if priced else None,
        offer.currency if priced else None,
        offer.price_kind if priced else None,
        offer.availability.value,
    )
