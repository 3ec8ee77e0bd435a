"""The product's code as the page prints it: beside a label that says so, or as the number the address ends with.

A label is a whole line ("SKU:", a table's left cell) with the value on the next line, or the line's beginning. Stronger
labels win: a product code over a reference, a reference over an advert's number.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from common.reading import sites
from common.reading.text.identifiers import clean_id
from common.reading.visible.lines import Line, names_of
from common.reading.visible.view import PageView
from common.reading.words.wording import Wording

_LABEL_END = r"\s{0,2}(?:[:：#-]|–|\Z|(?=\s[#\dA-Z]))"
_ASIN = re.compile(rf"{sites.AMAZON_CODE_LABEL}{_LABEL_END}", re.IGNORECASE)
_CODE_LABEL = Wording(rf"(?:{sites.COUPANG_CODE_LABEL}|<code.labels>){_LABEL_END}")
_MAKER_LABEL = Wording(rf"(?:<code.maker_labels>){_LABEL_END}")
"""Of a maker's numbers, which yield to any other."""
_ADVERT_LABEL = Wording(
    rf"(?:{'|'.join(sites.EBAY_ADVERT_LABELS)}|<code.advert_labels>)\s{{0,2}}(?:[:：#]|\Z|(?=\d{{6}}))"
)
_MARK = r"A-Za-z0-9А-Яа-я"
_VALUE = re.compile(rf"[#]?\s?([{_MARK}][{_MARK}._/\-]{{1,30}}[{_MARK}]|[A-Za-z]?\d{{3,}})(?=$|[\s|,;)\]])")
_NOT_A_CODE = re.compile(r"\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{1,3}(?:[.,]\d{3})*[.,]\d{2}")
_SKU = re.compile(r"sku\b", re.IGNORECASE)
_LETTERS = re.compile(r"[A-Z][A-Z_-]{1,20}[A-Z]")
"""A code without digits, which other labels than "SKU" give to coupons and words."""
_HYPHENED = re.compile(r"[A-Z]{2,8}(?:-[A-Z]{2,8}){1,4}")
_BULLETS = "|·•–- "
_LABELS_BEFORE, _LABELS_AFTER = 40, 1500
"""Lines around the heading in which a label counts."""


@dataclass(frozen=True, slots=True)
class Printed:
    """A code as printed. `strong`: its label says that it is the product's code, not an advert's number."""

    code: str
    strong: bool


def sku_of(view: PageView) -> Printed | None:
    """The code that stands beside a label that says so; else a number of the address that the page prints."""
    shown = view.of_the_product(_LABELS_BEFORE, _LABELS_AFTER)
    best: Printed | None = None
    for place, line in enumerate(shown):
        if line.element.get("itemprop") in {"sku", "productID"} and (own := _VALUE.fullmatch(line.text)):
            return Printed(own[1], True)
        if len(line.text) > 120:
            continue
        start = len(line.text) - len(line.text.lstrip(_BULLETS))
        surest = _ASIN.match(line.text, start)
        own_label = surest or _CODE_LABEL.match(line.text, start)
        label = own_label or _MAKER_LABEL.match(line.text, start)
        code = _value_after(shown, place, label.end()) if label else None
        if code is None:
            continue
        if surest:
            return Printed(code, True)
        if best is None or (own_label and not best.strong):
            best = Printed(code, own_label is not None)
    return best or _named(shown) or _of_address(shown, view.document.url)


def _named(shown: Sequence[Line]) -> Printed | None:
    """The whole text of an element that is named a code."""
    for line in shown:
        if 0 <= line.at <= _NAMED_LINES and len(line.text) <= 40 and _NAMES.search(names_of(line.element)):
            code = _VALUE.fullmatch(line.text)
            if code is not None and any(map(str.isdigit, code[1])) and not _NOT_A_CODE.fullmatch(code[1]):
                return Printed(code[1], False)
    return None


_NAMED_LINES = 120
_NAMES = re.compile(
    r"(?:^|[\s_-])(?:sku|(?:item|product|prod|article|art|model)[-_]?(?:code|no|nr|num|number|sku|ref))(?:$|[\s_-])",
    re.IGNORECASE,
)


def _value_after(shown: Sequence[Line], place: int, end: int) -> str | None:
    rest = shown[place].text[end:].strip(" :：#-–")
    if not rest and place + 1 < len(shown):
        rest = shown[place + 1].text.strip(" :：#")
        if len(rest) > 40:
            return None
    found = _VALUE.match(rest)
    if (found is None or not any(map(str.isdigit, found[1]))) and _SKU.match(shown[place].text.lstrip(_BULLETS)):
        found = _only_code(rest) or found  # "SKU: Pine Wood UM9109"
    if found is None or _NOT_A_CODE.fullmatch(found[1]):
        return None
    if not any(mark.isdigit() for mark in found[1]) and not (
        _HYPHENED.fullmatch(found[1]) or (_SKU.match(shown[place].text) and _LETTERS.fullmatch(found[1]))
    ):
        return None
    return clean_id(found[1].rstrip("."))


def _only_code(text: str) -> re.Match[str] | None:
    """The one word with digits among several."""
    coded = [word for word in text.split() if sum(map(str.isdigit, word)) >= _CODE_DIGITS]
    return _VALUE.fullmatch(coded[0]) if len(coded) == 1 and len(text) <= 60 else None


_CODE_DIGITS = 3
_OWN_NUMBER = re.compile(r"\d{6,}")


def _of_address(shown: Sequence[Line], url: str) -> Printed | None:
    """A number that the address ends with and the page prints, alone or behind an advert's label."""
    try:
        path = unquote(urlsplit(url).path)
    except ValueError:
        return None
    numbers = _OWN_NUMBER.findall(path)[-3:]
    if not numbers:
        return None
    for line in shown:
        text = line.text
        if len(text) > 60:
            continue
        word = text.rpartition(" ")[2].strip("#():.")
        if len(text) <= _QUOTED_CHARS and _ADDRESS_CODE.fullmatch(word) and _is_part(word, path):
            return Printed(word, False)
        label = _ADVERT_LABEL.match(text)
        rest = text[label.end() :].strip() if label else text
        if rest and rest.isdigit() and len(rest) >= 6 and any(number.endswith(rest) for number in numbers):
            return Printed(rest, False)
    return None


_QUOTED_CHARS = 30
_ADDRESS_CODE = re.compile(r"(?=(?:\D{0,3}\d){6})[\w-]{6,20}")


def _is_part(code: str, path: str) -> bool:
    """Whether the code is a whole part of the path, or one up to a hyphen."""
    return re.search(rf"(?<![^\W_]){re.escape(code)}(?![^\W_])", path, re.IGNORECASE) is not None
