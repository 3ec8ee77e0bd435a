"""Whether the page says that the product is in stock: by its stock label, else by its add-to-cart button.

In this order: a labelled row ("Availability: …"), an element named stock, an offer that can be chosen beside others
that cannot, a line that is a stock phrase and nothing else; then the first button that is not disabled, by its words or
its names. "None left" beside such a button is UNKNOWN: nothing says which of the two is out of date; beside one that
orders in advance it can be ordered. Where all these are silent: a field that asks how many, how long the delivery
takes, or below the name how to order it by telephone, e-mail or post.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from common.offer import Availability
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.visible.buttons.buying_names import asks_how_many
from common.reading.visible.buttons.selling import BEFORE_LINES, NEAR_LINES, said_by_button
from common.reading.visible.cards import is_card
from common.reading.visible.lines import Line
from common.reading.visible.stock.labelled import DELIVERY_LABEL, labelled
from common.reading.visible.stock.named import hidden, named
from common.reading.visible.stock.offered_choices import chosen_offer
from common.reading.visible.stock.ordered import is_ordered
from common.reading.visible.stock.phrases import contradict, phrase, pictured
from common.reading.visible.view import PageView

_DELIVERY_LINES, _DELIVERY_CHARS = 80, 60


class Stock(NamedTuple):
    """What the page says; `says_and_sells`: its words say that it is in stock, and a button buys, which says more than
    a button alone, which some shops always draw."""

    availability: Availability
    says_and_sells: bool


def stock_of(view: PageView) -> Stock:
    """What the page's own words say; UNKNOWN when they say nothing or contradict each other."""
    shown = view.near(BEFORE_LINES, NEAR_LINES)
    row = labelled(shown, view)
    stated = row if row is not Availability.UNKNOWN else _stated(shown, view)
    button = said_by_button(view, but_contact=False)
    return Stock(_joined(row, stated, button, view), {stated, button} == {Availability.IN_STOCK})


def _joined(row: Availability, stated: Availability, button: Availability, view: PageView) -> Availability:
    if {stated, button} == {Availability.OUT_OF_STOCK, Availability.IN_STOCK}:
        return row if row is Availability.OUT_OF_STOCK else Availability.UNKNOWN
    if stated is Availability.OUT_OF_STOCK and button is Availability.BACKORDER:
        return button
    known = stated if stated is not Availability.UNKNOWN else button
    known = known if known is not Availability.UNKNOWN else hidden(view)
    return _concluded(view) if known is Availability.UNKNOWN else known


def _concluded(view: PageView) -> Availability:
    """In stock where the page says how long the delivery takes, or asks how many or for an order, and no two of its
    phrases disagree."""
    shown = view.near(BEFORE_LINES, NEAR_LINES)
    sells = _delivers(shown, view) or _asks_how_many(view) or is_ordered(shown)
    return Availability.IN_STOCK if sells and not contradict(shown, view) else Availability.UNKNOWN


def _stated(shown: Sequence[Line], view: PageView) -> Availability:
    """What else than a labelled row says so."""
    for look in (named, chosen_offer, phrase, pictured):
        found = look(shown, view)
        if found is not Availability.UNKNOWN:
            return found
    return Availability.UNKNOWN


def _delivers(shown: Sequence[Line], view: PageView) -> bool:
    """Whether a label of how long the delivery takes stands near the heading, and a number of days or weeks behind."""
    for place, line in enumerate(shown):
        label = DELIVERY_LABEL.match(line.text) if 0 < line.at <= _DELIVERY_LINES else None
        if label is None or len(line.text) > _DELIVERY_CHARS:
            continue
        rest = line.text[label.end() :].strip() or (shown[place + 1].text if place + 1 < len(shown) else "")
        takes = any(map(str.isdigit, rest)) and len(rest) <= _DELIVERY_CHARS and not BESIDE_CURRENCY.search(rest)
        if takes and not is_card(line.element, view):
            return True
    return False


def _asks_how_many(view: PageView) -> bool:
    element = view.heading.element
    return element is not None and asks_how_many(view.document, element)
