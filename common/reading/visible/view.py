"""The one value that the readers of the visible page share: what they look at, and from where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from common.reading.document import Document
from common.reading.visible.heading import Heading
from common.reading.visible.lines import Line, lines, near, turn


@dataclass(frozen=True, slots=True)
class PageView:
    """A page as a reader sees it, with its main heading as the point to count from."""

    document: Document
    heading: Heading
    lines: Sequence[Line]
    """All of the page's, hidden ones and those about other products too. At most 12,000."""
    around_heading: frozenset[Any]
    """The heading's element and every element that holds it; empty without a heading."""
    currency_hint: str | None = None
    """ISO 4217 of the page's country, or the one its scripts name: for numbers without a sign and shared signs."""
    turns_at: int | None = None
    """How many lines behind the heading other products begin; None when they never do."""

    def near(self, before: int, after: int) -> list[Line]:
        """The visible lines from `before` lines ahead of the heading to `after` behind it, up to where the page turns
        to other products.
        """
        return near(self.lines, before, after if self.turns_at is None else min(after, self.turns_at - 1))

    def of_the_product(self, before: int, after: int) -> list[Line]:
        """The lines that far around the heading that are not about other products. Hidden ones count: tables of
        details often stand in a closed tab.
        """
        return [line for line in self.lines if not line.elsewhere and -before <= line.at <= after]


def view_of(document: Document, heading: Heading, currency_hint: str | None = None) -> PageView:
    """The page seen from this heading. The document must have a root."""
    element = heading.element
    around = frozenset((element, *element.iterancestors())) if element is not None else frozenset()
    found = lines(document, heading)
    return PageView(document, heading, found, around, currency_hint, turn(found))
