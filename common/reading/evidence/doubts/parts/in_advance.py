"""Prices that are only paid in advance: a deposit, a fee that reserves the thing. The page says so in a sentence right
beside the amount ("£250.00", "Deposit to reserve your build slot.") or tells there of the rest ("The balance is due"),
or prints both parts behind labels ("Pay now", "On delivery").
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from decimal import Decimal

from common.reading.evidence.doubts.parts.clauses import CLAUSE_ENDS
from common.reading.evidence.printed.amount import PrintedAmount
from common.reading.parsed.letters import EAST_ASIAN
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.visible.labels import DEPOSIT, said_of_amount
from common.reading.visible.lines import Line
from common.reading.visible.view import PageView
from common.reading.words.wording import Wording

_NO_BLANKS = re.compile(rf"[\u0e00-\u0e7f{EAST_ASIAN}]")
_MOST_CHARS, _MOST_CLAUSES, _NEAR_LINES = 160, 4, 60


def is_paid_in_advance(price: Decimal, printed: Sequence[PrintedAmount], view: PageView) -> bool:
    """Whether a clause beside one of the price's places near the heading begins with words of a deposit."""
    places = {one.at for one in printed if one.amount == price and 0 < one.at <= _NEAR_LINES}
    if not places:
        return False
    shown = [line for line in view.near(0, max(places) + _NEAR_LINES) if line.at > 0]
    url = view.document.url
    if _is_paid_in_two(shown, places):
        return True
    return any(_says_so(shown, place, url) for place, line in enumerate(shown) if line.at in places)


def _is_paid_in_two(shown: Sequence[Line], places: Set[int]) -> bool:
    """Whether each place of the price stands behind a label of what is paid at once, or of what is paid later, and an
    amount close by behind the other one: "Pay now £30.00", "On delivery £89.00".
    """
    now, later = (_labelled(shown, label) for label in (_NOW, _LATER))
    if not now or not later or min(abs(one - other) for one in now for other in later) > _APART_LINES:
        return False
    return places <= now or places <= later


def _labelled(shown: Sequence[Line], label: Wording) -> set[int]:
    """The lines with an amount behind such a label, on the same line or on the one before."""
    found: set[int] = set()
    for place, line in enumerate(shown):
        amount = BESIDE_CURRENCY.search(line.text)
        if amount is None or len(line.text) > _LABEL_CHARS:
            continue
        said = line.text[: amount.start()].strip() or (shown[place - 1].text if place else "")
        if len(said) <= _LABEL_CHARS and label.fullmatch(said):
            found.add(line.at)
    return found


_NOW, _LATER = (Wording(rf"\W{{0,3}}(?:<price.{key}>)\W{{0,3}}") for key in ("paid_now", "paid_later"))
_APART_LINES, _LABEL_CHARS = 6, 60


def _says_so(shown: Sequence[Line], place: int, url: str) -> bool:
    """Whether the amount's own line behind it, the line behind, or the one before says so. A line between two amounts
    may be said of either, and one that names an amount or a share is said of that.
    """
    amounts = list(BESIDE_CURRENCY.finditer(shown[place].text[:_MOST_CHARS]))
    if len(amounts) == 1 and _is_told(shown[place].text[amounts[0].end() :]):
        return True
    return _is_told(_text(shown, place + 1, place + 2, url)) or _is_told(_text(shown, place - 1, place - 2, url))


def _text(shown: Sequence[Line], place: int, beyond: int, url: str) -> str:
    """What the line at this place says of the amount beside it; nothing where the one beyond has an amount, too."""
    if not 0 <= place < len(shown):
        return ""
    is_between = 0 <= beyond < len(shown) and BESIDE_CURRENCY.search(shown[beyond].text) is not None
    return "" if is_between else said_of_amount(shown[place], url)


def _is_told(text: str) -> bool:
    if not text or len(text) > _MOST_CHARS or "%" in text or BESIDE_CURRENCY.search(text):
        return False
    return any(map(_speaks_of_deposit, CLAUSE_ENDS.split(text, _MOST_CLAUSES)[:_MOST_CLAUSES]))


def _speaks_of_deposit(clause: str) -> bool:
    """Whether the clause is such words, or goes on behind them with more than one: "Deposit information" is the name of
    a section. Some scripts have no blanks to count words by.
    """
    said = DEPOSIT.match(clause)
    if said is None:
        return False
    rest = clause[said.end() :]
    return len(rest.split()) != 1 or _NO_BLANKS.search(rest) is not None
