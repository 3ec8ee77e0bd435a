"""What a code looks like, and which one stands behind a label."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from common.offer import Availability
from common.reading.text.availability import of_phrase
from common.reading.text.identifiers import clean_id
from common.reading.text.money import is_amount
from common.reading.visible.labels import BULLETS, below, head_of_column, is_beyond_row
from common.reading.visible.lines import Line

BARS = "|•;·"
"""Between the labels of one line: "Model: VV30 | Ref: 7788"."""
_BAR = re.compile(rf"(?<=\S)\s?[{BARS}]\s?(?=\S)")
_MOST_PARTS = 6
MARK = r"A-Za-z0-9А-Яа-яІЇЄҐіїєґΑ-Ωα-ω"
VALUE = re.compile(rf"[#]?\s?([{MARK}][{MARK}._/+\-]{{1,30}}[{MARK}]\+{{0,2}}|[A-Za-z]?\d{{3,}})(?=$|[\s|,;)\]])")
NOT_A_CODE = re.compile(r"\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{1,3}(?:,\d{3})*\.\d{2}|\d{1,3}(?:\.\d{3})*,\d{2}")
"""Dates and amounts."""
_SKU = re.compile(r"sku\b", re.IGNORECASE)
_LETTERS = re.compile(r"[A-Z][A-Z_-]{1,20}[A-Z]")
"""A code without digits, which other labels than "SKU" give to coupons and words."""
_ALL_CAPITALS = re.compile(r"[A-Z]{6,20}")
"""Behind a label of the shop's own code, when nothing else stands there: "Item Id: GLOWROLL"."""
_IN_BLOCKS = re.compile(r"[A-Z]{1,5}\s\d{2,8}[A-Z]?|\d{2,5}(?:\s\d{2,4}){1,3}")
"""A code in blocks with blanks between: "OC 1063", "44 180"."""
_BLOCK = r"(?:[A-Z]{1,3}|[A-Z]{0,4}\d[A-Z\d./-]{0,10})"
_OWN = re.compile(
    rf"{_IN_BLOCKS.pattern}|(?=(?:\D{{0,8}}\d){{3}}){_BLOCK}(?:\s{_BLOCK}){{1,2}}|"
    r"[A-Z]{2,4}(?:\s[A-Z]{2,4}){0,2}\s[A-Z]\d{1,3}|[A-Z]\d|[A-Z][A-Za-z]{1,10}\s\d{1,5}"
)
"""Behind a label of the shop's own code also "F1", "Product 15" and "OAK SET E12"."""
_SLUG = re.compile(r"[a-z]{2,12}(?:-[a-z]{2,12}){1,3}")
_MIXED = re.compile(r"[A-Z]{2,4}[a-z]{2,12}-[A-Z]{1,3}")
"""Letters only, as no word is written, behind a label of the shop's own code: "PINDongle-E"."""
HYPHENED = re.compile(r"(?=.{5})[A-Z]{1,8}(?:-[A-Z]{1,8}){1,4}")


@dataclass(frozen=True, slots=True)
class Printed:
    """A code as printed. `strong`: its label says that it is the product's code, not an advert's number."""

    code: str
    strong: bool


def behind_bars(text: str) -> Iterator[int]:
    """Where the parts of a line begin that stand behind a bar."""
    yield from (bar.end() for bar in islice(_BAR.finditer(text), _MOST_PARTS))


def code_behind(shown: Sequence[Line], place: int, end: int, *, is_own: bool) -> str | None:
    """The code behind the label that ends there in this line, on it or on the next; below it where both are heads of a
    table's columns. `is_own`: it is a label of the shop's own code, which may be shorter.
    """
    rest = _bare(shown[place].text[end:].strip(_MARKS_AROUND))
    if not rest and place + 1 < len(shown):
        follows = shown[place + 1]
        if is_beyond_row(shown[place].element, follows.element):
            return None
        head = head_of_column(shown[place].element)
        is_pair = head is not None and len(head.getparent()) == _PAIR and not below(head)  # a row drawn as a head
        is_below = head is not None and not is_pair
        rest = below(head, alone=True) if is_below else _bare(follows.text.strip(" :：#").lstrip("-–—= "))
        if len(rest) > 40:
            return None
    if len(rest) <= _BLOCK_CHARS and (_IN_BLOCKS if not is_own else _OWN).fullmatch(rest):
        return clean_id(rest)
    if _is_model_in_name(rest, shown):
        return clean_id(rest)
    if (book := _OF_BOOK.match(rest)) is not None:
        return clean_id(book[0])
    if is_amount(rest):
        return None  # the code itself is drawn otherwise, as in a field to copy it from, and the price follows
    found = VALUE.match(rest)
    if (found is None or not any(map(str.isdigit, found[1]))) and _SKU.match(shown[place].text.lstrip(BULLETS)):
        found = _only_code(rest) or found  # "SKU: Pine Wood UM9109"
    if found is None or NOT_A_CODE.fullmatch(found[1]):
        return None
    if not any(mark.isdigit() for mark in found[1]) and not (
        HYPHENED.fullmatch(found[1])
        or (is_own and rest == found[1] and _MIXED.fullmatch(rest))
        or (is_own and rest == found[1] and _is_word_for_code(rest, shown[place].text[:end]))
        or (_SKU.match(shown[place].text) and (_LETTERS.fullmatch(found[1]) or _SLUG.fullmatch(found[1])))
    ):
        return None
    return clean_id(found[1].rstrip("."))


def _bare(text: str) -> str:
    """What stands behind a label, without the brackets around it and its label, and a sign of numbers before it."""
    rest = _NUMBER_SIGN.sub("", text.lstrip("(["), count=1)
    closes = rest[-1:]
    return rest[:-1].rstrip() if closes in _OPENS and _OPENS[closes] not in rest else rest


_MARKS_AROUND = " :：#-–—="
_OPENS = {")": "(", "]": "[", "】": "【"}
_NUMBER_SIGN = re.compile(r"(?:№|n\s?[°º]\.?|n\.\s|(?:nr|no)(?:\.\s?|\s))\s?[:：]?\s?(?=\S*\d)", re.IGNORECASE)
"""Between the label and the code: "Артикул № 4471", "Réf. n° 4471"."""
_OF_BOOK = re.compile(r"(?:97[89]\s)?(?=\d{1,5}\s\d{1,7}\s\d{1,7}\s[\dXx](?![^\W_]))(?:\d\s?){9}[\dXx](?![^\W_])")
"""An ISBN in its four groups, or five, with blanks between."""


def _is_model_in_name(text: str, shown: Sequence[Line]) -> bool:
    """Whether this is two or three short words of capitals and digits, which stand so in the product's name, too: a
    maker's number whose colour is a word of its own. A measure is none: "WX-300 128GB".
    """
    if _IN_WORDS.fullmatch(text) is None or any(map(is_measure, text.split())):
        return False
    return any(line.at == 0 and stands_whole_in(line.text, text) for line in shown)


_IN_WORDS = re.compile(r"(?=(?:[^\d\n]{0,20}\d){2})(?=[^ ]*\d)[A-Z][A-Z0-9./-]{2,14}(?: [A-Z0-9./-]{1,6}){1,2}")


def stands_whole_in(text: str, code: str, *, ignore_case: bool = False) -> bool:
    """Whether the code stands in this text with no letter or digit right before or behind it."""
    flags = re.IGNORECASE if ignore_case else re.NOFLAG
    return re.search(rf"(?<![^\W_]){re.escape(code)}(?![^\W_])", text, flags) is not None


def is_measure(text: str) -> bool:
    """Whether this is an amount or a size: "500GB", "1080P", "205/55R16"."""
    return _UNITS.fullmatch(text) is not None


_UNITS = re.compile(
    r"\d[\d.,/x-]*(?:[GTMK]B|[MCK]?M|[MC]?L|K?G|P|V|W|KW|MAH|AH|HZ|[GM]HZ|PCS|X|K|KM|FT|IN|OZ|LB|R\d+)", re.IGNORECASE
)


def _is_word_for_code(text: str, label: str) -> bool:
    """Whether this is nothing but capitals behind a label of two words or more, as "Item Id"; "Code: SUMMER" is a
    coupon's.
    """
    is_long = len(label.strip(" :：").split()) > 1
    return is_long and _ALL_CAPITALS.fullmatch(text) is not None and of_phrase(text) is Availability.UNKNOWN


def _only_code(text: str) -> re.Match[str] | None:
    """The one word with digits among several."""
    coded = [word for word in text.split() if sum(map(str.isdigit, word)) >= _CODE_DIGITS]
    return VALUE.fullmatch(coded[0]) if len(coded) == 1 and len(text) <= 60 else None


_CODE_DIGITS, _BLOCK_CHARS, _PAIR = 3, 16, 2
