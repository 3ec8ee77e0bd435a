"""What a page writes on its button that buys: "Add to basket · £45", what the chosen variant costs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Any

from common.offer import Availability
from common.reading.parsed.letters import squeeze
from common.reading.parsed.text_within import text_within
from common.reading.text.availability import of_button
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.text.money import amount_of
from common.reading.visible.buttons.pressed import pressed_around
from common.reading.visible.lines import Line
from common.reading.visible.view import PageView, once_a_view

_NEAR_LINES, _STEPS, _MOST_CHARS = 120, 2, 80


@once_a_view
def amount_on_button(view: PageView) -> Decimal | None:
    """The amount on the first button behind the heading that says nothing else but to buy. None where that has none or
    several, or a later one has another amount: then each is of a variant, or of another product.
    """
    lines = [line for line in view.near(1, _NEAR_LINES) if not (line.hidden or line.elsewhere)]
    if not any(_is_amount_on_one(line) for line in lines):
        return None  # most pages have none, and to ask each button what it says takes long
    found: set[Decimal] = set()
    for button in _buttons(lines):
        text = squeeze(text_within(button, _MOST_CHARS))
        amounts = list(BESIDE_CURRENCY.finditer(text))
        said = text.replace(amounts[0][0], " ") if len(amounts) == 1 else text
        if of_button(said) is not Availability.IN_STOCK:
            continue
        amount = amount_of(amounts[0], view.currency_hint) if len(amounts) == 1 else None
        if amount is None or any(map(str.isdigit, said)):  # "Add 2 to basket · £90" is what two cost
            if not found:
                return None
            continue
        found.add(amount)
    return found.pop() if len(found) == 1 else None


def _is_amount_on_one(line: Line) -> bool:
    is_amount = any(map(str.isdigit, line.text)) and BESIDE_CURRENCY.search(line.text) is not None
    return is_amount and pressed_around(line.element, _STEPS) is not None


def _buttons(lines: Iterable[Line]) -> Iterator[Any]:
    """What is pressed in these lines, each once."""
    seen: set[Any] = set()
    for line in lines:
        button = pressed_around(line.element, _STEPS)
        if button is not None and button not in seen:
            seen.add(button)
            yield button
