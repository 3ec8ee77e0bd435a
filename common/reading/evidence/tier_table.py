"""The price of the fewest pieces, where a page prints a table of what more of them cost a piece.

Electronics distributors and wholesalers declare such a product as a range from the price of the largest number on, or
as that price alone: nobody pays that for one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal

from common.offer import PriceKind
from common.reading.evidence.printed.amount import PrintedAmount
from common.reading.found import Found
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.text.money import amount_of
from common.reading.text.pieces import pieces_of
from common.reading.visible.prices.amount_kinds import FROM, OTHER, is_net
from common.reading.visible.prices.places.above_table import names_other_amounts, other_above_table
from common.reading.visible.prices.said.labels import OLD_LABEL
from common.reading.visible.prices.tax import is_with_tax
from common.reading.visible.view import PageView

Row = tuple[int, Decimal]
"""A number of pieces and what one of so many costs."""

_NEAR_LINES = 250
_LEAST_ROWS = 3
_ROW_LINES = 4
"""A row's amount stands that close behind its number of pieces."""
_ROUNDING = Decimal("0.01")


def at_fewest(declared: Sequence[Found], tables: Sequence[Sequence[Row]], shown: Decimal | None) -> list[Found]:
    """The declared sources, with the table's price for the fewest pieces put in two places: for the low end of a range
    that includes it, and for a single declared price that is the table's lowest, where the page shows (`shown`) the
    price for the fewest or none at all. Unchanged without a table of at least three rows, since a list of other
    products may look like a shorter one. Two rows are enough where they are the two ends of the range, or where the
    first is for one piece.
    """
    return [_of_a_table(one, tables, shown) if one.price is not None else one for one in declared]


def seen_at_fewest(
    seen: Found, tables: Sequence[Sequence[Row]], printed: Callable[[], Sequence[PrintedAmount]]
) -> Found:
    """The visible source, with the table's price for one piece as its price: where the page prints only the table's
    lowest price above it ("from 54.90" when one piece costs 59.90), or no price outside the table at all.
    """
    if seen.price is None and seen.price_kind is None and tables:
        return _at_one(seen, tables, printed())
    if seen.price_kind != PriceKind.FROM or seen.high is not None:
        return seen
    first = next((rows[0][1] for rows in tables if rows[0][0] == 1 and _is_near(seen.price, rows[-1][1])), None)
    return seen if first is None else replace(seen, price=first, price_kind=None)


def _at_one(seen: Found, tables: Sequence[Sequence[Row]], printed: Sequence[PrintedAmount]) -> Found:
    """What is seen, with what one piece costs by all of these tables; as it is where none begins with one piece, or
    the page prints that amount as another one.
    """
    first = {rows[0][1] for rows in tables}
    places = [one for one in printed if one.amount in first]
    is_other = any(set(one.kinds) - ({FROM, OTHER} if _is_from_one(one) else set()) for one in places)
    if len(first) != 1 or any(rows[0][0] != 1 for rows in tables) or not places or is_other:
        return seen
    return replace(seen, price=places[0].amount, currency=places[0].currency)


def plain_at_one(printed: Sequence[PrintedAmount], tables: Sequence[Sequence[Row]]) -> Sequence[PrintedAmount]:
    """The printed amounts, with what one piece costs by the only such table as a plain one, where nothing but its label
    ("from 1 pc") makes another of it. Not where words above the table do: what getting it home costs has tables, too.
    """
    first = {rows[0] for rows in tables}
    if len(first) != 1 or next(iter(first))[0] != 1:
        return printed
    price = next(iter(first))[1]
    return [replace(one, kinds=()) if one.amount == price and _is_plain_from_one(one) else one for one in printed]


def _is_plain_from_one(one: PrintedAmount) -> bool:
    """Whether so, and no label above the row makes its amounts other ones: "Delivery", "Price excl. VAT"."""
    if not one.kinds or set(one.kinds) - {FROM, OTHER} or not _is_from_one(one):
        return False
    return not any(map(names_other_amounts, one.beside[:-2]))


def _is_from_one(one: PrintedAmount) -> bool:
    """Whether its label says that it is asked from the first piece on, which makes it no other amount: "from 1 pc"."""
    return pieces_of(one.label) == 1


def _of_a_table(one: Found, tables: Sequence[Sequence[Row]], shown: Decimal | None) -> Found:
    for rows in tables:
        first, last = rows[0][1], rows[-1][1]
        is_whole = len(rows) >= _LEAST_ROWS
        if _is_from(one):
            ends = _is_near(one.low, last) and _is_near(one.high, first)
            if ends or (is_whole and _reaches(one, first)):
                return replace(one, price=first, price_kind=None)
        elif (
            (is_whole or rows[0][0] == 1)
            and _is_near(one.price, last)
            and not _is_near(one.price, first)
            and shown in {None, first}
        ):
            return replace(one, price=first, low=last, high=first)
    return one


def _is_from(one: Found) -> bool:
    return one.price_kind == PriceKind.FROM and one.low is not None and one.high is not None and one.low < one.high


def _reaches(one: Found, price: Decimal) -> bool:
    return (one.low or price) - _ROUNDING <= price <= (one.high or price) + _ROUNDING


def _is_near(stated: Decimal | None, price: Decimal) -> bool:
    return stated is not None and abs(stated - price) <= _ROUNDING


def tier_tables(view: PageView) -> list[list[Row]]:
    """Runs of two rows or more whose numbers rise while their amounts fall, the fewest pieces first."""
    rows = list(_rows(view))
    return [*_runs(rows), *_runs(rows[::-1])] if len(rows) > 1 else []  # also from the most to the fewest


def _runs(rows: Sequence[Row]) -> Iterator[list[Row]]:
    run: list[Row] = []
    for pieces, amount in rows:
        if run and not (pieces > run[-1][0] and amount < run[-1][1]):
            if len(run) > 1:
                yield run
            run = []
        run.append((pieces, amount))
    if len(run) > 1:
        yield run


def _rows(view: PageView) -> Iterator[Row]:
    """A number and its amount on one line or close to each other; of several numbers that follow each other each with
    the one in its place of as many amounts behind them.
    """
    counts: list[int] = []
    amounts: list[Decimal] = []
    last = 0
    lines = view.near(0, _NEAR_LINES)
    for place, line in enumerate(lines):
        text = line.text
        if len(text) > _MOST_CHARS or not any(map(str.isdigit, text)):
            continue
        if counts and (place - last > _ROW_LINES or len(amounts) == len(counts)):
            yield from _paired(counts, amounts)
            counts, amounts = [], []
        match = BESIDE_CURRENCY.search(text)
        own = pieces_of(text if match is None else text[: match.start()])
        amount = amount_of(match, view.currency_hint) if match is not None else None
        if amount and own is not None:
            yield own, amount
        elif amount and counts:
            if other_above_table(lines, place) is not None:
                counts, amounts = [], []
                continue
            behind = lines[place + 1].text if place + 1 < len(lines) else ""
            if OLD_LABEL.match(text) or _is_net_of(amount, text, behind, view.currency_hint):
                continue  # the price, or the same with the tax, stands in the next column
            amounts, last = [*amounts, amount], place
        elif own is not None and match is None:
            if amounts:
                yield from _paired(counts, amounts)
                counts, amounts = [], []
            counts, last = [*counts, own], place
    yield from _paired(counts, amounts)


def _is_net_of(amount: Decimal, text: str, behind: str, currency: str | None) -> bool:
    """Whether the words of the line call its amount net, and the next line has the same amount with the tax."""
    match = BESIDE_CURRENCY.search(behind) if is_net("", text) else None
    taxed = amount_of(match, currency) if match is not None else None
    return taxed is not None and taxed > amount > 0 and is_with_tax(amount, taxed, currency)


def _paired(counts: Sequence[int], amounts: Sequence[Decimal]) -> Iterator[Row]:
    """Of one number the amount right behind it; of several the last one's, unless there are as many amounts."""
    if len(counts) == len(amounts):
        yield from zip(counts, amounts, strict=True)
    elif counts and amounts:
        yield counts[-1], amounts[0]


_MOST_CHARS = 60
