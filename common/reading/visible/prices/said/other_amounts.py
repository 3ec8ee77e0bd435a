"""Whether the words of a line make its amount another one than the price: instalments, shipping, membership, points."""

from __future__ import annotations

import re

from common.reading import sites
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.text.stock_words import DAYS_OR_WEEKS, DAYS_OR_WEEKS_GLUED
from common.reading.visible.prices.said.labels import (
    LABEL_CHARS,
    PLAIN_LABEL,
    SALE_LABEL,
    is_badge,
    is_not_bought_label,
)
from common.reading.visible.tax_names import SAYS_TAXED
from common.reading.words.wording import Wording

_SUBSCRIBES_CHARS, _LEAST_LABEL = 60, 3

_OTHER_WORDS = Wording(
    rf"\b{sites.IKEA_MEMBER_WORD}|{sites.COUPANG_MEMBER_WORD}|<price.other:words>|<price.subscribes:words>",
    ignore_case=False,
)
"""In lower case: looking for small and large letters takes much longer."""
_NO_AMOUNT = Wording(r"\W{0,3}(?:<price.no_amount>)\W{0,3}")
"""What shops write beside a price with words of another one: "Wholesale and retail"."""
_FREE = Wording("<price.free:words>")
_EXTRAS = Wording(r"<price.extras:words>|<price.free:words>|\+")


def says_other(text: str) -> bool:
    """Whether words make an amount another one: a part of it, getting it home, what members pay."""
    return _OTHER_WORDS.search(text.lower()) is not None and _NO_AMOUNT.fullmatch(text) is None


def is_other_amount(before: str, text: str) -> bool:
    """Whether this line, or a short one before it, speaks of instalments, shipping, membership or points, or the one
    before is a plus sign and no more.
    """
    said = _for_one_piece(_without_earned(_behind_plain_label(without_tax_bracket(text))))
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


def _for_one_piece(text: str) -> str:
    """The text without a stroke and "1 pcs" behind its amount: that it is asked for one makes it no other amount."""
    return _ONE_PIECE.sub("", text) if "/" in text else text


_ONE_PIECE = Wording(r"(?<=\d)[^\d/]{0,5}/\s?1\s?(?:<stock.pieces:words>)\.?\Z")


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
    if LABEL_CHARS < len(before) <= _SUBSCRIBES_CHARS and not _NEWS.search(before):
        return _SUBSCRIBES.search(before) is not None
    if is_not_bought_label(before):
        return True
    if len(before) > LABEL_CHARS or PLAIN_LABEL.fullmatch(before) or SALE_LABEL.fullmatch(before):
        return False
    if _EARNED.match(before) or _OWN_NUMBER.search(before) or is_badge(before):
        return False
    if any(map(str.isdigit, before)) and _EARNS.search(before):
        return False
    return says_other(before) and not any(one.search(before) for one in (_FREE, _DURATION, _IN_STOCK))


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
