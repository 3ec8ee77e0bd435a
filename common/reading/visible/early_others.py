"""A box about other products that stands between the heading and the price: a column of what was seen lately, or of
what goes with it. The page goes on about the product behind it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import chain, islice, takewhile
from typing import Any

from common.offer import Availability
from common.reading.text.availability import of_button
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.visible.buttons.pressed import pressed_around
from common.reading.visible.layout.zones import SHOWN
from common.reading.visible.lines import Line, begins_others, turn, within

_MOST_BOXES, _MOST_ELEMENTS = 5, 4_000
_MOST_BUTTONS = 2
"""A product's own, and the same again for phones; a list of others has more."""


def turn_without_early(found: Sequence[Line], around_heading: Collection[Any]) -> int | None:
    """Where the page turns to other products (lines.turn) when such boxes are left out: their lines are marked as being
    about other products. Only where nothing before them is a price or a button that buys, and one button that buys
    stands behind; of several boxes the first five.
    """
    turns = turn(found)
    if turns is None:
        return None
    behind = within(found, 0, len(found))
    boxes: list[Sequence[Line]] = []
    own: list[Line] = []
    place, at = 1, turns
    while len(boxes) < _MOST_BOXES:
        ahead = behind[place:at]
        own.extend(ahead)
        box = () if at == len(behind) or any(map(_sells, ahead)) else _box(behind[at:], around_heading)
        if not box:
            break
        boxes.append(box)
        place = at + len(box)
        titles = (one for one in range(place, len(behind)) if begins_others(behind[one - 1], behind[one]))
        at = next(titles, len(behind))
    if boxes and 0 < sum(map(_buys, own)) <= _MOST_BUTTONS:
        for line in chain.from_iterable(boxes):
            line.set_apart()
        return turn(found)
    return turns


def _box(lines: Sequence[Line], around_heading: Collection[Any]) -> Sequence[Line]:
    """The lines of the largest box that the first begins and that does not hold the heading; none where it is alone."""
    title = lines[0].element
    above = takewhile(lambda node: node not in around_heading and node.tag != "body", title.iterancestors())
    box = next(iter(list(above)[-1:]), None)
    if box is None:
        return ()
    elements = set(islice(box.iter(), _MOST_ELEMENTS))
    inside = list(takewhile(lambda line: line.element in elements, lines))
    return inside if len(inside) > 1 else ()


def _sells(line: Line) -> bool:
    return line.rough_zone == SHOWN and (BESIDE_CURRENCY.search(line.text) is not None or _buys(line))


def _buys(line: Line) -> bool:
    """Whether it is a button's, or a link's, that buys or orders in advance."""
    said = of_button(line.text) if line.rough_zone == SHOWN else Availability.UNKNOWN
    return said in _BUYS and pressed_around(line.element) is not None


_BUYS = frozenset({Availability.IN_STOCK, Availability.BACKORDER})
