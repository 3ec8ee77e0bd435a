"""The currencies that the objects of a page name anywhere, for a product that names none: VTEX and Shopware keep one
for the whole front.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from common.currencies import is_code
from common.reading.state.node.keys import plain

_KEYS = frozenset({"currency", "currencycode", "isocode", "currencyiso", "currencyisocode", "pricecurrency"})
_MOST_NODES = 60_000


def currencies_named(held: Sequence[tuple[str, Any]]) -> frozenset[str]:
    """Every ISO 4217 code under a key that names a currency, in these (name, object)s. Bounded."""
    named: set[str] = set()
    pending: list[Any] = [value for _, value in held]
    seen: set[int] = set()
    while pending and len(seen) < _MOST_NODES:
        node = pending.pop()
        if not isinstance(node, (dict, list)) or id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, dict):
            told = (value for key, value in node.items() if isinstance(key, str) and plain(key) in _KEYS)
            named.update(value for value in told if isinstance(value, str) and is_code(value))
        pending.extend(node.values() if isinstance(node, dict) else node)
    return frozenset(named)
