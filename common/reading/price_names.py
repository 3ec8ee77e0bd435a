"""What the names of elements say of a price: that it is one, that it is one of another kind, that it is an old one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Any

from common.reading.visible_lines import MAX_NAME_CHARS

_PRICE_WORDS = re.compile(
    r"pric(?:e|ing)|prix|preis|precio|preco|cena|prezzo|\bpr[_-]|[_-]pr\b|\bprc|deal\b|kaina|pris(?:$|[\s_-])|fiyat|harga|"
    r"amount(?!_)",
    re.IGNORECASE,
)
_OTHER_PRICE = re.compile(
    r"list-?price|strike|rrp|msrp|retail|saving|save|discount(?!ed[_-]?price)|shipping|delivery|install?ment|monthly|finance|"
    r"per-?unit|"
    r"unit-?price|price-?per|basic-?price|grundpreis|label|range-?slider|filter|alert|history|member|points|"
    r"bonus|(?:price|ex(?:cl(?:uding)?)?|without)[-_]?tax|tax[-_]?(?:price|amount|excl)|vat(?![a-z])|"
    r"deposit|crossed|compare|versand|standard-price|promo-?text|coupon|cashback|credit",
    re.IGNORECASE,
)
_OLD = re.compile(r"old|was(?![a-z])|regular|normal-?price|before|original|previous", re.IGNORECASE)
OLD_LABEL = re.compile(
    r"(?:uvp|statt|rrp|r\.r\.p\.?|was|msrp|list price|old price|regular price|before|pvp|prix conseillé|au lieu de|"
    r"antes|de|avant|cena katalogowa|ord\.? pris|adviesprijs|prezzo di listino|anstatt|"
    r"原價|定價|市價|建議售價|原价|市场价|定価|정가)\W{0,3}",
    re.IGNORECASE,
)
"""A line that says that the amount behind it is not the price now."""
_STRUCK = frozenset({"del", "s", "strike"})
_LINE_THROUGH = re.compile(r"line-through", re.IGNORECASE)


def is_other(element: Any) -> bool:
    """Whether this is a struck-out price, or one of another kind."""
    return any(
        node.tag in _STRUCK or _names_other(_plain(node)) or _LINE_THROUGH.search(node.get("style") or "")
        for node in _around(element)
    )


def is_called_old(element: Any) -> bool:
    return any(_names_old(_plain(node)) for node in _around(element))


@lru_cache(maxsize=4096)
def names_price(names: str) -> bool:
    return _PRICE_WORDS.search(names) is not None


@lru_cache(maxsize=4096)
def _names_other(names: str) -> bool:
    return _OTHER_PRICE.search(names) is not None


@lru_cache(maxsize=4096)
def _names_old(names: str) -> bool:
    return _OLD.search(names) is not None


def _around(element: Any) -> Iterator[Any]:
    return islice((element, *islice(element.iterancestors(), 2)), 3)


def _plain(node: Any) -> str:
    return f"{node.get('class') or ''} {node.get('id') or ''}"[:MAX_NAME_CHARS]


def is_out(child: Any, allow_old: bool) -> bool:
    """Whether this part of a price is struck out, old, or a price of another kind."""
    names = _plain(child)
    return child.tag in _STRUCK or _names_other(names) or (not allow_old and _names_old(names))
