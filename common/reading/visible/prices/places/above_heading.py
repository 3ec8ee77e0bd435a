"""The price of a page that draws it, with the button that buys, above the product's name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from common.offer import Availability
from common.reading.parsed.links import leads_to_another
from common.reading.text.availability import of_button
from common.reading.text.money import is_amount
from common.reading.visible.buttons.first import first_button
from common.reading.visible.cards import is_card
from common.reading.visible.lines import Line, names_of
from common.reading.visible.prices.drawn.coins import Price, money
from common.reading.visible.prices.places.beside_heading import is_of_link_before, names_something
from common.reading.visible.prices.price_names import is_called_old, is_other
from common.reading.visible.view import PageView

_ABOVE_LINES, _BEHIND_LINES = 40, 200
_BEFORE_BUTTON = 3


def price_above(view: PageView) -> Price | None:
    """The one amount within three lines before the last button that buys above the heading; None when a button that
    buys stands below the heading, too, or an amount alone on its line does, or when the two may be another product's
    or the cart's.
    """
    shown = view.near(_ABOVE_LINES, _BEHIND_LINES)
    below = [line for line in shown if line.at >= 0]
    if first_button(below) is not None or any(is_amount(line.text) for line in below):
        return None
    above = [line for line in shown if line.at < 0]
    places = [place for place, line in enumerate(above) if of_button(line.text) is Availability.IN_STOCK]
    if not places or is_card(above[places[-1]].element, view):
        return None
    near = above[max(0, places[-1] - _BEFORE_BUTTON) : places[-1]]
    amounts = [line for line in near if is_amount(line.text) and not is_other(line.element)]
    amounts = [line for line in amounts if not is_called_old(line.element)] or amounts  # the only one may be "regular"
    if len(amounts) != 1 or _is_of_another(amounts[0], above, above[places[-1]], view):
        return None
    return money(amounts[0].text, view.currency_hint)


def _is_of_another(amount: Line, above: Sequence[Line], button: Line, view: PageView) -> bool:
    """Whether something beside the amount and its button says that they sell another thing than the page: words right
    before the amount that are no label of a price ("Add a saucer", "Cart total"), a link to another page, or a place
    that is named as the page's head or small cart.
    """
    sides = list(_beside_heading(amount.element, view))
    place = above.index(amount)
    before = above[place - 1] if place else None
    if is_of_link_before(above, place, view):
        return True
    if before is not None and _is_inside(before.element, sides[-1:] or [None]) and names_something(before.text):
        return True
    block = next((side for side in sides if _is_inside(button.element, [side])), None)
    links = () if block is None else block.iter("a")
    if any(
        not _is_inside(button.element, [link]) and leads_to_another(link.get("href"), view.document.url)
        for link in links
    ):
        return True
    return any(side.tag in _HEADS or _ELSEWHERE.search(names_of(side)) for side in sides)


def _beside_heading(element: Any, view: PageView) -> Iterator[Any]:
    """The element and those around it that do not hold the heading, too."""
    while element is not None and element not in view.around_heading:
        yield element
        element = element.getparent()


def _is_inside(element: Any, around: Sequence[Any]) -> bool:
    """Whether it is one of these or inside one; None is the whole page."""
    return None in around or element in around or any(node in around for node in element.iterancestors())


_HEADS = frozenset({"header", "nav", "aside"})
_ELSEWHERE = re.compile(
    r"(?:mini|side|top|head(?:er)?|drop)[-_]?(?:cart|basket|bag)|(?:cart|basket|bag)[-_]?(?:total|summary|drawer|preview|widget)|"
    r"(?<![a-z])(?:site|page|top)[-_]?header|accessor|add-?ons?(?![a-z])|cross-?sell|up-?sell",
    re.IGNORECASE,
)
