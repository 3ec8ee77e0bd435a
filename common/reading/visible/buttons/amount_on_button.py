"""What a page writes on its button that buys: "Add to basket · £45", what the chosen variant costs."""

from __future__ import annotations

from decimal import Decimal

from common.offer import Availability
from common.reading.parsed.letters import squeeze
from common.reading.parsed.text_within import text_within
from common.reading.text.availability import of_button
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.text.money import amount_of
from common.reading.visible.buttons.pressed import pressed_around
from common.reading.visible.view import PageView

_NEAR_LINES, _STEPS, _MOST_CHARS = 120, 2, 80


def amount_on_button(view: PageView) -> Decimal | None:
    """The amount on the buttons near the heading that say nothing else but to buy; None without one, where a button has
    several, or where two have different ones: then each is of a variant, or of another product.
    """
    found: set[Decimal] = set()
    for line in view.near(1, _NEAR_LINES):
        if line.hidden or line.elsewhere or BESIDE_CURRENCY.search(line.text) is None:
            continue
        button = pressed_around(line.element, _STEPS)
        text = squeeze(text_within(button, _MOST_CHARS)) if button is not None else ""
        amounts = list(BESIDE_CURRENCY.finditer(text))
        said = text.replace(amounts[0][0], " ") if len(amounts) == 1 else ""
        if any(map(str.isdigit, said)) or of_button(said) is not Availability.IN_STOCK:
            continue  # "Add 2 to basket · £90" is what two cost
        amount = amount_of(amounts[0], view.currency_hint)
        if amount:
            found.add(amount)
    return found.pop() if len(found) == 1 else None
