"""What one piece costs when several are bought: amounts that are no other prices of one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from itertools import pairwise

from common.reading.evidence.page import Page
from common.reading.evidence.printed.amount import STEP, PrintedAmount
from common.reading.evidence.printed.numbers import Step, are_of_table, goes_on_with

_TIER_LINES, _STEPS_LINES, _LEAST_TIERS = 3, 5, 3
_HUNDREDS = re.compile(
    r"(?<![\d.,])[1-9]\d{2,4}(?![\d%]|[.,]\d|\s?%|\s?(?:oz|lbs?|kg|gr?|mg|ml|cl|l|cm|mm|m)(?![^\W_]))"
)
_NUMBER = re.compile(r"\W*\d{1,5}\W*(?:\d{1,5}\W*)?")


def tiers(price: Decimal | None, page: Page) -> set[Decimal]:
    """First the table's prices for more pieces, where `price` is the one for the fewest. Then falling amounts that
    follow the price closely, if numbers of pieces stand beside them. What falls without such numbers is something else:
    what was asked before and is asked now, an accessory, a smaller one.
    """
    of_more = {amount for rows in page.tables if _begins_at(rows, price) for _, amount in rows} - {price}
    places = [one for one in page.printed if not one.kinds]
    start = next((place for place, one in enumerate(places) if one.amount == price), None)
    if start is None:
        return of_more
    run = [places[start]]
    for one in places[start + 1 :]:
        if one.currency != run[0].currency:
            continue
        if one.amount == price == run[-1].amount:
            run = [one]  # the table of numbers of pieces says the price of one again
            continue
        if one.amount >= run[-1].amount or one.at - run[-1].at > (_STEPS_LINES if page.steps else _TIER_LINES):
            break
        run.append(one)
    return of_more | {one.amount for one in run[1:]} if _is_table(run, page.steps) else of_more


def _begins_at(rows: Sequence[tuple[int, Decimal]], price: Decimal | None) -> bool:
    """Whether this is the table's price for the fewest pieces, or what one costs where it begins with several."""
    pieces, first = rows[0]
    return first == price or (price is not None and pieces > 1 and first < price)


def _is_table(run: Sequence[PrintedAmount], steps: Sequence[Step]) -> bool:
    if len(run) == 1:
        return False
    if len(run) > _LEAST_TIERS and all(_is_numbered(before, one) for before, one in pairwise(run)):
        return True
    return _has_steps_between(run, steps) or any(len(run) <= len(head) + 1 for head in _heads(steps, run[1].at))


def _is_numbered(before: PrintedAmount, one: PrintedAmount) -> bool:
    """Whether a number of pieces stands beside this amount, as far as that is known: of several amounts on one line
    only the first has the words around it.
    """
    if one.counts or one.is_of_more or (not one.beside and one.at == before.at):
        return True
    return any(_NUMBER.fullmatch(said) or _HUNDREDS.search(said) for said in one.beside[-2:-1]) or any(
        STEP.search(said) for said in one.beside[-1:]
    )


def _has_steps_between(run: Sequence[PrintedAmount], steps: Sequence[Step]) -> bool:
    """Whether a number of pieces stands before each amount but the first, the last of them open or going on from the
    one before: "£5.00", "10+", "£4.50".
    """
    own = [[step for step in steps if before.at < step.at <= one.at] for before, one in pairwise(run)]
    if not all(own):
        return False
    several = [found[-1] for found in own]
    first = next((step for step in reversed(steps) if step.at <= run[0].at), None)
    chain = [first, *several] if first is not None and goes_on_with(first, several[0]) else several
    return several[-1].last is None or are_of_table(chain)


def _heads(steps: Sequence[Step], at: int) -> list[list[Step]]:
    """The heads of tables of prices before this line: numbers of pieces in a row, each going on from the one before."""
    found: list[list[Step]] = []
    for step in steps:
        if step.at >= at:
            break
        if found and goes_on_with(found[-1][-1], step):
            found[-1].append(step)
        else:
            found.append([step])
    return [head for head in found if are_of_table(head)]
