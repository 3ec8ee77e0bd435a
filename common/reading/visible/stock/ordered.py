"""Whether the page says how the thing is ordered without a button: by telephone, by e-mail, by post."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby, takewhile
from typing import Any

from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.text.stock_words import NOT_ORDERED
from common.reading.visible.lines import Line, itself_and_above
from common.reading.words.wording import Wording

_ORDERED = Wording(r"\W{0,3}(?:<stock.ordered_by:words>)")
_ORDERS = Wording(r"<stock.orders:words>")
_GLADLY = Wording(r"<stock.gladly:words>")
_APPOINTED = Wording(r"<stock.appointed:words>")
_CLAUSES = re.compile(r"[.;!?。！？]\s?|,\s")
_WRITTEN_TO = re.compile(r"[\w.+-]{2,40}\s?(?:@|\(at\)|\[at\])\s?[\w-]{2,40}\.\w|(?:\d[\s()/.-]{0,3}){6,14}\d")
"""An e-mail address, also one hidden from robots, or a telephone number."""
_OTHER_NUMBERS = re.compile(
    r"(?<!\d)(?:\d{1,2}[./-]\s?\d{1,2}[./-]\s?(?:19|20)\d\d|(?:19|20)\d\d[./-]\d{1,2}[./-]\d{1,2}|"
    r"\d{1,2}\.\d\d\s?-\s?\d{1,2}\.\d\d|(?:19|20)\d\d\s?[-/]\s?(?:19|20)\d\d|97[89](?:[\s-]?\d){10})(?!\d)"
)
"""Dates, hours, years and ISBNs are none."""
_ASKED = ("mailto:", "tel:", "https://wa.me/", "https://api.whatsapp.com/", "whatsapp:", "callto:", "sms:")
_ORDER_LINES, _ORDER_CHARS, _BLOCK_CHARS = 15, 120, 300
_HEADINGS = frozenset({"h1", "h2", "h3", "h4"})
_BLOCKS = frozenset({"p", "li", "td", "dd", "div", "section", "form", "blockquote"})


def is_ordered(shown: Sequence[Line]) -> bool:
    """Whether a line below the heading, before the next one, begins to say so; or a paragraph there speaks of ordering
    and names a telephone number or an e-mail address. Not where the paragraph says that nothing can be ordered, or
    speaks of something else: spare parts, a similar one, orders that were placed, an hour when somebody comes.
    """
    below = list(takewhile(_is_no_heading, (line for line in shown if 0 <= line.at <= _ORDER_LINES)))
    said = [
        (text, lines)
        for text, lines in _paragraphs(below)
        if _begins_so(lines)
        or (len(text) <= _BLOCK_CHARS and _ORDERS.search(text) is not None and _names_a_way(text, lines))
    ]
    return any(not _is_refused(text) and _APPOINTED.search(text[:_BLOCK_CHARS]) is None for text, _ in said)


def _begins_so(lines: Sequence[Line]) -> bool:
    return any(len(line.text) <= _ORDER_CHARS and _ORDERED.match(line.text) is not None for line in lines)


def _is_refused(text: str) -> bool:
    """Whether a clause says so. "Do not hesitate to call" refuses nothing."""
    said = text[:_BLOCK_CHARS]
    if NOT_ORDERED.search(said) is None:
        return False
    clauses = [clause for clause in _CLAUSES.split(said) if _GLADLY.search(clause) is None]
    return NOT_ORDERED.search(". ".join(clauses)) is not None


def _is_no_heading(line: Line) -> bool:
    return line.at == 0 or line.element.tag not in _HEADINGS


def _paragraphs(below: Sequence[Line]) -> Iterator[tuple[str, list[Line]]]:
    """The texts behind the heading, those of one block together."""
    for _, held in groupby((line for line in below if line.at > 0), key=lambda line: _block_of(line.element)):
        lines = list(held)
        yield " ".join(line.text for line in lines), lines


def _block_of(element: Any) -> Any:
    return next((node for node in itself_and_above(element, 3) if node.tag in _BLOCKS), element)


def _names_a_way(text: str, lines: Sequence[Line]) -> bool:
    """Whether somebody can be written to or called: by what the text says, or by where its link leads."""
    plain = _OTHER_NUMBERS.sub("|", text)
    for amount in reversed(list(BESIDE_CURRENCY.finditer(plain))):
        plain = f"{plain[: amount.start()]}|{plain[amount.end() :]}"
    if _WRITTEN_TO.search(plain) is not None:
        return True
    links = (node for line in lines for node in itself_and_above(line.element, 1) if node.tag == "a")
    return any((link.get("href") or "").strip().lower().startswith(_ASKED) for link in links)
