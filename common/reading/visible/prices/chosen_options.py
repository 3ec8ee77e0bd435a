"""What the options cost that a form has chosen when its page opens: "Oak (+ £240.00)". A declared price, or one "from",
is often that of the thing without them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from decimal import Decimal
from itertools import islice

from common.reading.parsed.document import type_of
from common.reading.parsed.letters import squeeze
from common.reading.parsed.text_within import text_within
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.text.money import amount_of
from common.reading.text.price import Money, PriceRange
from common.reading.visible.prices.drawn.coins import Price
from common.reading.visible.view import PageView, once_a_view

_MOST_FIELDS, _MOST_CHOICES, _MOST_CHARS = 40, 200, 120
_ON_TOP = re.compile(r"[+＋]\s?\Z")
_TICKED = frozenset({"radio", "checkbox"})


@once_a_view
def chosen_extras(view: PageView) -> Decimal:
    """The sum of what the options add that the page has chosen; 0 where none of them names an amount with a plus."""
    return sum((amount for text in _chosen(view) if (amount := _added(text, view)) is not None), Decimal(0))


def with_chosen(price: Price | None, ahead: Callable[[], Collection[Decimal]], view: PageView) -> Price | None:
    """The price with the chosen options, where the page prints that sum; else the price itself. Without a price any
    printed amount may be the one to which they add. `ahead` gives those that the page prints before the button that
    buys; few pages need them.
    """
    extras = chosen_extras(view)
    if not extras or (isinstance(price, PriceRange) and price.low is None):
        return price
    amounts = ahead()
    bases = amounts if price is None else (price.low if isinstance(price, PriceRange) else price.amount,)
    totals = {base + extras for base in bases if base and base + extras in amounts}
    currency = view.currency_hint if price is None else price.currency
    return Money(totals.pop(), currency) if len(totals) == 1 else price


def _chosen(view: PageView) -> Iterator[str]:
    for field in view.document.first(_MOST_FIELDS, "select"):
        chosen = (one for one in islice(field.iter("option"), _MOST_CHOICES) if one.get("selected") is not None)
        if (option := next(chosen, None)) is not None:
            yield squeeze(text_within(option, _MOST_CHARS))
    for field in view.document.first(_MOST_CHOICES, "input"):
        if field.get("checked") is not None and type_of(field) in _TICKED:
            label = next(field.iterancestors("label"), None)
            yield squeeze(text_within(label, _MOST_CHARS) if label is not None else field.tail or "")


def _added(text: str, view: PageView) -> Decimal | None:
    match = BESIDE_CURRENCY.search(text)
    if match is None or _ON_TOP.search(text[: match.start()]) is None:
        return None
    return amount_of(match, view.currency_hint)
