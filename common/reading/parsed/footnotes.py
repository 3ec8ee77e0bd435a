"""Marks of footnotes behind amounts: the raised "1" of "24,50 €¹" is a digit of its tree, and no digit of its price.

Shops in Germany send readers of a price to what it holds: tax, delivery, how long it is asked.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import Any

from common.reading.parsed.letters import squeeze
from common.reading.parsed.text_within import text_within
from common.reading.parsed.tree import write_instead
from common.reading.text.currencies.amounts import BESIDE_CURRENCY

_MOST_RAISED, _MOST_STEPS, _MOST_BEFORE, _MARK_CHARS, _AMOUNT_CHARS = 500, 3, 12, 12, 60
_ONE = r"\d{1,2}"
_MARK = re.compile(rf"\*?\s?(?:[(\[]?{_ONE}[)\]](?:[,\s]{{0,2}}[(\[]?{_ONE}[)\]]){{0,3}}|\d(?:,\s?\d){{0,3}})\s?\*?")
""" "1", "1,2", "1)", "(12)", "1) 2)"."""
_TWO_DIGITS = re.compile(r"\d{2}")
"""A mark where the amount before has its cents: without these they are its cents."""
_HAS_CENTS = re.compile(r"[.,](?:\d{2}|[-–—]{1,2})(?!\d)")


def take_out_footnotes(root: Any) -> bool:
    """Takes marks of footnotes that are raised right behind an amount with its currency out of the tree, and tells
    whether there was one.
    """
    is_changed = False
    for raised in list(islice(root.iter("sup"), _MOST_RAISED)):
        if not _goes_on_in_digits(raised) and _is_footnote(raised):
            write_instead([raised], "")
            is_changed = True
    return is_changed


def _goes_on_in_digits(raised: Any) -> bool:
    """Whether a digit, or an element that begins with one, follows: then this may be a digit of the number."""
    if behind := (raised.tail or "").strip():
        return behind[:1].isdigit()
    following = raised.getnext()
    return following is not None and isinstance(following.tag, str) and text_within(following, 1).strip().isdigit()


def _is_footnote(raised: Any) -> bool:
    said = squeeze(text_within(raised, _MARK_CHARS + 1))
    is_mark = _MARK.fullmatch(said) is not None
    if not is_mark and _TWO_DIGITS.fullmatch(said) is None:
        return False
    amount = _amount_before(raised)
    if amount is None:
        return False
    is_told = not (said.isdigit() and amount[-1:].isdigit()) or next(raised.iter("a"), None) is not None
    return _HAS_CENTS.search(amount) is not None or (is_mark and is_told)


def _amount_before(raised: Any) -> str | None:
    """The amount with its currency that ends right before this element; None where none does."""
    before = _text_before(raised)
    found = list(BESIDE_CURRENCY.finditer(before))
    return found[-1][0] if found and not before[found[-1].end() :].strip(_AROUND) else None


_AROUND = " \u00a0\u202f*"


def _text_before(raised: Any) -> str:
    """What stands before the element in the first box around it that holds anything before it."""
    node = raised
    for _ in range(_MOST_STEPS):
        around = node.getparent()
        if around is None:
            break
        before = list(islice(node.itersiblings(preceding=True), _MOST_BEFORE))
        pieces: list[str] = []
        for one in before:  # the nearest first: mostly it says enough
            pieces[:0] = (text_within(one, _AMOUNT_CHARS) if isinstance(one.tag, str) else "", one.tail or "")
            if sum(map(len, pieces)) >= _AMOUNT_CHARS:
                break
        else:
            pieces[:0] = [around.text or ""] if len(before) < _MOST_BEFORE else []
        if said := squeeze("".join(pieces)):
            return said[-_AMOUNT_CHARS:]
        node = around
    return ""
