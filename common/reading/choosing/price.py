"""Which source's price is taken, and when two contradict each other.

1. Two declared ones (JSON-LD, microdata, RDFa, labels) contradict when they differ and neither lies in the other's
   range nor is its list price. The one that a third source states or the page shows as well is taken; without such a
   confirmation it is a conflict, unless the page prints both and calls the later one net of a tax that lies between
   them. Embedded state confirms nothing: it comes from the same backend as the labels.
2. A declared price that the page does not print, while it shows another one near its heading, is a conflict.
3. Labels alone (they are written for social networks, often without tax) against another price that is shown: the shown
   one is taken, unless the label's was reduced from it; it is a conflict when the page prints the label's as well, but
   for a lower one that words make another amount wherever it stands ("9,90 € for new customers").
4. A declared price that the page itself calls net of tax gives way to the shown one, when that is higher by a tax.
   So does one that the page itself strikes out or calls old, when the shown one is lower, and one that the page prints
   as an instalment, by measure or as the lowest of thirty days only.
5. A declared range whose lowest the page does not show as its price, while it shows a dearer one in it that another
   source states, or does not print the lowest, or only for a choice that it has not chosen: the shown one, which is
   that of the variant that is chosen.
6. Nothing declared: the price that is shown; a different one in the embedded state is a conflict, unless the page
   strikes it out, calls it old, calls it net of the tax that the shown one has, or prints it by measure or as an
   instalment only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from common.money import exponent
from common.reading.found import LABELS, SHOWN, STATE, Found

UNDECLARED = frozenset({SHOWN, STATE})
_LEAST_TAX, _MOST_TAX = Decimal("1.02"), Decimal("1.29")
_MOST_OFF = Decimal("0.25")
_MOST_TIMES = 2
"""A higher one than that may be what buys the thing without a contract."""
CONFLICT = ("price_minor",)
Choice = tuple[Found | None, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class AmountsOfPage:
    """The amounts on the page by what they are there. Each kind is looked for only when a choice turns on it; a page
    that is not asked prints none.
    """

    printed: Callable[[], frozenset[Decimal]] = frozenset
    """All that it prints."""
    net: Callable[[], frozenset[Decimal]] = frozenset
    """Those that it calls net of tax."""
    old: Callable[[], frozenset[Decimal]] = frozenset
    """Those that it strikes out or calls old."""
    other: Callable[[], frozenset[Decimal]] = frozenset
    """Those that it prints as another amount only: an instalment, by measure."""
    on_terms: Callable[[], frozenset[Decimal]] = frozenset
    """Those that words make a part, or what not everybody pays."""
    instead_of: Callable[[Decimal], frozenset[Decimal]] = lambda price: frozenset()
    """Those that it prints only for a choice that it has not chosen, beside a chosen one of this price."""
    before: Callable[[Decimal], frozenset[Decimal]] = lambda price: frozenset()
    """Those that this declared price was reduced from, by where they stand."""


def choose_price(sources: Sequence[Found], amounts: AmountsOfPage) -> Choice:
    """The source whose price is taken, and the conflict when no rule decides."""
    priced = [one for one in sources if one.price is not None]
    if not priced:
        return None, ()
    positive = [one for one in priced if one.price] or priced
    shown = next((one for one in positive if one.source == SHOWN), None)
    stated = [one for one in positive if one.source not in UNDECLARED]
    if not stated:
        return _undeclared(positive, shown, amounts)
    first = stated[0]
    if shown is not None and _gives_way(first, shown, positive, amounts):
        return shown, ()
    if first.source == LABELS:
        return _labels(first, shown, amounts)
    others = [one for one in stated[1:] if not agree(first, one)]
    if any(not (_is_with_tax(first, one) and _is_net_beside(first, one, amounts)) for one in others):
        return _confirmed(first, positive)
    if shown is not None and not agree(first, shown) and first.price not in amounts.printed():
        return first, CONFLICT
    return first, ()


def _is_net_beside(first: Found, other: Found, amounts: AmountsOfPage) -> bool:
    """Whether the page prints the first price and calls the other one net of tax."""
    return first.price in amounts.printed() and other.price in amounts.net()


def _gives_way(first: Found, shown: Found, positive: Sequence[Found], amounts: AmountsOfPage) -> bool:
    """Whether the declared price is net of tax, was asked before, is another amount, or that of another choice."""
    return (
        (_is_with_tax(shown, first) and first.price in amounts.net())
        or (_is_reduced(shown, first) and first.price in amounts.old())
        or (not agree(first, shown) and first.price in amounts.other())
        or (_is_of_a_choice(shown, first, positive, amounts) and shown.price not in amounts.old())
    )


def _is_with_tax(shown: Found, other: Found) -> bool:
    """Whether the shown price is the other one with a tax on top; none is higher than 28 % where these shops are."""
    return bool(shown.price and other.price) and _LEAST_TAX < (shown.price or 0) / (other.price or 1) < _MOST_TAX


def _is_of_a_choice(shown: Found, first: Found, stated: Sequence[Found], amounts: AmountsOfPage) -> bool:
    """Whether the one shown price is that of a chosen variant: dearer than the lowest of a declared range, inside it,
    and stated by another source, too, or the page prints the lowest nowhere, or only for a choice that it has not
    chosen. Otherwise it may be a row of a table, or the new one beside used copies.
    """
    if shown.price is None or first.price is None or first.price != first.low or shown.price == first.price:
        return False
    if shown.price_kind is not None or shown.low != shown.high or not within(shown.price, first):
        return False
    others = (one for one in stated if one is not shown and one.currency in {None, first.currency})
    if any(one.price == shown.price for one in others) or first.price not in amounts.printed():
        return True
    return first.price in amounts.instead_of(shown.price)


def _is_reduced(shown: Found, other: Found) -> bool:
    """Whether the shown price may be what the other one was reduced to."""
    return bool(shown.price and other.price) and _MOST_OFF < (shown.price or 0) / (other.price or 1) < 1


def _confirmed(first: Found, positive: Sequence[Found]) -> Choice:
    votes = Counter(one.price for one in positive if one.source != STATE)
    price, count = votes.most_common(1)[0]
    if count >= 2 and list(votes.values()).count(count) == 1:
        return next(one for one in positive if one.price == price), ()
    return first, CONFLICT


def _labels(labels: Found, shown: Found | None, amounts: AmountsOfPage) -> Choice:
    if shown is None or labels.price is None or agree(labels, shown) or shown.price in amounts.before(labels.price):
        return labels, ()
    may_be_part = labels.price < (shown.price or 0) <= _MOST_TIMES * labels.price
    is_explained = may_be_part and labels.price in amounts.on_terms()
    return shown, CONFLICT if labels.price in amounts.printed() and not is_explained else ()


def _undeclared(positive: Sequence[Found], shown: Found | None, amounts: AmountsOfPage) -> Choice:
    state = next((one for one in positive if one.source != SHOWN), None)
    if shown is None or state is None:
        return positive[0], ()
    was = _is_reduced(shown, state) and state.price in amounts.old()
    was = was or (_is_with_tax(shown, state) and state.price in amounts.net())
    is_other = not agree(shown, state) and state.price in amounts.other()
    return shown, () if was or is_other or agree(shown, state) else CONFLICT


def agree(one: Found, other: Found) -> bool:
    """Whether two sources' prices do not contradict each other: the same up to a minor unit, one a list price or
    a price inside the other's range, in two currencies, or not stated by both.
    """
    if one.price == other.price or one.price is None or other.price is None:
        return True
    if one.currency and other.currency and one.currency != other.currency:
        return True  # another currency's price contradicts nothing
    if one.list_price == other.price or other.list_price == one.price:
        return True
    step = Decimal(1).scaleb(-exponent(one.currency or "XXX"))
    if abs(one.price - other.price) < step:
        return True
    return within(one.price, other) or within(other.price, one)


def within(price: Decimal, other: Found) -> bool:
    """Whether the price lies in the range that this source states."""
    return (
        other.low is not None and other.high is not None and other.low < other.high and other.low <= price <= other.high
    )


def range_around(priced: Found | None, sources: Sequence[Found]) -> Found | None:
    """The range that the page shows from this price upwards, be one price declared: nothing is chosen yet, and shops
    declare the lowest. Else the range that the price's own source states, or that of another source in which it lies.
    """
    if priced is None or priced.price is None:
        return None
    shown = next((one for one in sources if one.source == SHOWN and within(priced.price, one)), None)
    if shown is not None and priced.price == shown.low and priced.low == priced.high:
        return shown
    if priced.low is not None and priced.high is not None and (priced.low < priced.high or priced.source != SHOWN):
        return priced
    return next((one for one in sources if within(priced.price, one)), None)
