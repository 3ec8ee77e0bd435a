"""Which pieces of a page are the cents of the amount before them, and which may be an amount of their own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice
from typing import Any

from common.reading.parsed.document import WHOLE_PAGE
from common.reading.parsed.letters import squeeze
from common.reading.parsed.text_within import text_within
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.visible.lines import Line, names_of
from common.reading.visible.prices.price_names import is_called_old, is_struck

SIGN_AND_CENTS = re.compile(r"€\d{2}")
_SIGN = r"[^\s\d.,]{1,4}\.?"
_WHOLE = r"\d{1,3}(?:[ .]?\d{3})*"
SIGN_BEFORE_CENTS = re.compile(rf"(?P<sign>{_SIGN})\s{{0,2}}(?P<cents>\d{{2}})")
CENTS_AND_SIGN = re.compile(rf"(?P<cents>\d{{2}})\s{{0,2}}(?P<sign>{_SIGN})")
NUMBER_AND_SIGN = re.compile(rf"({_WHOLE})\s{{0,2}}({_SIGN})")
_SMALL = frozenset({"sup", "sub", "small"})
_NAMES_CENTS = re.compile(
    r"(?<!per)(?<!per[-_])cents(?![a-z])|(?<![a-z])cent(?![a-z])|centimes|centavos|"
    r"decimal|dec(?![a-z])|frac|minor|small|sup(?![a-z])|kop(?![a-z])|kope[ck]",
    re.IGNORECASE,
)
"""Neither "percent" nor "text-center"."""
_COUNT = re.compile(r"\d{1,3}")
_MARKED_DIGITS = re.compile(r"\d{2,3}")


def are_cents(cents: Line, whole: Line) -> bool:
    """Whether the line is "€90", in an element inside that of the whole part before it, or right behind it."""
    if SIGN_AND_CENTS.fullmatch(cents.text) is None:
        return False
    beside = cents.element.getprevious() is whole.element and is_drawn_small(cents.element)
    return beside or cents.element.getparent() is whole.element


def joined_at_marks(lines: Sequence[Line]) -> list[str]:
    """Their texts, with digits joined to those before where only a decimal mark, in an element of its own among theirs,
    stands between: "42", ",", "90"."""
    texts: list[str] = []
    place = 0
    while place < len(lines):
        text, around = lines[place].text, lines[place].element.getparent()
        while text[-1:].isdigit() and _is_mark_and_has_digit(lines[place + 1 : place + 3], around):
            text = f"{text}{lines[place + 1].text}{lines[place + 2].text}"
            place += 2
        texts.append(text)
        place += 1
    return texts


def _is_mark_and_has_digit(pieces: Sequence[Line], around: Any) -> bool:
    is_drawn = len(pieces) > 1 and pieces[0].text in {",", "."} and _MARKED_DIGITS.fullmatch(pieces[1].text) is not None
    return is_drawn and all(one.element.getparent() is around for one in pieces)


def may_be_count(count: Line, price: Line) -> bool:
    """Whether these are "5" and "€20", each in an element of its own: five for twenty euros, or 5.20."""
    apart = price.element is not count.element and not are_cents(price, count)
    return apart and _COUNT.fullmatch(count.text) is not None and SIGN_AND_CENTS.fullmatch(price.text) is not None


def with_small_cents(lines: Sequence[Line]) -> tuple[int, str] | None:
    """How many of these lines are pieces of one amount whose cents are drawn small behind its sign or with it, and the
    amount with its cents behind their mark: 2 and "119,99 €" for "119 €" and a small "99", as shops in France draw it,
    or for "119" and a small "99 €". None where the first line begins no such amount.
    """
    texts = [line.text for line in lines[:_MOST_LINES]]
    wholes = [with_marked_cents(" ".join(texts[:last]), texts[last]) for last in range(1, len(texts))]
    if not any(wholes):  # asked first, for few are, and to look at the elements takes longer
        return None
    for last, whole in enumerate(wholes, 1):
        if _is_smaller(lines[last], lines[0]):
            return (last + 1, whole) if whole is not None else None
    return None


def _is_smaller(behind: Line, first: Line) -> bool:
    """Whether this line is drawn small, or what it stands in is, and the first is not, in whose element it stands, or
    at most a step deeper than beside it.
    """
    own, around = first.element, list(islice(first.element.iterancestors(), _MOST_STEPS))
    above = (behind.element, *islice(behind.element.iterancestors(), _MOST_STEPS))
    if own not in above and (not around or around[0] not in above):
        return False
    return any(is_drawn_small(node) for node in above[:2] if node is not own and node not in around)


def with_marked_cents(text: str, small: str) -> str | None:
    """The text, which ends in a whole number or in one with its sign, with what is drawn small behind it: cents, cents
    and sign, or sign and cents. None for any other two texts.
    """
    if len(small) > _MOST_SMALL_CHARS:
        return None
    found = _SMALL_CENTS.fullmatch(small) or CENTS_AND_SIGN.fullmatch(small) or SIGN_BEFORE_CENTS.fullmatch(small)
    whole = _ENDS_IN_WHOLE.search(text) if found is not None else None
    if found is None or whole is None:
        return None
    own, its = whole["sign"], found.groupdict().get("sign")
    if (own is None) == (its is None) or not is_sign(sign := own or its or ""):
        return None  # what has no sign yet has it elsewhere
    mark = "," if "." in whole["whole"] else "."
    return f"{text[: whole.start()]}{whole['whole']}{mark}{found['cents']} {sign}"


_MOST_LINES, _MOST_STEPS = 3, 2
_SMALL_CENTS = re.compile(r"(?P<cents>\d{2})(?:\s{0,2}(?:коп|к|gr|cts?|hal|bani|ст|TTC)\.?)?\s?\*?")
_MOST_SMALL_CHARS = 11
"""Of the longest of these: two digits, two blanks, four letters, a full stop, a blank and a star."""
_ENDS_IN_WHOLE = re.compile(rf"(?<![\d.,])(?P<whole>{_WHOLE})(?:\s{{0,2}}(?P<sign>{_SIGN})\s{{0,2}})?\Z")


def is_sign(text: str) -> bool:
    """Whether this is a currency's sign or code."""
    return BESIDE_CURRENCY.fullmatch(f"10 {text.strip().removesuffix('.')}") is not None


def may_lack_its_whole(before: Line, price: Line) -> bool:
    """Whether this two-digit amount may be the cents of a bare number before it, in elements side by side or one around
    the other: "119" and "99 ₽". Not if that is struck out or called old.
    """
    if _BARE_NUMBER.fullmatch(before.text) is None or _TWO_DIGITS.match(price.text) is None:
        return False
    return _are_beside(before, price) and not (is_struck(before.element) or is_called_old(before.element))


def may_lack_its_cents(price: Sequence[Line]) -> bool:
    """Whether two bare digits stand beside the amount in the first of these lines, which has no cents, or beside its
    sign: "119 ₽" and "99"."""
    if len(price) == 1 or not _has_digit(price[0].text) or _HAS_CENTS.search(price[0].text) is not None:
        return False
    behind, is_signed = price[1], not price[0].text[-1:].isdigit()
    if not is_signed and len(price) > _WITH_SIGN and len(behind.text) <= _SIGN_CHARS and not _has_digit(behind.text):
        behind, is_signed = price[2], True
    found = (_CENTS if is_signed else SIGN_BEFORE_CENTS).fullmatch(behind.text)
    if found is None or not (is_signed or is_sign(found["sign"])):
        return False  # "Freight: $30" is an amount of its own
    return _are_beside(price[0], behind)


def _has_digit(text: str) -> bool:
    return any(map(str.isdigit, text))


def _are_beside(one: Line, other: Line) -> bool:
    """Whether the two stand in one small box, which may hold another amount besides."""
    around, its = one.element.getparent(), other.element.getparent()
    box = one.element if one.element in {other.element, its} else around if around in {other.element, its} else None
    if box is None or box.tag in WHOLE_PAGE:
        return False
    return len(squeeze(text_within(box, 2 * _BOX_CHARS))) <= _BOX_CHARS


_BOX_CHARS = 48
_WITH_SIGN, _SIGN_CHARS = 2, 4
_BARE_NUMBER = re.compile(r"\d{1,3}(?:[., ’']?\d{3})*")
_CENTS, _HAS_CENTS = re.compile(r"(?P<cents>\d{2})"), re.compile(r"[.,]\d{2}(?!\d)")
_TWO_DIGITS = re.compile(r"(?:[^\d\s.,]{1,4}\.?)?\d{2}(?![\d.,])")
"""With its sign on either side."""


def is_drawn_small(element: Any) -> bool:
    """Whether this is drawn as cents are, by its tag or names."""
    return element.tag in _SMALL or _NAMES_CENTS.search(names_of(element)) is not None
