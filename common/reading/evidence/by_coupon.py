"""Whether an amount is what those pay who have a code or a coupon: "£119.00", "Promo code SAVE20 = -20 % → £95.20".
Pages draw it in many ways, also as a sale, with the other amount struck out. What the coupon takes off tells it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

from common.reading.evidence.coupon_fields import holds_code_to_copy, stands_at_code_field
from common.reading.evidence.printed.amount import PrintedAmount
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.text.money import amount_of
from common.reading.visible.arithmetic import amounts_of
from common.reading.visible.buttons.pressed import pressed_around
from common.reading.visible.discounts.coupons import (
    coupon_shares,
    gives_for_free,
    is_code,
    names_coupon,
    names_coupon_code,
    names_field,
    names_price_with_coupon,
    says_code_and_share,
    says_what_is_saved,
)
from common.reading.visible.discounts.per_cents import is_discount, shares_in
from common.reading.visible.lines import Line
from common.reading.visible.prices.amount_kinds import CARD, PERIOD, UNIT
from common.reading.visible.prices.besides import LEAST_ORDER
from common.reading.visible.view import PageView, once_a_view

_NEAR_LINES, _CLOSE_LINES, _COUPON_LINES, _FAR_LINES = 90, 8, 4, 14
_BETWEEN, _BEFORE, _BEHIND = 4, 3, 3
_MOST_TIMES = 10
_NOT_THE_WHOLE = frozenset({CARD, PERIOD, UNIT})


def is_by_coupon(one: PrintedAmount, printed: Sequence[PrintedAmount], view: PageView) -> bool:
    """Whether a higher amount is printed close to this one, and close to this one a code or coupon takes off what lies
    between the two; or a code, or a label of what is paid with a coupon, stands right beside one of the two, and
    nothing there says what it takes off. A coupon that makes a lower amount of this one is none that made this one.
    """
    beside = [
        other
        for other in printed
        if abs(other.at - one.at) <= _CLOSE_LINES
        and other.currency in {None, one.currency}
        and not _NOT_THE_WHOLE & {*other.kinds}
    ]
    higher = [other for other in beside if one.amount < other.amount < _MOST_TIMES * one.amount]
    if not higher or one.at <= 0:
        return False
    shares, amounts = _taken_off(view, one.at)
    lower = [other.amount for other in beside if other.amount < one.amount]
    shares = frozenset(share for share in shares if not any(is_discount(less, one.amount, {share}) for less in lower))
    amounts -= {one.amount - less for less in lower}
    return any(
        is_discount(one.amount, other.amount, shares)
        or other.amount - one.amount in amounts
        or _has_code_beside(view, one.at, other.at, one.amount)
        for other in higher
    )


@once_a_view
def _taken_off(view: PageView, at: int) -> tuple[frozenset[int], frozenset[Decimal]]:
    """What coupons take off by the lines around this one: in per cent, and in money."""
    near = [line for line in _near(view) if line.at > 0 and abs(line.at - at) <= _FAR_LINES]
    beside = [line for line in near if abs(line.at - at) <= _COUPON_LINES]
    coupons = {line.at: line.text for line in beside if names_coupon(line.text)}
    behind = (line.text for line in near if line.at - 1 in coupons and says_what_is_saved(line.text))
    in_full = (line.text for line in near if line not in beside and says_code_and_share(line.text))
    field = next((line.text for line in near if line not in beside and names_field(line.text)), "")
    is_field = bool(beside) and names_field(beside[-1].text)
    says = [line.text for line in near if is_field and line.at == at + _COUPON_LINES + 1]
    close = [*(line.text for line in beside), *says, *_APART, field]
    shares = frozenset((*coupon_shares(close), *coupon_shares([*in_full])))
    return shares, frozenset(
        amount for text in (*coupons.values(), *behind) for amount in _said_to_be_saved(text, view.currency_hint)
    )


_APART = ("", "", "")
"""Between what stands beside and a field further off: that one says nothing of codes but that there are some."""


def _said_to_be_saved(text: str, hint: str | None) -> Iterator[Decimal]:
    """The amounts in a text but those that an order must come to."""
    end = 0
    for match in BESIDE_CURRENCY.finditer(text):
        amount = amount_of(match, hint)
        if amount is not None and LEAST_ORDER.search(text[end : match.start()]) is None:
            yield amount
        end = match.end()


@once_a_view
def _has_code_beside(view: PageView, at: int, other: int, amount: Decimal) -> bool:
    """Whether a line right before the two amounts, between them or close behind names a code, or labels what is paid
    with a coupon, and does not say what that takes off. Behind them it may be said of a lower amount that follows it.
    """
    first, last = min(at, other), max(at, other)
    if last - first > _BETWEEN:
        return False
    near = [line for line in _near(view) if first - _BEFORE <= line.at <= last + _BEHIND + 1 and line.at > 0]
    before = [place for place, line in enumerate(near) if line.at < first and pressed_around(line.element) is None]
    for place in range(before[-1] if before else 0, len(near)):
        if near[place].at > last + _BEHIND:
            break
        behind = near[place + 1].text if place + 1 < len(near) else ""
        around = (near[place - 1].text if place and is_code(near[place].text) else "", near[place].text, behind)
        if _names_code(near, place, behind) and not any(share for text in around for share in shares_in(text)):
            said = next(amounts_of([near[place]], view.currency_hint), None)
            follows = next(amounts_of(near[place + 1 : place + 2], view.currency_hint), amount)
            return said == amount or (said is None and follows >= amount and not gives_for_free(behind))
    return False


def _names_code(near: Sequence[Line], place: int, behind: str) -> bool:
    """Whether this line names a code, alone or behind the line before it, or labels what is paid with a coupon. In
    capitals behind a field the word "APPLY" is none.
    """
    line = near[place]
    if names_coupon(line.text) and holds_code_to_copy(line.element):
        return True
    is_button = place > 0 and stands_at_code_field(line.element) and not any(map(str.isdigit, line.text))
    before = near[place - 1].text if place and not is_button else ""
    return names_coupon_code(before, line.text) or (names_price_with_coupon(line.text) and not is_code(behind))


def _near(view: PageView) -> Sequence[Line]:
    return view.near(0, _NEAR_LINES)
