"""Objects that a page's scripts assign: window.__X__ = {…}, var x = {…}, JSON scripts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from common.reading.document import Document
from common.reading.json_text import decode_at, loads, loads_at, span

_ASSIGNED = re.compile(
    r"(?:\b(?:var|let|const)\s{1,5}|window\.|window\[['\"]|self\.|"
    r"globalThis\.)([\w$.]{1,60})(?:['\"]\])?\s{0,5}=\s{0,5}(?=[{\[])"
)
_PARSED = re.compile(r"([\w$.]{1,60})(?:['\"]\])?\s{0,5}=\s{0,5}JSON\.parse\(\s{0,5}(?=[\"'])")
_MAX_OBJECTS = 60
_JSON_TYPES = frozenset({"application/json", "text/json", "application/hal+json"})


def objects(document: Document) -> Iterator[tuple[str, Any]]:
    """(name, value) of the JSON objects the page's own scripts hold, at most 60; what is no JSON is left out."""
    found = 0
    for kind, text in document.scripts:
        for name, value in _of_script(kind, text):
            yield name, value
            found += 1
            if found >= _MAX_OBJECTS:
                return


def _of_script(kind: str, text: str) -> Iterator[tuple[str, Any]]:
    if kind in _JSON_TYPES:
        value = loads(text)
        if isinstance(value, (dict, list)):
            yield "application/json", value
        return
    if kind and "javascript" not in kind and kind != "module":
        return
    at = 0
    while (match := _ASSIGNED.search(text, at)) is not None:
        value, at = decode_at(text, match.end())
        if at == match.end():
            body = span(text, at)
            if body is None:
                return  # it never closes: nor will anything that starts later inside it
            value, at = loads(body), at + len(body)
        if value:
            yield match[1], value
    for match in _PARSED.finditer(text):
        value = _json_string(text, match.end())
        if value:
            yield match[1], value


def _json_string(text: str, start: int) -> Any:
    quote = text[start]
    end = start + 1
    while (end := text.find(quote, end)) != -1 and text[end - 1] == "\\":
        end += 1
    if end == -1:
        return None
    literal = text[start + 1 : end]
    if quote == "'":
        literal = literal.replace("\\'", "'").replace('"', '\\"') if '\\"' not in literal else literal
    inner = loads_at(f'"{literal}"', 0)
    return loads(inner) if isinstance(inner, str) else None


def assigned(text: str, name: str) -> str | None:
    """The source text of the object literal assigned to `name` anywhere in `text`; None when there is none."""
    match = re.search(re.escape(name) + r"\s{0,20}=\s{0,20}(?=[{\[])", text)
    return span(text, match.end()) if match else None


def assigned_json(text: str, name: str) -> Any:
    """The JSON value assigned to `name`; None when there is none or it is no JSON."""
    match = re.search(re.escape(name) + r"\s{0,20}=\s{0,20}(?=[{\[])", text)
    return loads_at(text, match.end()) if match else None
