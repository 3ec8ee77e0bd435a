"""Whether an amount is what those pay who have a code or a coupon: "£119.00", "Promo code SAVE20 = -20 % → £95.20".
Pages draw it in many ways, also as a sale, with the other amount struck out. What the coupon takes off tells it.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from common.reading.evidence.printed.amount import PrintedAmount
from common.reading.visible.arithmetic import amounts_of
from common.reading.visible.buttons.pressed import pressed_around
from common.reading.visible.lines import Line
from common.reading.visible.prices.amount_kinds import CARD, PERIOD, UNIT
from common.reading.visible.shares import coupon_shares, is_discount, names_coupon, names_coupon_code, shares_in
from common.reading.visible.view import PageView, once_a_view

_NEAR_LINES, _CLOSE_LINES, _COUPON_LINES = 90, 8, 4
_MOST_TIMES = 10
_NOT_THE_WHOLE = frozenset({CARD, PERIOD, UNIT})


def is_by_coupon(one: PrintedAmount, printed: Sequence[PrintedAmount], view: PageView) -> bool:
    """Whether a higher amount is printed close to this one, and close to this one a code or coupon takes off what lies
    between the two; or a code stands right beside one of the two, and nothing there says what it takes off.
    """
    higher = [
        other
        for other in printed
        if one.amount < other.amount < _MOST_TIMES * one.amount
        and abs(other.at - one.at) <= _CLOSE_LINES
        and other.currency in {None, one.currency}
        and not _NOT_THE_WHOLE & {*other.kinds}
    ]
    if not higher or one.at <= 0:
        return False
    shares, amounts = _taken_off(view, one.at)
    return any(
        is_discount(one.amount, other.amount, shares)
        or other.amount - one.amount in amounts
        or _has_code_beside(view, one.at, other.at)
        for other in higher
    )


@once_a_view
def _taken_off(view: PageView, at: int) -> tuple[frozenset[int], frozenset[Decimal]]:
    """What coupons take off by the lines around this one: in per cent, and in money."""
    beside = [line for line in _near(view) if line.at > 0 and abs(line.at - at) <= _COUPON_LINES]
    named = [line for line in beside if names_coupon(line.text)]
    shares = frozenset(coupon_shares([line.text for line in beside]))
    return shares, frozenset(amounts_of(named, view.currency_hint))


@once_a_view
def _has_code_beside(view: PageView, at: int, other: int) -> bool:
    """Whether a line right before the two amounts, between them or close behind names a code and does not say what it
    takes off.
    """
    first, last = min(at, other), max(at, other)
    if last - first > _BETWEEN:
        return False
    near = _near(view)
    for place, line in enumerate(near):
        if first - 1 <= line.at <= last + _BEHIND and line.at > 0:
            is_label = place and near[place - 1].at > 0 and pressed_around(line.element) is None  # no button "APPLY"
            before = near[place - 1].text if is_label else ""
            if names_coupon_code(before, line.text) and not any(shares_in(line.text)):
                return next(amounts_of([line], view.currency_hint), None) is None
    return False


_BETWEEN, _BEHIND = 4, 3


def _near(view: PageView) -> Sequence[Line]:
    return view.near(0, _NEAR_LINES)
