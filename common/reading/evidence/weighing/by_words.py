"""What the words about a price, and the page as a whole, say against it."""

from __future__ import annotations

from collections.abc import Iterator

from common.reading.evidence.doubts.outright import is_part
from common.reading.evidence.used_offer import is_behind_used_offer
from common.reading.evidence.weighing.case import Case
from common.reading.evidence.weighing.grounds import Ground
from common.reading.visible.discounts.per_cents import is_discount
from common.reading.visible.prices.amount_kinds import OTHER, SAVED


def by_words(case: Case) -> Iterator[tuple[Ground, bool]]:
    price, page, places = case.price, case.page, case.places
    if places:
        yield Ground.TAINTED, not case.plain
        yield Ground.CONDITION, all(OTHER in one.kinds for one in places)
    yield Ground.REDUCED_AGAIN, not case.markup and _is_reduced_again(case)
    yield Ground.LONE, case.is_only_seen and page.is_doubtful(price)
    yield Ground.SILENT, page.is_silent
    yield from _enough(case)


def _enough(case: Case) -> Iterator[tuple[Ground, bool]]:
    """The grounds each of which is enough. Of two that are alike only the first counts."""
    price, page = case.price, case.page
    is_outright = is_part(price, page.outright)
    yield Ground.OUTRIGHT, is_outright
    yield Ground.ON_TERMS, not is_outright and page.is_on_terms(price, case.before)
    yield Ground.CHOICE, price in page.chosen
    yield Ground.SET_ASIDE, price in page.set_aside - page.chosen
    is_not_bought = page.is_not_bought(price)
    yield Ground.NOT_BOUGHT, is_not_bought
    yield Ground.USED_COPY, not is_not_bought and is_behind_used_offer(case.chosen, page)


def _is_reduced_again(case: Case) -> bool:
    """Whether this price is the one before the saving that the page names: a printed per cent is the saving's share of
    this price, and not of this price and the saving together; and the page does not print the reduced price as what
    some pay.
    """
    price, page = case.price, case.page
    saved = {one.amount for one in page.printed if SAVED in one.kinds and 0 < one.amount < price}
    return any(
        is_discount(price - amount, price, page.shares) and not is_discount(price, price + amount, page.shares)
        for amount in saved
    ) and not any(one.amount == price - amount and OTHER in one.kinds for amount in saved for one in page.printed)
