"""Amounts that are no price yet: what is bid so far at an auction, and what an advert says because its form wants a
number ("1 kr.", "$123,456") while its words ask for offers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from common.offer import Availability
from common.reading.evidence.printed.amount import PrintedAmount
from common.reading.text.availability import of_button
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.visible.buttons.pressed import pressed_around
from common.reading.visible.buttons.selling import has_button
from common.reading.visible.lines import Line
from common.reading.visible.prices.said.labels import ASK_WORDS, BIDDING
from common.reading.visible.view import PageView
from common.reading.words.wording import Wording

_BIDS = Wording(r"[\W_]{0,3}(?:<button.bids>)[\W_]{0,3}")
_OPEN = Wording("<price.negotiable:words>")
_NEAR_LINES, _MOST_CHARS, _NOTE_CHARS, _CLOSE_LINES = 60, 60, 160, 4


def is_unsettled(price: Decimal, printed: Sequence[PrintedAmount], view: PageView) -> bool:
    """Whether this is a number to fill a field with, or the page holds an auction and says nowhere beside this price
    that it buys at once.
    """
    if _is_made_up(price, view.currency_hint):
        return True
    shown = [line for line in view.near(0, _NEAR_LINES) if line.at > 0]
    if _looks_made_up(price) and _asks_for_offers(price, printed, shown):
        return True
    return _is_auction(shown, view) and not _buys_at_once(price, printed, shown)


def _is_made_up(price: Decimal, currency: str | None) -> bool:
    """Whether it counts up from one, as nobody's price does: 12345, 123456; or is the highest number that a field
    takes, 999999, where money is dear (`currency` is ISO 4217).
    """
    written = f"{price.normalize():f}"
    if currency in _DEAR and re.fullmatch(r"9{6,}(?:\.9{1,2})?", written):
        return True
    return re.fullmatch(r"12345(?:6(?:7(?:89?)?)?)?", written) is not None


_DEAR = frozenset({"EUR", "GBP", "USD", "CHF", "CAD", "AUD", "NZD", "PLN", "BRL", "RON", "DKK", "SEK", "NOK"})
"""Currencies in which hardly any goods cost a million."""


def _looks_made_up(price: Decimal) -> bool:
    """Whether it may be such a number, or a price: one or less, the same digit again and again, 1234."""
    return price <= 1 or re.fullmatch(r"(\d)\1{2,}|1234", f"{price.normalize():f}") is not None


def _asks_for_offers(price: Decimal, printed: Sequence[PrintedAmount], shown: Sequence[Line]) -> bool:
    """Whether a line close to such a price says that it is open, or is told to those who ask."""
    places = [one.at for one in printed if one.amount == price]
    return any(
        len(line.text) <= _NOTE_CHARS
        and any(abs(line.at - at) <= _CLOSE_LINES for at in places)
        and (_OPEN.search(line.text) is not None or ASK_WORDS.search(line.text) is not None)
        for line in shown
    )


def _is_auction(shown: Sequence[Line], view: PageView) -> bool:
    """Whether a line speaks of bids, or a button bids and none buys."""
    short = [line for line in shown if len(line.text) <= _MOST_CHARS]
    if any(BIDDING.search(line.text) for line in short):
        return True
    bids = any(_BIDS.fullmatch(line.text) and pressed_around(line.element) is not None for line in short)
    return bids and not has_button(view)


def _buys_at_once(price: Decimal, printed: Sequence[PrintedAmount], shown: Sequence[Line]) -> bool:
    """Whether the words of a button that buys stand as a label right before or behind a place of this price."""
    at = {line.at: place for place, line in enumerate(shown)}
    places = [at[one.at] for one in printed if one.amount == price and one.at in at]
    return any(_is_labelled_so(shown, place) for place in places)


def _is_labelled_so(shown: Sequence[Line], place: int) -> bool:
    before = shown[place - 1].text if place else ""
    behind, next_one = ([line.text for line in shown[place + 1 : place + 3]] + ["", ""])[:2]
    of_this = behind if BESIDE_CURRENCY.search(next_one) is None or BIDDING.search(next_one) else ""
    return any(of_button(text) is Availability.IN_STOCK for text in (before, shown[place].text, of_this))
