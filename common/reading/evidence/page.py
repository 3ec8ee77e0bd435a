"""What the weighing of a price is told of its page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from common.reading.evidence.doubts.sold_apart import SoldByButton
from common.reading.evidence.printed.amount import PrintedAmount
from common.reading.evidence.printed.numbers import Step
from common.reading.evidence.tier_table import Row
from common.reading.evidence.whose_money import WhoseMoney
from common.reading.visible.lines import Line
from common.reading.visible.prices.amount_kinds import (
    CALLED_OLD,
    CALLED_OTHER,
    CARD,
    LOWEST,
    NET,
    OLD,
    OTHER,
    PERIOD,
    UNIT,
)
from common.reading.visible.prices.tax import is_with_tax

NEAR_LINES = 60
"""Lines behind the heading in which another amount may be the price as well."""
_NEVER_THE_PRICE = frozenset({LOWEST, PERIOD, UNIT})
_EXPLAINED = _NEVER_THE_PRICE | {OLD, CALLED_OLD, NET}


@dataclass(frozen=True, slots=True)
class Page:
    """What is asked of the page: `printed` near its heading, `named` in its title and description."""

    printed: Sequence[PrintedAmount]
    named: frozenset[Decimal]
    shares: frozenset[int] = frozenset()
    """The per cents that are printed near its heading."""
    steps: tuple[Step, ...] = ()
    """The numbers of pieces (1-11, 12-47) that are printed there, as the head of a table of prices has them."""
    tables: Sequence[Sequence[Row]] = ()
    """What a piece costs of how many, the fewest first (tier_table.py)."""
    home: str | None = None
    """The currency of the page's place: what is asked in another one is doubted beside amounts in it."""
    whose_money: WhoseMoney | None = None
    """What the page and its address say of the currency of its prices."""
    sold_apart: tuple[SoldByButton, ...] = ()
    """The amounts right before each of several buttons that buy with the same words."""

    outright: frozenset[Decimal] = frozenset()
    """The amounts that the page says buy the thing without any terms."""
    on_button: Decimal | None = None
    """The one amount that is written on the button that buys and elsewhere, too: no other one then rivals it."""
    chosen: frozenset[Decimal] = frozenset()
    """The amounts that the buyer chooses from, as of a gift card."""

    set_aside: frozenset[Decimal] = frozenset()
    """The amounts to which the options add that the page has chosen, and of which it prints the sum plainly; and those
    that stand only in links to a used copy, on a page of new goods (doubts/used_copy.py). Whoever states them does not
    contradict the price, nor are they it.
    """

    says_toman: bool = False
    """Whether it counts in tomans near its heading."""
    is_silent: bool = False
    """Whether nothing on it says that it is a product's."""
    is_doubtful: Callable[[Decimal], bool] = lambda price: False
    """Whether something beside a price that is only seen speaks for another amount (doubts/lone.py)."""
    is_not_bought: Callable[[Decimal], bool] = lambda price: False
    """Whether it buys nothing (doubts/not_bought.py), is a bid or made up, or another product's (instead/find.py)."""
    is_on_terms: Callable[[Decimal, frozenset[Decimal]], bool] = lambda price, before: False
    """Whether a price, reduced from these amounts, is asked on terms only, and what everybody pays stands beside it
    (doubts/terms/on_terms.py)."""
    is_unshown: Callable[[str | None], bool] = lambda name: False
    """Whether it does not show a product of this name (doubts/unshown.py)."""

    def shown(self) -> Sequence[Line]:
        """The lines near the heading, as far as prices are looked for."""
        return self.whose_money.view.near(0, NEAR_LINES) if self.whose_money is not None else ()

    def other_amounts(self) -> frozenset[Decimal]:
        """Those that are printed as an instalment, by measure or as the lowest of thirty days, and nowhere plainly;
        what all payments come to where one payment costs less; and those without the options that are chosen, or of a
        used copy.
        """
        plain = {one.amount for one in self.printed if not one.kinds}
        never = frozenset(one.amount for one in self.printed if _NEVER_THE_PRICE & set(one.kinds))
        return ((never | self._sums_of_payments()) - plain) | self.set_aside

    def _sums_of_payments(self) -> frozenset[Decimal]:
        """What "12x 15.04" comes to on a page that prints "1x 149.90", too."""
        at_once = min((one.amount for one in self.printed if one.is_paid_at_once()), default=None)
        paid = [(count, one.amount) for one in self.printed if PERIOD in one.kinds for count in one.counts]
        return frozenset(whole for count, amount in paid if at_once is not None and (whole := count * amount) > at_once)

    def amounts_on_terms(self) -> frozenset[Decimal]:
        """Those that words make a part, shipping or what not everybody pays, wherever they are printed."""
        elsewhere = {one.amount for one in self.printed if OTHER not in one.kinds}
        return frozenset(one.amount for one in self.printed) - elsewhere

    def amounts_instead_of(self, price: Decimal) -> frozenset[Decimal]:
        """Those that it prints only for a choice that it has not chosen, beside a marked one of this price or another
        checked one, or in elements named another amount.
        """
        elsewhere = {one.amount for one in self.printed if one.instead_of != price and CALLED_OTHER not in one.kinds}
        return frozenset(one.amount for one in self.printed) - elsewhere

    def prints_by_measure_only(self) -> bool:
        """Whether all amounts between heading and button are asked by measure: the price of another size, maybe."""
        ahead = [one for one in self.printed if one.at > 0 and one.before_button and one.amount]
        return bool(ahead) and all(one.kinds == (UNIT,) for one in ahead)

    def has_no_other(self, price: Decimal) -> bool:
        """Whether this is the only amount that is printed near the heading."""
        near = (one for one in self.printed if 0 < one.at <= NEAR_LINES and CARD not in one.kinds and one.amount)
        return all(one.amount == price for one in near)

    def is_net_of(self, amount: Decimal | None, price: Decimal) -> bool:
        """Whether `amount` is `price` without tax: it is printed, is called net of tax in each place before the
        add-to-cart button (below it a table of prices by number may repeat it without the words), and is lower by a
        tax. Then the markup that states `amount` does not contradict the price.
        """
        everywhere = [one for one in self.printed if one.amount == amount]
        places = [one for one in everywhere if one.before_button] or everywhere
        is_net = bool(places) and all(NET in one.kinds for one in places)
        return is_net and amount is not None and amount < price and is_with_tax(amount, price, self.home)

    def explains(self, amounts: Iterable[Decimal | None]) -> bool:
        """Whether each of these is printed, and nowhere but as an old amount, one net of tax or no whole price."""
        kinds = [[set(one.kinds) for one in self.printed if one.amount == amount] for amount in amounts]
        return all(places and all(_EXPLAINED & one for one in places) for places in kinds)
