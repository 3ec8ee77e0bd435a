"""One price of one page, with all that its grounds ask: the sources, its places, the amounts that rival it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from common.offer import PriceKind
from common.reading.choosing.price import within
from common.reading.evidence.page import Page
from common.reading.evidence.printed.amount import PrintedAmount
from common.reading.evidence.reduced import reduced_from
from common.reading.evidence.rivals.net_beside import BESIDE_LINES
from common.reading.evidence.rivals.rivals import rivals_of
from common.reading.found import LABELS, SHOWN, STATE, Found
from common.reading.visible.prices.amount_kinds import CALLED_OLD, CALLED_OTHER, FROM, LINKED, NET, SAVED

_BY_NAMES = frozenset({CALLED_OLD, CALLED_OTHER, LINKED})
"""A page may name the element of its only price the regular one."""
_OLD_BY_NAME, _LOWEST_OF_SEVERAL = frozenset({CALLED_OLD}), frozenset({FROM})
"""A price that is said to be the lowest of several is what it is called."""
_NET = frozenset({NET})
_TAXED_WHEN_PAID = frozenset({"USD", "CAD"})
"""Where these are paid, shops ask prices without the tax, which depends on where the buyer lives ("plus tax")."""


@dataclass(slots=True)
class Case:
    chosen: Found
    price: Decimal
    sources: Sequence[Found]
    page: Page
    stated: Sequence[Found]
    """The sources that state any price."""
    markup: Sequence[Found]
    """Those of them that are neither labels, nor state, nor what is seen."""
    shown: Found | None
    """What a reader would take for the price."""
    is_shown: bool
    """Whether that is this price."""
    is_only_seen: bool
    """Whether that alone states a price, but for ranges in which it lies."""
    is_lowest: bool
    """Whether it is said to be the lowest of several."""
    places: Sequence[PrintedAmount]
    plain: Sequence[PrintedAmount]
    """Its places beside which nothing makes it another amount than a price."""
    before: frozenset[Decimal]
    """The amounts that it was reduced from."""
    rivals: set[Decimal]
    remains: bool
    """Whether it is another printed amount less what the page says is saved."""

    def beside(self) -> list[PrintedAmount]:
        """The places of its rivals that are right beside one of its plain places."""
        rivals = (one for one in self.page.printed if one.amount in self.rivals)
        return [one for one in rivals if any(abs(one.at - place.at) <= BESIDE_LINES for place in self.plain)]


def case_of(chosen: Found, price: Decimal, sources: Sequence[Found], page: Page) -> Case:
    stated = [one for one in sources if one.price]
    shown = next((one for one in stated if one.source == SHOWN), None)
    places = [one for one in page.printed if one.amount == price]
    is_shown = shown is not None and shown.price == price
    is_lowest = PriceKind.FROM in {chosen.price_kind, shown.price_kind if is_shown and shown is not None else None}
    before = reduced_from(price, sources, page.printed)
    remains = _is_what_remains(price, page.printed)
    rivals = rivals_of(chosen, sources, page) - before if page.on_button != price else set()
    if remains or (is_lowest and any(not one.kinds for one in places)):
        rivals = {amount for amount in rivals if amount < price}  # the others of a range, or before it was reduced
    return Case(
        chosen=chosen,
        price=price,
        sources=sources,
        page=page,
        stated=stated,
        markup=[one for one in stated if one.source not in {LABELS, STATE, SHOWN}],
        shown=shown,
        is_shown=is_shown,
        is_only_seen=is_shown and all(one is shown or _is_range_around(price, one) for one in stated),
        is_lowest=is_lowest,
        places=places,
        plain=_plain(price, chosen.currency, places, stated, page, is_shown=is_shown, is_lowest=is_lowest),
        before=before,
        rivals=rivals,
        remains=remains,
    )


def _is_range_around(price: Decimal, source: Found) -> bool:
    return source.price != price and within(price, source)


def _plain(
    price: Decimal,
    currency: str | None,
    places: Sequence[PrintedAmount],
    stated: Sequence[Found],
    page: Page,
    *,
    is_shown: bool,
    is_lowest: bool,
) -> list[PrintedAmount]:
    is_called_from = is_lowest or any(rows[0][1] == price for rows in page.tables)
    is_stated = any(one.price == price for one in stated if one.source not in {STATE, SHOWN})
    nothing: frozenset[str] = frozenset()
    named = _BY_NAMES if is_shown else _OLD_BY_NAME if is_stated and page.has_no_other(price) else nothing
    is_net = any(NET in one.kinds for one in places)
    is_whole = is_net and {currency, page.home} <= _TAXED_WHEN_PAID and page.has_no_other(price)
    excused = named | (_LOWEST_OF_SEVERAL if is_called_from else nothing)
    excused |= _NET if is_whole and not _says_value_added(places, page) else nothing
    return [one for one in places if excused.issuperset(one.kinds)]


def _says_value_added(places: Sequence[PrintedAmount], page: Page) -> bool:
    """Whether a tax that prices include elsewhere is named beside the price: shops in Argentina and Uruguay ask US
    dollars "+ IVA", and buyers pay it.
    """
    at = {one.at for one in places}
    near = (line.text for line in page.shown() if line.at in at or line.at - 1 in at or line.at + 1 in at)
    return any(_VALUE_ADDED.search(text) is not None for text in near)


_VALUE_ADDED = re.compile(
    r"(?<![^\W\d_])(?:I\.?V\.?A|V\.?A\.?T|ITBMS|ITBIS|ISV|MwSt|TVA|BTW|moms)(?![^\W\d_])", re.IGNORECASE
)


def _is_what_remains(price: Decimal, printed: Sequence[PrintedAmount]) -> bool:
    saved = {one.amount for one in printed if SAVED in one.kinds and one.amount}
    return any(one.amount - price in saved for one in printed if SAVED not in one.kinds)
