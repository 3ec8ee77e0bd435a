"""A description as plain text, its first 500 characters."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from common.details.limits import MAX_DESCRIPTION_CHARS
from common.reading.parsed.letters import squeeze
from common.reading.text.json_text import text_of

_MAX_CHARS = 6_000
"""Looked at: with the tags and blanks that are taken out of it."""
_DRAWN = re.compile(r"<(style|script)\b[^<>]{0,500}>[^<]{0,4000}</\1\s{0,9}>", re.IGNORECASE)
_TAG = re.compile(r"</?[a-zA-Z!][^<>]{0,2000}(?:>|\Z)")

_WRITTEN_BREAK = re.compile(r"\\[rnt](?![a-z])")
"""A line's end that was escaped twice."""


def plain(value: Any) -> str | None:
    """Tags and entities taken out, runs of white space to one blank; None for what is no text or says nothing."""
    if isinstance(value, list):
        value = next((one for one in value if one), None)
    if isinstance(value, dict):
        value = value.get("@value")
    text = text_of(value)
    if text is None:
        return None
    text = text[:_MAX_CHARS]
    if "&lt;" in text:
        text = unescape(text)  # markup that was written as text
    text = _WRITTEN_BREAK.sub(" ", text)
    without = _TAG.sub(" ", _DRAWN.sub(" ", text)) if "<" in text else text
    said = squeeze(unescape(without))[:MAX_DESCRIPTION_CHARS].rstrip()
    return said if sum(map(str.isalnum, said)) >= _LEAST_LETTERS else None


_LEAST_LETTERS = 3
