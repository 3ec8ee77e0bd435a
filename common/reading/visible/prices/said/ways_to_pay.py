"""Words behind an amount that it is asked for one way to pay only: "con transferencia"."""

from __future__ import annotations

import re

from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.visible.prices.said.other_amounts import says_other
from common.reading.words.wording import Wording

_BY_WAY = Wording(r"\W{0,3}(?:<price.paid_by>)\s")
_LEADS_TO_WAY = Wording(r"\W{0,3}(?:<price.paid_by>)(?:\s(?:<price.paid_by>))?\W?")
_TAKEN_ANYWAY = re.compile(r"paypal|visa\b|master\s?card|maestro|amex|apple pay|google pay|klarna", re.IGNORECASE)
_MOST_CHARS = 80


def is_way_to_pay(behind: str) -> bool:
    """Whether what follows an amount says that it is asked for one way to pay only: "con transferencia". Not where it
    names one that every shop takes as it takes a card: such a line lists what the shop takes.
    """
    if _TAKEN_ANYWAY.search(behind) is not None:
        return False
    if len(behind) > _MOST_CHARS or _BY_WAY.match(behind) is None or BESIDE_CURRENCY.search(behind):
        return False
    return says_other(behind)


def is_paid_so(text: str, behind: str) -> bool:
    """The same of what follows the text's amount, where the text may end in the word that leads to the way: "£95.00
    with", "Bank transfer"."""
    match = BESIDE_CURRENCY.search(text)
    leads = _LEADS_TO_WAY.fullmatch(text, match.end()) if match is not None and match.end() < len(text) else None
    return is_way_to_pay(behind if leads is None else f"{leads[0].strip()} {behind}")


def leads_to_way(text: str) -> bool:
    """Whether this is nothing but a word that leads on to a way to pay: "with"."""
    return _LEADS_TO_WAY.fullmatch(text) is not None
