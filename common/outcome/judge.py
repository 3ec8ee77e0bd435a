"""Whether the price that was read may be stored. Pure.

In this order, the first that applies:

1. NO_TITLE, drop: an offer without a name was not read from a product page.
2. AMBIGUOUS_PRICE, AMBIGUOUS_CURRENCY, AMBIGUOUS_AVAILABILITY, quarantine: two sources contradicted each other and no
   rule decided, the currency is no more than the likeliest ("$" of a shop that names no country), or the price lies
   outside the page's own range over its variants.
3. UNCONFIRMED_PRICE, quarantine: less speaks for the price than LEAST_STRENGTH.
4. UNKNOWN_AVAILABILITY, drop: nothing on the page says whether it can be bought. An answer of a shop's official
   interface is excepted (`from_official`): those interfaces have no word for stock, and what they state of a price is
   the shop's own statement, not a page's that may be sold out. The price is stored with availability UNKNOWN. Who
   judges says where the offer came from: nothing in the offer itself can claim it.
5. No price: ok when it is out of stock (shops hide the price then; no price is stored), else NO_PRICE, drop.
6. ZERO_PRICE, NEGATIVE_PRICE, drop.
7. NO_CURRENCY, drop: a number without a currency is not a price.
"""

from __future__ import annotations

from common.offer import Availability, Offer, Verdict, VerdictReason, VerdictStatus

OK = Verdict(VerdictStatus.OK)

LEAST_STRENGTH = 2
"""Points that must speak for a price before it is stored (common/reading/evidence/weighing): of the labelled
pages that rules are tuned on no price is stored wrong at it, be it with their markup or without any
(benchmarks/labelled/curve.py; docs/reading.md shows the curve).
"""

_AMBIGUOUS = {
    "price_minor": VerdictReason.AMBIGUOUS_PRICE,
    "currency": VerdictReason.AMBIGUOUS_CURRENCY,
    "availability": VerdictReason.AMBIGUOUS_AVAILABILITY,
}


def judge(offer: Offer, *, from_official: bool = False) -> Verdict:
    """ok, or drop or quarantine with a reason code. Never raises."""
    if not offer.title or not offer.title.strip():
        return _drop(VerdictReason.NO_TITLE)
    for field, reason in _AMBIGUOUS.items():
        if field in offer.conflicts:
            return Verdict(VerdictStatus.QUARANTINE, reason)
    if _outside_own_range(offer):
        return Verdict(VerdictStatus.QUARANTINE, VerdictReason.AMBIGUOUS_PRICE)
    if offer.price_minor and offer.price_strength is not None and offer.price_strength < LEAST_STRENGTH:
        return Verdict(VerdictStatus.QUARANTINE, VerdictReason.UNCONFIRMED_PRICE)
    if offer.availability is Availability.UNKNOWN and not from_official:
        return _drop(VerdictReason.UNKNOWN_AVAILABILITY)
    if offer.price_minor is None:
        return OK if offer.availability is Availability.OUT_OF_STOCK else _drop(VerdictReason.NO_PRICE)
    if offer.price_minor <= 0:
        return _drop(VerdictReason.ZERO_PRICE if offer.price_minor == 0 else VerdictReason.NEGATIVE_PRICE)
    if not offer.currency:
        return _drop(VerdictReason.NO_CURRENCY)
    return OK


def _drop(reason: VerdictReason) -> Verdict:
    return Verdict(VerdictStatus.DROP, reason)


def _outside_own_range(offer: Offer) -> bool:
    price, low, high = offer.price_minor, offer.price_min_minor, offer.price_max_minor
    if price is None:
        return False
    return (low is not None and price < low) or (high is not None and price > high)
