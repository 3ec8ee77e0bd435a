"""A box that sells several things together by a button of its own: "Buy it with … £74.90 [Add both to cart]". Its
amounts are not the product's.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import islice
from typing import Any

from common.offer import Availability
from common.reading.text.availability import of_button
from common.reading.text.currency import BESIDE_CURRENCY
from common.reading.visible.lines import Line
from common.reading.words.wording import Wording

_SEVERAL = Wording(r"\W{0,3}(?:<button.several>)\W{0,3}")
_MOST_CHARS, _MOST_STEPS, _MOST_LINES = 50, 5, 40
_PRESSED = frozenset({"button", "input", "a"})


def set_apart(found: Sequence[Line], around_heading: Collection[Any]) -> None:
    """Marks the lines of such a box as being about other products, where another button that buys stands outside it."""
    for line in found:
        if line.at <= 0 or line.elsewhere or line.element.tag not in _PRESSED or len(line.text) > _MOST_CHARS:
            continue
        if _SEVERAL.fullmatch(line.text) is None:
            continue
        inside = _box(line.element, found, around_heading)
        if inside and any(_buys(one) for one in found if one.at not in inside):
            for one in found:
                one.elsewhere = one.elsewhere or one.at in inside


def _box(button: Any, found: Sequence[Line], around_heading: Collection[Any]) -> frozenset[int]:
    """The lines of the smallest box around the button that holds an amount; none where that holds the heading too."""
    for box in islice(button.iterancestors(), _MOST_STEPS):
        if box in around_heading or box.tag == "body":
            break
        within = set(box.iter())
        lines = [line for line in found if line.element in within]
        if len(lines) > _MOST_LINES:
            break
        if any(BESIDE_CURRENCY.search(line.text) for line in lines):
            return frozenset(line.at for line in lines)
    return frozenset()


def _buys(line: Line) -> bool:
    if line.at <= 0 or line.hidden or line.elsewhere or line.element.tag not in _PRESSED:
        return False
    return of_button(line.text) is Availability.IN_STOCK and _SEVERAL.fullmatch(line.text) is None
