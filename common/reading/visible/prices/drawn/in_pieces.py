"""Amounts whose sign, digits and marks stand in elements of their own ("€", "12", ",", "50"), as the one text they are
to whoever sees the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import accumulate, islice
from typing import Any

from common.reading.parsed.letters import shown
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.text.money import LOWER_END
from common.reading.visible.prices.drawn.cents import CENTS_AND_SIGN, NUMBER_AND_SIGN, SIGN_BEFORE_CENTS, is_sign

_INLINE = frozenset("span b i em strong font bdi bdo big small sup sub ins meta data u var wbr".split())
_MOST_STEPS, _MOST_PIECES, _LEAST_SINGLE = 2, 24, 3
_MOST_ELEMENTS = 48
"""More are no box of one amount, though most may be empty."""
DRAWN_CHARS = 40
"""A longer text is no piece of an amount, nor is all that stands in its box."""
_WORD_CHARS = 5
"""A longer word is no currency's code or sign."""
_MARKS = frozenset(".,'’")
_NUMBER = re.compile(r"\d[\d.,]*[.,]\d+")


def may_be_pieces(text: str, behind: str) -> bool:
    """Whether two short texts that follow each other may be pieces of one amount; asked first, for few may."""
    if len(text) > DRAWN_CHARS or len(behind) > DRAWN_CHARS:
        return False
    last, first = text[-1:], behind[:1]
    if first.isdigit():
        if last.isdigit():
            return CENTS_AND_SIGN.fullmatch(behind) is not None
        return not last.isalpha() or len(text) <= _WORD_CHARS or NUMBER_AND_SIGN.fullmatch(text) is not None
    if not (last.isdigit() or last == "="):
        return False
    return not first.isalpha() or len(behind) <= _WORD_CHARS or SIGN_BEFORE_CENTS.fullmatch(behind) is not None


def drawn_amount(element: Any, following: Any) -> tuple[Any, str] | None:
    """The smallest box around these two elements that holds one amount drawn in pieces, and its text; None where there
    is none. The box holds no other number, and in other elements only marks and a second sign of a currency. The
    number's pieces meet at its marks without a space: "42" and "129,00" are a size and a price, "12" and a small "50"
    no 1250 (cents.py). Where each of at least four signs of the number is an element of its own, no mark is needed
    there, and the currency may stand in another box.
    """
    around = (following, *islice(following.iterancestors(), _MOST_STEPS))
    for box in (element, *islice(element.iterancestors(), _MOST_STEPS)):
        if box not in around:
            continue
        for number, node in enumerate(box.iterdescendants()):
            if number >= _MOST_ELEMENTS or (number < _MOST_PIECES and node.tag not in _INLINE):
                return None
        whole = _whole(box)
        if whole is not None:
            return box, whole
    return None


def _whole(box: Any) -> str | None:
    pieces = list(islice(_pieces(box), _MOST_PIECES + 1))
    whole = "".join(piece for piece, _ in pieces)
    if len(pieces) > _MOST_PIECES or len(whole.strip()) > DRAWN_CHARS:
        return None
    money = BESIDE_CURRENCY.search(whole)
    found = money or _NUMBER.search(whole)  # its currency may stand in another box
    if found is None:
        return None
    before = "" if LOWER_END.fullmatch(whole[: found.start()]) else whole[: found.start()]
    if any(map(str.isdigit, before + whole[found.end() :])):
        return None
    ends = list(accumulate(len(piece) for piece, _ in pieces))
    seams = [end for end in ends if found.start() < end < found.end()]
    for (piece, is_own), end in zip(pieces, ends, strict=True):
        is_apart = end <= found.start() or end - len(piece) >= found.end()
        if is_apart and not is_own and any(map(str.isalnum, piece)) and not is_sign(piece):
            return None  # what another element says stands on a line of its own
    digits = [place for place in range(found.start(), found.end()) if whole[place].isdigit()]
    of_number = [*dict.fromkeys(end for end in seams if digits[0] < end <= digits[-1])]
    if len(of_number) >= _LEAST_SINGLE and of_number == [*range(digits[0] + 1, digits[-1] + 1)]:
        return whole  # every sign of the number is drawn by itself
    return whole if money and seams and all(_goes_on(whole[end - 1], whole[end]) for end in of_number) else None


def _pieces(box: Any) -> Iterator[tuple[str, bool]]:
    """(piece of text, whether it is the box's own)."""
    yield _drawn(box.text or ""), True
    for child in box:
        # Most hold nothing else, and a walk through such a one takes longer than all the rest.
        inside = child.itertext() if len(child) else filter(None, (child.text,))
        yield from ((_drawn(piece), False) for piece in inside)
        yield _drawn(child.tail or ""), True


def _drawn(text: str) -> str:
    """The text as it is drawn: a run of white space, as from line to line of the source, is one blank."""
    return text if text.isprintable() and "  " not in text else _WHITE_SPACE.sub(" ", shown(text))


_WHITE_SPACE = re.compile(r"\s+")


def _goes_on(before: str, behind: str) -> bool:
    """Whether a number goes on here: at its mark, from a digit or to one."""
    return (before in _MARKS and behind.isdigit()) or (before.isdigit() and behind in _MARKS)
