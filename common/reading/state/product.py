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
from dataclasses import replace
from decimal import Decimal
from typing import Any

from common.reading.found import Found
from common.reading.parsed.document import Document
from common.reading.state.agreed import agreed, without_price
from common.reading.state.analytics import analytics
from common.reading.state.charged import charged
from common.reading.state.currencies import currencies_named
from common.reading.state.hundredths import in_units
from common.reading.state.objects import scripts as embedded_state
from common.reading.state.own import about, own_products
from common.reading.state.unnamed import unnamed
from common.reading.state.visits import visited
from common.reading.state.woocommerce import woocommerce


def read(
    document: Document,
    declared: Sequence[Found],
    heading: str | None,
    printed: Callable[[], frozenset[Decimal]],
    near: Callable[[], frozenset[Decimal]] | None = None,
    shown: Decimal | None = None,
) -> Found | None:
    """What the page's state says about its own product; None when it says nothing of it.

    `declared`: what the page declares of its product; `heading`: the text of its main heading; `shown`: what a reader
    would take for its price. `printed` gives every
    amount that the page prints and is asked only when the state has a price: one that a page with printed amounts does
    not print is none that a buyer would meet, and is left out; it is kept, but doubted, where `near`, which gives those
    near the heading, has none and nothing is declared. What Shopify's themes and IdoSell keep is what they draw: there
    `near` alone counts.
    """
    held = list(embedded_state.objects(document))
    own, is_drawn = own_products(held, about(document, declared, heading), shown)
    if any(one.chosen_price is not None for one in own) and printed():
        own = [replace(one, chosen_price=None) for one in own]  # what is printed tells what is chosen
    own.extend(analytics(held))
    own.extend(unnamed(document, held, printed))
    variations = woocommerce(document)
    if variations is not None:
        own.append(variations)
    paid = charged(document, heading)
    if paid is not None and (paid.title or paid.price in printed()):
        own.append(paid)
    if not any(one.price for one in own):
        counted = visited(document)
        own.extend([counted] if counted is not None and counted.price in printed() else [])
    merged = agreed(in_units(own, printed))
    if merged is None or merged.price is None:
        return merged
    amounts = near() if near is not None and is_drawn else printed()
    if not amounts:
        return _unprinted(merged, held, document)
    if merged.price in amounts:
        return merged
    if near is None or any(one.price for one in declared) or near():
        return without_price(merged)
    return replace(merged, is_doubtful=True)


def _unprinted(merged: Found, held: Sequence[tuple[str, Any]], document: Document) -> Found:
    """The same, for a page that prints no amount: in the one currency that its objects name, and to be doubted where
    they name several, nothing but the page's language tells it, or the price is the lowest of a wide range.
    """
    low, high = merged.low, merged.high
    is_wide = low is not None and high is not None and high > low * _WIDE and merged.chosen_price is None
    if merged.currency is not None:
        return replace(merged, is_doubtful=is_wide)
    named = currencies_named(held)
    is_told = len(named) == 1 or (not named and document.currency_of_place(None) is not None)
    code = next(iter(named)) if len(named) == 1 else None
    return replace(merged, currency=code, is_doubtful=is_wide or not is_told)


_WIDE = 3
