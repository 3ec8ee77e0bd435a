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

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache
from typing import Any
from urllib.parse import unquote

from common.offer import Availability
from common.reading.found import STATE, Found
from common.reading.parsed.document import Document
from common.reading.parsed.letters import folded
from common.reading.state import shop_systems as embedded_shops
from common.reading.state.analytics import analytics
from common.reading.state.charged import charged
from common.reading.state.hundredths import in_units
from common.reading.state.node import fields as state_fields
from common.reading.state.objects import scripts as embedded_state
from common.reading.state.unnamed import unnamed
from common.reading.state.visits import visited
from common.reading.state.woocommerce import woocommerce
from common.reading.text.json_text import JsonObject

_MAX_NODES = 60_000
_MAX_DEPTH = 60
"""A tree of components nests two or three deep for each."""
_MAX_MATCHES = 12
_LISTS = re.compile(
    r"recommend|related|similar|also|upsell|cross|carousel|impression|recently|viewed|bundle|accessor|review|breadcrumb|"
    r"basket|cart(?!id)|wishlist|navigation|menu|seo|search",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _About:
    """What the page is known to be about."""

    names: frozenset[str]
    codes: frozenset[str]
    path: str


def read(
    document: Document,
    declared: Sequence[Found],
    heading: str | None,
    printed: Callable[[], frozenset[Decimal]],
    near: Callable[[], frozenset[Decimal]] | None = None,
) -> Found | None:
    """What the page's state says about its own product; None when it says nothing of it.

    `declared`: what the page declares of its product; `heading`: the text of its main heading. `printed` gives every
    amount that the page prints and is asked only when the state has a price: one that a page with printed amounts does
    not print is none that a buyer would meet, and is left out; it is kept, but doubted, where `near`, which gives those
    near the heading, has none and nothing is declared. What Shopify's themes and IdoSell keep is what they draw: there
    `near` alone counts.
    """
    about = _about(document, declared, heading)
    held = list(embedded_state.objects(document))
    own, is_drawn = _of_objects(held, about)
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
    merged = _merged(in_units(own, printed))
    if merged is None or merged.price is None:
        return merged
    amounts = near() if near is not None and is_drawn else printed()
    if not amounts or merged.price in amounts:
        return merged
    if near is None or any(one.price for one in declared) or near():
        return replace(merged, price=None, low=None, high=None, price_kind=None)
    return replace(merged, is_unprinted=True)


def _of_objects(held: Sequence[tuple[str, Any]], about: _About) -> tuple[list[Found], bool]:
    """The page's own products in these (name, object)s; and whether the page draws one of them."""
    own: list[Found] = []
    is_drawn = False
    for name, value in held:
        # Themes put the JSON of products for a quick look beside the page's own.
        drawn = list(embedded_shops.idosell(name, value, about.path))
        own.extend(drawn)
        own.extend(embedded_shops.squarespace(name, value))
        is_drawn = is_drawn or bool(drawn)
        themed = list(embedded_shops.shopify(name, value))
        own.extend(found for found in themed if _is_named(found, about))
        if themed:
            is_drawn = True
            continue  # its variants count hundredths, too
        for node in _nodes(value):
            if len(own) >= _MAX_MATCHES:
                break
            found = state_fields.found(node, STATE)
            if found is not None and _is_own(found, node, about):
                own.append(found)
    return own, is_drawn


def _about(document: Document, declared: Sequence[Found], heading: str | None) -> _About:
    titles = [heading, document.meta("og:title"), document.title, *(one.title for one in declared)]
    names = {folded(title) for title in titles if title}
    codes = {code for one in declared for code in (one.sku, one.item_id, one.mpn, one.gtin) if code and len(code) > 2}
    return _About(frozenset(names), frozenset(codes), unquote(document.url).lower())


def _is_own(found: Found, node: JsonObject, about: _About) -> bool:
    codes = {code for code in (found.sku, found.item_id, found.gtin, *state_fields.ids(node)) if code}
    if codes & about.codes:
        return True
    addressed = any(len(code) >= 5 and _in_path(code.lower(), about.path) for code in codes)
    return _is_named(found, about) or (addressed and bool(found.title))


def _is_named(found: Found, about: _About) -> bool:
    """Whether the heading or the title is this name, or holds a long one."""
    name = folded(found.title or "")
    return len(name) > 3 and (name in about.names or (len(name) > 11 and any(name in known for known in about.names)))


def _in_path(code: str, path: str) -> bool:
    at = path.find(code)
    return at != -1 and not path[at - 1 : at].isalnum() and not path[at + len(code) : at + len(code) + 1].isalnum()


def _nodes(value: Any) -> Iterator[JsonObject]:
    """Objects that could be a product, without those under keys that hold other products. Bounded."""
    pending: list[tuple[Any, int]] = [(value, 0)]
    seen = 0
    while pending and seen < _MAX_NODES:
        node, depth = pending.pop()
        seen += 1
        if isinstance(node, dict):
            if state_fields.may_be_product(node):
                yield node
            children: Iterable[Any] = [
                child
                for key, child in node.items()
                if isinstance(child, (dict, list)) and not _lists_others(str(key)[:60])
            ]
        elif isinstance(node, list):
            children = node[:400]
        else:
            continue
        if depth < _MAX_DEPTH:
            pending.extend((child, depth + 1) for child in children if isinstance(child, (dict, list)))


@lru_cache(maxsize=4096)
def _lists_others(key: str) -> bool:
    return _LISTS.search(key) is not None


def _merged(own: Sequence[Found]) -> Found | None:
    if not own:
        return None
    merged = Found(STATE)
    for one in own:
        taken = {
            name: getattr(one, name)
            for name in (
                "title",
                "brand",
                "sku",
                "gtin",
                "mpn",
                "item_id",
                "seller",
                "images",
                "variants",
                "list_price",
                "chosen_price",
            )
            if not getattr(merged, name) and getattr(one, name)
        }
        merged = replace(merged, **taken)
    nodes = tuple(node for one in own for node in one.nodes)[:_MAX_MATCHES]
    return _with_price(_with_availability(replace(merged, nodes=nodes), own), own)


def _with_price(merged: Found, own: Sequence[Found]) -> Found:
    priced = [one for one in own if one.price is not None and one.price > 0]
    if not priced or len({_plain(one.price) for one in priced}) > 1:
        return merged
    currency = next((one.currency for one in priced if one.currency), None)
    first = next((one for one in priced if one.low is not None), priced[0])
    return replace(
        merged,
        price=first.price,
        low=first.low,
        high=first.high,
        price_kind=first.price_kind,
        is_whole=all(one.is_whole for one in priced),
        currency=currency,
    )


def _plain(price: Decimal | None) -> Decimal | None:
    return price.normalize() if price is not None else None


def _with_availability(merged: Found, own: Sequence[Found]) -> Found:
    states = {one.availability for one in own} - {Availability.UNKNOWN}
    return replace(merged, availability=states.pop()) if len(states) == 1 else merged
