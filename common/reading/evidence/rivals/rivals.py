"""The other amounts of a page that may be its price as well as the one that is weighed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from functools import cache
from itertools import takewhile

from common.reading.choosing.price import within
from common.reading.evidence.by_coupon import is_by_coupon
from common.reading.evidence.doubts.used_copy import is_called_used, is_of_used_goods
from common.reading.evidence.page import NEAR_LINES, Page
from common.reading.evidence.printed.amount import FOREIGN, PrintedAmount
from common.reading.evidence.rivals.net_beside import BESIDE_LINES, is_net_beside, is_tax_in
from common.reading.evidence.rivals.tiers import tiers
from common.reading.found import SHOWN, Found
from common.reading.text.fixed_rates import is_same_money
from common.reading.visible.discounts.per_cents import is_further_discount
from common.reading.visible.prices.amount_kinds import CALLED_OLD, FROM, SAVED
from common.reading.visible.prices.places.beside_heading import names_something
from common.reading.visible.prices.said.labels import PLAIN_LABEL, SALE_LABEL

_MOST_OF_CHOICE, _LEAST_DEARER = 3, 2
"""Another choice costs at most this many times the price; the price may be a part of what costs more. And at least this
many choices cost more than the price: where there is only one, the price may be that of members, of a subscription or
without tax.
"""


def rivals_of(chosen: Found, sources: Sequence[Found], page: Page) -> set[Decimal]:
    """The other amounts that may be the price instead: plain ones before the add-to-cart button, or near the heading
    where there is no button, of which no rule says what else they are (_is_explained, _is_explained_beside).
    """
    price, printed = chosen.price, page.printed
    has_button = any(one.before_button for one in printed)
    in_row = cache(lambda: any(one.in_row() for one in printed if one.amount == price))
    usual = next((one.price for one in sources if one.source == SHOWN), None)
    stated = {one.list_price for one in sources} | tiers(price, page) | {price, Decimal(0)}
    return {
        one.amount
        for one in printed
        if (not one.kinds or _is_lower_from(one, price, printed) or _is_usual(one, price, usual))
        and 0 < one.at <= NEAR_LINES
        and (one.before_button or not has_button or (one.in_row() and in_row()))
        and not one.in_text
        and one.amount not in stated
        and not _is_explained(one, chosen, sources, page)
        and not (price and _is_explained_beside(one, price, chosen, page))
    } | _across_the_heading(chosen, page)


def _across_the_heading(chosen: Found, page: Page) -> set[Decimal]:
    """Where a price that is only seen stands on one side of the product's name, and not before a button that buys below
    that: plain amounts close by before the name, unless words before them are another thing's name; if the price stands
    there itself, behind such words, also those behind the name. A page that draws its price before the name, or behind
    the button, may have the total of a cart or another product's price on the other side.
    """
    places = [one for one in page.printed if one.amount == chosen.price]
    is_sold = any(one.at > 0 and one.before_button for one in places)
    is_before = bool(places) and max(one.at for one in places) < 0
    is_behind = bool(places) and min(one.at for one in places) > 0
    if chosen.source != SHOWN or is_sold or not (is_before or is_behind) or chosen.price in page.named:
        return set()
    plain = [one for one in page.printed if not one.kinds and not one.in_text and one.amount not in {chosen.price, 0}]
    named = [one.at for one in page.printed if one.at < 0 and _is_of_a_name(one)]
    ahead = {one.amount for one in plain if -BESIDE_LINES <= one.at < 0 and not _is_of_one_of(named, one, page)}
    behind = {one.amount for one in plain if 0 < one.at <= _ACROSS_LINES}
    return ahead | behind if is_before and any(map(_is_of_a_name, places)) else ahead


def _is_of_a_name(one: PrintedAmount) -> bool:
    return one.label != "" and names_something(one.label)


def _is_of_one_of(named: Sequence[int], one: PrintedAmount, page: Page) -> bool:
    """Whether this stands behind another thing's name, or in one box close behind an amount that does: what that cost
    and what it costs.
    """
    close = [at for at in named if 0 < one.at - at <= _TWO_PRICES_LINES]
    if one.at in named or not close or page.whose_money is None:
        return one.at in named
    view = page.whose_money.view
    elements = {line.at: line.element for line in view.near(BESIDE_LINES + _TWO_PRICES_LINES, 0)}
    if one.at not in elements or close[-1] not in elements:
        return False
    boxes = set(takewhile(lambda box: box not in view.around_heading, elements[one.at].iterancestors()))
    return any(box in boxes for box in elements[close[-1]].iterancestors())


_ACROSS_LINES, _TWO_PRICES_LINES = 12, 2


def _is_explained(one: PrintedAmount, chosen: Found, sources: Sequence[Found], page: Page) -> bool:
    """Whether this is in another currency and says the same price again: always where the two are the same money at a
    fixed rate, otherwise unless it is at home (_is_home_first). Or what the thing costs without the options that the
    page has chosen, or used (Page.set_aside), or lies in a range that a source states.
    """
    if one.amount in page.set_aside or is_same_money(one.amount, one.currency, chosen.price, chosen.currency):
        return True
    is_abroad = chosen.currency and one.currency not in {None, chosen.currency}
    if is_abroad and not _is_home_first(one, chosen.price, chosen.source, page):
        return True
    if chosen.source == SHOWN and chosen.low == chosen.high and _is_close(one, chosen.price, page):
        return False  # what it cost and what it costs, perhaps, of the variant that is chosen
    return any(within(one.amount, source) for source in (chosen, *sources))


def _is_close(one: PrintedAmount, price: Decimal | None, page: Page) -> bool:
    """Whether it stands on the line of the price or the next one."""
    return any(abs(one.at - place.at) <= 1 for place in page.printed if place.amount == price)


def _is_explained_beside(one: PrintedAmount, price: Decimal, chosen: Found, page: Page) -> bool:
    """Whether this amount is what it is because the price is what that is: a part of it, what it was reduced from, what
    it is without its tax, what another choice costs than the one that the page has marked …
    """
    printed = page.printed
    if one.amount < price:
        told = _is_of_used_copy(one, price, page) or _is_by_coupon(one, price, page)
    else:
        told = _is_reduced_to(price, one, page) or _is_before_sale(one, price, printed)
    return (
        told
        or (one.instead_of == price and _is_of_another_choice(one, price, printed))
        or one.is_part_of(price)
        or one.is_share_of(price)
        or _is_several_of(one, price, page)
        or one.is_step_of(price)
        or any(SAVED in saved.kinds and one.amount - price == saved.amount for saved in printed)
        or is_net_beside(one, price, chosen, page)
        or is_tax_in(one, price, printed)
        or _is_told_apart_by_label(one, price, printed)
    )


def _is_reduced_to(price: Decimal, one: PrintedAmount, page: Page) -> bool:
    """Whether a printed per cent lies between this amount and the price, and did not lead to it from one close by."""
    close = (other for other in page.printed if abs(other.at - one.at) <= _REDUCED_LINES and SAVED not in other.kinds)
    return is_further_discount(price, one.amount, page.shares, [other.amount for other in close])


_REDUCED_LINES = 3


def _is_several_of(one: PrintedAmount, price: Decimal, page: Page) -> bool:
    """Whether this is what several pieces cost together, and not the pack of so many that the heading names: beside
    "Wine glasses, set of 6" the price of one is not what is sold.
    """
    counts = one.counted_of(price)
    if not counts or page.whose_money is None:
        return bool(counts)
    return not any(str(count) in _NUMBERS.findall(page.whose_money.view.heading.text or "") for count in counts)


_NUMBERS = re.compile(r"\d+")


def _is_of_used_copy(one: PrintedAmount, price: Decimal, page: Page) -> bool:
    """Whether words make this what a used copy costs, behind the price, and none make the price that, on a page of new
    goods. What stands before it may be what the page sells, and so may the copy that is marked as chosen.
    """
    places = [place for place in page.printed if place.amount == price and place.at > 0]
    if not is_called_used(one) or not any(place.at < one.at for place in places):
        return False
    if any(is_called_used(place) or place.instead_of == one.amount for place in places):
        return False
    return page.whose_money is not None and not is_of_used_goods(page.whose_money.view)


def _is_by_coupon(one: PrintedAmount, price: Decimal, page: Page) -> bool:
    """Whether this is the price less what a code or coupon takes off."""
    places = [place for place in page.printed if place.amount == price]
    return page.whose_money is not None and is_by_coupon(one, places, page.whose_money.view)


def _is_of_another_choice(one: PrintedAmount, price: Decimal, printed: Sequence[PrintedAmount]) -> bool:
    """Whether this is what another choice than the marked one costs: less than it, or more where at least two of the
    other choices have amounts. However much more where at least three have, and the price stands apart from them, too.
    """
    others = [other for other in printed if other.instead_of == price and not other.kinds]
    if one.amount < price or (one.amount <= _MOST_OF_CHOICE * price and len(others) >= _LEAST_DEARER):
        return True
    places = [other for other in printed if other.amount == price and not other.kinds and other.at > 0]
    return len(others) > _LEAST_DEARER and len(places) > 1


def _is_before_sale(one: PrintedAmount, price: Decimal, printed: Sequence[PrintedAmount]) -> bool:
    """Whether a sale's label, or one that names the shop itself, follows this closely, and behind it the price:
    "Price: 5,480", "Web special: 2,990".
    """
    return any(
        place.amount == price
        and 0 < place.at - one.at <= _BEFORE_SALE_LINES
        and (place.is_shops_own or any(SALE_LABEL.fullmatch(said) for said in place.beside))
        for place in printed
    )


_BEFORE_SALE_LINES = 8
"""What members of each rank pay may stand between the two."""


def is_of_other_label(one: PrintedAmount) -> bool:
    """Whether a label with a colon that is no price's stands before it: "Catalogue value: 85.00"."""
    return one.label.endswith((":", "：")) and not is_price_label(one.label)


def _is_told_apart_by_label(one: PrintedAmount, price: Decimal, printed: Sequence[PrintedAmount]) -> bool:
    """Whether this stands behind such a label, and the price behind one that is a price's: "Our price: 34.00"."""
    return is_of_other_label(one) and any(is_price_label(place.label) for place in printed if place.amount == price)


def is_price_label(text: str) -> bool:
    """Whether this line is the label of a price, or of a reduced one, and no more."""
    return PLAIN_LABEL.fullmatch(text) is not None or SALE_LABEL.fullmatch(text) is not None


def _is_home_first(one: PrintedAmount, price: Decimal | None, source: str, page: Page) -> bool:
    """Whether this amount is in the currency of the page's place and stands before the price, which is in another
    currency; or close behind it, when the price is only seen. Then one of the two is the other converted. Where the
    page's place is not known, only the first of these counts, for any currency.
    """
    first = min((place.at for place in page.printed if place.amount == price), default=0)
    if one.currency in {None, FOREIGN} or page.home not in {None, one.currency}:
        return False
    is_close = source == SHOWN and page.home is not None and one.at - first <= BESIDE_LINES
    return one.at < first or is_close


def _is_usual(one: PrintedAmount, price: Decimal | None, shown: Decimal | None) -> bool:
    """Whether only the names of elements call this higher amount old, and a reader takes it for the price."""
    return one.kinds == (CALLED_OLD,) and one.amount == shown and price is not None and shown > price


def _is_lower_from(one: PrintedAmount, price: Decimal | None, printed: Sequence[PrintedAmount]) -> bool:
    """Whether this is said to be the lowest of several, stands right beside the price and is lower than it."""
    beside = any(abs(one.at - place.at) <= BESIDE_LINES for place in printed if place.amount == price)
    return one.kinds == (FROM,) and not one.counts and price is not None and one.amount < price and beside
