"""Offers of one page with a button each: "Small £10.00 [Add to cart] Large £16.00 [Add to cart]"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from common.offer import Availability
from common.reading.evidence.printed.amount import PrintedAmount
from common.reading.parsed.links import leads_below, leads_to_another
from common.reading.text.availability import of_button
from common.reading.visible.buttons.pressed import pressed_around
from common.reading.visible.lines import Line
from common.reading.visible.view import PageView

_NEAR_LINES, _BEFORE_BUTTON_LINES = 120, 4


@dataclass(frozen=True, slots=True)
class SoldByButton:
    """The plain amounts right before one button that buys, behind the button before."""

    amounts: frozenset[Decimal]
    is_card: bool
    """Whether a link to another page stands there, too: the card of another product."""


def sold_apart(view: PageView, printed: Sequence[PrintedAmount]) -> tuple[SoldByButton, ...]:
    """One for each button that buys, has the first one's words and an amount before it. Empty where there are not two
    such buttons.
    """
    near = view.near(0, _NEAR_LINES)
    buttons = [line for line in near if of_button(line.text) is Availability.IN_STOCK]
    places = [line.at for line in buttons if line.text.casefold() == buttons[0].text.casefold()]
    if len(places) < _LEAST_BUTTONS:
        return ()
    offers = (_offer(near, printed, start, end, view.document.url) for start, end in pairwise((0, *places)))
    return tuple(offer for offer in offers if offer.amounts)


_LEAST_BUTTONS = 2


def _offer(near: Sequence[Line], printed: Sequence[PrintedAmount], start: int, end: int, url: str) -> SoldByButton:
    """Of the button in line `end`, where the one before stands in line `start`."""
    first = max(start, end - _BEFORE_BUTTON_LINES - 1)
    amounts = frozenset(
        one.amount for one in printed if not one.kinds and not one.in_text and one.amount and first < one.at < end
    )
    pressed = (pressed_around(line.element) for line in near if start < line.at < end) if amounts else ()
    links = (link.get("href") for link in pressed if link is not None and link.tag == "a")
    return SoldByButton(amounts, any(leads_to_another(href, url) and not leads_below(href, url) for href in links))


def is_one_of_several(price: Decimal, offers: Sequence[SoldByButton]) -> bool:
    """Whether this price has a button of its own, and another amount has one as well. Behind the first, which leads
    nowhere else, the cards of other products do not count: shops recommend these under the product.
    """
    first, *others = offers or (None,)
    if first is not None and price in first.amounts and not first.is_card and all(one.is_card for one in others):
        return False
    return any(price in one.amounts for one in offers) and any(price not in one.amounts for one in offers)
