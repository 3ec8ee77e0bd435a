"""What the other amounts of the page say against a price."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import pairwise

from common.reading.choosing.price import agree
from common.reading.evidence.doubts.sold_apart import is_one_of_several
from common.reading.evidence.printed.amount import PrintedAmount
from common.reading.evidence.rivals.rivals import is_of_other_label, is_price_label
from common.reading.evidence.weighing.case import Case
from common.reading.evidence.weighing.grounds import MOST_RIVALS, Ground

_FAR = 5
_FEW_WORDS = 3
"""Beside an amount: "Only £30.00 left for free shipping" and the like explain it, whatever the words are."""


def by_rivals(case: Case) -> Iterator[tuple[Ground, int | bool]]:
    page, rivals = case.page, case.rivals
    yield Ground.BEHIND_ZERO, _is_behind_zero(case)
    yield from () if case.is_lowest else _by_buttons(case)
    is_unprinted = not case.places
    yield Ground.UNPRINTED, is_unprinted and (bool(rivals) or (not case.is_shown and page.prints_by_measure_only()))
    beside = case.beside()
    yield Ground.HIGHER_BESIDE, _may_be_part(case, beside)
    yield Ground.LOWER_BEHIND, _lower_behind(case, beside)
    yield Ground.UNKNOWN_WORDS, _may_be_on_terms(case, beside)
    yield Ground.FAR_BELOW, not case.is_shown and not case.is_lowest and _is_far_below(case, beside)
    yield Ground.BEHIND_RIVAL, _is_behind_rival(case)
    yield Ground.RIVALS, min(MOST_RIVALS, len(rivals) + (bool(beside) or _has_twin(case)))


def _has_twin(case: Case) -> bool:
    """Whether a rival stands behind the same label of a price, as in a list beside the product."""
    labels = {one.label for one in case.plain}
    twins = (one for one in case.page.printed if one.amount in case.rivals)
    return any(one.label in labels and is_price_label(one.label) for one in twins)


def _is_far_below(case: Case, beside: Sequence[PrintedAmount]) -> bool:
    shown = case.shown
    is_other_shown = shown is not None and shown.price is not None and not agree(case.chosen, shown)
    higher = {shown.price} if is_other_shown and shown is not None else case.rivals
    is_far = any(amount is not None and amount >= _FAR * case.price for amount in higher)
    return is_far and (bool(beside) or shown is not None)


def _is_behind_rival(case: Case) -> bool:
    """Whether one of the rivals stands before the first plain place of the price."""
    first = min((place.at for place in case.plain), default=0)
    return any(one.amount in case.rivals and one.at < first for one in case.page.printed)


def _by_buttons(case: Case) -> Iterator[tuple[Ground, bool]]:
    """Against a price that has a button of its own, where another amount has a button with the same words. If the other
    amount is higher, this price may be that of a sample of the thing, which costs most points. If it is lower, or in a
    card that leads to another product, it is more often an accessory's.
    """
    price, sold_apart = case.price, case.page.sold_apart
    if not is_one_of_several(price, sold_apart):
        return
    pieces = [one for one in sold_apart if not one.is_card]
    is_piece = any(price in one.amounts for one in pieces)
    is_below = any(max(one.amounts) > price for one in pieces if price not in one.amounts)
    yield (Ground.SOLD_APART_HIGHER if is_piece and is_below else Ground.SOLD_APART), True


def _may_be_part(case: Case, beside: Sequence[PrintedAmount]) -> bool:
    """Whether one of these rivals is higher and stands before the add-to-cart button, so that the price may be a part
    of it. Not where the price is printed both before and behind a rival: then they are choices in a list ("Hardcover
    $25.20", "Paperback $15.30"), and the page has chosen this one.
    """
    price, places = case.price, case.plain
    first, last = min((one.at for one in places), default=0), max((one.at for one in places), default=0)
    is_chosen = any(first < one.at < last for one in beside)
    return not is_chosen and any(
        one.amount > price and one.before_button and (one.words <= _FEW_WORDS or one.amount % price == 0)
        for one in beside
    )


def _lower_behind(case: Case, beside: Sequence[PrintedAmount]) -> int:
    """How often LOWER_BEHIND holds: whether each place of the price is followed at once by one of these rivals, lower
    but no small part of it, both bare and before the button that buys. Only a style sheet may strike out the first, and
    the markup may still state it. Twice where all are on one line: a reader takes the first of it for want of better.
    """
    lower = {one.amount for one in beside if _LEAST_LEFT * case.price <= one.amount < case.price}
    behind = {
        (one.at, other.at)
        for one, other in pairwise(case.page.printed)
        if one in case.plain and other.amount in lower and _is_bare(one) and _is_bare(other) and other.before_button
    }
    if not case.plain or len({at for at, _ in behind}) < len({one.at for one in case.plain}):
        return 0
    if all(at == its for at, its in behind):
        return 2
    return not case.is_shown and all(its - at <= 1 for at, its in behind)


def _is_bare(one: PrintedAmount) -> bool:
    return not one.words and not one.in_text


_LEAST_LEFT = Decimal("0.4")


def _may_be_on_terms(case: Case, beside: Sequence[PrintedAmount]) -> bool:
    """Whether words that no rule knows stand beside each place of the price, and none beside a higher rival before the
    button: "£95.00 on the app", "£100.00". Two choices both have their words.
    """
    is_bare = any(
        one.amount > case.price and one.before_button and one.beside and not one.has_unknown_words for one in beside
    )
    return is_bare and bool(case.plain) and all(one.has_unknown_words for one in case.plain)


def _is_behind_zero(case: Case) -> bool:
    """Whether what the page calls its price is zero, as it is until something is chosen: what follows is another's."""
    first = min((one.at for one in case.places), default=None)
    zeros = [one for one in case.page.printed if not one.amount and not one.kinds and one.at > 0]
    return any(
        (first is None or one.at < first) and not is_of_other_label(one)  # "Total: 0.00" is what the cart holds
        for one in zeros
    )
