"""Where the first button that buys stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from common.offer import Availability
from common.reading.parsed.letters import squeeze
from common.reading.parsed.text_within import text_within
from common.reading.text.availability import of_button
from common.reading.visible.lines import Line

_PIECES = frozenset({"span", "b", "strong", "i", "em", "bdi"})
_DRAWN_IN_PIECES = frozenset({"button", "a"})
_MOST_CHARS = 100


def first_button(shown: Sequence[Line]) -> int | None:
    """How many lines behind the heading the first add-to-cart or buy button stands; None without one."""
    return next(
        (
            line.at
            for line in shown
            if line.at > 0 and (of_button(line.text) is Availability.IN_STOCK or _begins_button(line.element))
        ),
        None,
    )


def _begins_button(element: Any) -> bool:
    """Whether this is a piece of a button whose text is drawn in several: "Add" and "to cart"."""
    button = element.getparent()
    if element.tag not in _PIECES or button is None or button.tag not in _DRAWN_IN_PIECES:
        return False
    return of_button(squeeze(text_within(button, _MOST_CHARS))) is Availability.IN_STOCK
