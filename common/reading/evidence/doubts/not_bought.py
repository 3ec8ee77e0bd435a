"""Prices that do not buy the thing: what its hire, an entry to a draw or a place on a trip costs, what the shop pays
for it, what is bid for it or was, what it is worth on average.

The page says so in a clause of its own right behind the amount or right before it ("€89", "4-day hire"), by a label
close by of how long it is hired, or by a security that is given back and is more than the price.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from common.reading.evidence.doubts.parts.clauses import CLAUSE_ENDS
from common.reading.evidence.printed.amount import PrintedAmount
from common.reading.parsed.letters import EAST_ASIAN
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.text.money import amount_of
from common.reading.visible.lines import Line
from common.reading.visible.prices.amount_kinds import OTHER
from common.reading.visible.view import PageView
from common.reading.words.wording import Wording

_NOT_BOUGHT = Wording(r"\W{0,3}(?:<price.not_bought>)\W{0,4}", some_words=r"[^\d]{0,40}")
_SECURITY = Wording(r"(?:\A|[,;.·|]\s?)\W{0,3}(?:<price.security>)\W{0,4}?(?=\S)")
_HIRED_FOR = Wording(r"\W{0,3}(?:<price.hired_for:words>)\s?(?:[:：(（]|\Z)")
_TAXED = Wording(r"\W{0,3}(?:<tax.included>)\W{0,3}")
_WORD = re.compile(rf"[^\W\d_]{{3}}|[{EAST_ASIAN}]{{2}}")
_MOST_CHARS, _MOST_PIECES, _NEAR_LINES, _HIRE_LINES = 90, 5, 60, 10


def is_not_bought(price: Decimal, printed: Sequence[PrintedAmount], view: PageView) -> bool:
    """Whether the page says so beside one of the price's places near the heading."""
    near = [one for one in printed if one.amount == price and 0 < one.at <= _NEAR_LINES]
    if not near:
        return False
    # "Pay £89 in 30 days" tells how the price is paid that stands elsewhere.
    places = {one.at for one in near if OTHER not in one.kinds} or {one.at for one in near}
    shown = [line for line in view.near(0, max(places) + _NEAR_LINES) if line.at > 0]
    if any(_says_so(shown, place, price, view) for place, line in enumerate(shown) if line.at in places):
        return True
    first = min(places)
    hired = any(abs(line.at - first) <= _HIRE_LINES and _HIRED_FOR.match(line.text) for line in shown)
    return hired or _is_less_than_security(price, shown, view)


def _says_so(shown: Sequence[Line], place: int, price: Decimal, view: PageView) -> bool:
    """Whether the clause right behind the amount that begins on this line, or right before it, says so. The line behind
    is the label of another amount where that follows.
    """
    last = _last_piece(shown, place)
    before, behind = _beside(shown[place].text, price, view)
    if _TAXED.fullmatch(behind):
        behind = ""
    if not behind and last + 1 < len(shown):
        follows = shown[last + 2].text if last + 2 < len(shown) else ""
        behind = "" if _begins_amount(follows) else shown[last + 1].text
    if not before and place and not (place > 1 and BESIDE_CURRENCY.search(shown[place - 2].text)):
        before = shown[place - 1].text  # behind another amount it is said of that one
    first, *rest = CLAUSE_ENDS.split(behind[:_MOST_CHARS].lstrip(_MARKS), 1)
    if _is_told(first) and not (rest and _begins_amount(rest[0])):
        return True
    return _is_told(before) or _is_told(CLAUSE_ENDS.split(before.rstrip(_MARKS))[-1])


_MARKS = "()（）·•|–—-.,;: "


def _is_told(clause: str) -> bool:
    return 0 < len(clause) <= _MOST_CHARS and _NOT_BOUGHT.fullmatch(clause) is not None


def _last_piece(shown: Sequence[Line], place: int) -> int:
    """Where the amount ends that begins on this line: its digits, cents and sign may each be a line."""
    last = place
    while (
        last + 1 < min(len(shown), place + _MOST_PIECES)
        and len(shown[last + 1].text) <= _PIECE_CHARS
        and not _WORD.search(shown[last + 1].text)
        and not BESIDE_CURRENCY.search(shown[last + 1].text)
    ):
        last += 1
    return last


_PIECE_CHARS = 12


def _beside(text: str, price: Decimal, view: PageView) -> tuple[str, str]:
    """What stands before and behind the price on its own line."""
    for match in BESIDE_CURRENCY.finditer(text[: 2 * _MOST_CHARS]):
        if amount_of(match, view.currency_hint) == price:
            before, behind = text[: match.start()], text[match.end() :]
            return (before if _WORD.search(before) else "", behind if _WORD.search(behind) else "")
    return "", ""


def _begins_amount(text: str) -> bool:
    return _first_amount(text) is not None


def _first_amount(text: str) -> re.Match[str] | None:
    """The amount that the text begins with, before any word."""
    match = BESIDE_CURRENCY.search(text[:_MOST_CHARS])
    return match if match is not None and not _WORD.search(text[: match.start()]) else None


def _is_less_than_security(price: Decimal, shown: Sequence[Line], view: PageView) -> bool:
    """Whether a security that is more than the price stands on its line or in the line behind its label."""
    for place, line in enumerate(shown):
        label = _SECURITY.search(line.text) if len(line.text) <= _MOST_CHARS else None
        if label is None:
            continue
        rest = line.text[label.end() :] or (shown[place + 1].text if place + 1 < len(shown) else "")
        match = _first_amount(rest)
        amount = amount_of(match, view.currency_hint) if match is not None else None
        if amount is not None and amount > price:
            return True
    return False
