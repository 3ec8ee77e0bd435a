"""Text as a LIKE pattern sees it literally."""

from __future__ import annotations

import json


def like(text: str) -> str:
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def word_patterns(text: str | None) -> str | None:
    """A JSON array of patterns, one for each word of `text` wherever it stands; None without a text."""
    if text is None:
        return None
    return json.dumps([f"%{like(word)}%" for word in text.split() or [text]], ensure_ascii=False)
