"""Which of the declared offers a page sells that declares used copies beside new ones: what it shows decides."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from decimal import Decimal

from common.reading.evidence.doubts.used_copy import SAYS_USED, is_called_used
from common.reading.evidence.page import NEAR_LINES, Page
from common.reading.evidence.printed.amount import PrintedAmount
from common.reading.found import Found
from common.reading.visible.lines import Line, names_of
from common.reading.visible.prices.price_names import names_price
from common.reading.visible.view import PageView


def as_shown(
    declared: Sequence[Found], shown: Decimal | None, amounts: Callable[[], Sequence[PrintedAmount]], view: PageView
) -> list[Found]:
    """What is declared, with a used copy's price in place of the new one's where the page shows that as its price."""
    return [_as_shown(one, shown, amounts(), view) if one.used and shown else one for one in declared]


def _as_shown(one: Found, shown: Decimal, printed: Sequence[PrintedAmount], view: PageView) -> Found:
    """It must stand in an element named a price. What words before it call used may be asked beside a new one, and so
    may what stands behind the new one's price.
    """
    states = [state for price, state in one.used if price == shown]
    places = _places(shown, printed)
    if not states or not places or shown == one.price or any(_may_be_beside_new(place, view) for place in places):
        return one
    first = min(place.at for place in places)
    is_ahead = any(place.at <= first and not place.kinds for place in _places(one.price, printed))
    if is_ahead or not _is_named_price({place.at for place in places}, view.near(0, NEAR_LINES)):
        return one
    return replace(one, price=shown, low=shown, high=shown, availability=states[0], price_kind=None)


def _may_be_beside_new(place: PrintedAmount, view: PageView) -> bool:
    """Whether words for a used copy stand beside this amount, or between it and the amount or heading before."""
    between = [said for said in place.beside if said != view.heading.text]
    return is_called_used(place) or any(SAYS_USED.search(said) for said in between)


def is_behind_used_offer(chosen: Found, page: Page) -> bool:
    """Whether an element named a price holds, before this price of a new one, what a declared offer of a used copy
    asks: then the used copy may be what the page sells.
    """
    used = {amount for amount, _ in chosen.used} - {chosen.price}
    first = min((one.at for one in _places(chosen.price, page.printed)), default=0) if used else 0
    ahead = {one.at for one in page.printed if one.amount in used and 0 < one.at < first}
    return bool(ahead) and _is_named_price(ahead, page.shown())


def _places(amount: Decimal | None, printed: Sequence[PrintedAmount]) -> list[PrintedAmount]:
    return [one for one in printed if one.amount == amount and one.at > 0]


def _is_named_price(places: Collection[int], lines: Sequence[Line]) -> bool:
    return any(line.at in places and names_price(names_of(line.element)) for line in lines)
