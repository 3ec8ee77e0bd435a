"""What the names of elements say of a price: that it is one, that it is one of another kind, that it is an old one."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from common.reading import sites
from common.reading.visible.lines import MAX_NAME_CHARS, itself_and_above
from common.reading.words.wording import Wording

_PRICE_WORDS = Wording(
    rf"pric(?:e|ing)|\bpr[_-]|[_-]pr\b|{sites.EBAY_PRICE_NAME}|deal\b|amount(?!_)|<names.price>|<names.price_end>(?:$|[\s_-])"
)
_OTHER_PRICE = Wording(
    r"list-?price|strike|rrp|msrp|saving|save|discount(?!ed[_-]?price)|shipping|delivery|install?ment|monthly|finance|"
    r"per-?unit|other-?price|competitor|market-?price|"
    r"unit-?price|price-?per|basic-?price|label|range-?slider|filter|alert|history|member|club|loyalty|points|"
    r"bonus|(?:price|ex(?:cl(?:uding)?)?|without)[-_]?tax|tax[-_]?(?:price|amount|excl)|vat(?![a-z])|"
    r"deposit|crossed|compare|standard-price|promo-?text|swatch|coupon|cashback|credit|"
    rf"{sites.IKEA_MEMBER_WORD}|<names.other_price>"
)
_OLD = re.compile(
    r"(?<![a-z])old(?![a-z])|old[-_]?price|price[-_]?old|was(?![a-z])|regular|normal-?price|retail|before|"
    r"origin(?:al)?(?![a-z])|originPrice|previous",
    re.IGNORECASE,
)
OLD_LABEL = Wording(r"(?:<price.old_labels>)(?![^\W\d_])[\W_]{0,3}")
"""A line that says that the amount behind it is not the price now."""
OTHER_WORDS = Wording(rf"\b{sites.IKEA_MEMBER_WORD}|{sites.COUPANG_MEMBER_WORD}|<price.other:words>")
"""Words that make an amount another one: a part of it, getting it home, what members pay."""
_FREE = Wording("<price.free:words>")
ASK_WORDS = Wording("<price.on_request>|^(?:<price.on_request_alone>)$")
"""What stands where a shop tells its price to those who ask."""
SALE_LABEL = Wording(r"(?:<price.sale_labels>)[\W_]{0,3}")
PLAIN_LABEL = Wording(r"(?:<price.labels>)[\W_]{0,3}")
"""Lines that say that the amount behind them is the price."""
_STRUCK = frozenset({"del", "s", "strike"})
_LINE_THROUGH = re.compile(r"line-through", re.IGNORECASE)


def is_other(element: Any) -> bool:
    """Whether this is a struck-out price, or one of another kind."""
    return is_struck(element) or any(_names_other(_plain(node)) for node in itself_and_above(element))


def is_behind_old_label(before: str, text: str) -> bool:
    """Whether a label such as "UVP" begins this line, or is all of the one before."""
    return OLD_LABEL.match(text) is not None or OLD_LABEL.fullmatch(before) is not None


def is_other_amount(before: str, text: str) -> bool:
    """Whether this line, or a short one before it, speaks of instalments, shipping, membership or points."""
    return OTHER_WORDS.search(text) is not None or is_other_label(before)


def is_other_label(before: str) -> bool:
    """Whether a short line speaks of such an amount; "free shipping" names none."""
    return len(before) <= 24 and OTHER_WORDS.search(before) is not None and not _FREE.search(before)


def is_struck(element: Any) -> bool:
    return any(
        node.tag in _STRUCK or _LINE_THROUGH.search(node.get("style") or "") for node in itself_and_above(element)
    )


def is_called_old(element: Any) -> bool:
    return any(_names_old(_plain(node)) for node in itself_and_above(element))


@lru_cache(maxsize=4096)
def names_price(names: str) -> bool:
    return _PRICE_WORDS.search(names) is not None


@lru_cache(maxsize=4096)
def _names_other(names: str) -> bool:
    return _OTHER_PRICE.search(names) is not None


@lru_cache(maxsize=4096)
def _names_old(names: str) -> bool:
    return _OLD.search(names) is not None


def _plain(node: Any) -> str:
    return f"{node.get('class') or ''} {node.get('id') or ''}"[:MAX_NAME_CHARS]


def is_out(child: Any, allow_old: bool) -> bool:
    """Whether this part of a price is struck out, old, or a price of another kind."""
    names = _plain(child)
    return child.tag in _STRUCK or _names_other(names) or (not allow_old and _names_old(names))
