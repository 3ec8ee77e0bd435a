"""What the printed amounts and per cents say of each other: 299.99 less 235.00 is 65.00, which is 22 % of it. Words are
not needed for that, and pages that set all labels in one column and all amounts in the next have none beside them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import combinations, pairwise

from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.text.money import MONEY_LINE, amount_of
from common.reading.visible.discounts.per_cents import is_discount, is_further_discount, shares_in
from common.reading.visible.discounts.shares import is_given_for_paying, is_on_condition, shares_of
from common.reading.visible.lines import Line
from common.reading.visible.prices.amount_kinds import is_counted, is_saving
from common.reading.visible.prices.said.other_amounts import is_other_amount

_ROUNDING = Decimal("0.02")
_MOST_AMOUNTS = 12
_CLOSE_LINES = 3


def saved_amounts(amounts: Iterable[Decimal], shares: Iterable[int]) -> frozenset[Decimal]:
    """Those that are what two others differ by, and by a printed per cent what is saved of the higher. Where half is
    saved the two look alike, and none is told.
    """
    several, said = sorted({*amounts})[:_MOST_AMOUNTS], frozenset(shares)
    return frozenset(
        saved
        for asked, before in combinations(several, 2)
        for saved in several
        if abs(before - asked - saved) <= _ROUNDING
        and abs(saved - asked) > _ROUNDING
        and is_further_discount(before - saved, before, said, several)
    )


def paid_so_amounts(shown: Sequence[Line], hint: str | None) -> frozenset[Decimal]:
    """Those that are lower than another one by a per cent that a line close to them gives for a way of paying: "£100",
    "£95", "(5% discount for bank transfer)"."""
    found: set[Decimal] = set()
    for place, line in enumerate(shown):
        if "%" not in line.text or not is_given_for_paying(line.text):
            continue
        shares = set(shares_in(line.text))
        first = max(0, place - _CLOSE_LINES)
        close = {*amounts_of(shown[first : place + _CLOSE_LINES], hint)}
        several = {*amounts_of(shown[max(0, first - _CLOSE_LINES) : place + 2 * _CLOSE_LINES], hint)}
        found |= {one for one in close for other in several if one < other and is_discount(one, other, shares)}
    return frozenset(found)


def amounts_of(lines: Iterable[Line], hint: str | None) -> Iterator[Decimal]:
    """Every amount that stands beside a currency in these lines."""
    for line in lines:
        for match in BESIDE_CURRENCY.finditer(line.text):
            if (value := amount_of(match, hint)) is not None and value > 0:
                yield value


def reduced_by_saving(shown: Sequence[Line], hint: str | None) -> Decimal | None:
    """The lower one of the first two amounts that stand alone, on two lines in a row, where a line right beside or
    between them says that what the two differ by is saved, by everybody: "Save £20", "£119.99", "£139.99". None where a
    third amount stands alone as well, unless it is one of several payments ("8 x de", "R$ 5,07").
    """
    saying = [
        line
        for before, line in pairwise(shown)
        if line.at > 0 and _says_only_saving(_with_label(before.text, line.text))
    ]
    if not saying:
        return None
    alone = [
        line
        for place, line in enumerate(shown)
        if line.at > 0 and MONEY_LINE.fullmatch(line.text) and line not in saying and not _is_payment(shown, place)
    ]
    priced = [(line, value) for line in alone if (value := next(amounts_of([line], hint), None)) is not None]
    if len(priced) != _PAIR:
        return None
    (one, first), (other, second) = priced
    between = sum(1 for line in saying if one.at < line.at < other.at)
    if other.at != one.at + 1 + between:
        return None
    lower, higher = min(first, second), max(first, second)
    beside = (line for line in saying if one.at - 2 <= line.at <= other.at + 2)
    is_said = any(abs(higher - lower - saved) <= _ROUNDING for line in beside for saved in amounts_of([line], hint))
    return lower if is_said and abs(higher - 2 * lower) > _ROUNDING else None


def _is_payment(shown: Sequence[Line], place: int) -> bool:
    """Whether the words right before this line make it one of several payments: "8 x de", or "8" and "x de"."""
    before = " ".join(line.text for line in shown[max(0, place - _PAIR) : place])
    return is_counted(shown[place - 1].text if place else "") or is_counted(before)


def _with_label(before: str, text: str) -> str:
    """The line, behind the label that is the whole line before it."""
    return f"{before} {text}" if before.endswith((":", "：")) and len(before) <= _SAVING_CHARS else text


def _says_only_saving(text: str) -> bool:
    """Whether the line says what is saved, not by whom or when: "You save £20", no "£20 off when you buy two".
    Another clause on it may name the sale: "Summer sale – you save £20".
    """
    if len(text) > _SAVING_CHARS or not is_saving("", text):
        return False
    amount = BESIDE_CURRENCY.search(text)
    said = text if amount is None else f"{text[: amount.start()]} {text[amount.end() :]}"
    said = next((one for one in _CLAUSE.split(said) if is_saving("", f"{one} {amount[0]}")), said) if amount else said
    return len(_WORD.findall(said)) <= _MOST_WORDS and not is_on_condition(text) and not is_other_amount("", text)


_SAVING_CHARS, _PAIR, _MOST_WORDS = 32, 2, 2
_WORD, _CLAUSE = re.compile(r"[^\W\d_]+"), re.compile(r"\s[–—|·-]\s")


def first_reduced(shown: Sequence[Line], hint: str | None) -> Decimal | None:
    """The lower one of the first two amounts that stand alone on neighbouring lines, where a per cent that lies between
    them is printed right there: "₹126", "₹149", "15% off". None where another amount stands alone before them.
    """
    alone = (line for line in shown if line.at > 0 and MONEY_LINE.fullmatch(line.text))
    priced = [(line, value) for line in alone if (value := next(amounts_of([line], hint), None)) is not None]
    for (one, first), (other, second) in pairwise(priced[:2]):
        if first == second or other.at - one.at > _CLOSE_LINES:
            return None
        beside = [line.text for line in shown if one.at - 1 <= line.at <= other.at + _CLOSE_LINES]
        if is_discount(min(first, second), max(first, second), shares_of(beside)):
            return min(first, second)
    return None
