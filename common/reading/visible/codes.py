"""The product's code as the page prints it: beside a label that says so, or as the number the address ends with.

A label is a whole line ("SKU:", a table's left cell) with the value on the next line, or the line's beginning. Stronger
labels win: a product code or reference over a book's number, that over a maker's number, that over an advert's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from urllib.parse import unquote, urlsplit

from common.reading import sites
from common.reading.text.identifiers import clean_id
from common.reading.visible.labels import below, label_end
from common.reading.visible.lines import Line, names_of
from common.reading.visible.view import PageView
from common.reading.words.wording import Wording

_LABEL_END = r"\s{0,2}(?:[:：#-]|[–—]|\Z|(?=\s[#\dA-Z]))"
_ASIN = re.compile(rf"{sites.AMAZON_CODE_LABEL}{_LABEL_END}", re.IGNORECASE)
_CODE_LABEL = Wording(rf"(?:{sites.COUPANG_CODE_LABEL}|<code.labels>){_LABEL_END}")
_BOOK_LABEL = Wording(rf"(?:<code.book_labels>){_LABEL_END}")
"""Of numbers that every shop gives it, which yield to the shop's own code."""
_MAKER_LABEL = Wording(rf"(?:<code.maker_labels>){_LABEL_END}")
"""Of a maker's numbers, which yield to any other."""
_ADVERT_LABEL = Wording(
    rf"(?:{'|'.join(sites.EBAY_ADVERT_LABELS)}|<code.advert_labels>)\s{{0,2}}(?:[:：#]|\Z|(?=\d{{6}}))"
)
_MARK = r"A-Za-z0-9А-Яа-я"
_VALUE = re.compile(rf"[#]?\s?([{_MARK}][{_MARK}._/\-]{{1,30}}[{_MARK}]|[A-Za-z]?\d{{3,}})(?=$|[\s|,;)\]])")
_NOT_A_CODE = re.compile(r"\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{1,3}(?:,\d{3})*\.\d{2}|\d{1,3}(?:\.\d{3})*,\d{2}")
"""Dates and amounts."""
_SKU = re.compile(r"sku\b", re.IGNORECASE)
_LETTERS = re.compile(r"[A-Z][A-Z_-]{1,20}[A-Z]")
"""A code without digits, which other labels than "SKU" give to coupons and words."""
_IN_BLOCKS = re.compile(r"[A-Z]{1,5}\s\d{2,8}[A-Z]?|\d{2,5}(?:\s\d{2,4}){1,3}")
"""A code in blocks with blanks between: "OC 1063", "44 180"."""
_OWN = re.compile(rf"{_IN_BLOCKS.pattern}|[A-Z]\d|[A-Z][A-Za-z]{{1,10}}\s\d{{1,5}}")
"""Behind a label of the shop's own code also "F1" and "Product 15"."""
_SLUG = re.compile(r"[a-z]{2,12}(?:-[a-z]{2,12}){1,3}")
_HYPHENED = re.compile(r"(?=.{5})[A-Z]{1,8}(?:-[A-Z]{1,8}){1,4}")
_BRACKETED = re.compile(rf"\[([{_MARK}][{_MARK}._/\-]{{1,30}}[{_MARK}])\]")
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
    everywhere = view.of_the_product(_LABELS_BEFORE, _LABELS_AFTER)
    turns = _LABELS_AFTER if view.turns_at is None else view.turns_at
    shown = [line for line in everywhere if line.at <= turns]
    labelled = _labelled(shown)
    if labelled is None and len(shown) < len(everywhere):
        labelled = _alone(everywhere[len(shown) :])
    if labelled is not None and labelled.strong:
        return labelled
    return (
        _inline(shown)
        or labelled
        or _bracketed(view)
        or _in_name(view)
        or _named(view)
        or _of_address(shown, view.document.url)
    )


def _labelled(shown: Sequence[Line]) -> Printed | None:
    """The first code behind a label of the strongest kind that there is."""
    best, rank = None, 0
    for place, line in enumerate(shown):
        if line.element.get("itemprop") in {"sku", "productID"} and (own := _VALUE.fullmatch(line.text)):
            return Printed(own[1], True)
        if len(line.text) > 120:
            continue
        text = line.text
        begins = [len(text) - len(text.lstrip(_BULLETS))]
        if "|" in text or "•" in text or ";" in text:
            begins.extend(mark.end() for mark in islice(_BAR.finditer(text), _MOST_PARTS))
        for start in begins:
            if _ANY_LABEL.match(text, start) or ("/" in text and _JOINING.search(text, start)):
                best, rank = _behind_label(shown, place, start, best, rank)
        if rank == _SUREST:
            break
    return best


def _behind_label(
    shown: Sequence[Line], place: int, start: int, best: Printed | None, rank: int
) -> tuple[Printed | None, int]:
    """The code behind a label at this place of the line, where its label is stronger than `rank`."""
    for strength, labels in _LABELS:
        end = label_end(shown[place].text, start, labels) if strength > rank else None
        code = _value_after(shown, place, end, is_own=strength > _MAKERS) if end is not None else None
        if code is not None:
            return Printed(code, strength > _MAKERS), strength
    return best, rank


_BAR = re.compile(r"(?<=\S)\s?[|•;]\s?(?=\S)")
"""Between the labels of one line: "Model: VV30 | Ref: 7788"."""
_MOST_PARTS = 6
_SUREST, _MAKERS = 4, 1
_LABELS: tuple[tuple[int, Wording | re.Pattern[str]], ...] = (
    (_SUREST, _ASIN),
    (3, _CODE_LABEL),
    (2, _BOOK_LABEL),
    (_MAKERS, _MAKER_LABEL),
)
"""The stronger wins; of two alike the first."""
_ANY_LABEL = Wording(
    rf"{sites.AMAZON_CODE_LABEL}|{sites.COUPANG_CODE_LABEL}|<code.labels>|<code.book_labels>|<code.maker_labels>"
)
_JOINING = re.compile(r"\S{2}\s?/\s?\S[^:：]{0,40}(?:[:：]|\Z)")
"""May be labels joined by a slash."""


def _alone(shown: Sequence[Line]) -> Printed | None:
    """Behind where the page turns to other products: the one code that is labelled there. A table of the product's
    details may stand below them; cards with codes of their own are several.
    """
    first = _labelled(shown)
    rest = [line for line in shown if first is None or first.code not in line.text]
    return first if first is not None and _labelled(rest) is None else None


def _inline(shown: Sequence[Line]) -> Printed | None:
    """The code behind "SKU" inside a line of several labels, or of a text: "Model # DC-771 Store SKU #1000014677"."""
    for line in shown:
        found = _SKU_INSIDE.search(line.text) if len(line.text) <= _INLINE_CHARS else None
        if found is not None and any(map(str.isdigit, found[1])) and not _NOT_A_CODE.fullmatch(found[1]):
            return Printed(found[1], True)
    return None


_INLINE_CHARS = 160
_SKU_INSIDE = re.compile(
    rf"(?<![^\W_])(?:SKU|артикул|Art\.-Nr\.|Artikelnummer)(?![^\W_])[\s:：#.]{{1,4}}([{_MARK}][{_MARK}._/\-]{{1,30}}[{_MARK}])(?![^\W_])",
    re.IGNORECASE,
)


def _bracketed(view: PageView) -> Printed | None:
    """What stands in brackets right behind the heading and again in the page's title, as the end of the trail that
    leads to it, or in an element of its own inside the heading: "Oil lamp [WM-3181]"; or alone behind a number sign:
    "(#CP-30)".
    """
    title, top = view.document.title or "", view.heading.element
    for line in view.near(0, _BRACKET_LINES):
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


_BRACKET_LINES = 3
_NUMBERED = re.compile(rf"[(\[]?#\s?((?=\S*\d)[{_MARK}][{_MARK}._/\-]{{2,20}}[{_MARK}])[)\]]?")


def _in_name(view: PageView) -> Printed | None:
    """The number in brackets at the heading's end, when the address holds it, too."""
    found = _NAME_CODE.search(view.heading.text or "")
    return Printed(found[1], False) if found is not None and _is_part(found[1], _path(view.document.url)) else None


_NAME_CODE = re.compile(rf"[(\[]\s?((?=[^)\]]*\d{{3}})[{_MARK}][{_MARK}._/\-]{{2,30}}[{_MARK}])\s?[)\]]$")


def _named(view: PageView) -> Printed | None:
    """The whole text of an element behind the heading that is named a code, else the only one before it."""
    above: set[str] = set()
    for line in view.of_the_product(_NAMED_LINES * 2, _NAMED_LINES):
        if len(line.text) <= 40 and _names_code(names_of(line.element)):
            code = _VALUE.fullmatch(line.text)
            if code is not None and _is_code(code[1]):
                if line.at >= 0:
                    return Printed(code[1], False)
                above.add(code[1])
    return Printed(above.pop(), False) if len(above) == 1 else None


def _is_code(text: str) -> bool:
    """Whether it has digits, or capitals with hyphens, and is no date or amount."""
    if not any(map(str.isdigit, text)):
        return _HYPHENED.fullmatch(text) is not None
    return not _NOT_A_CODE.fullmatch(text)


@lru_cache(maxsize=4096)
def _names_code(names: str) -> bool:
    """Whether a class or id says "code": also in one word, as "productReference"."""
    return _NAMES.search(_HUMP.sub("-", names)) is not None


_NAMED_LINES = 120
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_NAMES = re.compile(
    r"(?:^|[\s_-])(?:sku|art(?:ikel)?(?:nr|num|nummer)|order-?number|(?:item|product|prod|article|art|artikel|model|produto|"
    r"producto|prodotto|produit|cat(?:alog)?(?:ue)?)[-_]*(?:code|codigo|codice|no|nr|num|number|nummer|sku|ref|reference|referencia|identifier))"
    r"(?:$|[\s_-])",
    re.IGNORECASE,
)


def _value_after(shown: Sequence[Line], place: int, end: int, *, is_own: bool) -> str | None:
    rest = shown[place].text[end:].strip(" :：#-–—")
    if not rest and place + 1 < len(shown):
        follows = shown[place + 1]
        heads = shown[place].element.tag == "th" == follows.element.tag
        rest = below(shown[place].element, alone=True) if heads else follows.text.strip(" :：#")
        if len(rest) > 40:
            return None
    if len(rest) <= _BLOCK_CHARS and (_IN_BLOCKS if not is_own else _OWN).fullmatch(rest):
        return clean_id(rest)
    found = _VALUE.match(rest)
    if (found is None or not any(map(str.isdigit, found[1]))) and _SKU.match(shown[place].text.lstrip(_BULLETS)):
        found = _only_code(rest) or found  # "SKU: Pine Wood UM9109"
    if found is None or _NOT_A_CODE.fullmatch(found[1]):
        return None
    if not any(mark.isdigit() for mark in found[1]) and not (
        _HYPHENED.fullmatch(found[1])
        or (_SKU.match(shown[place].text) and (_LETTERS.fullmatch(found[1]) or _SLUG.fullmatch(found[1])))
    ):
        return None
    return clean_id(found[1].rstrip("."))


def _only_code(text: str) -> re.Match[str] | None:
    """The one word with digits among several."""
    coded = [word for word in text.split() if sum(map(str.isdigit, word)) >= _CODE_DIGITS]
    return _VALUE.fullmatch(coded[0]) if len(coded) == 1 and len(text) <= 60 else None


_CODE_DIGITS, _BLOCK_CHARS = 3, 16
_OWN_NUMBER = re.compile(r"\d{6,}")


def _of_address(shown: Sequence[Line], url: str) -> Printed | None:
    """A number that the address ends with and the page prints, alone or behind an advert's label."""
    path = _path(url)
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


def _path(url: str) -> str:
    try:
        return unquote(urlsplit(url).path)
    except ValueError:
        return ""


_QUOTED_CHARS = 30
_ADDRESS_CODE = re.compile(r"(?=(?:\D{0,3}\d){6})[\w-]{6,20}")


def _is_part(code: str, path: str) -> bool:
    """Whether the code is a whole part of the path, or one up to a hyphen."""
    return re.search(rf"(?<![^\W_]){re.escape(code)}(?![^\W_])", path, re.IGNORECASE) is not None
