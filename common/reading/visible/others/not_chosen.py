"""Amounts of choices of which the page has chosen another beforehand."""

from __future__ import annotations

from decimal import Decimal
from itertools import islice
from typing import Any

from common.reading.parsed.document import Document, type_of
from common.reading.parsed.letters import squeeze
from common.reading.parsed.text_within import text_within
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.text.money import amount_of
from common.reading.visible.lines import itself_and_above
from common.reading.words.wording import Wording

_MOST_FIELDS, _STEPS, _MOST_CHOICES, _CHOICE_CHARS = 60, 3, 30, 120
_MOST_OF_PAGE = 1_500
_MARKS = frozenset({"active", "selected", "current", "checked", "chosen", "is-active", "is-selected", "is-current"})
_STATES = ("aria-checked", "aria-selected", "aria-pressed", "aria-current")
_OF_MORE = Wording(r"(?<![\d.,])\d{1,3}\s?(?:\+|(?:<price.payments>|<price.times>)(?![^\W\d_]))|<price.by_time:words>")


def has_chosen(document: Document) -> bool:
    """Whether a field of the page is chosen beforehand, as `is_not_chosen` looks for."""
    return any(field.get("checked") is not None for field in document.first(_MOST_OF_PAGE, "input"))


def is_not_chosen(element: Any) -> bool:
    """Whether this stands in the label or row of one choice, of which the page has chosen another beforehand."""
    own = None
    for node in itself_and_above(element, 5):
        radios = [field for field in islice(node.iter("input"), _MOST_FIELDS) if type_of(field) == "radio"]
        if own is None and len(radios) > 1:
            return False  # between the choices
        if own is None and radios:
            own = radios[0]
            if own.get("checked") is not None or not own.get("name"):
                return False
        if any(
            one.get("checked") is not None and own is not None and one.get("name") == own.get("name") for one in radios
        ):
            return True
    return False


def chosen_beside(element: Any, hint: str | None) -> Decimal | None:
    """The one amount of the choice that the page has marked as chosen, when `element` stands in another choice of the
    same list: "Paperback $16.80" in a box called active, and "Audiobook $38.00" here. None when it stands in no such
    list, or when the chosen one is for a time or for several pieces ("12 months", "10+").
    """
    for node in itself_and_above(element, _STEPS):
        parent = node.getparent()
        alike = [one for one in islice(parent, _MOST_CHOICES) if one.tag == node.tag] if parent is not None else []
        marked = [one for one in alike if _is_marked(one)]
        if len(marked) == 1 and marked[0] is not node:
            text = squeeze(text_within(marked[0], _CHOICE_CHARS))
            amounts = list(BESIDE_CURRENCY.finditer(text))
            return amount_of(amounts[0], hint) if len(amounts) == 1 and _OF_MORE.search(text) is None else None
    return None


def _is_marked(choice: Any) -> bool:
    stated = choice.keys()  # most have neither
    if "class" in stated and not _MARKS.isdisjoint((choice.get("class") or "").lower().split()):
        return True
    return any(choice.get(state) in {"true", "page"} for state in _STATES if state in stated)
