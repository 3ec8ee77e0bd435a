"""Whose product an object in a page's state is: the page's own, by its name, a code or its address.

A name counts that is the page's heading or title, or a part of it between marks. One that such a heading only holds
("Throw" in "Throw, set of two") may be another product's: it confirms the price that the page shows, and no more.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Any
from urllib.parse import unquote

from common.reading.found import STATE, Found
from common.reading.parsed.document import Document
from common.reading.parsed.letters import folded
from common.reading.state import shop_systems
from common.reading.state.node import fields
from common.reading.text.address_parts import last_part
from common.reading.text.json_text import JsonObject

_MAX_NODES = 60_000
_MAX_DEPTH = 60
"""A tree of components nests two or three deep for each."""
MAX_MATCHES = 12
_LISTS = re.compile(
    r"recommend|related|similar|also|upsell|cross|carousel|impression|recently|viewed|bundle|accessor|review|breadcrumb|"
    r"basket|cart(?!id)|wishlist|navigation|menu|seo|search|sibling|^pairs|^collections?$|^categor(?:y|ies)$|"
    r"^blogs?$|^recipes?$",
    re.IGNORECASE,
)
_LEAST_NAME_CHARS, _LEAST_HELD_CHARS, _LEAST_CODE_CHARS = 4, 12, 5


@dataclass(frozen=True, slots=True)
class About:
    """What the page is known to be about."""

    names: frozenset[str]
    parts: frozenset[str]
    """Of these names, between their marks."""
    codes: frozenset[str]
    path: str


def about(document: Document, declared: Sequence[Found], heading: str | None) -> About:
    """What a page says of itself: `declared` of its product, `heading` the text of its main heading."""
    titles = [heading, document.meta("og:title"), document.title, *(one.title for one in declared)]
    names = {folded(title) for title in titles if title}
    parts = {folded(part) for title in (*titles, *document.title_parts) if title for part in _MARK.split(title)}
    codes = {code for one in declared for code in (one.sku, one.item_id, one.mpn, one.gtin) if code and len(code) > 2}
    return About(frozenset(names), frozenset(parts), frozenset(codes), unquote(document.url).lower())


_MARK = re.compile(r"\s[-\u2013\u2014|\u00b7\u2022:]\s|[|\u00bb\u203a]")


def own_products(held: Sequence[tuple[str, Any]], page: About, shown: Decimal | None) -> tuple[list[Found], bool]:
    """The page's own products in these (name, object)s; and whether the page draws one of them. `shown`: what a reader
    of the page would take for the price.
    """
    own: list[Found] = []
    is_drawn = False
    for name, value in held:
        # Themes put the JSON of products for a quick look beside the page's own.
        drawn = list(shop_systems.idosell(name, value, page.path))
        own.extend(drawn)
        own.extend(shop_systems.squarespace(name, value))
        is_drawn = is_drawn or bool(drawn)
        themed = list(shop_systems.shopify(name, value))
        own.extend(found for found in themed if _is_named(found, page) or _is_held(found, page))
        if themed:
            is_drawn = True
            continue  # its variants count hundredths, too
        own.extend(_own_nodes(value, page, shown, MAX_MATCHES - len(own)))
    return own, is_drawn


def _own_nodes(value: Any, page: About, shown: Decimal | None, most: int) -> list[Found]:
    """Without those that say that they stand at another address, where one says that it stands at the page's."""
    own: list[tuple[Found, bool | None]] = []
    for node in _nodes(value):
        if len(own) >= most:
            break
        named = fields.named(node, STATE)
        if named is None:
            continue
        is_own = _is_own(named, node, page)
        if not is_own and not _is_held(named, page):
            continue
        found = fields.found(node, STATE)
        if found is not None and not is_own and not _is_named_with_brand(found, page) and not _ends_at(node, page):
            found = _confirming(found, shown)
        if found is not None:
            place = fields.leads_to(node)
            own.append((found, None if place is None else _in_path(place, page.path)))
    is_placed = any(here for _, here in own)
    return [found for found, here in own if not (is_placed and here is False)]


def _confirming(found: Found, shown: Decimal | None) -> Found | None:
    """Its price alone, if a reader would take that for the page's."""
    if found.price is None or found.price != shown:
        return None
    return Found(STATE, price=found.price, currency=found.currency, is_whole=found.is_whole)


def _is_named_with_brand(found: Found, page: About) -> bool:
    """Whether the heading or the title, or a part of it, is the brand and the name."""
    name = folded(f"{found.brand} {found.title}")
    return found.brand is not None and (name in page.names or name in page.parts)


def _ends_at(node: JsonObject, page: About) -> bool:
    """Whether the page's address ends with the one that the node says it stands at."""
    last = last_part(page.path.split("?")[0])
    return fields.leads_to(node) in {last, last.rpartition(".")[0]} - {""}


def _is_own(named: Found, node: JsonObject, page: About) -> bool:
    codes = {code for code in (named.sku, named.gtin, *fields.ids(node)) if code}
    if codes & page.codes:
        return True
    addressed = any(len(code) >= _LEAST_CODE_CHARS and _in_path(code.lower(), page.path) for code in codes)
    return addressed or _is_named(named, page) or _stands_here(node, page)


def _stands_here(node: JsonObject, page: About) -> bool:
    """Whether the page's address ends with the long name of an address that the node says it stands at."""
    place = fields.leads_to(node) or ""
    return len(place) >= _LEAST_HELD_CHARS and page.path.rstrip("/").endswith(f"/{place}")


def _is_named(found: Found, page: About) -> bool:
    """Whether the heading or the title is this name, or has a long one as a part."""
    name = folded(found.title or "")
    return len(name) >= _LEAST_NAME_CHARS and (
        name in page.names or (len(name) >= _LEAST_HELD_CHARS and name in page.parts)
    )


def _is_held(found: Found, page: About) -> bool:
    """Whether the heading or the title holds this name, if it is a long one."""
    name = folded(found.title or "")
    return len(name) >= _LEAST_HELD_CHARS and any(name in known for known in page.names)


def _in_path(code: str, path: str) -> bool:
    at = path.find(code)
    return at != -1 and not path[at - 1 : at].isalnum() and not path[at + len(code) : at + len(code) + 1].isalnum()


def _nodes(value: Any) -> Iterator[JsonObject]:
    """Objects that could be a product, each once, without those under keys that hold other products. Bounded."""
    pending: list[tuple[Any, int]] = [(value, 0)]
    seen: set[int] = set()
    left = _MAX_NODES
    while pending and left > 0:
        node, depth = pending.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        left -= 1 + len(node) // _KEYS_OF_NODE if isinstance(node, dict) else 1
        if isinstance(node, dict):
            if fields.may_be_product(node):
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


_KEYS_OF_NODE = 100
"""As many keys as a large product has; what has more counts for several."""


@lru_cache(maxsize=4096)
def _lists_others(key: str) -> bool:
    return _LISTS.search(key) is not None
