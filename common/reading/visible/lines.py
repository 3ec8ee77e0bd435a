"""The page as a reader meets it: one line for each piece of text, in the page's order, with where it stands.

No layout is known, only order and names: lines in zones that speak of other products are marked, and those that the
page hides (layout/zones.py). They are gathered by layout/gathering.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from common.reading.parsed.links import stays_here
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.visible.buttons.buying_names import MAX_NAME_CHARS
from common.reading.visible.headings.words import OTHER_THINGS, OTHERS_BEGIN
from common.reading.visible.layout.zones import APART, SHOWN, Zone, Zones


@dataclass(slots=True)
class Line:
    """One piece of text. `at` counts lines from the main heading: 0 is the heading itself, negative stands before."""

    text: str
    element: Any
    at: int
    placed: Any
    """The element whose zone it stands in: mostly `element`."""
    zones: Zones = field(repr=False, compare=False)
    _zone: Zone | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def zone(self) -> Zone:
        """Whether the page hides it, and whether it is about other products or belongs to the frame of the page."""
        if self._zone is None or self._zone is APART:
            self._zone = self.zones.of(self.placed)
        return self._zone

    @property
    def rough_zone(self) -> Zone:
        """The same, or APART: enough to tell what is shown, and what is elsewhere."""
        if self._zone is None:
            self._zone = self.zones.roughly(self.placed)
        return self._zone

    @property
    def hidden(self) -> bool:
        return self.zone[0]

    @property
    def elsewhere(self) -> bool:
        return self.rough_zone[1]

    def set_apart(self) -> None:
        """From now on it is about other products, wherever it stands."""
        self._zone = (self.zone[0], True)


def names_of(element: Any) -> str:
    """Class, id and test id of an element, as one text to search in."""
    stated = element.get
    return f"{stated('class') or ''} {stated('id') or ''} {stated('data-testid') or ''}"[:MAX_NAME_CHARS]


def drawn_as(element: Any) -> tuple[str, str]:
    """What decides how an element looks, and with it what it is for."""
    return str(element.tag), element.get("class") or ""


def itself_and_above(element: Any, steps: int = 2) -> Iterator[Any]:
    """The element, then what it stands in, that many steps up."""
    yield element
    for _ in range(steps):
        element = element.getparent()
        if element is None:
            return
        yield element


def nearest(element: Any, tags: frozenset[str], steps: int = 2) -> Any:
    """The element, or the first of those it stands in, that many steps up, with one of these tags; None without one."""
    for _ in range(steps + 1):
        if element is None or element.tag in tags:
            return element
        element = element.getparent()
    return None


def turn(found: Sequence[Line]) -> int | None:
    """How many lines behind the main heading the page turns to other products; None when it never does.

    A marked zone ends by itself; a heading outside any opens one that has no end. A tab that would show them does not.
    """
    behind = within(found, 0, len(found))
    return next(
        (
            line.at
            for place, (before, line) in enumerate(pairwise(behind), 1)
            if begins_others(before, line) or _is_of_others(behind, place)
        ),
        None,
    )


def _is_of_others(behind: Sequence[Line], place: int) -> bool:
    """Whether this line is a smaller heading like "Other wines", an amount stands before it, two or more behind it, and
    no heading as large: without those it may speak of the same product, and behind such a heading the page may again.
    """
    line = behind[place]
    if len(line.text) > _MOST_THINGS_CHARS or " " not in line.text:  # such a title has two words
        return False
    title = nearest(line.element, _SMALLER)
    if title is None or line.elsewhere or OTHER_THINGS.fullmatch(line.text) is None:
        return False
    rest = behind[place + 1 :]
    if not any(map(_has_amount, behind[:place])) or sum(map(_has_amount, rest)) < _LEAST_OTHERS:
        return False
    as_large = frozenset(f"h{size}" for size in range(1, int(title.tag[1]) + 1))
    return not any(nearest(one.element, as_large) is not None for one in rest)


def _has_amount(line: Line) -> bool:
    return line.rough_zone == SHOWN and BESIDE_CURRENCY.search(line.text) is not None


_SMALLER = frozenset({"h2", "h3", "h4", "h5", "h6"})
_MOST_THINGS_CHARS, _LEAST_OTHERS = 48, 2


def begins_others(before: Line, line: Line) -> bool:
    """Whether this line, behind that one, is a title of other products outside any marked zone, no tab, and no tag that
    says of this product that the shop recommends it.
    """
    return (
        len(line.text) <= _MOST_TITLE_CHARS
        and OTHERS_BEGIN.match(line.text) is not None
        and not line.elsewhere
        and not (_is_tab(line.element) and link_around(before.element) is not None)
        and not any(_CALLED_TAG.search(names_of(node)) for node in itself_and_above(line.element, 1))
    )


_CALLED_TAG = re.compile(r"(?<![a-z])(?:tags?|badges?|stickers?|ribbons?)(?![a-z])", re.IGNORECASE)


_MOST_TITLE_CHARS = 80
"""Of a title: "Los clientes que compraron este producto también han comprado"."""


def link_around(element: Any, steps: int = 2) -> Any:
    """The link that this is, or stands in, that many steps up; None without one."""
    return nearest(element, _LINK, steps)


_LINK = frozenset({"a"})


def _is_tab(element: Any) -> bool:
    """Whether this is, or stands in, a link that leads nowhere else, as tabs do."""
    link = link_around(element)
    return link is not None and stays_here(link.get("href"))


def near(found: Sequence[Line], before: int, after: int) -> list[Line]:
    """The visible lines from `before` ahead of the main heading to `after` behind it."""
    return [line for line in within(found, before, after) if (line._zone or line.rough_zone) == SHOWN]


def within(found: Sequence[Line], before: int, after: int) -> Sequence[Line]:
    """All lines from `before` ahead of the main heading to `after` behind it."""
    begin = -found[0].at if found else 0  # they are numbered without a gap
    return found[max(0, begin - before) : max(0, begin + after + 1)]


def is_within_text(found: Sequence[Line], first: int, last: int) -> bool:
    """Whether these lines are the bold middle of a sentence: text of some words stands before them in the same element,
    and does not end in a colon, and text behind them.
    """
    around = found[first].element.getparent()
    before = found[first - 1] if first > 0 else None
    behind = found[last + 1] if last + 1 < len(found) else None
    if before is None or behind is None or not (before.element is around is behind.element):
        return False
    return len(before.text.split()) >= _WORDS_BEFORE and not before.text.endswith((":", "："))


_WORDS_BEFORE = 5
