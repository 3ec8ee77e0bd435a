"""A brand that markup or scripts write without the marks over its letters, as the page prints it: "İzeltaş" of
"Izeltas".
"""

from __future__ import annotations

from common.reading.parsed.letters import folded
from common.reading.visible.view import PageView

_BEFORE, _BEHIND = 40, 200
_MOST_MORE = 2
"""Letters that stand for one with a mark: "oe" for "œ"."""


def as_printed(brand: str, view: PageView) -> str:
    """The only spelling of this brand with more marks that lines near the heading are; the brand itself where none is,
    or where one is the brand just as it stands.
    """
    plain, marked = folded(brand), _marked(brand)
    said = {
        line.text
        for line in view.of_the_product(_BEFORE, _BEHIND)
        if len(brand) - _MOST_MORE <= len(line.text) <= len(brand)
        and (line.text == brand or (_marked(line.text) > marked and folded(line.text) == plain))
    }
    return said.pop() if len(said) == 1 else brand


def _marked(text: str) -> int:
    """How many letters stand outside the plain alphabet."""
    return 0 if text.isascii() else sum(not mark.isascii() for mark in text)
