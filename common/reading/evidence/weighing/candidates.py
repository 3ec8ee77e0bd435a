"""The amounts that a page's price may be, kept with the offer for people and for later rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from decimal import Decimal

from common.offer import PriceCandidate
from common.reading.evidence.page import Page
from common.reading.evidence.printed.amount import FOREIGN, PrintedAmount
from common.reading.found import PRINTED, Found
from common.reading.text.fixed_rates import is_same_money
from common.reading.text.price import minor_units
from common.reading.visible.prices.amount_kinds import CARD

MAX_CANDIDATES = 8


def candidates(
    chosen: Found | None, strong: int | None, sources: Sequence[Found], page: Page, currency: str | None
) -> tuple[PriceCandidate, ...]:
    """Every price that the page may be meant to have, the chosen one first; at most 8, none where there is but one."""
    found: dict[Decimal, PriceCandidate] = {}
    ordered = [*([chosen] if chosen is not None else []), *sources]
    for one in ordered:
        if one.price:
            _add(found, one.price, one.currency or currency, source=one.source)
    for place in page.printed:
        is_again = chosen is not None and is_same_money(place.amount, place.currency, chosen.price, currency)
        if place.amount and CARD not in place.kinds and not is_again:
            own = place.currency if place.currency != FOREIGN else None
            _add(found, place.amount, own or currency, source=PRINTED, place=place)
    several = list(found.values())
    if chosen is not None and several:
        several[0] = replace(several[0], strength=strong)
    return tuple(several[:MAX_CANDIDATES]) if len(several) > 1 else ()


def _add(
    found: dict[Decimal, PriceCandidate],
    amount: Decimal,
    currency: str | None,
    *,
    source: str,
    place: PrintedAmount | None = None,
) -> None:
    known = found.get(amount) or PriceCandidate(minor_units(amount, currency or "XXX"), currency)
    found[amount] = replace(
        known,
        sources=_with(known.sources, (source,)),
        beside=_with(known.beside, place.kinds if place is not None else ()),
        lines_behind_heading=known.lines_behind_heading
        if known.lines_behind_heading is not None or place is None
        else place.at,
    )


def _with(known: tuple[str, ...], more: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*known, *more)))
