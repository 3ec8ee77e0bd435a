"""The code at the product's name: in brackets, behind a dash or a number sign at its end, in an element of its own
there, or in brackets alone on a line below; last the number of a book, or another that all shops give it, in the
address. Names of models stand so, too, so it counts where nothing else states a code, and makes no page a product's.
"""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from common.details.gtin import clean_gtin
from common.reading.parsed.letters import squeeze
from common.reading.parsed.text_within import text_within
from common.reading.text.identifiers import clean_id
from common.reading.visible.codes.code import NOT_A_CODE, is_measure
from common.reading.visible.view import PageView
from common.reading.words.wording import Wording

_CODE = r"(?=(?:[^\s()\[\]]{0,12}?\d){3})(?=[^\s()\[\]]*[A-ZА-Я])[A-ZА-Я0-9][A-ZА-Яa-z0-9._/+-]{2,24}[A-ZА-Яa-z0-9]"
"""With a capital and three digits or more."""
_BRACKETED = re.compile(rf"[(\[]\s?#?({_CODE})\s?[)\]]\Z")
_BEHIND_SIGN = re.compile(rf"(?:\s[-–—]\s|\s#|,\s)({_CODE}|(?<=#)\d{{3,8}})\Z")
_LABELLED = Wording(rf"[\s(\[](?:<code.labels>|<code.maker_labels>)\s?[.:#]?\s?#?({_CODE}|\d{{3,12}})[)\]]?\Z")
_LINES, _LABEL_CHARS = 3, 30


def code_at_name(view: PageView) -> str | None:
    """The first of: in the name, in an element of the heading, alone in brackets within three lines below it, in the
    address.
    """
    heading = squeeze(view.heading.text or "")
    for shape in (_LABELLED, _BRACKETED, _BEHIND_SIGN):
        if (found := shape.search(heading)) is not None and _is_code(found[1]):
            return clean_id(found[1])
    return _apart(view) or _below(view) or _in_address(view.document.url)


def _apart(view: PageView) -> str | None:
    """All that the heading's last element of its own says."""
    top = view.heading.element
    inside = (
        [node for node in top.iter("span", "small", "em", "i", "font") if node is not top] if top is not None else []
    )
    said = squeeze(text_within(inside[-1], _LABEL_CHARS)).strip("()[]# ") if inside else ""
    return clean_id(said) if looks_like_code(said) else None


def _below(view: PageView) -> str | None:
    for line in view.near(0, _LINES):
        found = _BRACKETED.match(line.text) if line.at > 0 else None
        if found is not None and _is_code(found[1]):
            return clean_id(found[1])
    return None


def _in_address(url: str) -> str | None:
    """The number of a book anywhere in the address, or thirteen digits that are all of a step of its path; with the
    right digit at the end.
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    numbers = [*_BOOK_NUMBER.findall(f"{parts.path}?{parts.query}"), *_WHOLE_NUMBER.findall(parts.path)]
    return next((clean for one in numbers if (clean := clean_gtin(one)) is not None), None)


_BOOK_NUMBER = re.compile(r"(?<![^\W_])97[89]\d{10}(?![^\W_])")
_WHOLE_NUMBER = re.compile(r"(?<=/)\d{13}(?=/|\.\w{3,5}\Z|\Z)")


def looks_like_code(text: str) -> bool:
    """Whether all of this is one code with a capital and three digits or more, no date, amount or size."""
    return _WHOLE_CODE.fullmatch(text) is not None and _is_code(text)


_WHOLE_CODE = re.compile(_CODE)


def _is_code(text: str) -> bool:
    return NOT_A_CODE.fullmatch(text) is None and not is_measure(text)
