"""Where a line's label ends, also of a label that says two things at once."""

from __future__ import annotations

import re

from common.reading.words.wording import Wording

_JOINED = re.compile(r"\s?/\s?|\s\|\s")
_COLON = re.compile(r"\s?[:：]|\Z")
_MOST_CHARS, _MOST_PARTS = 60, 3


def label_end(text: str, start: int, label: Wording | re.Pattern[str]) -> int | None:
    """Where the label with which the text begins ends; of several joined by a slash, up to a colon or the line's end,
    any may be it: "Publisher / brand: …".
    """
    found = label.match(text, start)
    if found is not None:
        return found.end()
    if "/" not in text[start : start + _MOST_CHARS] and " | " not in text[start : start + _MOST_CHARS]:
        return None
    colon = _COLON.search(text, start)
    if colon is None or colon.start() - start > _MOST_CHARS:
        return None
    parts = _JOINED.split(text[start : colon.start()])
    is_one = 1 < len(parts) <= _MOST_PARTS and any(label.fullmatch(part.strip()) for part in parts)
    return colon.end() if is_one else None
