"""Where a line's label ends, also of a label that says two things at once; what stands below a column's head."""

from __future__ import annotations

import re
from itertools import islice
from typing import Any

from common.reading.document import squeeze, text_within
from common.reading.words.wording import Wording

_JOINED = re.compile(r"\s?/\s?")
_COLON = re.compile(r"\s?[:：]|\Z")
_MOST_CHARS, _MOST_PARTS = 60, 3


def label_end(text: str, start: int, label: Wording | re.Pattern[str]) -> int | None:
    """Where the label with which the text begins ends; of several joined by a slash, up to a colon or the line's end,
    any may be it: "Publisher / brand: …".
    """
    found = label.match(text, start)
    if found is not None:
        return found.end()
    if "/" not in text:
        return None
    colon = _COLON.search(text, start)
    if colon is None or colon.start() - start > _MOST_CHARS:
        return None
    parts = _JOINED.split(text[start : colon.start()])
    is_one = 1 < len(parts) <= _MOST_PARTS and any(label.fullmatch(part.strip()) for part in parts)
    return colon.end() if is_one else None


def below(head: Any, *, alone: bool = False) -> str:
    """The text of the cell below this head of a table's column; with `alone` nothing where several rows follow."""
    row = head.getparent()
    table = next((node for node in row.iterancestors() if node.tag == "table"), None)
    rows = islice(table.iter("tr"), _MOST_ROWS) if table is not None else ()
    under = [one for one in rows if one is not row and any(cell.tag == "td" for cell in one)]
    if not under or (alone and len(under) > 1) or len(under[0]) != len(row) or len(row) > _MOST_COLUMNS:
        return ""
    return squeeze(text_within(under[0][row.index(head)], _CELL_CHARS))


_MOST_ROWS, _MOST_COLUMNS, _CELL_CHARS = 3, 20, 80
