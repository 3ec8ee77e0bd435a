"""JavaScript object literals as JSON: single quotes, bare keys, undefined. Linear time; no code is run."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from common.reading.text.json_text import loads

MAX_CHARS = 3_000_000
_TOKEN = re.compile(
    r'"[^"\\\n]*+(?:\\(?s:.)[^"\\\n]*+)*+"'
    r"|'[^'\\\n]*+(?:\\(?s:.)[^'\\\n]*+)*+'"
    r"|/\*(?:[^*]++|\*(?!/))*+\*/|(?<![:\\])//[^\r\n]*+"
    r"|[A-Za-z_$][\w$]*+(?=\s*+:)"
    r"|\b(?:undefined|NaN|void 0|new Date\([^()]*+\))|\bArray\(\d++\)|!0|!1|(?<![\w.)\]])\.(?=\d)"
)
_BARE = re.compile(_TOKEN.pattern + r"|(?<![\w.$])(?P<name>[A-Za-z_$][\w$]*+)")
_BARE_KEY = re.compile(r"\s*\{\s*[A-Za-z_$']")
"""What begins so is no JSON, however it is repaired."""
_WORDS = {"undefined": "null", "NaN": "null", "void 0": "null", "!0": "true", "!1": "false", ".": "0."}
_LITERALS = frozenset({"true", "false", "null"})


def loads_object(text: str) -> Any:
    """The value of the literal, as JSON where it is, else repaired, names of variables as null ("onSelected: show");
    None when it holds other code.
    """
    if len(text) > MAX_CHARS:
        return None
    value = None if _BARE_KEY.match(text) else loads(text)
    if isinstance(value, (dict, list)) and value:
        return value
    value = loads(_TOKEN.sub(_as_json, text))
    return loads(bare_words_as(text, lambda name: "null")) if value is None else value


def bare_words_as(text: str, named: Callable[[str], str]) -> str:
    """The literal as JSON, each name that stands for a value written as `named` says."""

    def as_json(token: re.Match[str]) -> str:
        name = token["name"]
        if name is None:
            return _as_json(token)
        return name if name in _LITERALS else named(name)

    return _BARE.sub(as_json, text)


def _as_json(token: re.Match[str]) -> str:
    mark = token[0]
    if mark.startswith('"'):  # as most, and some are long: to look for one among the words takes its hash
        return mark
    if mark in _WORDS:
        return _WORDS[mark]
    if mark.endswith(")") and mark[0] in "nA":
        return "[]" if mark.startswith("Array") else "null"
    if mark.startswith("'"):
        return json.dumps(mark[1:-1].replace("\\'", "'"))
    return " " if mark.startswith("/") else f'"{mark}"'
