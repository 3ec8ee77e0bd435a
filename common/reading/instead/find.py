"""What a page is that declares a product, or looks like one's, and sells none of its own."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from common.offer import Availability, Failure, FailureReason
from common.reading.evidence.doubts.no_goods import is_no_goods
from common.reading.evidence.doubts.not_bought import is_not_bought
from common.reading.evidence.doubts.parts.in_advance import is_paid_in_advance
from common.reading.evidence.printed.amount import PrintedAmount
from common.reading.found import Found
from common.reading.instead.list_of_one import why_list
from common.reading.instead.not_bought_here import not_bought_here
from common.reading.instead.price_of_card import is_another_ones
from common.reading.instead.refusals import article
from common.reading.instead.unsettled import is_unsettled
from common.reading.visible.stock.gone import is_expired
from common.reading.visible.view import PageView


def found_instead(declared: Sequence[Found], seen: Found, view: PageView, other: Failure | None) -> Failure | None:
    """A list of one entry, a comparison, a page on which nothing is bought, or an advert that is over; None for a
    product's. `other`: what its address says that it is. What is sold out has no button that buys, and stays a product.
    """
    if (lists := why_list(declared, view)) is not None:
        return other or Failure(FailureReason.LISTING, lists)
    if seen.availability is not Availability.OUT_OF_STOCK and (why := not_bought_here(view)) is not None:
        return article(view.document) or Failure(FailureReason.NOT_A_PRODUCT, why)
    if is_expired(view):
        return Failure(FailureReason.REMOVED, "the page says that the advert is over")
    return None


def buys_nothing(price: Decimal, printed: Sequence[PrintedAmount], view: PageView, sources: Sequence[Found]) -> bool:
    """Whether words beside this price say that it does not buy the thing or is a deposit, it is a bid or made up,
    or it is that of another page's product.
    """
    return (
        is_not_bought(price, printed, view)
        or is_paid_in_advance(price, printed, view)
        or is_no_goods(price, printed, view)
        or is_unsettled(price, printed, view)
        or is_another_ones(price, printed, view, sources)
    )
