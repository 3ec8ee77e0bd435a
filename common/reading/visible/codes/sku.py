"""The product's code as the page prints it: beside a label that says so, in brackets at the heading, in an element
named a code, or as the number the address ends with.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from urllib.parse import unquote

from common.reading import sites
from common.reading.parsed.letters import humps_parted
from common.reading.text.address_parts import path_of
from common.reading.visible.codes.bare_box import code_in_bare_box
from common.reading.visible.codes.code import HYPHENED, MARK, NOT_A_CODE, VALUE, Printed, stands_whole_in
from common.reading.visible.codes.labelled import alone, in_capitals, inline, is_of_a_list, labelled
from common.reading.visible.codes.printed_gtin import gtin_of
from common.reading.visible.codes.shops_own import behind_shops_name
from common.reading.visible.lines import Line, names_of
from common.reading.visible.view import PageView
from common.reading.words.wording import Wording

_ADVERT_LABEL = Wording(
    rf"(?:{'|'.join(sites.EBAY_ADVERT_LABELS)}|<code.advert_labels>)\s{{0,2}}(?:[:：#]|\Z|(?=\d{{6}}))"
)
_BRACKETED = re.compile(rf"\[([{MARK}][{MARK}._/\-]{{1,30}}[{MARK}])\]")
_LABELS_BEFORE, _LABELS_AFTER = 40, 1500
"""Lines around the heading in which a label counts."""


def sku_of(view: PageView) -> Printed | None:
    """The code that stands beside a label that says so; else a number of the address that the page prints."""
    everywhere = view.of_the_product(_LABELS_BEFORE, _LABELS_AFTER)
    turns = _LABELS_AFTER if view.turns_at is None else view.turns_at
    shown = [line for line in everywhere if line.at <= turns]
    found = labelled(shown)
    if found is not None and is_of_a_list(found.code, shown):
        return None
    if found is None and len(shown) < len(everywhere):
        found = alone(everywhere[len(shown) :])
    found = found or code_in_bare_box(view)
    if found is not None and found.strong:
        return found
    return (
        behind_shops_name(shown, view.document.url)
        or inline(shown)
        or _of_book(view)
        or found
        or _in_title(shown, view)
        or _bracketed(view)
        or _in_name(view)
        or _named(view)
        or _of_address(shown, view.document.url)
    )


def _of_book(view: PageView) -> Printed | None:
    """The number that every shop gives a book, also behind a label of numbers that all goods have: "EAN: 978…"."""
    number = gtin_of(view)
    return Printed(number, True) if number is not None and number.startswith(_OF_BOOKS) else None


_OF_BOOKS = ("978", "979")


def _in_title(shown: Sequence[Line], view: PageView) -> Printed | None:
    """The code without digits that stands behind a label, of the maker's too, and in brackets in the page's title."""
    for found in _TITLE_CODE.finditer(view.document.title or ""):
        if any(in_capitals(shown, place) == found[1] for place, line in enumerate(shown) if line.at >= 0):
            return Printed(found[1], False)
    return None


_TITLE_CODE = re.compile(r"[\[(]([A-Z][A-Z_-]{2,20}[A-Z])[\])]")


def _bracketed(view: PageView) -> Printed | None:
    """What stands in brackets right behind the heading and again in the page's title, as the end of the trail that
    leads to it, or in an element of its own inside the heading: "Oil lamp [WM-3181]"; or alone behind a number sign:
    "(#CP-30)".
    """
    title, top = view.document.title or "", view.heading.element
    near = view.near(0, _BRACKET_LINES)
    if (drawn := _between_brackets(near)) is not None:
        return Printed(drawn, True)
    for line in near:
        if line.at > 0 and (numbered := _NUMBERED.fullmatch(line.text)) is not None:
            return Printed(numbered[1], False)
        found = _BRACKETED.search(line.text)
        if found is None or not any(map(str.isdigit, found[1])):
            continue
        if found[0] == line.text and line.element is not top and top in line.element.iterancestors():
            return Printed(found[1], True)
        if found[0] in title or any(one.text == found[1] for one in view.lines if one.at < 0):
            return Printed(found[1], True)
    return None


def _between_brackets(near: Sequence[Line]) -> str | None:
    """The code right behind the heading, between brackets in elements of their own."""
    opens, code, closes = [*(line.text for line in near if line.at > 0), "", "", ""][:3]
    is_code = VALUE.fullmatch(code) is not None and any(map(str.isdigit, code))
    return code if is_code and opens + closes in _PAIRS else None


_PAIRS = frozenset({"[]", "()", "［］", "（）"})
_BRACKET_LINES = 3
_NUMBERED = re.compile(rf"[(\[]?#\s?((?=\S*\d)[{MARK}][{MARK}._/\-]{{2,20}}[{MARK}])[)\]]?")


def _in_name(view: PageView) -> Printed | None:
    """The number in brackets at the heading's end, when the address holds it, too."""
    found = _NAME_CODE.search(view.heading.text or "")
    return Printed(found[1], False) if found is not None and _is_part(found[1], path_of(view.document.url)) else None


_NAME_CODE = re.compile(rf"[(\[]\s?((?=[^)\]]*\d{{3}})[{MARK}][{MARK}._/\-]{{2,30}}[{MARK}])\s?[)\]]$")


def _named(view: PageView) -> Printed | None:
    """The whole text of an element behind the heading that is named a code, else the only one before it."""
    above: set[str] = set()
    last = _NAMED_LINES if view.turns_at is None else min(view.turns_at, _NAMED_LINES)
    for line in view.of_the_product(_NAMED_LINES * 2, last):
        if len(line.text) <= 40 and names_code(names_of(line.element)):
            code = VALUE.fullmatch(line.text.strip("()（）[] "))
            if code is not None and _is_code(code[1]):
                if line.at >= 0:
                    return Printed(code[1], False)
                above.add(code[1])
    return Printed(above.pop(), False) if len(above) == 1 else None


def _is_code(text: str) -> bool:
    """Whether it has digits, or capitals with hyphens, and is no date or amount."""
    if not any(map(str.isdigit, text)):
        return HYPHENED.fullmatch(text) is not None
    return not NOT_A_CODE.fullmatch(text)


@lru_cache(maxsize=4096)
def names_code(names: str) -> bool:
    """Whether a class or id says "code": also in one word, as "productReference"."""
    return _NAMES.search(humps_parted(names)) is not None


_NAMED_LINES = 120
_NAMES = re.compile(
    r"(?:^|[\s_-])(?:sku|art(?:ikel)?(?:nr|num|nummer)|order-?number|(?:item|product|prod|part|article|art|artikel|model|produto|"
    r"producto|prodotto|produit|cat(?:alog)?(?:ue)?)[-_]*(?:code|codigo|codice|no|nr|num|number|nummer|sku|ref|reference|referencia|identifier)|"
    r"(?:product|item)[-_]*(?:model|id))"
    r"(?:$|[\s_-])",
    re.IGNORECASE,
)


_OWN_NUMBER = re.compile(r"\d{6,}")


def _of_address(shown: Sequence[Line], url: str) -> Printed | None:
    """A number that the address ends with and the page prints, alone or behind an advert's label; right below the
    heading also a code with capitals, and one with marks that the address leaves out ("466/799" at "/466799").
    """
    path = path_of(url)
    numbers = _OWN_NUMBER.findall(path)[-3:]
    at_heading = next((one.text for one in shown if 0 < one.at <= _BRACKET_LINES and _repeats(one.text, url)), None)
    if at_heading is not None:
        return Printed(at_heading, False)
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


def _repeats(text: str, url: str) -> bool:
    if _AT_HEADING.fullmatch(text) is None or NOT_A_CODE.fullmatch(text) is not None:
        return False
    return _is_part(text, unquote(url)) or _is_part(_MARKS.sub("", text), path_of(url))


_AT_HEADING = re.compile(r"(?=(?:\D*\d){3})(?=.*[A-Z]|(?:\D*\d){6})[A-Z0-9][A-Z0-9./_-]{4,18}[A-Z0-9]")
_MARKS = re.compile(r"[./_-]")


_QUOTED_CHARS = 30
_ADDRESS_CODE = re.compile(r"(?=(?:\D{0,3}\d){6})[\w-]{6,20}")


def _is_part(code: str, path: str) -> bool:
    """Whether the code is a whole part of the path, or one up to a hyphen."""
    return stands_whole_in(path, code, ignore_case=True)
