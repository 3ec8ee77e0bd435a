"""What a text says of the product's stock, and not of a way to get it."""

from __future__ import annotations

from common.offer import Availability
from common.reading.text.availability import of_phrase
from common.reading.words.wording import Wording

_OPTION_WORDS = Wording("<stock.other_ways>")
"""Ways to get it, and things around it: that one of them cannot be had says nothing of the product."""


def said(text: str) -> Availability:
    """As of_phrase, without "none" of a way to get it."""
    state = of_phrase(text)
    return Availability.UNKNOWN if state is Availability.OUT_OF_STOCK and names_other_way(text) else state


def names_other_way(text: str) -> bool:
    """Whether it speaks of a way to get something."""
    return _OPTION_WORDS.search(text) is not None
