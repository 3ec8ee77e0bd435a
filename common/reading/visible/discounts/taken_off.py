"""Whether a per cent is taken off a price, by what stands beside it in its clause. Most per cents of a shop's page are
none that is: "80% cotton", "Cocoa: 70 %", "40% vol", "98% of customers recommend this".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.visible.discounts.per_cents import PER_CENT, shares_in
from common.reading.words.wording import Wording

_REDUCED = Wording("<price.reduced:words>|<price.saving:words>|<price.saved_behind:words>")
_SAID_OF_PRICES = Wording(
    "<price.labels:words>|<price.sale_labels:words>|<price.retail_labels:words>|<price.old_labels>|<tax.included:words>"
)
_MINUS = re.compile(rf"(?:\A|[\s(（\[:：|])[-−–]\s?{PER_CENT}")
_IN_BRACKETS = re.compile(rf"\d\W{{0,3}}[^\W\d_]{{0,3}}\W{{0,3}}[(（\[]\s?{PER_CENT}\s?[)）\]]")
"""Right behind an amount of money: what is saved of it, or by it."""
_CLAUSE_ENDS = re.compile(r"[.,](?!\d)|[;!?|•·。，、；！？]|\s[-–—]\s")
_LETTER = re.compile(r"[^\W\d_]")
_MOST_CHARS = 40


def shares_taken_off(text: str, before: str, behind: str) -> Iterator[int]:
    """The per cents of this line that are taken off. `before`, `behind`: the lines around it, of which one has an
    amount where the line is a per cent and no more: "80%" in a table of what the thing is made of is no sale's badge.
    """
    for clause in _CLAUSE_ENDS.split(text):
        if "%" not in clause:
            continue
        said = clause if _LETTER.search(clause) else text  # "mind. 80 %" is one clause
        if _MINUS.search(clause) or _is_taken_off(said, before, behind):
            yield from shares_in(clause)


def _is_taken_off(clause: str, before: str, behind: str) -> bool:
    if _REDUCED.search(clause) or _IN_BRACKETS.search(clause):
        return True
    if _LETTER.search(clause) is None:
        return _is_beside_amount((before, behind))
    return len(clause) <= _MOST_CHARS and _LETTER.search(_SAID_OF_PRICES.sub(" ", _without_amounts(clause))) is None


def _without_amounts(text: str) -> str:
    for amount in reversed(list(BESIDE_CURRENCY.finditer(text))):
        text = f"{text[: amount.start()]} {text[amount.end() :]}"
    return text


def _is_beside_amount(around: Sequence[str]) -> bool:
    return any(BESIDE_CURRENCY.search(one) or not _LETTER.search(one) for one in around)
