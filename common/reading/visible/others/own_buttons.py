"""Small cards of other products that stand in the product's own column, often above its price: each has a link to its
page, an amount and a button of its own ("You have just seen: Tin cup £3.49 [Add to cart]"). Their amounts are not the
product's.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import islice
from typing import Any

from common.offer import Availability
from common.reading.document import folded, leads_to_another
from common.reading.text.availability import of_button
from common.reading.text.currency import BESIDE_CURRENCY
from common.reading.visible.buttons.pressed import PRESSED, pressed_around
from common.reading.visible.labels import OF_DELIVERY
from common.reading.visible.lines import Line

_NEAR_LINES, _MOST_CHARS, _MOST_STEPS = 60, 50, 4
_MOST_OF_CARD, _MOST_ELEMENTS = 8, 120


def cards_set_apart(found: Sequence[Line], around_heading: Collection[Any], name: str, url: str) -> None:
    """Marks the lines of such cards around the buttons that buy near the heading as being about other products, where
    one of these buttons stands in none. `name`: the product's own, `url`: its page's.
    """
    buttons = [line for line in found if 0 < line.at <= _NEAR_LINES and _buys(line)]
    if len(buttons) < 2 or not around_heading:
        return
    by_element: dict[Any, list[Line]] = {}
    for line in found:
        if 0 < line.at <= _NEAR_LINES:
            by_element.setdefault(line.element, []).append(line)
    cards = [_card(line.element, by_element, around_heading, name, url) for line in buttons]
    if all(cards):
        return
    for card in cards:
        for line in card:
            line.elsewhere = True


def _buys(line: Line) -> bool:
    if line.hidden or line.elsewhere or line.element.tag not in PRESSED or len(line.text) > _MOST_CHARS:
        return False
    return of_button(line.text) is Availability.IN_STOCK


def _card(
    button: Any, by_element: Mapping[Any, Sequence[Line]], around_heading: Collection[Any], name: str, url: str
) -> list[Line]:
    """The lines of the smallest box around the button that holds an amount, where the first of them is a link to the
    page of another name; none otherwise, nor where that box holds the heading, too, or more than a card does.
    """
    for box in islice(button.iterancestors(), _MOST_STEPS):
        if box in around_heading or box.tag == "body":
            break
        within = list(islice(box.iter(), _MOST_ELEMENTS + 1))
        lines = [line for element in within for line in by_element.get(element, ())]
        if len(within) > _MOST_ELEMENTS or len(lines) > _MOST_OF_CARD:
            break
        if any(BESIDE_CURRENCY.search(line.text) for line in lines):
            return lines if _names_another(lines[0], name, url) else []
    return []


def _names_another(line: Line, name: str, url: str) -> bool:
    link = pressed_around(line.element)
    if link is None or link.tag != "a" or BESIDE_CURRENCY.search(line.text):
        return False
    href = link.get("href") or ""
    said, own = set(folded(line.text).split()), set(folded(name).split())
    return leads_to_another(href, url) and OF_DELIVERY.search(href) is None and not said <= own
