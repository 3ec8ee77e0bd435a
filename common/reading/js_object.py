"""JavaScript object literals as JSON: single quotes, bare keys, undefined. Linear time; no code is run."""

from __future__ import annotations

import json
import re
from typing import Any

from common.reading.json_text import loads

MAX_CHARS = 3_000_000
_TOKEN = re.compile(
    r'"[^"\\\n]*+(?:\\(?s:.)[^"\\\n]*+)*+"'
    r"|'[^'\\\n]*+(?:\\(?s:.)[^'\\\n]*+)*+'"
    r"|/\*(?:[^*]++|\*(?!/))*+\*/|(?<![:\\])//[^\r\n]*+"
    r"|[A-Za-z_$][\w$]*+(?=\s*+:)"
    r"|\b(?:undefined|NaN|void 0)\b|!0|!1"
)
_WORDS = {"undefined": "null", "NaN": "null", "void 0": "null", "!0": "true", "!1": "false"}


def loads_object(text: str) -> Any:
    """The value of the literal, as JSON where it is, else repaired; None when it holds code."""
    if len(text) > MAX_CHARS:
        return None
    value = loads(text)
    return value if isinstance(value, (dict, list)) and value else loads(_TOKEN.sub(_as_json, text))


def _as_json(token: re.Match[str]) -> str:
    mark = token[0]
    if mark in _WORDS:
        return _WORDS[mark]
    if mark.startswith('"'):
        return mark
    if mark.startswith("'"):
        return json.dumps(mark[1:-1].replace("\\'", "'"))
    return " " if mark.startswith("/") else f'"{mark}"'
