"""Whether a price is asked on terms only, while what everybody pays is printed beside it: "£89.99", "Price for holders
of our card. Without it £109.99".

Markup often states the lower of the two. That it is declared makes it nobody's price who does not meet the terms.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from decimal import Decimal
from itertools import islice
from typing import Any

from common.reading.evidence.by_coupon import is_by_coupon
from common.reading.evidence.doubts.parts.part_of_sum import is_paid_again, is_part_of_sum
from common.reading.evidence.doubts.parts.so_many_times import is_less_than_payments, is_so_much_of, is_total
from common.reading.evidence.doubts.terms.spot import BEHIND_LINES, CLAUSES, MOST_CHARS, NEVER_ASKED, Spot
from common.reading.evidence.doubts.used_copy import is_of_used_copy, is_of_used_goods
from common.reading.evidence.printed.amount import PrintedAmount
from common.reading.parsed.letters import squeeze
from common.reading.parsed.text_within import text_within
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.visible.discounts.shares import is_for_paying
from common.reading.visible.labels import OF_DELIVERY, TERMS
from common.reading.visible.lines import itself_and_above
from common.reading.visible.prices.amount_kinds import (
    CALLED_OLD,
    CALLED_OTHER,
    FROM,
    NET,
    OLD,
    OTHER,
    PERIOD,
    SAVED,
    UNIT,
)
from common.reading.visible.prices.besides import is_least_order
from common.reading.visible.view import PageView
from common.reading.words.wording import Wording

_CONDITION = Wording("<price.condition:words>")
_FREE = Wording("<price.free:words>")
_OTHERWISE = Wording("<price.otherwise:words>")
_USED = Wording(r"(?:<price.used>)\s?[:：]?")
_UNUSED = Wording(r"(?:<price.unused>)\s?[:：]?")
_OF_ELSE = Wording(
    r"<price.besides:words>|<price.roughly:words>|<price.from:words>|<price.free:words>|<price.saving:words>|"
    r"\A\W{0,3}(?:<price.old_labels>)\W{0,3}\Z"
)
_BEHIND_OLD_LABEL = Wording(r"(?<![^\W_])(?:<price.old_labels>)\W{1,3}\Z")
_NO_PLACE = NEVER_ASKED - {CALLED_OTHER, CALLED_OLD, FROM, UNIT, NET}
_NO_SUM = NEVER_ASKED - {FROM, SAVED}
_NEAR_LINES, _CLOSE_LINES = 90, 6
_LOGO_LINES, _LOGO_CHARS = 2, 24
_MOST_TIMES = 100
_MOST_CLAUSE = 60


def is_on_terms(price: Decimal, printed: Sequence[PrintedAmount], view: PageView, before: frozenset[Decimal]) -> bool:
    """Whether another amount near a place of this price is what everybody pays for the whole: each rule of `_RULES`
    names a case, is_paid_again and is_of_used_copy one more each. `before`: what the price was reduced from; none of
    these is asked about.
    """
    if is_paid_again(price, printed):
        return True
    several = [one for one in printed if one.amount == price and one.at > 0 and not _NO_PLACE & {*one.kinds}]
    if not several or len({one.amount for one in printed}) == 1:
        return False
    if is_of_used_copy(several[0], several, printed, view) or any(is_by_coupon(one, printed, view) for one in several):
        return True
    shown = view.near(0, _NEAR_LINES)
    places = {line.at: place for place, line in enumerate(shown)}
    for one in several:
        others = [
            other
            for other in printed
            if other.amount not in {price, Decimal(0), *before}
            and price <= _MOST_TIMES * other.amount <= _MOST_TIMES**2 * price
            and abs(other.at - one.at) <= _CLOSE_LINES
            and other.currency in {None, one.currency}
            and other.at in places
        ]
        spot = Spot(one, others, shown, places, view)
        if others and one.at in places and any(rule(spot) for rule in _RULES):
            return True
    return False


def _is_of_one_measure(spot: Spot) -> bool:
    """Whether another amount is the price times a measure that stands on that one's line."""
    return any(is_so_much_of(spot.price.amount, other.amount, spot.line_of(other).text) for other in spot.others)


def _is_of_several_pieces(spot: Spot) -> bool:
    """Whether the price is a plain other amount times a number that a field of the page holds."""
    return any(
        not other.kinds and is_total(spot.price.amount, other.amount, spot.view.document) for other in spot.others
    )


def _is_of_used_copy(spot: Spot) -> bool:
    """Whether a label calls the price that of a used copy, and one calls another amount that of a new one. Not where
    the page is of used goods, which tells what they cost new, or strikes out what a new one costs.
    """
    is_used = _USED.fullmatch(spot.words_before(spot.price).strip()) is not None and any(
        _UNUSED.fullmatch(spot.words_before(other).strip()) for other in spot.others if OLD not in other.kinds
    )
    return is_used and not is_of_used_goods(spot.view)


def _is_called_part(spot: Spot) -> bool:
    """Whether the words behind the price make it a part of another amount (parts/part_of_sum.py)."""
    sums = [other for other in spot.others if not _NO_SUM & {*other.kinds}]
    return is_part_of_sum(spot.price, spot.place, sums, spot.shown)


def _has_otherwise_beside(spot: Spot) -> bool:
    """Whether words call another amount what is paid otherwise. It is plain, or higher and up to three lines behind, be
    it that words of another clause on its line speak of a saving or a least quantity.
    """
    behind = (
        other
        for other in spot.others
        if other.amount > spot.price.amount
        and 0 <= other.at - spot.price.at <= BEHIND_LINES
        and not _NO_SUM & {*other.kinds}
    )
    return any(
        _OTHERWISE.search(spot.words_before(other)) and not _is_else_free(other, spot)
        for other in (*spot.plain(), *behind)
    )


def _is_else_free(other: PrintedAmount, spot: Spot) -> bool:
    """Whether this amount's line, on which the price does not stand, is of what is free on terms: its delivery."""
    return other.at != spot.price.at and _FREE.search(spot.line_of(other).text) is not None


def _has_terms_beside(spot: Spot) -> bool:
    """Whether words beside the price name terms or a part, or a picture there stands for a card, and another, plain
    amount is higher.
    """
    said = list(spot.said())
    lines = {number for number, _ in said}
    asked = [other for other in spot.plain() if _is_asked_of_all(other, spot, lines)]
    if asked and (OTHER in spot.price.kinds or any(_names_terms(text) for _, text in said)):
        return True
    is_close = any(0 < other.at - spot.price.at <= _LOGO_LINES for other in asked)
    return is_close and _has_logo(spot.line_of(spot.price).element)


def _is_asked_of_all(other: PrintedAmount, spot: Spot, lines: Set[int]) -> bool:
    """Whether this plain amount is higher than the price, and neither that of something else nor what an order must
    come to. One that words make another amount must stand in one of these `lines`, which speak of the price.
    """
    if other.amount <= spot.price.amount or (OTHER in other.kinds and other.at not in lines):
        return False
    words = spot.words_before(other)
    return _OF_ELSE.search(words) is None and not is_least_order(words) and not _is_sum_of_payments(other, spot)


def _is_sum_of_payments(one: PrintedAmount, spot: Spot) -> bool:
    """Whether this is what the payments right before it come to: "6 payments", "41.15", "total 246.90"."""
    return any(
        0 <= one.at - other.at <= _SUM_LINES
        and (PERIOD in other.kinds or OTHER in other.kinds)
        and one.amount in {count * other.amount for count in range(2, _MOST_PAYMENTS + 1)}
        for other in spot.others
    )


_SUM_LINES, _MOST_PAYMENTS = 2, 60


def _has_higher_in_sentence(spot: Spot) -> bool:
    """Whether a sentence right behind the price, before the button that buys, tells of a higher amount that nothing
    makes another one, and of which the price is a round share: a fifth, or a fifth less. Whatever its words are, they
    say who pays more, or that the price is a part of it. Of other amounts ("The lamp for it is £89") it says nothing.
    Where the sentence begins with the price itself ("£59", "when you send us the old one, £119 if not") any share does.
    """
    return any(
        (other.in_text or spot.goes_on_in(other))
        and other.before_button
        and not other.kinds
        and (spot.goes_on_in(other) or _is_round_share(spot.price.amount, other.amount))
        and 0 <= other.at - spot.price.at <= BEHIND_LINES
        and other.currency == spot.price.currency
        and _OF_ELSE.search(words := spot.words_before(other)) is None
        and _BEHIND_OLD_LABEL.search(words) is None
        for other in spot.others
    )


def _is_round_share(price: Decimal, whole: Decimal) -> bool:
    """Whether the price is so many twentieths of a higher amount, up to a cent, or a third of it."""
    if not 0 < price < whole:
        return False
    parts = [whole * count / _TWENTIETHS for count in range(1, _TWENTIETHS)]
    return any(abs(part - price) <= _CENT for part in (*parts, whole / 3, whole * 2 / 3))


_TWENTIETHS, _CENT = 20, Decimal("0.01")


def _is_paid_at_once(spot: Spot) -> bool:
    """Whether a way of paying is named beside the price, and payments of another amount come to more than it; or right
    before it, and another, plain amount is higher: "Precio contado 90.00", "100.00".
    """
    payments = [other for other in spot.others if is_less_than_payments(spot.price.amount, other)]
    if payments and any(is_for_paying(text) for _, text in spot.said()):
        return True
    is_higher = any(
        other.amount > spot.price.amount and _OF_ELSE.search(spot.words_before(other)) is None for other in spot.plain()
    )
    return is_higher and is_for_paying(spot.words_before(spot.price))


_RULES: tuple[Callable[[Spot], bool], ...] = (
    _is_of_one_measure,
    _is_of_several_pieces,
    _is_of_used_copy,
    _is_called_part,
    _has_otherwise_beside,
    _has_terms_beside,
    _has_higher_in_sentence,
    _is_paid_at_once,
)


def _names_terms(text: str) -> bool:
    if not text or len(text) > MOST_CHARS:
        return False
    if _CONDITION.search(text) is not None:
        return True
    clauses = [squeeze(one) for one in CLAUSES.split(text)]
    return any(
        one and len(one) <= _MOST_CLAUSE and TERMS.fullmatch(one) is not None and OF_DELIVERY.search(one) is None
        for one in clauses
    )


def _has_logo(element: Any) -> bool:
    """Whether a picture with a name stands in the amount's own box, which says nothing else."""
    for box in itself_and_above(element, 1):
        if len(BESIDE_CURRENCY.findall(squeeze(text_within(box, _LOGO_CHARS)))) != 1:
            return False
        if any((picture.get("alt") or "").strip() for picture in islice(box.iter("img"), 3)):
            return len(squeeze(text_within(box, _LOGO_CHARS))) < _LOGO_CHARS
    return False
