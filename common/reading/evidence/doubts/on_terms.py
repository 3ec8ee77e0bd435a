"""Whether a price is asked on terms only, while what everybody pays is printed beside it: "£89.99", "Price for holders
of our card. Without it £109.99".

Markup often states the lower of the two. That it is declared makes it nobody's price who does not meet the terms.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import islice
from typing import Any

from common.reading.document import Document, squeeze, text_within
from common.reading.evidence.doubts.part_of_sum import is_paid_again, is_part_of_sum
from common.reading.evidence.printed import PrintedAmount
from common.reading.text.currency import BESIDE_CURRENCY
from common.reading.text.money import amount_of
from common.reading.visible.labels import OF_DELIVERY, TERMS, said_of_amount
from common.reading.visible.lines import Line, itself_and_above
from common.reading.visible.prices.amount_kinds import (
    CALLED_OLD,
    CALLED_OTHER,
    CARD,
    FROM,
    LINKED,
    LOWEST,
    NET,
    OLD,
    OTHER,
    PERIOD,
    SAVED,
    TAX,
    UNIT,
)
from common.reading.visible.view import PageView
from common.reading.words.wording import Wording

_CONDITION = Wording("<price.condition:words>")
_OTHERWISE = Wording("<price.otherwise:words>")
_USED = Wording(r"(?:<price.used>)\s?[:：]?")
_UNUSED = Wording(r"(?:<price.unused>)\s?[:：]?")
_OF_ELSE = Wording(
    r"<price.besides:words>|<price.roughly:words>|<price.from:words>|<price.free:words>|<price.saving:words>|"
    r"\A\W{0,3}(?:<price.old_labels>)\W{0,3}\Z"
)
_NEVER_ASKED = frozenset({OLD, CALLED_OLD, CALLED_OTHER, SAVED, LOWEST, UNIT, PERIOD, TAX, NET, FROM, LINKED, CARD})
_NO_PLACE = _NEVER_ASKED - {CALLED_OTHER, CALLED_OLD, FROM, UNIT, NET}
_NO_SUM = _NEVER_ASKED - {FROM, SAVED}
_NEAR_LINES, _CLOSE_LINES, _BEHIND_LINES = 90, 6, 3
_MOST_CHARS, _LABEL_CHARS = 160, 60
_MOST_TIMES = 100
_CLAUSES = re.compile(r"[.;,!?)|–—·]\s|[(。、，；（）]")
_MOST_CLAUSE = 60


def is_on_terms(price: Decimal, printed: Sequence[PrintedAmount], view: PageView, before: frozenset[Decimal]) -> bool:
    """Whether another amount near a place of this price is what everybody pays for the whole. It is when

    * words beside the price name terms or a part, or a picture there stands for a card, and the other, plain one is
      higher
    * words call the other what is paid otherwise, or the price that of a used copy and the other that of a new one
    * the words behind the price make it a part of the other (part_of_sum.py)
    * the other is the price times a measure, or the price is the other times a number that a field holds

    `before`: what the price was reduced from; none of these is asked about.
    """
    if is_paid_again(price, printed):
        return True
    several = [one for one in printed if one.amount == price and one.at > 0 and not _NO_PLACE & {*one.kinds}]
    if not several or len({one.amount for one in printed}) == 1:
        return False
    shown = view.near(0, _NEAR_LINES)
    at = {line.at: place for place, line in enumerate(shown)}
    for one in several:
        others = [
            other
            for other in printed
            if other.amount not in {price, Decimal(0), *before}
            and price <= _MOST_TIMES * other.amount <= _MOST_TIMES**2 * price
            and abs(other.at - one.at) <= _CLOSE_LINES
            and other.currency in {None, one.currency}
            and other.at in at
        ]
        if others and one.at in at and _is_beside_terms(one, at[one.at], others, shown, at, view):
            return True
    return False


def _is_beside_terms(
    one: PrintedAmount,
    place: int,
    others: Sequence[PrintedAmount],
    shown: Sequence[Line],
    at: dict[int, int],
    view: PageView,
) -> bool:
    """Whether one of these other amounts near the price's place `one`, in line `place`, is what all others pay."""
    if any(_is_so_much_of(one.amount, other.amount, shown[at[other.at]].text) for other in others):
        return True
    if any(not other.kinds and _is_total(one.amount, other.amount, view) for other in others):
        return True
    ahead = {other: _words_before(other, at[other.at], shown, view) for other in others}
    if _USED.fullmatch(_words_before(one, place, shown, view).strip()) is not None and any(
        _UNUSED.fullmatch(words.strip()) for words in ahead.values()
    ):
        return True
    if is_part_of_sum(one, place, [other for other in others if not _NO_SUM & {*other.kinds}], shown):
        return True
    plain = [other for other in others if not _NEVER_ASKED & {*other.kinds}]
    behind = [other for other in others if _is_in_sentence_behind(one, other)]
    if any(_OTHERWISE.search(ahead[other]) for other in (*plain, *behind) if ahead[other]):
        return True
    said = list(_said_of(place, shown, view))
    lines = {number for number, _ in said}
    asked = [
        other
        for other in plain
        if other.amount > one.amount
        and (OTHER not in other.kinds or (other.at in lines and _OF_ELSE.search(ahead[other]) is None))
    ]
    if asked and (OTHER in one.kinds or any(map(_names_terms, (text for _, text in said)))):
        return True
    return _has_logo(shown[place].element) and any(0 < other.at - one.at <= _LOGO_LINES for other in asked)


_LOGO_LINES = 2


def _is_in_sentence_behind(one: PrintedAmount, other: PrintedAmount) -> bool:
    """Whether the other amount is higher and stands up to three lines behind, be it that words of another clause on its
    line speak of a saving or a least quantity.
    """
    return other.amount > one.amount and 0 <= other.at - one.at <= _BEHIND_LINES and not _NO_SUM & {*other.kinds}


def _said_of(place: int, shown: Sequence[Line], view: PageView) -> Iterator[tuple[int, str]]:
    """(line, what it says) of the amount in line `place`: the line before, if it has no amount, its own, and those
    behind up to one with an amount.
    """
    if place and shown[place - 1].at > 0 and len(shown[place - 1].text) <= _LABEL_CHARS:
        label = said_of_amount(shown[place - 1], view.document.url)
        if BESIDE_CURRENCY.search(label) is None:
            yield shown[place - 1].at, label
    yield shown[place].at, shown[place].text
    for line in shown[place + 1 : place + 1 + _BEHIND_LINES]:
        amount = BESIDE_CURRENCY.search(line.text)
        said = said_of_amount(line, view.document.url) if len(line.text) <= _MOST_CHARS else ""
        if amount is not None:  # the clause before it is said of that one
            clauses = list(_CLAUSES.finditer(said, 0, amount.start()))
            yield line.at, said[: clauses[-1].start()] if clauses else ""
            return
        yield line.at, said


def _names_terms(text: str) -> bool:
    if not text or len(text) > _MOST_CHARS:
        return False
    if _CONDITION.search(text) is not None:
        return True
    clauses = [squeeze(one) for one in _CLAUSES.split(text)]
    return any(
        one and len(one) <= _MOST_CLAUSE and TERMS.fullmatch(one) is not None and OF_DELIVERY.search(one) is None
        for one in clauses
    )


def _words_before(one: PrintedAmount, place: int, shown: Sequence[Line], view: PageView) -> str:
    """The words of its clause that stand before this amount on its line, else a short line of words before that."""
    text = shown[place].text[:_MOST_CHARS]
    for match in BESIDE_CURRENCY.finditer(text):
        if amount_of(match, view.currency_hint) == one.amount:
            said = _CLAUSES.split(text[: match.start()])[-1]
            if any(map(str.isalpha, said)) or place == 0 or len(shown[place - 1].text) > _LABEL_CHARS:
                return said
            before = said_of_amount(shown[place - 1], view.document.url)
            return "" if BESIDE_CURRENCY.search(before) or shown[place - 1].at <= 0 else before
    return ""


def _is_so_much_of(price: Decimal, other: Decimal, text: str) -> bool:
    """Whether the other amount is the price times a broken number on its line: "1 pack = 2.77 m² = 110.52"."""
    for match in islice(_BROKEN.finditer(text), _MOST_NUMBERS):
        number = Decimal(f"{match[1]}.{match[2]}")
        if number % 1 and abs(number * price - other) <= _ROUNDING * max(number, Decimal(1)):
            return True
    return False


_BROKEN = re.compile(r"(?<![\d.,])(\d{1,3})[.,](\d{1,3})(?![\d.,]|\s?%)")
_MOST_NUMBERS, _ROUNDING = 6, Decimal("0.01")


def _is_total(price: Decimal, other: Decimal, view: PageView) -> bool:
    """Whether this is the other amount as many times as a field of the page has chosen beforehand: what four cost."""
    times = price / other
    return not times % 1 and _LEAST_PIECES <= times <= _MOST_PIECES and str(int(times)) in _filled_in(view.document)


def _filled_in(document: Document) -> list[str]:
    """What the page's fields hold before anybody fills them. Worked out once: every pair of amounts asks."""
    if "filled_in" not in document.kept:
        chosen = (one for one in islice(document.root.iter("option"), _MOST_FIELDS) if one.get("selected") is not None)
        typed = (one for one in document.first(_MOST_FIELDS, "input") if one.get("type") in _TYPED)
        document.kept["filled_in"] = [
            *(squeeze(text_within(one, 20)) for one in chosen),
            *(one.get("value") or "" for one in typed),
        ]
    return document.kept["filled_in"]


_LEAST_PIECES, _MOST_PIECES, _MOST_FIELDS = 2, 24, 200
_TYPED = frozenset({"number", "text", "tel"})


def _has_logo(element: Any) -> bool:
    """Whether a picture with a name stands in the amount's own box, which says nothing else."""
    for box in itself_and_above(element, 1):
        if len(BESIDE_CURRENCY.findall(squeeze(text_within(box, _LOGO_CHARS)))) != 1:
            return False
        if any((picture.get("alt") or "").strip() for picture in islice(box.iter("img"), 3)):
            return len(squeeze(text_within(box, _LOGO_CHARS))) < _LOGO_CHARS
    return False


_LOGO_CHARS = 24
