"""The per cents that a page prints, and the discounts that they say."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal

from common.reading.visible.view import PageView, once_a_view
from common.reading.words.wording import Wording

_ON_CONDITION = Wording("<price.on_condition:words>")
_PER_CENT = re.compile(r"(?<![\d.,])(\d{1,2})(?:[.,]\d{1,2})?\s?%|%\s?(\d{1,2})(?!\d)")
_DIGITS = re.compile(r"[-−(]?\d{1,2}")
_CLOSE = Decimal("0.011")
_LABEL_CHARS = 80
_BEFORE_LINES, _NEAR_LINES = 6, 40


@once_a_view
def printed_shares(view: PageView, after: int = _NEAR_LINES) -> frozenset[int]:
    """Every per cent that the page prints from right before its heading to so many lines behind it, without those that
    not everybody gets.
    """
    return shares_of([line.text for line in view.near(_BEFORE_LINES, after)])


def shares_in(text: str) -> Iterator[int]:
    """Every per cent of the text, as a whole number: 20 %, 20.5 %, and %20 as Turkish writes it; not a tax's."""
    for match in _PER_CENT.finditer(text) if "%" in text else ():
        is_taxes = _TAX_BEHIND.match(text, match.end()) or _TAX_BEFORE.search(text[: match.start()])
        if is_taxes is None:
            yield int(match[1] or match[2])


_TAX_BEFORE = Wording(r"(?<![^\W_])(?:<tax.names>)\W{0,4}\Z")
_TAX_BEHIND = Wording(r"\W{0,3}(?:<tax.names>)(?![^\W_])")


def shares_of(lines: Sequence[str]) -> frozenset[int]:
    """Every per cent of these neighbouring lines but those that not everybody gets: "-25 % for newsletter
    subscribers", be the words right beside the per cent."""
    found: set[int] = set()
    for place, text in enumerate(lines):
        is_sign = text.startswith("%") and place > 0 and _DIGITS.fullmatch(lines[place - 1]) is not None
        shares = set(shares_in(f"{lines[place - 1]} {text}" if is_sign else text))  # "20" and "%)" are drawn apart
        if shares and not any(map(is_on_condition, lines[max(0, place - 1) : place + 2])):
            found |= shares
    return frozenset(found)


def is_on_condition(text: str) -> bool:
    """Whether the line names who gets a discount or how: subscribers, with a code."""
    return len(text) <= _LABEL_CHARS and _ON_CONDITION.search(text) is not None


def is_discount(lower: Decimal, higher: Decimal, shares: Iterable[int]) -> bool:
    """Whether one of these per cents lies between the two amounts."""
    return any(abs(1 - lower / higher - Decimal(share) / 100) < _CLOSE for share in shares)
