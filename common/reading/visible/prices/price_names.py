"""What the names of elements say of a price: that it is one, that it is one of another kind, that it is an old one.

They are names that programmers give, most in English, which stand here; those in other languages stand with these.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from common.reading import sites
from common.reading.parsed.letters import squeeze
from common.reading.parsed.text_within import text_within
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.text.stock_words import DAYS_OR_WEEKS, DAYS_OR_WEEKS_GLUED
from common.reading.visible.buttons.buying_names import MAX_NAME_CHARS
from common.reading.visible.lines import itself_and_above, names_of
from common.reading.visible.tax_names import SAYS_TAXED, has_gross_beside, names_net
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
    r"deposit|crossed|barred|tier[-_]?pric|bulk|quantity-?(?:price|discount)|volume-?price|compare|promo-?(?:text|code)|swatch|coupon|cashback|credit|"
    rf"{sites.IKEA_MEMBER_WORD}|<names.other_price>|(?:<names.other_price_end>)(?![a-z])",
    ignore_case=False,
)
_TELLS_OF = Wording(
    r"(?<!\S)(?:has|with|shows?|<names.beside>)[-_]\S+|(?<!\S)is[-_](?:on[-_]?)?(?:discount|sav(?:ed|ing)|reduced)\S*|"
    r"(?<=price)[-_]{1,2}discount(?=\s|$)|discount(?=ed|[-_]?price)|"
    r"(?<![a-z])instant[-_]discount|(?<=price)[-_]and[-_][a-z]+|(?<=price)[-_]with[-_]discount|(?<![a-z])incl?(?:uding)?[-_]?(?:vat|tax)(?![a-z])|"
    r"(?<!\S)_*shippingpricetemplate(?!\S)|"
    r"(?<!\S)(?:before|after):\S+|(?<![a-z])origin-(?:center|top|bottom|left|right)(?![a-z])|"
    r"(?<![a-z])(?:font|text|weight|fw|body|typo(?:graphy)?|heading|title|caption|copy|sans|[hpt]\d)[-_]{1,2}"
    r"(?:[a-z0-9]{1,4}[-_]{1,2})?regular(?![-_]?price)(?![a-z])|"
    r"(?<![a-z])label[-_]{1,2}(?:\d|[xl]{0,2}[sml]|small|medium|large)(?![a-z])"
)
"""Parts of names that tell of what stands beside the price ("has-discount", "price_and_shipping"), that it is reduced
or has the tax in it, of a shop system's template that holds the price and shipping ("__shippingPriceTemplate"), or how
letters are set ("font-regular", "label-large") and what is drawn before them ("before:content-none")."""
_OLD = re.compile(
    r"(?<![a-z])old(?![a-z])|old[-_]?price|price[-_]?old|was(?![a-z])|regular|(?:normal|standard)-?price|retail|before|"
    r"origin(?:al)?(?![a-z])|originprice|previous|(?<![a-z])pricebaseprice"
)
_NOT_REDUCED = re.compile(r"price[-_]?(?:not|non|without|before)[-_]?discount|(?<![a-z])undiscounted[-_]?price")
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
OLD_LABEL = Wording(r"(?:<price.old_labels>)(?![^\W\d_])[\W_]{0,3}")
"""A line that says that the amount behind it is not the price now."""
OLD_BEHIND = Wording(r"\s{0,2}(?:<price.old_behind:words>)\s{0,2}")
"""Behind an amount: it was asked before, and the price follows."""
RETAIL_LABEL = Wording(r"(?:<price.retail_labels>)[\W_]{0,3}")
_RETAIL_LABEL = Wording(r"(?:<price.retail_labels>)(?![^\W\d_])[\W_]{0,3}(?=[^\W_]{0,3}\W{0,2}\d|\Z)")
_OTHER_WORDS = Wording(
    rf"\b{sites.IKEA_MEMBER_WORD}|{sites.COUPANG_MEMBER_WORD}|<price.other:words>|<price.subscribes:words>",
    ignore_case=False,
)
"""In lower case: looking for small and large letters takes much longer."""
_NO_AMOUNT = Wording(r"\W{0,3}(?:<price.no_amount>)\W{0,3}")
"""What shops write beside a price with words of another one: "Wholesale and retail"."""
BIDDING = Wording("<price.bidding:words>")
"""The page holds an auction, or the amount is a bid."""
_NOT_BOUGHT = Wording(r"\W{0,3}(?:<price.not_bought>)\W{0,3}", some_words=r"[^\d]{0,24}")
_FREE = Wording("<price.free:words>")
_EXTRAS = Wording(r"<price.extras:words>|<price.free:words>|\+")
ASK_WORDS = Wording("<price.on_request>|^(?:<price.on_request_alone>)$")
"""What stands where a shop tells its price to those who ask."""
SALE_LABEL = Wording(r"(?:<price.sale_labels>)[\W_]{0,3}")
PLAIN_LABEL = Wording(r"(?:<price.labels>)[\W_]{0,3}")
"""Lines that say that the amount behind them is the price."""
FROM_LABEL = Wording(r"\W{0,3}(?:<price.from>)\W{0,3}")
_STRUCK = frozenset({"del", "s", "strike"})
_LINE_THROUGH = re.compile(
    r"line-through(?<!no-line-through)(?<!not-line-through)(?<!without-line-through)(?<!hover:line-through)",
    re.IGNORECASE,
)


def says_other(text: str) -> bool:
    """Whether words make an amount another one: a part of it, getting it home, what members pay."""
    return _OTHER_WORDS.search(text.lower()) is not None and _NO_AMOUNT.fullmatch(text) is None


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


def is_behind_old_label(before: str, text: str) -> bool:
    """Whether a label such as "UVP" begins this line, or is all of the one before."""
    return OLD_LABEL.match(text) is not None or OLD_LABEL.fullmatch(before) is not None


def is_behind_retail_label(before: str, text: str) -> bool:
    """Whether it is one that names the price for buyers, be it the maker's or the shop's own: "PVP", "prix public"."""
    return _RETAIL_LABEL.match(text) is not None or _RETAIL_LABEL.fullmatch(before) is not None


def is_before_old_label(behind: Sequence[str]) -> bool:
    """Whether the line right behind an amount is such a label, and the next one no amount that it could be of."""
    if not behind or behind[0].endswith((":", "：")) or OLD_LABEL.fullmatch(behind[0]) is None:
        return False
    return len(behind) < 2 or not any(map(str.isdigit, behind[1]))


def is_other_amount(before: str, text: str) -> bool:
    """Whether this line, or a short one before it, speaks of instalments, shipping, membership or points, or the one
    before is a plus sign and no more.
    """
    said = _without_earned(_behind_plain_label(without_tax_bracket(text)))
    if before.strip() in _ON_TOP or says_other(without_extras(said)) or is_other_label(before):
        return True
    amount = BESIDE_CURRENCY.search(text)
    if amount is not None and amount.start() < _LEAST_LABEL:
        return False
    return is_not_bought_label(text[: amount.start()] if amount is not None else text)


def without_tax_bracket(text: str) -> str:
    """The text without a bracket right before or behind its only words, an amount, that says that the tax is in it,
    whatever else it says is: "（税込・送料別）13,800円"."""
    if text[:1] not in _BRACKETS and text[-1:] not in _BRACKETS:
        return text
    found = _IN_BRACKET.fullmatch(text)
    if found is None or SAYS_TAXED.search(found[1] or found[4]) is None:
        return text
    rest = found[2] or found[3]
    amount = BESIDE_CURRENCY.search(rest)
    return rest if amount is not None and amount.start() == 0 else text


_BRACKETS = frozenset("()（）【】[]")
_IN_BRACKET = re.compile(
    r"[（(【\[]([^()（）【】\[\]\d]{2,20})[)）】\]]\s?([^()（）【】\[\]]{2,24})|"
    r"([^()（）【】\[\]]{2,24}?)\s?[（(【\[]([^()（）【】\[\]\d]{2,20})[)）】\]]"
)


def _without_earned(text: str) -> str:
    """The text up to the end of its only amount where behind that it says how many points are earned: "£119.00 – earn
    120 points".
    """
    earned = _EARNS.search(text)
    amount = BESIDE_CURRENCY.search(text) if earned is not None else None
    if earned is None or amount is None or amount.end() > earned.start():
        return text
    behind = text[amount.end() :]
    return text[: amount.end()] if any(map(str.isdigit, behind)) and BESIDE_CURRENCY.search(behind) is None else text


def _behind_plain_label(text: str) -> str:
    """The text without the label of a price that it begins with, right before the amount: "Non-members £15.00"."""
    label = PLAIN_LABEL.match(text)
    amount = BESIDE_CURRENCY.search(text) if label is not None else None
    return text[amount.start() :] if label and amount and amount.start() <= label.end() + 1 else text


_ON_TOP = frozenset({"+", "＋"})


def without_extras(text: str) -> str:
    """The text up to where it says, behind an amount, what is in it or comes on top: "€ 20 plus shipping"."""
    extra = _EXTRAS.search(text)
    if extra is None or not any(map(str.isdigit, text[: extra.start()])):
        return text
    amount = BESIDE_CURRENCY.search(text)
    return text if amount is not None and amount.start() >= extra.end() else text[: extra.start()]


def is_other_label(before: str) -> bool:
    """Whether a short line speaks of such an amount; "free shipping" names none. One that subscribes may be longer:
    "Subscribe and save 10% on every delivery".
    """
    if _LABEL_CHARS < len(before) <= _SUBSCRIBES_CHARS and not _NEWS.search(before):
        return _SUBSCRIBES.search(before) is not None
    if is_not_bought_label(before):
        return True
    if len(before) > _LABEL_CHARS or PLAIN_LABEL.fullmatch(before) or SALE_LABEL.fullmatch(before):
        return False
    if _EARNED.match(before) or _OWN_NUMBER.search(before) or is_badge(before):
        return False
    if any(map(str.isdigit, before)) and _EARNS.search(before):
        return False
    return says_other(before) and not any(one.search(before) for one in (_FREE, _DURATION, _IN_STOCK))


@lru_cache(maxsize=4096)
def is_not_bought_label(text: str) -> bool:
    """Whether this is a whole label of an amount that does not buy the thing: what the shop pays for a used one. Not of
    a bid, which may rise above the price that buys it at once, or end that.
    """
    is_label = 1 < len(text) <= _LABEL_CHARS and _NOT_BOUGHT.fullmatch(text) is not None
    return is_label and BIDDING.search(text) is None


def is_badge(text: str) -> bool:
    """Whether this is called out ("Sale!"): it stands on a picture or above a price, and is no label."""
    return text.rstrip().endswith("!") and not any(map(str.isdigit, text))


_LABEL_CHARS, _SUBSCRIBES_CHARS, _LEAST_LABEL = 24, 60, 3
_SUBSCRIBES = Wording("<price.subscribes:words>")
_NEWS = Wording("<price.news_letters:words>")
_EARNED = re.compile(r"[+＋]\s?\d[^:：]*\Z")
""" "+238 points" says its own number: what is earned with the price behind it."""
_EARNS = Wording("<price.earned:words>")
"""So does "Earn 12 points"."""
_OWN_NUMBER = re.compile(r"[:：]\s?\d[\d.,]*\W*\Z")
"""Behind its words: "Points: 124"."""
_IN_STOCK = Wording("<stock.in:words>")
""""Delivery at once", "available for shipping"."""
_DURATION = re.compile(
    rf"\d\s?(?:{DAYS_OR_WEEKS}|nap|päivää|arkipäivää|viikkoa|hét|hours?|h|stunden|heures?|horas|ore|"
    r"godzin\w?|hodin\w?|óra|timmar|timer|timen|uur|uren|tunti\w?|tunnin|saat|sat[ai]|ur|ură|час\w{0,2}|годин\w?|ώρες|jam|giờ)"
    rf"\b|\d\s?(?:{DAYS_OR_WEEKS_GLUED}|ชั่วโมง|ساعة|שעות|時間|小时|小時|시간)",
    re.IGNORECASE,
)
"""Behind "delivery": how long it takes is no label of an amount."""


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
