"""What an amount beside a currency looks like in running text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from common.reading.text.currencies.signs import (
    BEFORE,
    BEFORE_SIGNS,
    BEGINS,
    BEHIND,
    DOLLARS,
    EITHER_SIDE,
    HOME_BEFORE_SIGNS,
    MAY_STAND_BESIDE,
    PLAIN_MARKS,
    SHARED_BY,
    is_spaced,
)

_GAP = (
    r"(?<![.,]\d\d)(?<![.,])\s(?=\d{3}(?!\d|\s?(?:g|gr|ml|mg|mm|cm)\b))|\s(?=[.,]\s?\d)|"
    r"(?<=[.,])(?<![.,]\d\d[.,])\s(?=\d{2,3}(?!\d))"
)
"""A blank inside a number stands before three digits that end a group of thousands, or beside the decimal mark: what
else follows an amount is a number of its own ("£24.50 2 year warranty", "£5 200 g", "$134.95, 2 for $260.00").
"""
_NUMBER = rf"\d(?:[\d.,'’٫٬]|{_GAP}){{0,14}}\d|\d"
DASHED_CENTS = r"(?:[.,](?:[-–—]{1,2}|=)|:-|/[-=])"
"""Behind a whole number: 245,- or 24.– or 129:- or 1250/-."""
_NO_CENTS = r"(?:[-=]00(?!\d)|=)"
"""Behind a whole number and before its sign: "350-00 руб", "6 800= руб."."""

_SIGNS_ENDING_IN: dict[str, tuple[str, ...]] = {}
"""Whatever may stand before an amount, by its last letter."""
for _sign in sorted({sign.rstrip(".") for sign in (*BEFORE_SIGNS, *HOME_BEFORE_SIGNS, *EITHER_SIDE, "uro", "EURO")}):
    _SIGNS_ENDING_IN[_sign[-1]] = (*_SIGNS_ENDING_IN.get(_sign[-1], ()), _sign)


def may_go_on(text: str) -> bool:
    """Whether an amount that begins in this text may end in the next piece: not where it ends in a word that is no
    currency's sign.
    """
    last = text[-1:]
    return not last.isalpha() or text.endswith(_SIGNS_ENDING_IN.get(last, ()))


def ends_in_sign(text: str) -> bool:
    """Whether this text may end in what stands before an amount: only then one begins in it that has no digit."""
    last = text[-1:]
    return last in _MARKS_AT_END or text.endswith(_SIGNS_ENDING_IN.get(last, ()))


_MARKS_AT_END = frozenset({".", "￥"})
"""A full stop may stand behind any sign."""
_DIGIT = re.compile(r"\d")
_MAY_HOLD = re.compile(MAY_STAND_BESIDE)
_MOST_BEFORE = 2 * max(map(len, (*BEFORE_SIGNS, *HOME_BEFORE_SIGNS, *EITHER_SIDE)))
"""Characters before an amount's first digit, and more: its sign, a dollar's code before that, and blanks."""
_KNOWN_TEXTS, _KNOWN_CHARS = 4096, 400
"""At most 2 MB of lines whose amounts are kept."""


class _BesideCurrency:
    """A pattern that is looked for only where there is a digit at all: most lines of a page have none. A number that
    stands before a sign with its own number is no amount: "code TV20 €5", "Pack of 5 £24.50".
    """

    def __init__(self, pattern: str) -> None:
        self._pattern = re.compile(pattern)
        self.fullmatch = self._pattern.fullmatch
        # A line is asked about again and again.
        self._known = lru_cache(maxsize=_KNOWN_TEXTS)(lambda text: tuple(self._found(text)))

    def search(self, text: str) -> re.Match[str] | None:
        if len(text) > _KNOWN_CHARS:
            return next(self._found(text), None)
        known = self._known(text)
        return known[0] if known else None

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        return iter(self._known(text)) if len(text) <= _KNOWN_CHARS else self._found(text)

    def _found(self, text: str) -> Iterator[re.Match[str]]:
        if _MAY_HOLD.search(text) is None:
            return  # of texts with a digit more than half have nothing beside it that may be a currency's
        at = 0
        # Looked for from shortly before the next digit on, if there is one: to look for digits alone takes no time.
        while (digit := _DIGIT.search(text, at)) is not None:
            one = self._pattern.search(text, max(at, digit.start() - _MOST_BEFORE))
            if one is None:
                return
            if (apart := _number_apart(one)) is not None:
                one = self._pattern.search(text, one.start(), apart) or one
            at = one.end()
            if _leaves_its_sign(one):
                at = one.end(2)  # the sign belongs to what follows
            elif not _is_size(one):
                yield one

    def findall(self, text: str) -> list[tuple[str, str]]:
        """The two groups of each."""
        return [(found[1] or "", found[2] or "") for found in self.finditer(text)]


def _number_apart(found: re.Match[str]) -> int | None:
    """Where the amount ends that another number follows behind a comma and a blank: "$5, 10 or 20", "£5, 100 sheets".
    Of dollars and pounds only, whose cents stand behind a dot; not where nothing follows: "$1, 299".
    """
    number = found[1] or ""
    last = _LAST_BEHIND_COMMA.search(number) if "," in number else None
    if last is None or not found[0].startswith(_DOTTED) or _ENDS.match(found.string, found.end()):
        return None
    return found.start(1) + last.start()


_LAST_BEHIND_COMMA = re.compile(r",\s\d{2,3}\Z")
_DOTTED = ("$", "£", "US$", "CA$", "C$", "AU$", "A$", "NZ$", "HK$", "S$")
_ENDS = re.compile(r"\s*\Z|\s?[^\w\s,;/]")


def _leaves_its_sign(found: re.Match[str]) -> bool:
    text, start, end = found.string, found.start(2), found.end()
    if start < 0 or end == len(text) or not text[end].isdigit() or text[end - 1] not in PLAIN_MARKS:
        return False
    if start and text[start - 1].isascii() and text[start - 1].isalpha():
        return True
    if text[end - 1] == "€" and (_CENTS.match(text, end) or _DECIMALS.search(found[2])):
        return False
    return text[end - 2].isspace()


def _is_size(found: re.Match[str]) -> bool:
    """Whether it is a size of shoes, told in other countries' sizes as well: "EUR 42 / UK 8"."""
    return found[0][:3].upper() == "EUR" and _OTHER_SIZES.match(found.string, found.end()) is not None


_OTHER_SIZES = re.compile(r"[\s/|,;(=-]{1,4}(?:UK|US|USA|CM|cm)\s?\d")
_CENTS, _DECIMALS = re.compile(r"\d\d(?![\d.,])"), re.compile(r"[.,]\d\d\Z")
"""Behind the sign, as French pages write them: "12 €50"; before it, where it stands behind amounts: "24,50 €"."""
_WHOLE_NUMBER = rf"(?>{_NUMBER})"
"""No currency's sign begins with what stands inside a number: nothing is found behind the half of one, and none is
looked for from its second digit on.
"""
BESIDE_CURRENCY = _BesideCurrency(
    rf"{BEGINS}(?:(?!\d){BEFORE}\s{{0,2}}({_WHOLE_NUMBER})(?:{DASHED_CENTS}(?!\d))?(?:\s?(?:{DOLLARS})(?![^\W\d]))?|"
    rf"(?<!\d)({_WHOLE_NUMBER})(?:(?:{DASHED_CENTS}|{_NO_CENTS})?\s{{0,2}}{BEHIND}(?:\s(?:{DOLLARS})(?![^\W\d]))?|"
    rf"\s?{DASHED_CENTS}(?!\s?\d)(?!(?<=/[-=])\s?[^\W\d_])))"
)
"""An amount in running text with its currency, or with a dash for its cents, which is money without a sign: "740/-",
not the model "740/-S". The number stands in the first group, or in the second."""

_ENDS_WORD = r"\b"
SHARED_SIGN = re.compile(
    "|".join(
        rf"\b{re.escape(sign)}{_ENDS_WORD if sign[-1].isalnum() else ''}" if is_spaced(sign) else re.escape(sign)
        for sign in (*SHARED_BY, "￥")
    )
)
"""A sign of several currencies."""
