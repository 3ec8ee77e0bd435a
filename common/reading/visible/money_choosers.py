"""The lines with which a page lets its reader choose another country or currency: they say what the shop could show,
not what it shows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from common.currencies import BY_CODE
from common.reading.parsed.document import Document
from common.reading.parsed.letters import squeeze
from common.reading.parsed.text_within import text_within
from common.reading.text.currencies.amounts import SHARED_SIGN
from common.reading.text.currencies.named import certain_currency
from common.reading.visible.lines import Line, itself_and_above, names_of

_LEAST_ENTRIES, _MOST_CHARS = 3, 40
_CURRENT = re.compile(r"(?:^|[\s_-])(?:active|current|selected|chosen|checked)(?:$|[\s_-])", re.IGNORECASE)


def without_choosers(lines: Sequence[Line]) -> list[Line]:
    """The lines without the entries of such lists: three lines or more in a row that each name a currency and no
    amount. What is said twice there, or marked as chosen, stays: it is what the page shows.
    """
    left_out: set[int] = set()
    place = _LEAST_ENTRIES - 1
    while place < len(lines):  # such a row holds one of every three lines
        if not _is_entry(lines[place].text):
            place += _LEAST_ENTRIES
            continue
        first = last = place
        while first > 0 and _is_entry(lines[first - 1].text):
            first -= 1
        while last + 1 < len(lines) and _is_entry(lines[last + 1].text):
            last += 1
        left_out.update(first + number for number in _of_no_meaning(lines[first : last + 1]))
        place = last + 1 + _LEAST_ENTRIES
    return [line for at, line in enumerate(lines) if at not in left_out] if left_out else [*lines]


def chosen_currency(document: Document) -> str | None:
    """The one currency that the page's lists to choose from say is chosen, in markup: "currency", with US dollars
    selected among others. None for lists of one entry.
    """
    chosen = {
        code
        for field in document.first(_MAX_FIELDS, "select")
        if _NAMES_CURRENCY.search(f"{field.get('name') or ''} {field.get('id') or ''}")
        and len(choices := list(islice(field.iter("option"), _MAX_CHOICES))) > 1
        for choice in choices
        if choice.get("selected") is not None and (code := _code_of(choice)) is not None
    }
    return chosen.pop() if len(chosen) == 1 else None


def _code_of(choice: Any) -> str | None:
    value = squeeze(choice.get("value") or "").upper()
    return value if value in BY_CODE else certain_currency(squeeze(text_within(choice, _MOST_CHARS)))


_NAMES_CURRENCY = re.compile(
    r"(?<![^\W_])(?:currenc(?:y|ies)|valuta|devise|moneda|waehrung|waluta)(?![^\W_])", re.IGNORECASE
)
_MAX_FIELDS, _MAX_CHOICES = 40, 200


def _is_entry(text: str) -> bool:
    if len(text) > _MOST_CHARS or _DIGIT.search(text) is not None:
        return False
    return certain_currency(text) is not None or SHARED_SIGN.search(text) is not None


_DIGIT = re.compile(r"\d")


def _of_no_meaning(run: Sequence[Line]) -> Iterator[int]:
    """Which of these lines in a row say only what could be chosen."""
    said = [line.text for line in run]
    if len(set(said)) < _LEAST_ENTRIES or len({*map(certain_currency, said)} - {None}) < _LEAST_ENTRIES - 1:
        return
    for number, line in enumerate(run):
        if said.count(line.text) == 1 and not _is_marked(line):
            yield number


def _is_marked(line: Line) -> bool:
    return any(
        (node.get("aria-current") or node.get("aria-selected") or node.get("aria-checked") or "false") != "false"
        or _CURRENT.search(names_of(node)) is not None
        for node in itself_and_above(line.element, 1)
    )
