"""One place at which a page prints its price, with the other amounts near it and what is said of each."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from common.reading.evidence.printed.amount import PrintedAmount
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.text.money import amount_of
from common.reading.visible.labels import said_of_amount
from common.reading.visible.lines import Line
from common.reading.visible.prices.amount_kinds import (
    CALLED_OLD,
    CALLED_OTHER,
    CARD,
    FROM,
    LINKED,
    LOWEST,
    NET,
    OLD,
    PERIOD,
    SAVED,
    TAX,
    UNIT,
)
from common.reading.visible.view import PageView
from common.reading.words.wording import Wording

_GOES_ON = Wording(
    r"(?:<price.goes_on:words>|<price.extras:words>|<price.free:words>|<price.saving:words>|<price.saved_behind>|"
    r"<price.up_to:words>|<price.from:words>|<price.or>|<price.old_labels>|<price.other:words>|<tax.included:words>|"
    r"<tax.net:words>|<tax.names:words>|<stock.in:words>|<stock.pieces>)(?![^\W_])"
)
NEVER_ASKED = frozenset({OLD, CALLED_OLD, CALLED_OTHER, SAVED, LOWEST, UNIT, PERIOD, TAX, NET, FROM, LINKED, CARD})
"""Kinds of amounts that are never what everybody pays."""
BEHIND_LINES = 3
MOST_CHARS, _LABEL_CHARS = 160, 60
CLAUSES = re.compile(r"[.;,!?)|–—·]\s|[(。、，；（）]")


@dataclass(frozen=True, slots=True)
class Spot:
    """One place of the price, with the other amounts near it."""

    price: PrintedAmount
    others: Sequence[PrintedAmount]
    shown: Sequence[Line]
    """The lines near the heading."""
    places: Mapping[int, int]
    """How many lines behind the heading a line stands → its place among those shown."""
    view: PageView

    @property
    def place(self) -> int:
        return self.places[self.price.at]

    def line_of(self, amount: PrintedAmount) -> Line:
        return self.shown[self.places[amount.at]]

    def plain(self) -> list[PrintedAmount]:
        """The others that may be what everybody pays."""
        return [other for other in self.others if not NEVER_ASKED & {*other.kinds}]

    def words_before(self, amount: PrintedAmount) -> str:
        """The words of its clause that stand before this amount on its line, else a short line of words before that."""
        place = self.places[amount.at]
        text = self.shown[place].text[:MOST_CHARS]
        for match in BESIDE_CURRENCY.finditer(text):
            if amount_of(match, self.view.currency_hint) == amount.amount:
                said = CLAUSES.split(text[: match.start()])[-1]
                if any(map(str.isalpha, said)) or place == 0 or len(self.shown[place - 1].text) > _LABEL_CHARS:
                    return said
                before = said_of_amount(self.shown[place - 1], self.view.document.url)
                return "" if BESIDE_CURRENCY.search(before) or self.shown[place - 1].at <= 0 else before
        return ""

    def goes_on_in(self, amount: PrintedAmount) -> bool:
        """Whether the line right behind the price, which ends in it, goes on with a small letter, and with words that
        are not said of a price, up to this amount.
        """
        if amount.at != self.price.at + 1 or not self.shown[self.place].text[-1:].isdigit():
            return False
        text = self.line_of(amount).text
        return text[:1].islower() and len(text) <= MOST_CHARS and _GOES_ON.match(text) is None

    def said(self) -> Iterator[tuple[int, str]]:
        """(line, what it says) of the price: the line before, if it has no amount, its own, and those behind up to one
        with an amount.
        """
        shown, place, url = self.shown, self.place, self.view.document.url
        if place and shown[place - 1].at > 0 and len(shown[place - 1].text) <= _LABEL_CHARS:
            label = said_of_amount(shown[place - 1], url)
            if BESIDE_CURRENCY.search(label) is None:
                yield shown[place - 1].at, label
        yield shown[place].at, shown[place].text
        for line in shown[place + 1 : place + 1 + BEHIND_LINES]:
            amount = BESIDE_CURRENCY.search(line.text)
            said = said_of_amount(line, url) if len(line.text) <= MOST_CHARS else ""
            if amount is not None:  # the clause before it is said of that one
                clauses = list(CLAUSES.finditer(said, 0, amount.start()))
                yield line.at, said[: clauses[-1].start()] if clauses else ""
                return
            yield line.at, said
