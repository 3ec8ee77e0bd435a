"""Offers of one page with a button each: "Small £10.00 [Add to cart] Large £16.00 [Add to cart]"."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from common.offer import Availability
from common.reading.document import leads_to_another
from common.reading.evidence.printed.amount import PrintedAmount
from common.reading.text.availability import of_button
from common.reading.visible.buttons.pressed import pressed_around
from common.reading.visible.view import PageView

Amounts = frozenset[Decimal]
_NEAR_LINES, _BEFORE_BUTTON_LINES = 120, 4


def sold_apart(view: PageView, printed: Sequence[PrintedAmount], *, with_cards: bool = True) -> tuple[Amounts, ...]:
    """For each button that buys and has the first one's words: the plain amounts right before it, behind the button
    before. Empty where there are not two such buttons. Without `with_cards` none of a button behind a link to another
    page: that is a card of another product.
    """
    buttons = [line for line in view.near(0, _NEAR_LINES) if of_button(line.text) is Availability.IN_STOCK]
    places = [line.at for line in buttons if line.text.casefold() == buttons[0].text.casefold()]
    starts = [0, *places]
    found = (
        frozenset(
            one.amount
            for one in printed
            if not one.kinds
            and not one.in_text
            and one.amount
            and max(start, end - _BEFORE_BUTTON_LINES - 1) < one.at < end
        )
        for start, end in zip(starts, places, strict=False)
        if with_cards or not _is_card(view, start, end)
    )
    return tuple(amounts for amounts in found if amounts) if len(places) > 1 else ()


def _is_card(view: PageView, start: int, end: int) -> bool:
    """Whether a line of this stretch stands in a link to another page."""
    url = view.document.url
    pressed = (pressed_around(line.element) for line in view.near(0, _NEAR_LINES) if start < line.at < end)
    return any(link is not None and link.tag == "a" and leads_to_another(link.get("href"), url) for link in pressed)


def is_one_of_several(price: Decimal, offers: Sequence[Amounts]) -> bool:
    """Whether this price has a button of its own, and another amount has one as well."""
    return any(price in amounts for amounts in offers) and any(price not in amounts for amounts in offers)
