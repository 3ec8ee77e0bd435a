"""Whether the page says before a price that its thing is not sold here, or not for money, or that its price is told
otherwise ("For hire only", "Choose a size to see the price"), or has a box for the price there that holds none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import islice, takewhile
from typing import Any

from common.reading.evidence.printed.amount import PrintedAmount
from common.reading.parsed.letters import squeeze
from common.reading.parsed.text_within import text_within
from common.reading.parsed.tree import first_behind
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.visible.buttons.first import first_button
from common.reading.visible.buttons.pressed import pressed_around
from common.reading.visible.lines import Line, names_of
from common.reading.visible.prices.price_names import is_called_old, is_named_price, is_other, names_price
from common.reading.visible.view import PageView
from common.reading.words.wording import Wording

_NOT_ASKED = Wording(r"\W{0,3}(?:<price.not_asked>)\W{0,3}")
_PLAIN = Wording(
    r"(?:(?:js|product|item|main|current|our|final|actual|total|selling|val(?:ue)?|amount|box|wrap(?:per)?|container|block|"
    r"area|holder|pric(?:e|ing)s?|<names.price>|\d+)(?:[_-]+|\Z))+"
)
"""The whole of a name that says no more than that the price stands there; others mark what is drawn beside it."""
_NEVER_HOLD = frozenset({"input", "hr", "a", "i", "svg", "br", "button", "meta", "link", "label", "select"})
_NEAR_LINES, _FAR_LINES, _MOST_CHARS = 20, 250, 80
_MOST_ELEMENTS, _SOME_CHARS = 300, 200


def is_not_asked(price: Decimal, printed: Sequence[PrintedAmount], view: PageView) -> bool:
    """Whether that stands between the heading and the first place of this price, and no amount before it."""
    places = {one.at for one in printed if one.amount == price and one.at > 0}
    if not places:
        return False
    shown = [line for line in view.near(0, _FAR_LINES) if line.at > 0]
    ahead = list(takewhile(lambda line: line.at not in places and not _has_amount(line), shown))
    buys = first_button(shown) is not None
    if any(line.at <= _NEAR_LINES and _says_so(line, buys) for line in ahead):
        return True
    asked = [line for line in shown if line.at in places]
    return bool(asked) and not any(is_named_price(line.element) for line in asked) and _is_unfilled(asked[0], view)


def _has_amount(line: Line) -> bool:
    return BESIDE_CURRENCY.search(line.text) is not None


def _says_so(line: Line, buys: bool) -> bool:
    """Where a button buys, another one ("Request a quote") offers only another way."""
    if len(line.text) > _MOST_CHARS or _NOT_ASKED.fullmatch(line.text) is None:
        return False
    return not buys or pressed_around(line.element) is None


def _is_unfilled(asked: Line, view: PageView) -> bool:
    """Whether an element named a price, none of another amount, stands between the heading and this line and holds no
    text: scripts fill it, or a picture is drawn there.
    """
    between = takewhile(lambda node: node is not asked.element, _behind(view.heading.element))
    named = (node for node in islice(between, _MOST_ELEMENTS) if _is_for_the_price(node))
    return any(
        not (is_other(node) or is_called_old(node)) and not squeeze(text_within(node, _SOME_CHARS)) for node in named
    )


def _is_for_the_price(node: Any) -> bool:
    if node.tag in _NEVER_HOLD:
        return False
    named = [name for name in names_of(node).lower().split() if names_price(name)]
    return bool(named) and all(map(_PLAIN.fullmatch, named))


def _behind(element: Any) -> Iterator[Any]:
    """The elements behind this one, in the page's order, without what it holds."""
    while element is not None and (element := first_behind(element)) is not None:
        yield from element.iter("*")
