"""What the names of elements say of a price: that it is one, that it is one of another kind, that it is an old one.

They are names that programmers give, most in English, which stand here; those in other languages stand with these.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from common.reading import sites
from common.reading.parsed.letters import squeeze
from common.reading.parsed.text_within import text_within
from common.reading.visible.buttons.buying_names import MAX_NAME_CHARS
from common.reading.visible.lines import itself_and_above, names_of
from common.reading.visible.tax_names import has_gross_beside, names_net
from common.reading.words.wording import Wording

_IN_FULL = r"pric(?:e|ing)|<names.price>|<names.price_end>(?:$|[\s_-])"
_FULL_WORDS = Wording(_IN_FULL, ignore_case=False)
"""This and the next two in lower case."""
_PRICE_WORDS = Wording(rf"{_IN_FULL}|\bpr[_-]|[_-]pr\b|{sites.EBAY_PRICE_NAME}|deal\b|amount(?!_)", ignore_case=False)
_OTHER_PRICE = Wording(
    r"list-?price|strike|rrp|msrp|saving|save|discount|shipping|delivery|install?ment|monthly|finance|"
    r"per-?unit|other-?price|competitor|market-?price|"
    r"ingredient|nutri(?:ent|tion)|"
    r"unit-?price|price-?(?:per|measure)|basic-?price|label|range-?slider|filter|alert|history|member|club|loyalty|points|"
    r"bonus|price[-_]?tax|tax[-_]?(?:price|amount|excl)|(?<!with)(?<!with[-_])(?<!incl)(?<!price[-_])vat(?![a-z])|"
    r"deposit|crossed|cross[-_]?(?:out|price)|price[-_]{0,2}cross(?![a-z])|barred|"
    r"tier[-_]?pric|bulk|quantity-?(?:price|discount)|volume-?price|compare|promo-?(?:text|code)|"
    r"swatch|coupon|cashback|credit|"
    rf"{sites.IKEA_MEMBER_WORD}|<names.other_price>|(?:<names.other_price_end>)(?![a-z])",
    ignore_case=False,
)
_TELLS_OF = Wording(
    r"(?<!\S)(?:has|with|shows?|<names.beside>)[-_]\S+|(?<!\S)is[-_](?:on[-_]?)?(?:discount|sav(?:ed|ing)|reduced)\S*|"
    r"(?<=price)[-_]{1,2}discount(?=\s|$)|(?<=\bprice\s)pricediscount(?=\s|$)|discount(?=ed|[-_]?price)|"
    r"(?<![a-z])instant[-_]discount|(?<=price)[-_]and[-_][a-z]+|(?<=price)[-_]with[-_]discount|(?<![a-z])incl?(?:uding)?[-_]?(?:vat|tax)(?![a-z])|"
    r"(?<!\S)_*shippingpricetemplate(?!\S)|(?<!\S)price[-_]{1,2}(?:current|final|now)\S*\sprice[-_]{1,2}discount\S*|"
    r"(?<!\S)(?:before|after):\S+|(?<![a-z])origin-(?:center|top|bottom|left|right)(?![a-z])|"
    r"(?<![a-z])(?:font|text|weight|fw|body|typo(?:graphy)?|heading|title|caption|copy|sans|[hpt]\d)[-_]{1,2}"
    r"(?:[a-z0-9]{1,4}[-_]{1,2})?regular(?![-_]?price)(?![a-z])|"
    r"(?<![a-z])label[-_]{1,2}(?:\d|[xl]{0,2}[sml]|small|medium|large|hidden|above|inline|visually)(?![a-z])"
)
"""Parts of names that tell of what stands beside the price ("has-discount", "price_and_shipping"), that it is reduced
or has the tax in it, of a shop system's template that holds the price and shipping ("__shippingPriceTemplate"), where a
label stands ("field--label-hidden", Drupal), or how letters are set ("font-regular", "label-large") and what is drawn
before them ("before:content-none")."""
_OLD = re.compile(
    r"(?<![a-z])old(?![a-z])|old[-_]?price|price[-_]?old|was(?![a-z])|regular|(?:normal|standard)-?price|retail|before|"
    r"origin(?:al)?(?![a-z])|originprice|previous|(?<![a-z])pricebaseprice"
)
_NOT_REDUCED = re.compile(
    r"price[-_]?(?:not|non|without|before)[-_]?discount|(?<![a-z])(?:un|non[-_]?)discounted[-_]?price"
)
"""Also says that it is what was asked before the discount, while `_TELLS_OF` takes "discount" out. In a part of its own
("price price--not-discounted") it says that there is no discount.
"""
_REDUCED_FROM = Wording(
    r"compare[-_]?(?:at[-_]?)?price|price[-_]{0,2}compare|compare[-_]at(?![a-z])|(?<![a-z])cross(?:ed)?[-_]?(?:out|price)|"
    r"price[-_]{0,2}cross|(?<![a-z])crossed(?![a-z])|price[-_]{0,2}strike|strike(?:d|out|through)?[-_]?price|"
    r"(?<![a-z])(?:<names.other_price_end>)(?![a-z])",
    ignore_case=False,
)
"""Names of what the price was reduced from, which `_OTHER_PRICE` holds, too: style sheets strike it out."""
_STRUCK = frozenset({"del", "s", "strike"})
_LINE_THROUGH = re.compile(
    r"line-through(?<!no-line-through)(?<!not-line-through)(?<!without-line-through)(?<!hover:line-through)",
    re.IGNORECASE,
)


def is_other(element: Any) -> bool:
    """Whether this is a struck-out price, or one of another kind."""
    return is_struck(element) or any(
        (_names_other(names) and not _is_by_piece(node, names)) or _is_net(node, names)
        for node, names in ((one, _plain(one)) for one in itself_and_above(element))
    )


def _is_net(node: Any, names: str) -> bool:
    return names_net(names) and has_gross_beside(node)


def _is_by_piece(node: Any, names: str) -> bool:
    """Whether an element named the price per unit says "£3.50 / unit": a unit of what is sold, not of weight."""
    return _PER_UNIT.search(names) is not None and _BY_PIECE.search(squeeze(text_within(node, 60))) is not None


_PER_UNIT = re.compile(r"(?<!measure)per-?unit", re.IGNORECASE)
_BY_PIECE = Wording(r"\d\s?(?:/|per)\s?(?:<price.pieces>)\.?\Z")


def is_struck(element: Any) -> bool:
    return any(map(_strikes, itself_and_above(element)))


def _strikes(node: Any) -> bool:
    """Whether its tag, its style or its class (Bootstrap, Tailwind) draws a line through it."""
    return node.tag in _STRUCK or _draws_through(node.get("style")) or _draws_through(node.get("class"))


def _draws_through(said: str | None) -> bool:
    # Few say so, and to look for the letters alone is many times as quick.
    return said is not None and "line-through" in said.lower() and _LINE_THROUGH.search(said) is not None


def is_called_old(element: Any) -> bool:
    return any(_names_old(_plain(node)) for node in itself_and_above(element))


def is_called_reduced_from(element: Any) -> bool:
    """Whether its names say that the price beside it is compared with it, or that a style sheet strikes it out."""
    return any(_names_reduced_from(_plain(node)) for node in itself_and_above(element))


def is_called_regular(element: Any) -> bool:
    """Whether it is called old by names alone that themes also give to the price where nothing is reduced."""
    return is_called_old(element) and not any(
        _names_old(_REGULAR.sub(" ", _plain(node).lower())) for node in itself_and_above(element)
    )


_REGULAR = re.compile(r"regular|(?:normal|standard)-?price|retail")


@lru_cache(maxsize=4096)
def names_price(names: str) -> bool:
    return _PRICE_WORDS.search(names.lower()) is not None


def is_named_price(element: Any) -> bool:
    """Whether its names, or those of the element around it, are a price's."""
    return any(names_price(names_of(node)) for node in itself_and_above(element, 1))


@lru_cache(maxsize=4096)
def names_in_full(names: str) -> bool:
    """As `names_price`, by a whole word for it only."""
    return _FULL_WORDS.search(names.lower()) is not None


@lru_cache(maxsize=4096)
def _names_other(names: str) -> bool:
    return _OTHER_PRICE.search(_TELLS_OF.sub(" ", names).lower()) is not None


@lru_cache(maxsize=4096)
def _names_old(names: str) -> bool:
    return _OLD.search(_TELLS_OF.sub(" ", names).lower()) is not None or _NOT_REDUCED.search(names.lower()) is not None


@lru_cache(maxsize=4096)
def _names_reduced_from(names: str) -> bool:
    return _REDUCED_FROM.search(_TELLS_OF.sub(" ", names).lower()) is not None


def _plain(node: Any) -> str:
    return f"{node.get('class') or ''} {node.get('id') or ''}"[:MAX_NAME_CHARS]


def is_out(child: Any, allow_old: bool) -> bool:
    """Whether this part of a price is struck out, old, or a price of another kind."""
    names = _plain(child)
    return _strikes(child) or _names_other(names) or _is_net(child, names) or (not allow_old and _names_old(names))
