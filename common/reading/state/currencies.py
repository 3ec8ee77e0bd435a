"""The currencies that the objects of a page name, for a product that names none: VTEX and Shopware keep one for the
whole front. Others are named for payment, for counting visits or for other countries.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from common.currencies import is_code
from common.reading.state.node.keys import plain

_KEYS = frozenset({"currency", "currencycode", "isocode", "currencyiso", "currencyisocode", "pricecurrency"})
_OF_FRONT = frozenset({"culture", "context", "saleschannelcontext", "shop", "store", "i18n", "region", "channel"})
_BETWEEN = frozenset({"currency"})
"""Shopware writes `context.currency.isoCode`."""
_MOST_NODES = 60_000


def currencies_named(held: Sequence[tuple[str, Any]]) -> tuple[frozenset[str], frozenset[str]]:
    """The ISO 4217 codes in these (name, object)s: those that an object of the whole front names, and all. Bounded."""
    of_front: set[str] = set()
    named: set[str] = set()
    pending: list[tuple[Any, str]] = [(value, "") for _, value in held]
    seen: set[int] = set()
    while pending and len(seen) < _MOST_NODES:
        node, place = pending.pop()
        if not isinstance(node, (dict, list)) or id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, list):
            pending.extend((one, "") for one in node)
            continue
        for key, value in node.items():
            name = plain(key) if isinstance(key, str) else ""
            if name in _KEYS and isinstance(value, str) and is_code(value):
                named.add(value)
                of_front.update([value] if place in _OF_FRONT else [])
            pending.append((value, place if name in _BETWEEN else name))
    return frozenset(of_front), frozenset(named)
