"""Availability from explicit signals only: schema.org's values, stock labels, and the words on buttons."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from common.offer import Availability
from common.reading.text import stock_words as words
from common.reading.text.address_parts import local_name

_SCHEMA = {
    "instock": Availability.IN_STOCK,
    "limitedavailability": Availability.IN_STOCK,
    "onlineonly": Availability.IN_STOCK,
    "instoreonly": Availability.IN_STOCK,
    "available": Availability.IN_STOCK,
    "availablefororder": Availability.IN_STOCK,
    "lowstock": Availability.IN_STOCK,
    "outofstock": Availability.OUT_OF_STOCK,
    "soldout": Availability.OUT_OF_STOCK,
    "oos": Availability.OUT_OF_STOCK,
    "discontinued": Availability.OUT_OF_STOCK,
    "notavailable": Availability.OUT_OF_STOCK,
    "unavailable": Availability.OUT_OF_STOCK,
    "reserved": Availability.OUT_OF_STOCK,
    "backorder": Availability.BACKORDER,
    "madetoorder": Availability.BACKORDER,
    "preorder": Availability.BACKORDER,
    "presale": Availability.BACKORDER,
}
_LETTERS = re.compile(r"[^a-z]")
_COUNT = re.compile(r"\d[\d.,]{0,8}")
_BEFORE_LETTERS = re.compile(r"[\W\d_]*")
_BEHIND_LETTERS = re.compile(r"(?:_|[^\w\u0900-\u0dff\u0e31-\u0e4e\u0eb1-\u0ece\u102b-\u103e\u17b4-\u17dd])*")
"""Looked for from the end. Signs of vowels, which end many a word from India to Laos, are no letters to `\\w`."""


def of_schema(value: object) -> Availability:
    """`https://schema.org/InStock`, `InStock`, `in stock` … UNKNOWN for anything not in the list."""
    if isinstance(value, dict):
        value = value.get("@id") or value.get("@value") or value.get("name")
    if isinstance(value, list):
        value = value[0] if value else None
    if not isinstance(value, str):
        return Availability.UNKNOWN
    word = _LETTERS.sub("", local_name(value).lower())
    return _SCHEMA.get(word, Availability.UNKNOWN)


@lru_cache(maxsize=2048)
def of_phrase(text: str) -> Availability:
    """What a stock label says. "None left" wins over anything beside it."""
    text = _of_goods(text[:400])
    if words.TELL_ME.match(text):
        return Availability.OUT_OF_STOCK
    if words.NOT_SOLD.fullmatch(text):
        return Availability.IN_STOCK
    none_left, reordered = words.NONE_LEFT.search(text), words.REORDERED.search(text)
    if none_left is not None and _is_within(text, none_left, words.IN_STOCK.search(text)):
        none_left = None  # "almost sold out"
    if none_left is not None and (_takes_days(text, none_left) or _still_ordered(text, none_left)):
        return Availability.BACKORDER
    if reordered is not None and not (
        none_left is not None and none_left.start() < reordered.start() < none_left.end()
    ):  # "no longer available to order" is none
        if not _is_refused(text, reordered):
            return Availability.BACKORDER
        return _beside_refusal(text, reordered) if none_left is None else Availability.OUT_OF_STOCK
    if none_left is not None or words.SOLD.fullmatch(text):
        return Availability.OUT_OF_STOCK
    if (in_advance := words.ON_ORDER.search(text)) is not None:
        return _beside_refusal(text, in_advance) if _is_refused(text, in_advance) else Availability.BACKORDER
    counted = words.IN_STOCK.search(text)
    if (later := _later(text, counted or words.IN_STOCK_ALONE.match(text))) is not Availability.UNKNOWN:
        return later
    counted = counted or words.IN_STOCK_ALONE.fullmatch(text) or words.COUNTED.search(text)
    if counted is None:
        return Availability.UNKNOWN
    digits = _COUNT.search(counted[0])
    if _is_denied(text, counted):
        return Availability.OUT_OF_STOCK if digits is None else Availability.UNKNOWN
    none = digits is not None and not digits[0].strip("0.,")
    return Availability.OUT_OF_STOCK if none else Availability.IN_STOCK


def _of_goods(text: str) -> str:
    """The text without clauses that say of a service alone that it is not to be had: "pickup not available"."""
    begin, left = 0, text
    while begin < len(left):
        said = words.OF_SERVICE.match(left, begin)
        if said is not None and _is_refusal(said["said"]):
            left = f"{left[:begin]}; {left[said.end() :]}"
        mark = _CLAUSE.search(left, begin)
        begin = mark.end() if mark is not None else len(left)
    return left


def _is_refusal(said: str) -> bool:
    counted = words.IN_STOCK.search(said) or words.IN_STOCK_ALONE.match(said)
    return words.NONE_LEFT.search(said) is not None or (counted is not None and _is_denied(said, counted))


def _later(text: str, said: re.Match[str] | None) -> Availability:
    """What words for "in stock" say that will be true: from a day on it can be had (shops sell it in advance), or soon,
    before which it cannot. UNKNOWN where they say that it is.
    """
    if said is None:
        return Availability.UNKNOWN
    if words.FROM_DAY.match(text, said.end()) or words.DAY_BEFORE.fullmatch(text, 0, said.start()):
        return Availability.BACKORDER
    if _COUNT.search(said[0]) is not None:
        return Availability.UNKNOWN  # "only 3 left, soon gone"
    begin = max((mark.end() for mark in _CLAUSE.finditer(text, 0, said.start())), default=0)
    for yet in words.NOT_YET.finditer(text, begin, said.end() + _MOST_BEHIND):
        if said.start() <= yet.start() and yet.end() <= said.end():
            continue  # "скоро закончится"
        is_near = yet.start() <= said.end() + _GAP and _CLAUSE.search(text, said.end(), yet.start()) is None
        longer = words.IN_STOCK.match(text, yet.start())  # "bientôt épuisé"
        if is_near and (longer is None or longer.end() < yet.end()):
            return Availability.OUT_OF_STOCK
    return Availability.UNKNOWN


_MOST_BEHIND = 24


def _is_denied(text: str, said: re.Match[str]) -> bool:
    """Whether a word for not stands shortly before this, in the same clause, or right behind it where languages have
    it there.
    """
    if words.DENIED_BEHIND.match(text, said.end()) is not None:
        return True
    begin = max((mark.end() for mark in _CLAUSE.finditer(text, 0, said.start())), default=0)
    denials = words.DENIED.finditer(text, max(begin, said.start() - _MOST_BEFORE), said.start())
    return next(denials, None) is not None


_MOST_BEFORE = 40


def _is_within(text: str, none_left: re.Match[str], said: re.Match[str] | None) -> bool:
    """Whether these words for "none left" are a part of a longer phrase that says that it can be had."""
    if said is None:
        return False
    word = _REST_OF_WORD.match(text, said.end())
    end = word.end() if word is not None else said.end()
    longer = end - said.start() > none_left.end() - none_left.start()
    return longer and said.start() <= none_left.start() and none_left.end() <= end


def _takes_days(text: str, none_left: re.Match[str]) -> bool:
    """Whether a clause before these words for "none left" says within how many days or weeks it can be had: "available
    within 8 days - being restocked". "Available for 3 days" and "back in stock in 3 days" say nothing of the kind.
    """
    said = words.IN_STOCK.search(text, 0, none_left.start()) or words.IN_STOCK_ALONE.match(text)
    takes = words.DURATION.search(text, said.end(), none_left.start()) if said is not None else None
    if said is None or takes is None or takes.start() - said.end() > _MOST_BEHIND:
        return False
    is_one = _CLAUSE.search(text, said.end(), takes.start()) is None
    is_parted = _CLAUSE.search(text, takes.end(), none_left.start()) is not None
    between = f" {text[said.start() : takes.start()]}"
    return is_one and is_parted and not (words.FOR_TIME.search(between) or words.NOT_YET.search(text, 0, takes.end()))


def _still_ordered(text: str, none_left: re.Match[str]) -> bool:
    """Whether words behind these for "none left" say that it can be ordered all the same."""
    still = words.STILL_ORDERED.search(text, none_left.end())
    return still is not None and not _is_refused(text, still)


_REST_OF_WORD = re.compile(r"\w*")


def _beside_refusal(text: str, ordered: re.Match[str]) -> Availability:
    """What another clause beside the refused words for ordering says: "in stock, no backorders"."""
    before = words.IN_STOCK.search(text, 0, ordered.start())
    behind = words.IN_STOCK.search(text, ordered.end())
    is_apart = (before is not None and _CLAUSE.search(text, before.end(), ordered.start()) is not None) or (
        behind is not None and _CLAUSE.search(text, ordered.end(), behind.start()) is not None
    )
    return Availability.IN_STOCK if is_apart else Availability.UNKNOWN


def _is_refused(text: str, ordered: re.Match[str]) -> bool:
    """Whether a refusal stands right before these words for ordering ("non più ordinabile"), or behind them and ends
    their clause ("no pre-orders", "pre-order closed"; not "pre-order, not yet released"), or they are those of a
    question or a discount ("dudas sobre pedidos"). That none is left ("not in stock, to order") refuses nothing.
    """
    if words.BEHIND_NO_ORDER.match(text, ordered.end()) is not None:
        return True
    begin = max((mark.end() for mark in _CLAUSE.finditer(text, 0, ordered.start())), default=0)
    mark = _CLAUSE.search(text, ordered.end())
    before, behind = text[begin : ordered.start()], text[ordered.end() : mark.start() if mark is not None else None]
    before, behind = (words.NONE_LEFT.sub(_AS_LONG, part).rstrip() for part in (before, behind))
    if words.BEFORE_NO_ORDER.search(before) is not None:
        return True
    return any(len(before) - one.end() <= _GAP for one in words.NOT_ORDERED.finditer(before)) or any(
        one.start() <= _GAP_BEHIND and one.end() == len(behind) for one in words.NOT_ORDERED.finditer(behind)
    )


_GAP, _GAP_BEHIND = 6, 4
_AS_LONG = "_" * (_GAP + 1)
"""In place of words for "none left": what stands before them is theirs."""
_CLAUSE = re.compile(r"[,.;:!?()/|、。，；：！？（）]|\s[-–—]\s")


@lru_cache(maxsize=2048)
def of_button(text: str) -> Availability:
    """What pressing a button with this text would do: buy, order in advance, be told when it is back; else UNKNOWN.

    The whole text counts from its first letter, so "View cart" and "Buy a gift card for friends" are no offers to sell.
    """
    label = " ".join(text.split())
    if not (label[:1].isalpha() and label[-1:].isalpha()):  # most begin and end in a letter
        label = _from_letter_to_letter(label)
    if not 1 < len(label) <= 48:
        return Availability.UNKNOWN
    if words.TELL_ME.match(label) or words.SOLD.fullmatch(label):
        return Availability.OUT_OF_STOCK
    if len(label) <= 32 and words.NONE_LEFT.search(label):
        return Availability.OUT_OF_STOCK
    if len(label) <= 32 and words.ON_ORDER.search(label):
        return Availability.BACKORDER
    return Availability.IN_STOCK if any(map(words.BUY.fullmatch, _said(label))) else Availability.UNKNOWN


def _said(label: str) -> Iterator[str]:
    """The label, and what it says besides the way by which one orders: "Order now via WhatsApp"."""
    yield label
    if _WAY.search(lowered := label.lower()) is not None:
        for way in _WAYS:
            yield " ".join(way.sub(" ", lowered).split())


_WAY = re.compile("mail|e-post|sms|telegram|viber|messenger|whats ?app|вотсап|телеграм|вайбер|카톡|微信")
"""What shops write it in is the same in most languages."""
_WAYS = tuple(
    re.compile(rf"{before}(?<![^\W_])(?:e-?mail\w{{0,4}}|(?!mail\w)(?:{_WAY.pattern})\w{{0,4}})(?!\w)")
    for before in ("", r"(?<!\w)[^\W\d]{1,5}\s")
)
"""Alone, and with the word before it."""


def _from_letter_to_letter(label: str) -> str:
    """The label without what is no letter at its beginning, and at its end, where digits stay."""
    start, behind = _BEFORE_LETTERS.match(label), _BEHIND_LETTERS.match(label[::-1])
    first = start.end() if start is not None else 0
    last = len(label) - (behind.end() if behind is not None else 0)
    return label[first:last]
