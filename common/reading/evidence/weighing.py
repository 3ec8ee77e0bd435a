"""How much speaks for a price: every source and every printed place for it counts, whatever the page says otherwise
counts against it. Pure.

For a price speak, in points:

* 3: the markup (JSON-LD, microdata, RDFa) states it; 1 more for each further kind of markup that does
* 2: the labels (OpenGraph and its kin) state it
* 1: the page's state states it, which has the labels' backend; 2 where the page prints no amount near its heading
  because scripts will draw it
* 2: it stands where a reader looks for the price
* 1: the page prints it, plainly, near its heading
* 1: the page's title or description names it

Against it:

* 3: the markup states another one
* 2: a reader would take another one for the price
* 1, at most 2: each other plain amount between the heading and the button that buys, and once more when one stands
  right beside it
* 2: the page prints it nowhere, and such another amount
* 3: all that the page prints of it is old, a part, by measure, net or the lowest of thirty days
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from common.offer import PriceCandidate
from common.reading.choosing import LABELS, SHOWN, STATE, agree, within
from common.reading.evidence.printed import PrintedAmount
from common.reading.found import Found
from common.reading.text.price import minor_units
from common.reading.visible.amount_kinds import CALLED_OLD, CALLED_OTHER, CARD, FROM, LOWEST, PERIOD, UNIT

MAX_CANDIDATES = 8
_MARKUP, _MORE_MARKUP, _LABELS, _STATE, _STATE_ALONE, _SHOWN, _PRINTED, _NAMED = 3, 1, 2, 1, 2, 2, 1, 1
_OTHER_MARKUP, _OTHER_SHOWN, _RIVAL, _MOST_RIVALS, _UNPRINTED, _TAINTED = 3, 2, 1, 2, 2, 3
_NEAR_LINES = 60
_BESIDE_LINES = 2
_NEVER_THE_PRICE = frozenset({LOWEST, PERIOD, UNIT})


@dataclass(frozen=True, slots=True)
class Page:
    """What is asked of the page: `printed` near its heading, `named` in its title and description."""

    printed: Sequence[PrintedAmount]
    named: frozenset[Decimal]

    def other_amounts(self) -> frozenset[Decimal]:
        """Those that are printed as an instalment, by measure or as the lowest of thirty days, and nowhere plainly."""
        plain = {one.amount for one in self.printed if not one.kinds}
        return frozenset(one.amount for one in self.printed if _NEVER_THE_PRICE & set(one.kinds)) - plain


def strength(chosen: Found, sources: Sequence[Found], page: Page) -> int:
    """The points for this price less those against it. It may be below zero."""
    price = chosen.price
    if price is None:
        return 0
    stated = [one for one in sources if one.price]
    markup = [one for one in stated if one.source not in {LABELS, STATE, SHOWN}]
    shown = next((one for one in stated if one.source == SHOWN), None)
    places = [one for one in page.printed if one.amount == price]
    plain = [one for one in places if _is_plain(one, chosen, is_shown=shown is not None and shown.price == price)]
    same = {one.source for one in markup if one.price == price}
    points = _MARKUP + _MORE_MARKUP * (len(same) - 1) if same else 0
    points += _LABELS * any(one.source == LABELS and one.price == price for one in stated)
    if any(one.source == STATE and one.price == price for one in stated):
        points += _STATE if page.printed else _STATE_ALONE
    points += _NAMED * (price in page.named)
    points += _PRINTED * bool(plain)
    if shown is not None:
        points += _SHOWN if shown.price == price else -_OTHER_SHOWN * (not agree(chosen, shown))
    points -= _OTHER_MARKUP * any(not agree(chosen, one) for one in markup)
    points -= _TAINTED * (bool(places) and not plain)
    rivals = _rivals(chosen, sources, page.printed)
    points -= _UNPRINTED * (bool(rivals) and not places)
    beside = any(
        abs(one.at - place.at) <= _BESIDE_LINES for one in page.printed if one.amount in rivals for place in plain
    )
    return points - _RIVAL * min(_MOST_RIVALS, len(rivals) + beside)


def _is_plain(one: PrintedAmount, chosen: Found, *, is_shown: bool) -> bool:
    """Whether nothing makes it another amount. A price said to be the lowest of several is what it is called; a page
    may name the element of its only price the regular one.
    """
    kinds = set(one.kinds)
    if is_shown:
        kinds -= {CALLED_OLD, CALLED_OTHER}
    if chosen.price_kind == "from":
        kinds.discard(FROM)
    return not kinds


def _rivals(chosen: Found, sources: Sequence[Found], printed: Sequence[PrintedAmount]) -> set[Decimal]:
    """Other plain amounts before the button that buys, or near the heading where there is none."""
    price = chosen.price
    has_button = any(one.before_button for one in printed)
    listed = {one.list_price for one in sources} | _tiers(price, printed)
    return {
        one.amount
        for one in printed
        if not one.kinds
        and one.amount != price
        and 0 < one.at <= _NEAR_LINES
        and (one.before_button or not has_button)
        and one.amount not in listed
        and not any(within(one.amount, source) for source in (chosen, *sources))
    }


def _tiers(price: Decimal | None, printed: Sequence[PrintedAmount]) -> set[Decimal]:
    """What several pieces cost each: at least three lower amounts that follow the price closely, each lower still."""
    places = [one for one in printed if not one.kinds]
    start = next((place for place, one in enumerate(places) if one.amount == price), None)
    if start is None:
        return set()
    run = [places[start]]
    for one in places[start + 1 :]:
        if one.amount >= run[-1].amount or one.at - run[-1].at > _TIER_LINES:
            break
        run.append(one)
    return {one.amount for one in run[1:]} if len(run) > _LEAST_TIERS else set()


_TIER_LINES, _LEAST_TIERS = 3, 3


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
        if CARD not in place.kinds:
            _add(found, place.amount, currency, source="printed", place=place)
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
