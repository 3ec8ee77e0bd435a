"""The per cents that a page prints, and the discounts that they say."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal

from common.reading.visible.view import PageView, once_a_view
from common.reading.words.wording import Wording

_ON_CONDITION = Wording("<price.on_condition:words>")
_PAID_IN = Wording("<price.paid_in:words>")
_COUPON = Wording("<price.coupon:words>")
_FREE = Wording("<price.free:words>")
_CODE = re.compile(r"(?<![^\W_])(?=[A-Z\d]*[A-Z]{2})[A-Z\d]*[A-Z](\d{0,3})(?![^\W_])")
"""A code that a buyer types: capitals, and often the per cent at its end."""
_NUMBERED = re.compile(r"(?<![^\W_])[A-Z]{4,}(\d{1,2})(?![^\W_])")
"""One that its per cent tells without any word beside it; shorter ones are sizes and kinds: "SPF50", "EU42"."""
_PER_CENT = re.compile(r"(?<![\d.,])(\d{1,2})(?:[.,]\d{1,2})?\s?%|%\s?(\d{1,2})(?!\d)")
_DIGITS = re.compile(r"[-−(]?\d{1,2}")
_CLOSE = Decimal("0.011")
_LABEL_CHARS, _MOST_CHARS, _FEW_CHARS, _COUPON_LINES, _BESIDE = 80, 160, 40, 3, 2
_NOT_LATIN = re.compile(r"[\u0370-\uffff]")
_BEFORE_LINES, _NEAR_LINES = 6, 40


@once_a_view
def printed_shares(view: PageView, after: int = _NEAR_LINES) -> frozenset[int]:
    """Every per cent that the page prints from right before its heading to so many lines behind it, without those that
    not everybody gets.
    """
    return shares_of([line.text for line in view.near(_BEFORE_LINES, after)])


def shares_in(text: str) -> Iterator[int]:
    """Every per cent of the text, as a whole number: 20 %, 20.5 %, and %20 as Turkish writes it; not a tax's."""
    for match in _PER_CENT.finditer(text) if "%" in text else ():
        is_taxes = _TAX_BEHIND.match(text, match.end()) or _TAX_BEFORE.search(text[: match.start()])
        if is_taxes is None:
            yield int(match[1] or match[2])


_TAX_BEFORE = Wording(r"(?<![^\W_])(?:<tax.names>)\W{0,4}\Z")
_TAX_BEHIND = Wording(r"\W{0,3}(?:<tax.names>)(?![^\W_])")


def shares_of(lines: Sequence[str]) -> frozenset[int]:
    """Every per cent of these neighbouring lines but those that not everybody gets: "-25 % for newsletter
    subscribers", be the words right beside the per cent."""
    found: set[int] = set()
    for place, text in enumerate(lines):
        is_sign = text.startswith("%") and place > 0 and _DIGITS.fullmatch(lines[place - 1]) is not None
        shares = set(shares_in(f"{lines[place - 1]} {text}" if is_sign else text))  # "20" and "%)" are drawn apart
        if shares and not any(map(is_on_condition, lines[max(0, place - 1) : place + 2])) and not is_for_paying(text):
            found |= shares - coupon_shares(lines[max(0, place - _COUPON_LINES) : place + _COUPON_LINES])
    return frozenset(found)


def coupon_shares(lines: Sequence[str]) -> set[int]:
    """Every per cent that a code or coupon among these neighbouring lines takes off: one that a code ends with, one on
    a line that speaks of a coupon, and one beside a code there: "Promo code", "PINE", "-20 %".
    """
    found: set[int] = set()
    for place, text in enumerate(lines):
        if len(text) > _MOST_CHARS:
            continue
        found.update(int(one[1]) for one in _NUMBERED.finditer(text))
        if _COUPON.search(text) is None:
            continue
        own, codes = set(shares_in(text)), _codes_of(text)
        found |= own
        is_apart = not codes and place + 1 < len(lines) and _CODE.fullmatch(lines[place + 1]) is not None
        codes = _codes_of(lines[place + 1]) if is_apart else codes
        numbers = {int(one[1]) for one in codes if one[1]}
        found |= numbers
        if codes and not own | numbers and _FREE.search(text) is None:
            behind = place + 1 + is_apart  # before a word that stands alone it may be a button's: "APPLY"
            for beside in (*lines[max(0, place - _BESIDE) : 0 if is_apart else place], *lines[behind : behind + 1]):
                found.update(shares_in(beside))
    return found


def names_coupon(text: str) -> bool:
    """Whether the text speaks of a code or coupon that lowers a price."""
    return _COUPON.search(text) is not None


def names_coupon_code(before: str, text: str) -> bool:
    """Whether this line, or a label and this line, name a coupon and its code and say little else, nor that something
    is free.
    """
    if _FREE.search(text) is not None:
        return False
    if names_coupon(text):
        return len(text) <= _FEW_CHARS and bool(_codes_of(text))
    return len(before) <= _FEW_CHARS and names_coupon(before) and _CODE.fullmatch(text) is not None


def _codes_of(text: str) -> list[re.Match[str]]:
    """The codes in a text; none where all its words are in Latin capitals."""
    is_loud = text.isupper() and _NOT_LATIN.search(text) is None
    return [] if is_loud and _CODE.fullmatch(text) is None else list(_CODE.finditer(text))


def is_on_condition(text: str) -> bool:
    """Whether the line names who gets a discount or how: subscribers, with a code."""
    return len(text) <= _LABEL_CHARS and _ON_CONDITION.search(text) is not None


def is_for_paying(text: str) -> bool:
    """Whether the line names the way of paying for which a discount is given: cash, a bank transfer."""
    return len(text) <= _LABEL_CHARS and _PAID_IN.search(text) is not None


def is_discount(lower: Decimal, higher: Decimal, shares: Iterable[int]) -> bool:
    """Whether one of these per cents lies between the two amounts."""
    return any(abs(1 - lower / higher - Decimal(share) / 100) < _CLOSE for share in shares)
