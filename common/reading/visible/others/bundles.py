"""A box that sells several things together by a button of its own: "Buy it with … £74.90 [Add both to cart]". Its
amounts are not the product's.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import islice
from typing import Any

from common.offer import Availability
from common.reading.text.availability import of_button
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.visible.buttons.pressed import PRESSED
from common.reading.visible.lines import Line, within
from common.reading.words.wording import Wording

_SEVERAL = Wording(r"\W{0,3}(?:<button.several>)\W{0,3}")
_MOST_CHARS, _MOST_STEPS, _MOST_LINES = 50, 5, 40
_MOST_BUTTONS, _MOST_ELEMENTS = 30, 4_000
"""A page of strangers may have thousands of such buttons, or boxes without end around one."""


def set_apart(found: Sequence[Line], around_heading: Collection[Any]) -> None:
    """Marks the lines of such a box as being about other products, where another button that buys stands outside it:
    for the first 30 such buttons.
    """
    behind = within(found, -1, len(found))
    buttons = list(islice(filter(_buys_several, behind), _MOST_BUTTONS))
    if not buttons:
        return
    by_element: dict[Any, list[Line]] = {}
    for line in found:
        by_element.setdefault(line.element, []).append(line)
    for button in buttons:
        inside = [] if button.elsewhere else _box(button.element, by_element, around_heading)
        places = {line.at for line in inside}
        if inside and any(_buys(line) for line in found if line.at not in places):
            for line in inside:
                line.set_apart()


def _buys_several(line: Line) -> bool:
    """Whether this line behind the heading is such a button."""
    if line.element.tag not in PRESSED or len(line.text) > _MOST_CHARS:
        return False
    return _SEVERAL.fullmatch(line.text) is not None


def _box(button: Any, by_element: Mapping[Any, Sequence[Line]], around_heading: Collection[Any]) -> list[Line]:
    """The lines of the smallest box around the button that holds an amount; none where that holds the heading, too, or
    is too large.
    """
    for box in islice(button.iterancestors(), _MOST_STEPS):
        if box in around_heading or box.tag == "body":
            break
        inside = list(islice(box.iter(), _MOST_ELEMENTS + 1))
        lines = [line for element in inside for line in by_element.get(element, ())]
        if len(inside) > _MOST_ELEMENTS or len(lines) > _MOST_LINES:
            break
        if any(BESIDE_CURRENCY.search(line.text) for line in lines):
            return lines
    return []


def _buys(line: Line) -> bool:
    if line.at <= 0 or line.hidden or line.elsewhere or line.element.tag not in PRESSED:
        return False
    return of_button(line.text) is Availability.IN_STOCK and _SEVERAL.fullmatch(line.text) is None
