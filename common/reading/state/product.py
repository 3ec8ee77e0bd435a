"""The product inside a page's own state: what its scripts hold for drawing the page and for counting visits.

Only what is clearly the page's own product is read:

1. a node with a name and a price, code or stock, whose name is the page's heading or title, or whose code stands in the
   address or is a code that the page declares;
2. a Shopify product of the page's name; the single product of an analytics "detail" or "view_item" event (dataLayer),
   and WooCommerce's variation form: the last two are about the page by their own rules; and what some shop systems keep
   of it without its name (unnamed.py);
3. what a form hands to the service that takes the money (charged.py);
4. where these state no price, the one at which a visit is counted (visits.py), if the page prints it.

Several such nodes may state the same product; a field is taken from the first that states it, and a price only when all
of them agree.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from common.reading.found import Found
from common.reading.parsed.document import Document
from common.reading.state.agreed import agreed, without_price
from common.reading.state.analytics import analytics
from common.reading.state.charged import charged
from common.reading.state.currencies import currencies_named
from common.reading.state.hundredths import hundredth, in_units
from common.reading.state.objects import scripts as embedded_state
from common.reading.state.own import about, own_products
from common.reading.state.unnamed import unnamed
from common.reading.state.visits import visited
from common.reading.state.woocommerce import woocommerce
from common.reading.text.places.currency_hint import named_currency


@dataclass(frozen=True, slots=True)
class Printed:
    """The amounts that the page prints; each kind is looked for only when it is asked for."""

    all: Callable[[], frozenset[Decimal]]
    near: Callable[[], frozenset[Decimal]]
    """Those of a page that has any near its heading."""
    is_plain_near: Callable[[], bool]
    """Whether any stands near the heading that words make no other amount than a price."""
    shown: Decimal | None
    """What a reader would take for the price."""


def read(
    document: Document,
    declared: Sequence[Found],
    heading: str | None,
    printed: Printed,
) -> Found | None:
    """What the page's state says about its own product; None when it says nothing of it.

    `declared`: what the page declares of its product; `heading`: the text of its main heading. A price that a page with
    printed amounts does not print is none that a buyer would meet, and is left out; it is kept, but doubted, where none
    of these stands plainly near the heading and nothing is declared. What Shopify's themes and IdoSell keep is what
    they draw: there those near the heading alone count.
    """
    held = list(embedded_state.objects(document))
    own, is_drawn = own_products(held, about(document, declared, heading), printed.shown)
    if any(one.chosen_price is not None for one in own) and printed.all():
        own = [replace(one, chosen_price=None) for one in own]  # what is printed tells what is chosen
    own.extend(analytics(held))
    own.extend(unnamed(document, held, printed.all))
    variations = woocommerce(document)
    if variations is not None:
        own.append(variations)
    paid = charged(document, heading)
    if paid is not None and (paid.title or paid.price in printed.all()):
        own.append(paid)
    if not any(one.price for one in own):
        counted = visited(document)
        own.extend([counted] if counted is not None and counted.price in printed.all() else [])
    merged = agreed(in_units(own))
    if merged is None or merged.price is None:
        return merged
    amounts = printed.near() if is_drawn else printed.all()
    if not amounts:
        return _unprinted(merged, held, document)
    if merged.price in amounts:
        return merged
    is_shown_in_units = merged.is_whole and hundredth(merged.price) == printed.shown
    if is_drawn or is_shown_in_units or any(one.price for one in declared) or printed.is_plain_near():
        return without_price(merged)
    return replace(merged, is_doubtful=True)


def _unprinted(merged: Found, held: Sequence[tuple[str, Any]], document: Document) -> Found:
    """The same, for a page that prints no amount: in the one currency that its front names, and to be doubted where its
    objects name several, nothing but the page's language tells it, or the price is the lowest of a wide range or of
    what is left of others alone.
    """
    low, high = merged.low, merged.high
    is_wide = low is not None and high is not None and high > low * _WIDE
    is_doubtful = (is_wide or merged.is_doubtful) and merged.chosen_price is None
    if merged.currency is not None:
        return replace(merged, is_doubtful=is_doubtful)
    of_front, named = currencies_named(held)
    place = document.currency_of_place(None) or named_currency(document.text)
    if len(of_front) == 1:
        return replace(merged, currency=next(iter(of_front)), is_doubtful=is_doubtful)
    is_told = place is not None and not of_front and named <= {place}
    return replace(merged, is_doubtful=is_doubtful or not is_told)


_WIDE = 3
