"""The discounts that the per cents on a page say."""

from __future__ import annotations

import re
from collections.abc import Sequence

from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.visible.discounts.coupons import coupon_shares
from common.reading.visible.discounts.per_cents import PER_CENT, shares_in
from common.reading.visible.discounts.taken_off import shares_taken_off
from common.reading.visible.view import PageView, once_a_view
from common.reading.words.wording import Wording

_ON_CONDITION = Wording("<price.on_condition:words>")
_PAID_IN = Wording("<price.paid_in:words>")
_FOR_SEVERAL = Wording(
    r"(?<![\d.,])(?:[2-9]|[1-9]\d{1,2})\s?(?:\+|<price.and_up:words>|<price.tier_behind:words>)|"
    r"<price.from:words>\s?(?:[2-9]|[1-9]\d{1,2})\s?(?:(?:<stock.pieces>|<price.counted>)(?![^\W_])|\W?\Z)"
)
_DIGITS = re.compile(r"[-−(]?\d{1,2}")
_LABEL_CHARS, _COUPON_LINES = 80, 3
_BEFORE_LINES, _NEAR_LINES = 6, 40


@once_a_view
def printed_shares(view: PageView, after: int = _NEAR_LINES) -> frozenset[int]:
    """Every per cent that the page prints from right before its heading to so many lines behind it, without those that
    not everybody gets.
    """
    return shares_of([line.text for line in view.near(_BEFORE_LINES, after)])


def shares_of(lines: Sequence[str]) -> frozenset[int]:
    """Every per cent of these neighbouring lines but those that not everybody gets: "-25 % for newsletter
    subscribers", be the words right beside the per cent."""
    found: set[int] = set()
    of_tiers = _of_tiers(lines)
    for place, text in enumerate(lines):
        if place in of_tiers:
            continue
        is_sign = text.startswith("%") and place > 0 and _DIGITS.fullmatch(lines[place - 1]) is not None
        whole = f"{lines[place - 1]} {text}" if is_sign else text  # "20" and "%)" are drawn apart
        shares = _taken_off(lines, place - is_sign, place, whole) if "%" in text else set()
        beside = lines[max(0, place - 1) : place + 2] if shares else ()
        if shares and not (any(map(is_on_condition, beside)) or is_for_paying(text) or is_for_several(text)):
            found |= shares - coupon_shares(lines[max(0, place - _COUPON_LINES) : place + _COUPON_LINES])
    return frozenset(found)


def _taken_off(lines: Sequence[str], first: int, last: int, text: str) -> set[int]:
    before, behind = lines[first - 1] if first else "", lines[last + 1] if last + 1 < len(lines) else ""
    return {*shares_taken_off(text, before, behind)}


def _of_tiers(lines: Sequence[str]) -> frozenset[int]:
    """The places of the per cents that stand in two or more rows with a number of pieces and what each of so many
    costs: "5", "£4.75", "5 %", "10", "£4.50", "10 %".
    """
    several = [place for place, text in enumerate(lines) if "%" in text and _ONLY_SHARE.fullmatch(text)]
    if len(several) < _LEAST_ROWS:
        return frozenset()
    found = {place for place in several if _is_row(lines, place - 2, place - 1) or _is_row(lines, place - 1, place + 1)}
    return frozenset(found) if len(found) >= _LEAST_ROWS else frozenset()


def _is_row(lines: Sequence[str], count: int, amount: int) -> bool:
    """Whether a number of pieces from two stands in the one line and an amount of money in the other."""
    if count < 0 or amount >= len(lines) or _COUNT.fullmatch(lines[count]) is None:
        return False
    return BESIDE_CURRENCY.search(lines[amount]) is not None


_ONLY_SHARE = re.compile(rf"[-−–(]?\s?{PER_CENT}\)?")
_COUNT = re.compile(r"(?:[2-9]|[1-9]\d{1,3})(?:\s?\+|\s?[-–]\s?\d{1,4})?(?:\s?[^\W\d_]{1,6}\.?)?")
_LEAST_ROWS = 2


def is_on_condition(text: str) -> bool:
    """Whether the line names who gets a discount or how: subscribers, with a code."""
    return len(text) <= _LABEL_CHARS and _ON_CONDITION.search(text) is not None


def is_for_several(text: str) -> bool:
    """Whether the line gives a per cent to who buys so many pieces: "Save 10% on 3+", "-10 % ab 3 Stück"."""
    return len(text) <= _LABEL_CHARS and _FOR_SEVERAL.search(text) is not None


def is_for_paying(text: str) -> bool:
    """Whether the line names a way of paying for which a discount may be given: cash, a bank transfer."""
    return len(text) <= _LABEL_CHARS and _PAID_IN.search(text) is not None


def is_given_for_paying(text: str) -> bool:
    """Whether the line gives a per cent for a way of paying: no mark parts the two, as in "20% off. Pay by cheque"."""
    clauses = _CLAUSE_ENDS.split(text) if is_for_paying(text) else ()
    return any(any(shares_in(clause)) and _PAID_IN.search(clause) is not None for clause in clauses)


_CLAUSE_ENDS = re.compile(r"[.,](?!\d)|[;!?|•·。，；！？、/]|\s[-–—]\s")
