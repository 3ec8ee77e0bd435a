"""One amount that a page prints, with what the words around make of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal

from common.reading.words.wording import Wording

FOREIGN = "XXX"
"""The currency of an amount whose sign is not that of the page's place, and several others'."""
STEP = Wording(r"\d\s?(?:\+|<price.and_up>)|(?:<price.each>)\W*\Z")
"""What a piece of several costs."""
_ONE_PAYMENT = re.compile(r"1\s?[x×](?!\s?\d)(?![^\W\d_])")
_CENT = Decimal("0.01")
_SHARE, _MOST_SHARE = re.compile(r"\d\W{0,3}[^\W\d_]{0,3}\W{0,3}\((\d{1,2}(?:[.,]\d{1,2})?)\s?%\)"), 10


@dataclass(frozen=True, slots=True)
class PrintedAmount:
    """`amount`: zero only where its element is named a price. `at`: lines behind the heading. `kinds`: what makes it
    another amount than the price; empty for a plain one.
    """

    amount: Decimal
    at: int
    kinds: tuple[str, ...]
    before_button: bool
    """Whether it stands before the first button that buys; False where there is none."""
    currency: str | None = None
    """The one whose sign stands beside it (ISO 4217); FOREIGN where that is of several, none of them the page's own."""
    in_text: bool = False
    """Whether it is part of a sentence."""
    in_row: Callable[[], bool] = field(default=lambda: False, compare=False, repr=False)
    """Whether it stands in one of several rows that each have an amount and a button that buys. A function, for that
    takes long to find and is seldom asked.
    """
    counts: tuple[int, ...] = ()
    """The whole numbers from 2 to 99 that the words before it name: "4 payments of"."""
    payments: tuple[int, ...] = ()
    """Those of them that are called a number of payments."""
    is_shops_own: bool = False
    """Whether it stands behind a label that names the shop itself: "Pine House price"."""
    text: str = ""
    """As the page prints it, with the code of a currency right behind it: "$29.99 CAD"."""
    words: int = 0
    """How many words of two letters or more its line has."""
    beside: tuple[str, ...] = ()
    """The lines between the one of the amount before and this one's, at most 6, and this one's; of several amounts on
    one line the first has them."""

    is_of_more: bool = False
    """Whether words between it and the amount before it on its line say that it is what a piece of several costs."""

    has_unknown_words: bool = False
    """Whether words that no rule knows stand in its box right behind it."""

    instead_of: Decimal | None = None
    """The amount of the choice that the page has marked as chosen, where this is another choice's."""

    @property
    def label(self) -> str:
        """The line before its own. Empty behind the amount before, and of all but the first amount of a line."""
        return self.beside[-2] if len(self.beside) > 1 else ""

    def is_part_of(self, price: Decimal) -> bool:
        """Whether it is this price divided by its number of payments, up to what rounding leaves. Half of what was
        asked before, behind "2 colours", is no part of that.
        """
        step = 1 if self.amount % 1 == 0 and price % 1 == 0 else _CENT
        return any(abs(price - count * self.amount) < count * step for count in self.payments if count > 1)

    def is_share_of(self, price: Decimal) -> bool:
        """Whether it is so many per cent of this price, at most a tenth, as stand in brackets behind it: points that
        are worth "980 (1%)", a fee. What comes off is mostly more, and then the price is its rest.
        """
        share = _SHARE.search(self.beside[-1]) if self.beside else None
        if share is None or (per_cent := Decimal(share[1].replace(",", "."))) > _MOST_SHARE:
            return False
        step = 1 if self.amount % 1 == 0 and price % 1 == 0 else _CENT
        return abs(self.amount * 100 - price * per_cent) < 100 * step

    def is_paid_at_once(self) -> bool:
        """Whether it is the one payment of a table of payments: behind "1x"."""
        return any(map(_ONE_PAYMENT.match, self.beside[-2:]))

    def counted_of(self, price: Decimal) -> tuple[int, ...]:
        """Those of its counts by which it is what so many pieces cost, at this price each or a fifth less."""
        if price >= self.amount:
            return ()
        return tuple(count for count in self.counts if 4 * count * price <= 5 * self.amount <= 5 * count * price)

    def is_step_of(self, price: Decimal) -> bool:
        """Whether it is what a piece costs of several, at least half of this price: behind "12+", or a cell with a
        number and no more."""
        if not self.counts or not price <= 2 * self.amount < 2 * price:
            return False
        return self.is_of_more or any(STEP.search(text) for text in self.beside[-1:]) or self.label.isdecimal()
