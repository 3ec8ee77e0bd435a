"""Pages that say nothing of what they are, no button, no stock, no code, and yet show a name and one price.

A careful person takes such a page for a product's. What it says is too little to store, and too much to throw away:
the offer is made, and its price is doubted (evidence/weighing), so that it waits for somebody who looks. `amounts`
gives what the page prints (evidence/printed/), which whoever asks needs as well.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import dropwhile, islice
from typing import Any

from common.offer import Failure, FailureReason
from common.reading import address, listing
from common.reading.evidence.printed.amount import FOREIGN, PrintedAmount
from common.reading.parsed.document import WHOLE_PAGE, Document, type_of
from common.reading.parsed.letters import folded
from common.reading.parsed.links import leads_to_another
from common.reading.visible.headings.words import agrees
from common.reading.visible.lines import itself_and_above, link_around
from common.reading.visible.page import Look
from common.reading.visible.prices.amount_kinds import CALLED_OTHER

_NEAR_LINES = 20
"""A product's price stands this close behind its name; what is further away belongs to something below it."""
_AMOUNTS_LINES = 60
_LEAST_NAME_CHARS = 4
MOST_WORDS_BESIDE = 5
"""Words on the line of a page's one amount; sentences have more."""
_MOST_AMOUNTS = 3
"""Different plain amounts near the name: menus, tables of services and calendars have more."""


def shows_one_thing(
    document: Document, look: Look, failure: Failure, amounts: Callable[[], Sequence[PrintedAmount]]
) -> bool:
    """Whether a page that would be refused, for nothing on it says that it is a product's, shows a name and one price
    right below it: where title or address repeat the name, the address speaks of one product, or a picture stands
    beside. Cards of other products do not count where title or address repeat the name, it is an h1 or the address is
    that of one product, and nothing sorts the cards.
    """
    seen = look.found
    if not seen.title or seen.price is None or len(folded(seen.title)) < _LEAST_NAME_CHARS or not seen.is_offered:
        return False
    printed = amounts()
    place = next((one.at for one in printed if one.amount == seen.price and 0 <= one.at <= _NEAR_LINES), None)
    if place is None or asks_password(look):
        return False
    repeated = agrees(document, seen.title)
    if failure.reason is FailureReason.LISTING:
        own = address.is_product(document.url) or look.view.heading.element.tag == "h1"
        if not own or not repeated or address.is_list(document.url):
            return False
        return not (listing.is_group(document) or listing.is_sorted(look.view))
    if failure.reason is not FailureReason.NOT_A_PRODUCT or _amounts(printed) > _MOST_AMOUNTS:
        return False
    return repeated or address.speaks_of_product(document.url) or is_pictured(look, place)


def with_only_amount(look: Look, amounts: Callable[[], Sequence[PrintedAmount]]) -> Look:
    """What was seen, with the one plain amount near a name that title or address repeat as its price, where no rule
    finds one. Right as it mostly is, it is no more than what is left: its price is to be doubted.
    """
    seen = look.found
    if seen.price is not None or seen.price_kind is not None or not seen.title:
        return look
    if not agrees(look.view.document, seen.title):
        return look
    plain = {one.amount: one for one in amounts() if _is_plain_near(one)}
    only = _only(list(plain.values())) or _only_named_other(amounts())
    if only is None:
        return look
    if only.currency not in {None, look.view.currency_hint or only.currency} or only.currency == FOREIGN:
        return look
    return replace(look, found=replace(seen, price=only.amount, currency=only.currency))


def _only(plain: Sequence[PrintedAmount]) -> PrintedAmount | None:
    """The one amount, or the one of which the others are for so many as their labels say ("1 bottle", "box of 6
    bottles"); of two in a row, of which neither is less than two fifths of the other, the lower one: the other is
    mostly what was asked before.
    """
    if len(plain) == _PAIR and abs(plain[0].at - plain[1].at) == 1:
        lower, higher = sorted(plain, key=lambda one: one.amount)
        return lower if lower.amount >= higher.amount * _LEAST_OF_BEFORE else None
    least = min(plain, key=lambda one: one.amount, default=None)
    others = [one for one in plain if one is not least]
    return least if least is not None and all(_is_so_many_of(least, one) for one in others) else None


def _only_named_other(printed: Sequence[PrintedAmount]) -> PrintedAmount | None:
    """The one amount near the name, where nothing but the name of its element makes another one of it: with a second
    amount such a name tells which is which, alone it tells nothing.
    """
    if len({one.amount for one in printed}) != 1 or any(one.kinds != (CALLED_OTHER,) or one.in_text for one in printed):
        return None
    return printed[0] if printed[0].amount > 0 and 0 < printed[0].at <= _AMOUNTS_LINES else None


def _is_so_many_of(one: PrintedAmount, several: PrintedAmount) -> bool:
    """Whether that amount is asked for as many pieces as its label counts, each at most a fifth cheaper."""
    return any(
        _CHEAPEST_OF_SEVERAL * one.amount * count <= several.amount <= one.amount * count for count in several.counts
    )


_CHEAPEST_OF_SEVERAL = Decimal("0.8")
_PAIR, _LEAST_OF_BEFORE = 2, Decimal("0.4")


def _is_plain_near(one: PrintedAmount) -> bool:
    return not one.kinds and not one.in_text and one.amount > 0 and 0 < one.at <= _AMOUNTS_LINES


def _amounts(printed: Sequence[PrintedAmount]) -> int:
    return len({one.amount for one in printed if not one.kinds and not one.in_text and 0 <= one.at <= _AMOUNTS_LINES})


def asks_password(look: Look) -> bool:
    """Whether a field behind the heading asks for a password. Old shops draw a box to log in above or beside all that
    they sell, and what stands before the heading says nothing of the page.
    """
    top = look.view.heading.element
    nodes = look.view.document.first(_MAX_FIELDS, top.tag, "input")
    behind = dropwhile(lambda node: node is not top, nodes)
    return any(type_of(node) == "password" for node in behind)


_MAX_FIELDS = 500


def is_pictured(look: Look, place: int) -> bool:
    """Whether a picture that leads nowhere else stands in the smallest box around name and price, or the one around."""
    priced = next(line.element for line in look.view.lines if line.at == place)
    box = next((node for node in itself_and_above(priced, _MOST_STEPS) if node in look.view.around_heading), None)
    if box is None:
        return False
    around = box.getparent()
    box = box if around is None or around.tag in WHOLE_PAGE else around
    return any(not _leads_away(picture, look.view.document.url) for picture in islice(box.iter("img"), _MOST_PICTURES))


def _leads_away(picture: Any, url: str) -> bool:
    link = link_around(picture, 3)
    return link is not None and leads_to_another(link.get("href"), url)


_MOST_STEPS, _MOST_PICTURES = 12, 30
