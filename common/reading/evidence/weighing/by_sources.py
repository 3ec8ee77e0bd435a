"""What the sources, and the places that the page prints, say for a price and against it."""

from __future__ import annotations

from collections.abc import Iterator

from common.reading.choosing.price import agree
from common.reading.evidence.weighing.case import Case
from common.reading.evidence.weighing.grounds import STATE_ALONE_TIMES, Ground
from common.reading.found import LABELS, STATE, Found
from common.reading.text.fixed_rates import is_same_money
from common.reading.text.money import WHOLE_PRICES


def by_sources(case: Case) -> Iterator[tuple[Ground, int | bool]]:
    price, page = case.price, case.page
    yield from _by_markup(case)
    yield Ground.LABELS, any(one.source == LABELS and one.price == price for one in case.stated)
    kept = next((one for one in case.stated if one.source == STATE and one.price == price), None)
    if kept is not None:
        yield Ground.STATE, 1 if page.printed or _is_doubtful(kept, case) else STATE_ALONE_TIMES
    yield from _by_sight(case)
    yield Ground.NAMED, price in page.named
    yield Ground.PRINTED, bool(case.plain)
    yield Ground.REMAINS, case.remains


def _is_doubtful(kept: Found, case: Case) -> bool:
    """Whether the state says so of itself, or the number may count hundredths."""
    home = case.chosen.currency or case.page.home
    return kept.is_doubtful or (kept.is_whole and home not in WHOLE_PRICES)


def _by_markup(case: Case) -> Iterator[tuple[Ground, int | bool]]:
    price, page = case.price, case.page
    kinds = len({one.source for one in case.markup if one.price == price})
    if kinds:
        yield Ground.MARKUP, 1
        yield Ground.MORE_MARKUP, kinds - 1
        yield Ground.UNSHOWN, not (case.places or case.is_shown) and page.is_unshown(case.chosen.title)
    contradicting = (one for one in case.markup if not agree(case.chosen, one))
    others = [one.price for one in contradicting if one.price not in page.set_aside]
    if others and not all(page.is_net_of(one, price) for one in others):
        yield (Ground.OLD_MARKUP if page.explains(others) else Ground.OTHER_MARKUP), 1


def _by_sight(case: Case) -> Iterator[tuple[Ground, int | bool]]:
    shown, chosen = case.shown, case.chosen
    if shown is None or shown.price in case.before:
        return
    is_same = case.is_shown or is_same_money(shown.price, shown.currency, case.price, chosen.currency)
    yield Ground.SHOWN, is_same
    yield Ground.OTHER_SHOWN, not is_same and not agree(chosen, shown)
