"""Judge what was read: only an offer that the page states beyond doubt becomes a stored price.

Prints:
    a clear price: ok
    sold out, price hidden: ok
    no availability: drop UNKNOWN_AVAILABILITY
    a price of zero: drop ZERO_PRICE
    two sources disagree: quarantine AMBIGUOUS_PRICE
"""

from dataclasses import replace

from common.offer import Availability, Offer
from common.outcome.judge import judge

clear = Offer(title="Oak chair", price_minor=18990, currency="SGD", availability=Availability.IN_STOCK)
OFFERS = {
    "a clear price": clear,
    "sold out, price hidden": replace(clear, price_minor=None, availability=Availability.OUT_OF_STOCK),
    "no availability": replace(clear, availability=Availability.UNKNOWN),
    "a price of zero": replace(clear, price_minor=0),
    "two sources disagree": replace(clear, conflicts=("price_minor",)),
}

for name, offer in OFFERS.items():
    verdict = judge(offer)
    print(f"{name}:", verdict.status, *([verdict.reason] if verdict.reason else []))
